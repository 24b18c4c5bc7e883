package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// In lists the open tables of a channel.
func (ts *Tables) In(channel string) ([]store.Brief, error) {
	entries, err := ts.store.Channel(channel)
	return entries, ts.readable(err)
}

// maxOnServer is how many tables of a server are listed.
const maxOnServer = 500

// On lists open tables of a server that all may see, up to maxOnServer.
func (ts *Tables) On(guild string) ([]store.Brief, error) {
	entries, err := ts.store.Server(guild, maxOnServer)
	return entries, ts.readable(err)
}

// OpenIn lists the open tables of a game in a channel.
func (ts *Tables) OpenIn(channel, game string) ([]store.Brief, error) {
	entries, err := ts.In(channel)
	return slices.DeleteFunc(entries, func(e store.Brief) bool { return e.Key.Game != game }), err
}

// Of lists the open tables of a user in all channels: those at which they sit, and those that they
// have opened for levels alone.
func (ts *Tables) Of(user string) ([]store.Brief, error) {
	entries, err := ts.store.User(user)
	return entries, ts.readable(err)
}

// Thinking lists the tables whose turn is a level's.
func (ts *Tables) Thinking() ([]store.Key, error) { return ts.store.Thinking() }

// answerTakes is how long the answer to a request may take.
const answerTakes = 15 * time.Minute

// Unshown lists the open tables whose boards, where the bot may post, do not show the last move: the bot has
// stopped before its answer. Moves of longer ago, by the time that it ran, are left alone.
func (ts *Tables) Unshown(boards *Places) ([]store.Key, error) {
	now := ts.now()
	keys, err := ts.store.Due(now.AddDate(1000, 0, 0)) // all open ones
	return slices.DeleteFunc(keys, func(key store.Key) bool {
		record, err := ts.store.Load(key)
		if err != nil || !record.Posts || record.Private || record.Thinks {
			return true
		}
		at := boards.At(key)
		return at.Message == "" || at.Moves == len(record.Moves) || ts.Ran(record.Touched, now) > answerTakes
	}), err
}

// readable drops the error for damaged tables, so that the others can be used. A person who asks for
// a damaged table by its number is told.
func (ts *Tables) readable(err error) error {
	if errors.Is(err, store.ErrFormat) {
		ts.log.Error("leave out damaged tables", "err", err)
		return nil
	}
	return err
}

// Leaves lists the tables that [Tables.Leave] changes for a user: all but the open ones that it has changed. The
// error is [store.ErrNewerRecord] if only those are left that a newer version can change.
func (ts *Tables) Leaves(user string) ([]store.Key, error) {
	entries, err := ts.store.Sat(user)
	var keys []store.Key
	for _, e := range entries {
		if opponent(&e.Head, user) == "" || sits(&e.Head, user) && e.Leaving>>slices.Index(e.Seats, User(user))&1 == 0 {
			keys = append(keys, e.Key)
		}
	}
	if len(keys) == 0 && errors.Is(err, store.ErrNewerRecord) {
		return nil, err
	}
	return keys, ts.readable(err)
}

// Leave removes a user from some tables. It deletes those at which nobody else is known to have sat,
// and clears the user's name at the others, with the ID where the game is over; elsewhere that goes with the
// end. Tables that are gone or damaged are skipped.
func (ts *Tables) Leave(tx *store.Tx, user string, keys []store.Key) error {
	for _, key := range keys {
		record, err := tx.Load(key)
		switch {
		case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrFormat):
		case err != nil:
			return err
		case opponent(&record.Head, user) == "":
			if err := ts.giveUp(tx, user, key, record); err != nil {
				return err
			}
			ts.Remove(tx, key, record)
		default:
			(&Brief{Head: &record.Head}).Rename(user, "")
			for s, seat := range record.Seats {
				if seat == User(user) {
					record.Leaving |= 1 << s
				}
			}
			forgetLeaving(record)
			tx.Save(key, record)
			board := BoardKind.Record(key.String())
			if place, err := tx.Get(board.Kind, board.ID); err == nil && bytes.Contains(place, []byte(`"asker"`)) {
				tx.Delete(board) // it may be this person: older versions have stored who asks there to take a move back
			}
		}
	}
	return nil
}

// giveUp has a user lose a rated game against a level that is about to be removed.
func (ts *Tables) giveUp(tx *store.Tx, user string, key store.Key, record *store.Table) error {
	if record.Rated == "" || record.Over {
		return nil
	}
	t, err := ts.Load(tx.Context(), key)
	if err != nil {
		return nil //nolint:nilerr // what cannot be replayed is removed all the same
	}
	t.Rename(user, "")
	t.End(Resigned, t.SeatOf(user).Other())
	ts.updateRecord(t)
	for _, c := range ts.with.AtEnd {
		if err := c.Save(tx, t); err != nil {
			return err
		}
	}
	return nil
}

// forgetLeaving replaces the IDs of those who are to be forgotten by random ones, once the table is over.
func forgetLeaving(r *store.Table) {
	if r.Leaving == 0 || r.Open() {
		return
	}
	known := map[string]string{}
	now := func(id string) string { return cmp.Or(known[id], id) }
	for s, seat := range r.Seats {
		if r.Leaving>>s&1 != 0 && known[seat] == "" {
			nobody := Nobody()
			known[seat], known[strings.TrimPrefix(seat, userSeat)] = User(nobody), nobody
		}
	}
	r.Leaving, r.Pending, r.Owner, r.Seats = 0, nil, now(r.Owner), engine.Map(r.Seats, now)
	r.Moves = engine.Map(r.Moves, func(m store.Move) store.Move { m.By = now(m.By); return m })
}

// Export returns all tables at which a user sits or sat, or that the user has opened, or nil for none.
// It leaves out when other people have used them.
func (ts *Tables) Export(user string) (any, error) {
	entries, err := ts.store.Sat(user)
	if err = ts.readable(err); err != nil || len(entries) == 0 {
		return nil, err
	}
	type exported struct {
		Key   string       `json:"key"`
		Table *store.Table `json:"table"`
	}
	list := make([]exported, len(entries))
	for i, e := range entries {
		for seat := range e.Used {
			if e.Seats[seat] != User(user) {
				e.Used[seat] = 0
			}
		}
		list[i] = exported{e.Key.String(), e.Table}
	}
	return list, nil
}

// Part ends the waiting challenges between two persons. Those made by the first are withdrawn, and
// those made by the other declined.
func (ts *Tables) Part(tx *store.Tx, user, other string) error {
	own, err := ts.Of(user)
	if err != nil {
		return err
	}
	for _, b := range own {
		if !isBetween(b, user, other) {
			continue
		}
		t, err := ts.Load(tx.Context(), b.Key)
		if Gone(err) || errors.Is(err, store.ErrNewerRecord) || err == nil && !t.Asks(Challenge) {
			continue // it has just ended, or begun, or cannot be changed here
		}
		if err != nil {
			return err
		}
		kind := Declined
		if t.Record.Pending.By == user {
			kind = Withdrawn
		}
		tx.Found(t.Key, t.Record)
		t.End(kind, engine.NoSeat)
		ts.updateRecord(t)
		forgetLeaving(t.Record)
		tx.Save(t.Key, t.Record)
	}
	return nil
}

// Finished is a game in the history of one of its players.
type Finished struct {
	store.Past
	Brief *Brief
}

// How many games of a history are read at a time, and how many are searched if not all may be shown.
const (
	pastPage    = 64
	maxSearched = 512
)

// Past returns finished games of a person, the newest first: limit of them after skip, without those
// that are gone or cannot be played here. They are of one game, or of all if game is "". may, if not
// nil, selects among the last few hundred. more reports whether there are others after them.
func (ts *Tables) Past(ctx context.Context, user, game string, skip, limit int, may func(*Brief) bool) (list []Finished, more bool, err error) {
	var at store.PastCursor
	for searched := 0; may == nil || searched < maxSearched; searched += pastPage {
		page, err := ts.store.Past(user, game, at, pastPage)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return list, false, err
		}
		for _, p := range page {
			if at = p.Cursor(); may == nil && skip > 0 {
				skip--
				continue
			}
			b, ok := ts.brief(ctx, p.Key)
			switch {
			case may != nil && (!ok || !may(b)):
			case skip > 0:
				skip--
			case limit == 0:
				return list, true, nil
			default:
				if limit--; ok {
					list = append(list, Finished{p, b})
				}
			}
		}
		if len(page) < pastPage {
			break
		}
	}
	return list, false, nil
}

// brief returns the brief table of a key, unless it is gone or cannot be played here.
func (ts *Tables) brief(ctx context.Context, key store.Key) (*Brief, bool) {
	record, err := ts.store.Load(key)
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) {
			ts.Report("leave out a table", key, err)
		}
		return nil, false
	}
	return ts.Brief(ctx, store.Brief{Key: key, Head: &record.Head})
}

// MayLookBack refuses to show a finished table to people whom it does not concern. It may be shown to
// its players, to those in its channel and, if it was rated, to those on its server. channel and guild
// are where it is to be shown.
func (t *Brief) MayLookBack(user, channel, guild string) error {
	if err := t.RequireSight(user); err != nil {
		return err
	}
	switch here := t.Key.Channel == channel || t.Head.Rated != "" && guild != "" && t.Head.Guild == guild; {
	case !t.Head.Over:
		return engine.Refuse("this game is not over yet")
	case t.Owned(user), here:
		return nil
	}
	return engine.Refuse("this game was played elsewhere, and is there for its players")
}

// recentTables is how many tables back a command looks for a finished one.
const recentTables = 50

// overIn returns the finished tables of a game in a channel, the newest first.
func (ts *Tables) overIn(channel, game string) ([]store.Brief, error) {
	entries, err := ts.store.Recent(channel, game, recentTables)
	return slices.DeleteFunc(entries, func(e store.Brief) bool { return e.Open() }), ts.readable(err)
}
