package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

const lookEvery = 15 * time.Second

// Run advances all tournaments regularly and when notified, until the context ends.
func (k *Keeper) Run(ctx context.Context, post chat.Poster) {
	k.sure.Clear() // another copy of the bot may have advanced tournaments meanwhile
	k.warned.Clear()
	var group sync.WaitGroup
	defer group.Wait()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		k.begin(ctx, post, &group)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-k.wake:
		}
	}
}

// Advance takes all steps that are due now or, if post is nil, the results that there are. It returns early when
// the context ends.
func (k *Keeper) Advance(ctx context.Context, post chat.Poster) {
	var group sync.WaitGroup
	k.begin(ctx, post, &group)
	group.Wait()
}

// begin begins to advance the tournaments that are not being advanced already. Those are looked at
// once more when that is done. None waits for others: the messages of a round can take minutes, because
// Discord limits their rate in each channel.
func (k *Keeper) begin(ctx context.Context, post chat.Poster, group *sync.WaitGroup) {
	tournaments, err := store.Find(k.store, Kind, "", nil)
	if err != nil {
		k.log.Error("look for tournaments", "err", err)
	}
	for _, r := range tournaments {
		channel := r.ID
		if !k.claim(channel) {
			continue
		}
		group.Go(func() {
			for again := true; again; again = k.release(channel) {
				err := k.advance(ctx, post, channel)
				k.sure.Store(channel, err == nil)
				if err == nil || ctx.Err() == nil {
					k.bot.Tables.Report("go on with a tournament", store.Key{Channel: channel}, err)
				}
			}
		})
	}
}

// claim reports whether nobody is advancing the tournament of a channel, and reserves it; otherwise
// release will ask for another pass.
func (k *Keeper) claim(channel string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, taken := k.busy[channel]
	k.busy[channel] = taken
	return !taken
}

// release ends a claim, unless another pass is needed.
func (k *Keeper) release(channel string) (again bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.busy[channel] {
		k.busy[channel] = false
		return true
	}
	delete(k.busy, channel)
	return false
}

// errWait means that there is nothing to do until something happens, or until the next pass.
var errWait = errors.New("tournament: nothing to do now")

// advance takes one step after the other, each from the newest record.
func (k *Keeper) advance(ctx context.Context, post chat.Poster, channel string) (err error) {
	defer watch.Recover(k.log, &err)
	for ctx.Err() == nil {
		t, err := read(k.store, Kind, channel)
		if errors.Is(err, store.ErrNotFound) {
			return nil // it has ended or moved
		}
		if err == nil && k.bot.Games.ByID[t.Game] == nil {
			err = store.ErrNewerRecord // a version that knows the game goes on with it
		}
		if err != nil {
			return err
		}
		s := &step{k, ctx, post, t, post == nil || slices.Contains(k.blocked, t.Guild) || t.Lost && t.State != Stopped}
		if err = s.next(); errors.Is(err, chat.ErrNoPost) {
			err = s.loseChannel()
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
	// silent is set if nothing can be said: nobody posts, the server is blocked, or the channel is lost.
	silent bool
}

// next takes one step and records it. The error is errWait if nothing is due.
func (s *step) next() error {
	var steps []func() (done bool, err error)
	if !s.silent && !s.t.Lost && (s.t.State != Stopped || len(s.t.Rounds) > 0) {
		steps = append(steps, s.showSignUp)
	}
	switch state := s.t.State; {
	case s.silent && state == Running: // results are taken before their tables are deleted
		steps = append(steps, s.harvest)
	case s.silent || state == SigningUp:
	case state == Running:
		steps = append(steps, s.announceRound, s.forfeit, s.harvest, s.openTables, s.callPlayers, s.nextRound)
	default:
		steps = append(steps, s.end)
	}
	for _, do := range steps {
		if done, err := do(); done || err != nil {
			return err
		}
	}
	return errWait
}

// save stores a change of the tournament in a commit of its own. The error is errWait if the
// tournament has ended or changed channels since it was read.
func (s *step) save(f func(t *Tournament)) error {
	return s.update(store.Op{}, func(tx *store.Tx) error {
		return s.saveIn(tx, func(t *Tournament) error { f(t); return nil })
	})
}

// saveIn is like save, in a transaction that stores more.
func (s *step) saveIn(tx *store.Tx, f func(t *Tournament) error) error {
	_, err := changeIn(tx, s.t.Channel, func(t *Tournament) error {
		if t.Key != s.t.Key {
			return errWait
		}
		return f(t)
	})
	if errors.Is(err, store.ErrNotFound) {
		return errWait
	}
	return err
}

// send sends a message, unless it was already sent after a time without being recorded. It is
// recognised by its first line. The ID is "" for a message that Discord never accepts.
func (s *step) send(r chat.Reply, since time.Time) (message string, err error) {
	if message := s.sent(r, since); message != "" {
		return message, nil
	}
	message, err = s.post.Send(s.ctx, s.t.Channel, r)
	return message, s.skipRefused(err)
}

// skipRefused drops the error of a message that Discord never accepts, such as one that moderation
// blocks: the tournament goes on without it.
func (s *step) skipRefused(err error) error {
	if errors.Is(err, chat.ErrGone) && !errors.Is(err, chat.ErrNoPost) {
		s.log.Warn("a message of a tournament is refused", "channel", s.t.Channel, "err", err)
		return nil
	}
	return err
}

// sent returns the ID of such a message that was sent but perhaps not recorded, or "".
func (s *step) sent(r chat.Reply, since time.Time) string {
	if s.isSure() {
		return ""
	}
	line, _, _ := strings.Cut(r.Text, "\n")
	message, err := s.post.Find(s.ctx, s.t.Channel, since, line)
	if err != nil {
		s.log.Info("look for a message of a tournament", "channel", s.t.Channel, "err", err) // the message may be sent twice
	}
	return message
}

func (s *step) isSure() bool {
	sure, _ := s.sure.Load(s.t.Channel)
	return sure == true
}

// showSignUp sends or edits the sign-up message. If it was deleted, it is sent anew before the start only.
func (s *step) showSignUp() (bool, error) {
	shown, message, begun := s.t.signedUp(), s.t.Message, s.t.State != SigningUp
	if s.t.Shown == shown || begun && message == "" {
		return false, nil
	}
	r := s.signUp()
	var err error
	if message != "" {
		if err = s.post.Edit(s.ctx, s.t.Channel, message, r); errors.Is(err, chat.ErrGone) {
			message, err = "", nil
		}
	}
	if message == "" && !begun {
		message, err = s.send(r, s.t.Since)
	}
	if err != nil {
		return true, err
	}
	return true, s.save(func(t *Tournament) { t.Message, t.Shown = message, shown })
}

func (s *step) announceRound() (bool, error) {
	if s.t.round().Announced {
		return false, nil
	}
	n := len(s.t.Rounds) - 1
	if _, err := s.send(s.roundMessage(), s.t.round().At); err != nil {
		return true, err
	}
	return true, s.save(func(t *Tournament) { t.Rounds[n].Announced = true })
}

// eachGame calls do for every unfinished game of the present round and records the changes that it
// returns. A game with a damaged table is skipped.
func (s *step) eachGame(do func(g *Game) (func(*Game), error)) (bool, error) {
	round, changes := len(s.t.Rounds)-1, map[int]func(*Game){}
	var failed error
	for i := range s.t.round().Games {
		g := s.t.round().Games[i]
		if g.Done {
			continue
		}
		change, err := func() (change func(*Game), err error) {
			defer watch.Recover(s.log, &err)
			return do(&g)
		}()
		if unreadable(err) {
			s.bot.Tables.Report("go on with a game of a tournament", g.key(s.t.Game), err)
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
		err := s.save(func(t *Tournament) {
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

// unreadable reports whether a table cannot be read here, whose error must not block the others.
func unreadable(err error) bool {
	return errors.Is(err, store.ErrFormat) || errors.Is(err, watch.ErrPanicked)
}

func (s *step) forfeit() (bool, error) {
	return s.eachGame(func(g *Game) (func(*Game), error) {
		winner, ok := g.forfeits()
		if !ok {
			return nil, nil
		}
		lost := func(g *Game) { g.lose(winner, false) }
		if g.Table == 0 {
			return lost, nil
		}
		switch t, err := s.forfeitTable(g.key(s.t.Game), engine.Seat(winner), g.Decided); {
		case unreadable(err) && !errors.Is(err, store.ErrNewerRecord): // it cannot end in another way
			s.log.Error("forfeit a game of a tournament", table.Attr(g.key(s.t.Game)), "err", err)
			return lost, nil
		case table.Gone(err):
			return lost, nil
		case err != nil:
			return nil, err
		case t.EndedAs(table.Vanished):
			return func(g *Game) { g.lose(winner, played(t.Record)) }, nil
		default: // it may have been over before
			return func(g *Game) { g.takeResult(t.Record) }, nil
		}
	})
}

// harvest records the results of finished tables.
func (s *step) harvest() (bool, error) {
	return s.eachGame(func(g *Game) (func(*Game), error) {
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
		case g.Channel != s.t.Channel && (record.End.Kind == table.Aborted || record.End.Kind == table.Vanished): // it was moved
			return nil, nil
		case record.End.Kind == table.Vanished && s.silent: // it goes on in another channel
			return nil, nil
		case record.End.Kind == table.Vanished:
			return nil, chat.ErrNoPost
		}
		return func(g *Game) { g.takeResult(record) }, nil
	})
}

// tag identifies a game in the record of its table.
func (t *Tournament) tag(round, game int) string { return fmt.Sprintf("%s/%d/%d", t.Key, round, game) }

// callPlayers posts each new table once, mentioning both players. If that may have been done and somebody has
// moved there since, they know. A moved game has moves from the start, so that any later change counts.
func (s *step) callPlayers() (bool, error) {
	return s.eachGame(func(g *Game) (func(*Game), error) {
		if g.Table == 0 || g.Called || g.Channel != s.t.Channel {
			return nil, nil
		}
		called := func(g *Game) { g.Called = true }
		at, err := s.bot.Tables.Load(s.ctx, g.key(s.t.Game))
		if err != nil {
			return nil, err
		}
		if !s.isSure() && at.Record.Revision > 1 && len(at.Record.Moves) > 0 {
			return called, nil
		}
		first, second := s.t.Players[g.First].ID, s.t.Players[g.Second].ID
		r := s.bot.Unasked(at, table.Notice{
			Text:  engine.Sentences(engine.T("**%s**, round %s.", s.t.name(), number(len(s.t.Rounds))), at.Headline()),
			Nudge: engine.T("%s and %s, your game begins.", chat.Mention(first), chat.Mention(second)), Calls: []string{first, second}, Since: at.Record.Touched,
		})
		if s.sent(r, s.t.round().At) == "" {
			err = s.skipRefused(s.post.Post(s.ctx, s.t.Channel, r))
		}
		if err != nil {
			return nil, err
		}
		s.tellBlocked(g)
		return called, nil
	})
}

// nextRound pairs the next round once all games are over.
func (s *step) nextRound() (bool, error) {
	if !s.t.finished() {
		return false, nil
	}
	round := len(s.t.Rounds)
	return true, s.update(store.Op{}, func(tx *store.Tx) error {
		return s.saveIn(tx, func(t *Tournament) error {
			apart, err := s.apart(t)
			if err == nil && t.State == Running && len(t.Rounds) == round && t.finished() {
				t.Next(s.now(), apart)
			}
			return err
		})
	})
}

// end announces the end of a tournament. Open tables of a stopped tournament continue as ordinary games, with
// their deadlines.
func (s *step) end() (bool, error) {
	r, winners := s.endMessage()
	if _, err := s.send(r, s.t.Ended); err != nil && !s.t.Lost {
		return true, err
	}
	return true, s.update(store.Op{}, func(tx *store.Tx) error {
		if err := s.bot.Choices.Tell(tx, winners, s.t.Guild, s.t.Channel, r.Text, s.t.Ended); err != nil {
			return err
		}
		return s.saveIn(tx, func(t *Tournament) error { t.EndTold = true; return nil })
	})
}

// loseChannel records that the bot can no longer write in the channel, and tells the organiser once, even
// if the record cannot be stored.
func (s *step) loseChannel() error {
	if _, warned := s.warned.Load(s.t.Key); s.t.Organiser != "" && !warned {
		words := s.bot.Words(s.t.Locale)
		err := s.post.Direct(s.ctx, s.t.Organiser, chat.Reply{Text: words.Say(engine.T(
			"I cannot write any more where the tournament **%s** is played: the channel is gone, or I may not post there. The games stand still. "+
				"%s takes it to another channel of the server, or lets it go on where it was once I may post there again, and %s ends it.", s.t.name(),
			engine.Command("tournament move"), engine.Command("tournament stop")))})
		switch {
		case errors.Is(err, chat.ErrNoPost), errors.Is(err, chat.ErrGone):
			s.log.Warn("a tournament has lost its channel, and its organiser cannot be told", "channel", s.t.Channel, "err", err)
		case err != nil:
			return err
		}
		s.warned.Store(s.t.Key, true)
	}
	err := s.save(func(t *Tournament) { t.Lost = true })
	if err == nil {
		s.warned.Delete(s.t.Key)
	}
	return err
}

func number(n int) string { return strconv.Itoa(n) }
