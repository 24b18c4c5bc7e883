package tournament

import (
	"errors"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// trial creates a table of a tournament on trial, and returns an [*engine.Refusal] for an unsuitable
// game, options or clock.
func (k *Keeper) trial(t *Tournament) (*table.Table, error) {
	entry := k.bot.Games.ByID[t.Game]
	switch {
	case entry == nil:
		return nil, engine.Refuse("there is no game `%s`; %s lists them", engine.Quotable(t.Game), engine.Command("play"))
	case play.Solo(entry.Game):
		return nil, engine.Refuse("%s is played by one alone, so that there can be no tournament of it", entry.Game.Title)
	}
	return k.newTable(t, [2]Player{{ID: "1"}, {ID: "2"}})
}

// asked parses the options, which have the form of the options of the game's command "new".
func (k *Keeper) asked(g *engine.Game, typed string) (engine.Options, error) {
	raw, err := play.TypedValues(g, typed)
	if err != nil {
		return nil, engine.Refuse("%s", chat.Escape(err.Error()))
	}
	for name := range raw {
		if !slices.ContainsFunc(g.Options, func(a engine.Arg) bool { return a.Name == name }) {
			return nil, engine.Refuse("`%s` says nothing about how the game is set up; leave it out of the options", name)
		}
	}
	return engine.ParseOptions(g.Options, raw, false)
}

// newTable returns a table of a tournament, not stored yet.
func (k *Keeper) newTable(t *Tournament, players [2]Player) (*table.Table, error) {
	g := k.bot.Games.ByID[t.Game].Game
	asked, err := k.asked(g, t.Options)
	if err != nil {
		return nil, err
	}
	control, err := table.ParseControl(t.Clock)
	if err != nil {
		return nil, err
	}
	options, err := g.Prepared(k.bot.Env.Of(&show.Call{}), asked)
	if err != nil {
		return nil, err
	}
	if g.Seats(options) != len(players) {
		return nil, engine.Refuse("with these options %s is not for two; choose others", g.Title)
	}
	made, err := table.New(g, options, []string{table.User(players[0].ID), table.User(players[1].ID)}, []string{players[0].Name, players[1].Name}, k.bot.Env.Now())
	if err != nil {
		return nil, err
	}
	if err := made.SetClock(control); err != nil {
		return nil, err
	}
	made.SetDeadline(t.Hours, k.now())
	r := made.Record
	r.Owner, r.Guild, r.Posts, r.Locale = players[0].ID, t.Guild, true, t.Locale
	if t.Rated {
		_ = rating.Enter(made) // what has become known to be unfair since the sign-up is played unrated
	}
	return made, made.KeepAsked(asked)
}

// openTables opens a table for each game without one in the channel, as far as the limits allow. The
// channel is told once a round if games wait for its room.
func (s *step) openTables() (opened bool, err error) {
	full := false
	for i, g := range s.t.round().Games {
		if g.Done || g.Table > 0 && g.Channel == s.t.Channel {
			continue
		}
		err := s.openTable(i, g)
		limit, limited := errors.AsType[*table.LimitError](err)
		switch {
		case err == nil:
			opened = true
		case limited && limit.Person != "":
			if done, err := s.lackRoom(i, g, limit.Person); done || err != nil {
				return done, err
			}
		case limited:
			full = true
		case errors.Is(err, store.ErrFormat): // it must not block the others
			s.bot.Tables.Report("go on with a game of a tournament", g.key(s.t.Game), err)
		default:
			return opened, err
		}
	}
	if !full || s.t.round().NoRoom {
		return opened, nil
	}
	n := len(s.t.Rounds) - 1
	return true, s.tellNoRoom("", func(t *Tournament) { t.Rounds[n].NoRoom = true })
}

// lackRoom tells once whose other tables leave no room for a game. If there is none for as long after that as a
// game may last, that person forfeits it.
func (s *step) lackRoom(i int, g Game, person string) (done bool, err error) {
	round, seat := len(s.t.Rounds)-1, slices.Index([]string{s.t.Players[g.First].ID, s.t.Players[g.Second].ID}, person)
	switch told := g.NoRoom[seat]; {
	case told.IsZero():
		return true, s.tellNoRoom(person, func(t *Tournament) { t.Rounds[round].Games[i].NoRoom[seat] = s.now().UTC() })
	case s.t.Hours > 0 && s.bot.Tables.Ran(told, s.now()) >= time.Duration(s.t.Hours)*time.Hour:
		return true, s.save(func(t *Tournament) { _ = t.loseGame(person, person) }) // they may have been forgotten
	}
	return false, nil
}

func (s *step) tellNoRoom(person string, told func(*Tournament)) error {
	s.log.Warn("games of a tournament wait for room", "channel", s.t.Channel)
	r := chat.Reply{Text: s.bot.Words(s.t.Locale).Say(s.t.noRoom(person))}
	if person != "" {
		r.Mentions = s.mentions([]string{person}, time.Time{})
	}
	if _, err := s.send(r, s.t.round().At); err != nil {
		return err
	}
	return s.save(told)
}

// openTable opens the table of a game of the present round and records it in the same transaction. The
// error is a [*table.LimitError] if the channel or a player has no room.
func (s *step) openTable(i int, g Game) error {
	round := len(s.t.Rounds) - 1
	recordTable := func(tx *store.Tx, key store.Key) error {
		return s.saveIn(tx, func(t *Tournament) error {
			if t.State != Running || t.Rounds[round].Games[i] != g {
				return errWait // the tournament has moved on
			}
			g := &t.Rounds[round].Games[i]
			g.Channel, g.Table, g.Called = key.Channel, key.Number, false
			return nil
		})
	}
	if g.Table > 0 {
		return s.openMoved(g, s.t.tag(round, i), recordTable)
	}
	made, err := s.newTable(s.t, [2]Player{s.t.Players[g.First], s.t.Players[g.Second]})
	if err != nil {
		return err
	}
	made.Record.Event = s.t.tag(round, i)
	return s.bot.Tables.Create(s.t.Channel, made, recordTable)
}

// openMoved is openTable for a game that continues on a new table with all its moves; the old table is
// stopped. The clock starts again.
func (s *step) openMoved(g Game, tag string, record func(*store.Tx, store.Key) error) error {
	old, err := s.bot.Tables.Load(s.ctx, g.key(s.t.Game))
	if err != nil {
		return err
	}
	if old.Record.Over && !old.EndedAs(table.Vanished) && !old.EndedAs(table.Aborted) {
		return errWait // its result has just come, and is taken next
	}
	made, err := table.New(old.Game, old.Options, old.Record.Seats, old.Record.Names, old.Record.Opened)
	if err != nil {
		return err
	}
	for _, m := range old.Record.Moves {
		if _, err := made.Play(m.Text, m.By, m.At); err != nil {
			return err
		}
	}
	if err := made.SetClock(old.Control()); err != nil {
		return err
	}
	made.SetDeadline(s.t.Hours, s.now())
	r := made.Record
	r.Owner, r.Guild, r.Posts, r.Locale, r.Asked, r.Rated, r.Event = old.Record.Owner, s.t.Guild, true, s.t.Locale, old.Record.Asked, old.Record.Rated, tag
	if old.EndedAs(table.Vanished) && s.t.Rated { // the vanished game is no longer rated
		_ = rating.Enter(made) // as in newTable
	}
	old.Record.Rated = "" // the game is played elsewhere
	old.End(table.Aborted, engine.NoSeat)
	return s.bot.Tables.Relocate(old, made, s.t.Channel, record)
}

// forfeitTable ends the table of a game as forfeited, with or without a winner, and tells both
// players, unless the game ended in another way before. It returns the table as it is then.
func (s *step) forfeitTable(key store.Key, winner engine.Seat, decided bool) (t *table.Table, err error) {
	defer watch.Recover(s.log, &err)
	t, err = s.bot.Tables.Load(s.ctx, key)
	if err != nil || t.Record.Over && !t.EndedAs(table.Forfeited) {
		return t, err
	}
	if !t.Record.Over {
		if decided {
			t.Record.Rated = "" // or organisers could have their friends win
		}
		t.End(table.Forfeited, winner)
		if err := s.bot.Tables.Save(t); err != nil {
			return nil, err
		}
	}
	n := table.Notice{Text: t.Headline()}
	if people := t.People(); len(people) == 2 { // otherwise one of them has been forgotten
		n.Nudge, n.Calls = engine.T("%s and %s, your game is over.", chat.Mention(people[0]), chat.Mention(people[1])), people
	}
	r := s.bot.Unasked(t, n)
	if s.sent(r, s.t.round().At) != "" {
		return t, nil
	}
	err = s.post.Post(s.ctx, key.Channel, r)
	if errors.Is(err, chat.ErrNoPost) || errors.Is(err, chat.ErrGone) { // the game is over all the same
		s.log.Warn("show a game that was forfeited", t.Attr(), "err", err)
		return t, nil
	}
	return t, err
}

// apart returns the IDs of players of whom the first has blocked the second.
func (k *Keeper) apart(t *Tournament) (pairs [][2]string, err error) {
	for _, p := range t.Players {
		blocked, failed := play.BlockedBy(k.store, p.ID)
		err = errors.Join(err, failed)
		for _, other := range blocked {
			if t.number(other) >= 0 {
				pairs = append(pairs, [2]string{p.ID, other})
			}
		}
	}
	return pairs, err
}

// tellBlocked tells a player who has blocked the opponent, and nobody else, how to play all the same.
func (s *step) tellBlocked(g *Game) {
	for _, of := range [2][2]int{{g.First, g.Second}, {g.Second, g.First}} {
		me, other := s.t.Players[of[0]], s.t.Players[of[1]]
		blocked, err := play.BlockedBy(s.store, me.ID)
		if err == nil && slices.Contains(blocked, other.ID) {
			err = s.post.Direct(s.ctx, me.ID, chat.Reply{Text: s.bot.Words(s.t.Locale).Say(engine.T(
				"In round %s of **%s** you play **%s**, whom you have blocked. Tournaments keep you apart only while another round is possible. "+
					"You need not write to each other: moves are made by buttons and commands. %s gives this game up, and %s the tournament.",
				number(len(s.t.Rounds)), s.t.name(), other.name(), engine.Command(s.t.Game+" resign"), engine.Command("tournament withdraw")))})
		}
		if err != nil {
			s.log.Info("tell a player of a blocked opponent", "channel", s.t.Channel, "err", err)
		}
	}
}

func (g *Game) key(game string) store.Key {
	return store.Key{Channel: g.Channel, Game: game, Number: g.Table}
}

// played reports whether both players have moved; otherwise no game took place.
func played(record *store.Table) bool {
	return slices.ContainsFunc(record.Moves, func(m store.Move) bool { return m.By != record.Moves[0].By })
}

// takeResult records the result of a finished table. If a game was abandoned before both players had
// moved, its table names no winner, and the player to move has lost.
func (g *Game) takeResult(record *store.Table) {
	switch end := record.End; {
	case end.Winner >= 0: // a player who resigns was present
		g.setResult(end.Winner, end.Kind == table.Resigned || played(record))
	case end.Kind == "" || end.Kind == table.Full:
		g.setResult(-1, true)
	case end.Kind == table.Forfeited: // neither came
		g.lose(-1, played(record))
	case record.Stand != nil && record.Stand.Turn >= 0:
		g.lose(1-record.Stand.Turn, false)
	default:
		g.lose(-1, false)
	}
}
