package tournament

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// lookEvery is the interval at which [Keeper.Run] checks all tournaments.
const lookEvery = 15 * time.Second

// Run advances all tournaments regularly and when notified, until the context ends.
func (k *Keeper) Run(ctx context.Context, post chat.Poster) {
	clear(k.sure) // another copy of the bot may have advanced tournaments meanwhile
	clear(k.warned)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		k.Advance(ctx, post)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-k.wake:
		}
	}
}

// Advance takes all steps that are due in all tournaments. It must not be called concurrently. It
// returns early when the context ends.
func (k *Keeper) Advance(ctx context.Context, post chat.Poster) {
	channels, err := k.channels()
	if err != nil {
		k.log.Error("look for tournaments", "err", err)
	}
	for _, channel := range channels {
		if ctx.Err() != nil {
			return
		}
		err := k.advance(ctx, post, channel)
		if k.sure[channel] = err == nil; err != nil && ctx.Err() == nil {
			k.log.Error("go on with a tournament", "channel", channel, "err", err)
		}
	}
}

// errWait means that there is nothing to do until something happens, or until the next pass.
var errWait = errors.New("tournament: nothing to do now")

// advance takes one step after the other, each from the newest record.
func (k *Keeper) advance(ctx context.Context, post chat.Poster, channel string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			watch.LogPanic(k.log, v)
			err = watch.ErrPanicked
		}
	}()
	for ctx.Err() == nil {
		t, err := k.read(Kind, channel)
		if errors.Is(err, store.ErrNotFound) {
			return nil // it has ended or moved
		}
		if err != nil || slices.Contains(k.blocked, t.Guild) {
			return err
		}
		s := &step{Keeper: k, ctx: ctx, post: post, t: t}
		if err = s.next(); errors.Is(err, chat.ErrGone) || errors.Is(err, chat.ErrNoPost) {
			err = s.lost()
		}
		if errors.Is(err, errWait) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// step is the next step of a tournament.
type step struct {
	*Keeper
	ctx  context.Context
	post chat.Poster
	t    *Tournament // as read; not modified
}

// next takes one step and records it. The error is errWait if nothing is due.
func (s *step) next() error {
	if s.t.Lost && s.t.State != Stopped {
		return errWait
	}
	switch s.t.State {
	case SigningUp:
		return s.showSignUp()
	case Running:
		for _, do := range []func() (done bool, err error){s.closeSignUp, s.announceRound, s.forfeit, s.harvest, s.openTables, s.call, s.nextRound} {
			if done, err := do(); done || err != nil {
				return err
			}
		}
		return errWait
	default:
		return s.end()
	}
}

// note changes the record after a step, unless there is another tournament by now.
func (s *step) note(f func(t *Tournament)) error {
	_, err := s.change(s.t.Channel, func(t *Tournament) error {
		if t.Key != s.t.Key {
			return errWait
		}
		f(t)
		return nil
	}, store.Op{})
	return err
}

// signedUp returns a hash of the players, never 0, so that the sign-up message is edited only after
// a change.
func (t *Tournament) signedUp() uint64 {
	h := fnv.New64a()
	for _, p := range t.Players {
		_, _ = fmt.Fprintf(h, "%s/%s;", p.ID, p.Name)
	}
	_, _ = fmt.Fprint(h, t.State == SigningUp)
	return h.Sum64() | 1<<63
}

// send sends a message, unless it was already sent after a time without being recorded. It is
// recognised by its first button.
func (s *step) send(r chat.Reply, since time.Time) (message string, err error) {
	if message := s.sent(r, since); message != "" {
		return message, nil
	}
	return s.post.Send(s.ctx, s.t.Channel, r)
}

// sent returns the ID of such a message that was sent but perhaps not recorded, or "".
func (s *step) sent(r chat.Reply, since time.Time) string {
	row := slices.IndexFunc(r.Rows, func(row chat.Row) bool { return len(row.Buttons) > 0 })
	if s.sure[s.t.Channel] || row < 0 {
		return ""
	}
	message, err := s.post.Find(s.ctx, s.t.Channel, since, r.Rows[row].Buttons[0].Action)
	if err != nil {
		s.log.Info("look for a message of a tournament", "channel", s.t.Channel, "err", err) // the message may be sent twice
	}
	return message
}

// showSignUp sends or edits the sign-up message.
func (s *step) showSignUp() error {
	shown := s.t.signedUp()
	if s.t.Shown == shown {
		return errWait
	}
	r := s.signUp()
	message := s.t.Message
	var err error
	if message != "" {
		if err = s.post.Edit(s.ctx, s.t.Channel, message, r); errors.Is(err, chat.ErrGone) {
			message = "" // the message was deleted
		}
	}
	if message == "" {
		message, err = s.send(r, s.t.Since)
	}
	if err != nil {
		return err
	}
	return s.note(func(t *Tournament) { t.Message, t.Shown = message, shown })
}

// closeSignUp removes the buttons from the sign-up message.
func (s *step) closeSignUp() (bool, error) {
	shown := s.t.signedUp()
	if s.t.Shown == shown || s.t.Message == "" || len(s.t.Rounds) > 1 {
		return false, nil
	}
	if err := s.post.Edit(s.ctx, s.t.Channel, s.t.Message, s.signUp()); err != nil && !errors.Is(err, chat.ErrGone) {
		return true, err
	}
	return true, s.note(func(t *Tournament) { t.Shown = shown })
}

// announceRound sends the message of the present round.
func (s *step) announceRound() (bool, error) {
	if s.t.round().Told {
		return false, nil
	}
	n := len(s.t.Rounds) - 1
	if _, err := s.send(s.roundMessage(), s.t.round().At); err != nil {
		return true, err
	}
	return true, s.note(func(t *Tournament) { t.Rounds[n].Told = true })
}

// eachGame calls do for every unfinished game of the present round and records the changes that it
// returns. A game with a damaged table is skipped.
func (s *step) eachGame(do func(i int, g *Game) (func(*Game), error)) (bool, error) {
	round, changes := len(s.t.Rounds)-1, map[int]func(*Game){}
	var failed error
	for i := range s.t.round().Games {
		g := s.t.round().Games[i]
		if g.Done {
			continue
		}
		change, err := do(i, &g)
		if errors.Is(err, store.ErrFormat) {
			s.log.Error("go on with a game of a tournament", table.Attr(g.key(s.t.Game)), "err", err)
			continue
		}
		if err != nil {
			failed = err
			break
		}
		if change != nil {
			changes[i] = change
		}
	}
	if len(changes) > 0 {
		err := s.note(func(t *Tournament) {
			for i, change := range changes {
				if g := &t.Rounds[round].Games[i]; !g.Done {
					change(g)
				}
			}
		})
		return true, errors.Join(failed, err)
	}
	return false, failed
}

func (g *Game) key(game string) store.Key {
	return store.Key{Channel: g.Channel, Game: game, Number: g.Table}
}

// forfeit ends the games that a player has forfeited.
func (s *step) forfeit() (bool, error) {
	return s.eachGame(func(_ int, g *Game) (func(*Game), error) {
		winner, ok := g.forfeits()
		if !ok {
			return nil, nil
		}
		if g.Table == 0 {
			return func(g *Game) { g.lose(winner, false) }, nil
		}
		if err := s.forfeitTable(g.key(s.t.Game), engine.Seat(winner)); err != nil && !table.Gone(err) {
			return nil, err
		}
		record, err := s.store.Load(g.key(s.t.Game))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil && record.End != nil && record.End.Kind != table.Forfeited && record.End.Kind != table.Vanished {
			return func(g *Game) { g.take(record) }, nil // it was over before
		}
		return func(g *Game) { g.lose(winner, err == nil && played(record)) }, nil
	})
}

// harvest records the results of finished tables.
func (s *step) harvest() (bool, error) {
	return s.eachGame(func(_ int, g *Game) (func(*Game), error) {
		if g.Table == 0 {
			return nil, nil
		}
		record, err := s.store.Load(g.key(s.t.Game))
		if errors.Is(err, store.ErrNotFound) {
			return func(g *Game) { g.lose(-1, false) }, nil // the result is unknown
		}
		switch {
		case err != nil || record.End == nil:
			return nil, err
		case g.Channel != s.t.Channel && (record.End.Kind == table.Stopped || record.End.Kind == table.Vanished): // it was moved
			return nil, nil
		case record.End.Kind == table.Vanished:
			return nil, chat.ErrGone
		}
		return func(g *Game) { g.take(record) }, nil
	})
}

// played reports whether both players have moved; otherwise no game took place.
func played(record *store.Table) bool {
	moved := map[string]bool{}
	for _, m := range record.Moves {
		moved[m.By] = true
	}
	return len(moved) > 1
}

// take records the result of a finished table. If a game was abandoned before both players had
// moved, its table names no winner, and the player to move has lost.
func (g *Game) take(record *store.Table) {
	switch end := record.End; {
	case end.Winner >= 0: // a player who resigns was present
		g.setResult(end.Winner, end.Kind == table.Resigned || played(record))
	case end.Kind == "" || end.Kind == table.Full:
		g.setResult(-1, true)
	case record.Stand != nil && record.Stand.Turn >= 0:
		g.lose(1-record.Stand.Turn, false)
	default:
		g.lose(-1, false)
	}
}

// tag identifies a game in the record of its table.
func (t *Tournament) tag(round, game int) string { return fmt.Sprintf("%s/%d/%d", t.Key, round, game) }

// openTables opens a table for each game without one in the channel, as far as the limits allow.
func (s *step) openTables() (opened bool, err error) {
	for i, g := range s.t.round().Games {
		if g.Done || g.Table > 0 && g.Channel == s.t.Channel {
			continue
		}
		err := s.openTable(i, g)
		full := (*table.LimitError)(nil)
		switch {
		case err == nil:
			opened = true
		case errors.As(err, &full): // there is no room at present
		case errors.Is(err, store.ErrFormat): // it must not block the others
			s.log.Error("go on with a game of a tournament", table.Attr(g.key(s.t.Game)), "err", err)
		default:
			return opened, err
		}
	}
	return opened, nil
}

// openTable opens the table of a game of the present round and records it in the same transaction.
func (s *step) openTable(i int, g Game) error {
	round := len(s.t.Rounds) - 1
	note := func(tx *store.Tx, key store.Key) error {
		t, err := readBy(tx, Kind, s.t.Channel)
		if errors.Is(err, store.ErrNotFound) || err == nil && (t.Key != s.t.Key || t.State != Running || t.Rounds[round].Games[i] != g) {
			return errWait // the tournament has moved on, ended or changed channels
		}
		if err != nil {
			return err
		}
		g := &t.Rounds[round].Games[i]
		g.Channel, g.Table, g.Called = key.Channel, key.Number, false
		return t.put(tx, store.Record{Kind: Kind, ID: s.t.Channel})
	}
	if g.Table > 0 {
		return s.move(g, s.t.tag(round, i), note)
	}
	return s.open(g, s.t.tag(round, i), note)
}

// call posts each new table once, mentioning both players.
func (s *step) call() (bool, error) {
	return s.eachGame(func(_ int, g *Game) (func(*Game), error) {
		if g.Table == 0 || g.Called || g.Channel != s.t.Channel {
			return nil, nil
		}
		if !s.sure[s.t.Channel] && s.bot.Live.At(g.key(s.t.Game)).Message != "" { // perhaps posted and not recorded
			return func(g *Game) { g.Called = true }, nil
		}
		first, second := s.t.Players[g.First].ID, s.t.Players[g.Second].ID
		r, err := s.board(g.key(s.t.Game), table.Notice{
			Text:  engine.T("**%s**, round %s.", s.t.name(), number(len(s.t.Rounds))),
			Nudge: engine.T("%s and %s, your game begins.", chat.Mention(first), chat.Mention(second)), Calls: []string{first, second},
		})
		if err == nil && s.sent(r, s.t.round().At) == "" {
			err = s.post.Post(s.ctx, s.t.Channel, r)
		}
		if err != nil {
			return nil, err
		}
		return func(g *Game) { g.Called = true }, nil
	})
}

// nextRound pairs the next round once all games are over.
func (s *step) nextRound() (bool, error) {
	if !s.t.finished() {
		return false, nil
	}
	round := len(s.t.Rounds)
	return true, s.note(func(t *Tournament) {
		if t.State == Running && len(t.Rounds) == round && t.finished() {
			t.Next(s.now())
		}
	})
}

// end announces the end of a tournament. Open tables of a stopped tournament continue as ordinary
// games.
func (s *step) end() error {
	if _, err := s.send(s.endMessage(), s.t.Ended); err != nil && !s.t.Lost {
		return err
	}
	return s.note(func(t *Tournament) { t.Told = true })
}

// lost records that the bot can no longer write in the channel, and tells the organiser once, even
// if the record cannot be stored.
func (s *step) lost() error {
	if s.t.Organiser != "" && !s.warned[s.t.Key] {
		words := s.bot.Words(s.t.Locale)
		err := s.post.Direct(s.ctx, s.t.Organiser, chat.Reply{Text: words.Say(engine.T(
			"I cannot write any more where the tournament **%s** is played: the channel is gone, or I may not post there. The games stand still. "+
				"%s takes it to another channel of the server, or lets it go on where it was once I may post there again, and %s ends it.", s.t.name(),
			engine.Command("tournament move"), engine.Command("tournament stop")))})
		if err != nil && !errors.Is(err, chat.ErrNoPost) && !errors.Is(err, chat.ErrGone) {
			return err
		}
		s.warned[s.t.Key] = true
	}
	err := s.note(func(t *Tournament) { t.Lost = true })
	if err == nil {
		delete(s.warned, s.t.Key)
	}
	return err
}

func number(n int) string { return strconv.Itoa(n) }
