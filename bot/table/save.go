package table

import (
	"errors"
	"math"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Create stores a new table in a channel, under the next free number, and sets its key. It
// refuses a table that would be one too many, with a [*LimitError]. handled are the
// requests that asked for it, as for [store.Store.Save].
func (ts *Tables) Create(channel string, t *Table, handled ...string) error {
	ts.settle(t)
	ts.Use(t, t.Record.Owner)
	defer ts.locks.Lock(append(t.People(), t.Record.Owner, channel)...)()
	if err := ts.requireRoom(channel, t); err != nil {
		return err
	}
	key, err := ts.store.Create(channel, t.Game.ID, t.Record, handled...)
	if err != nil {
		return err
	}
	t.Key, t.live, t.away, t.term = key, ts.live, ts.away, ts.terms.ChallengeExpires
	ts.Use(t, t.Record.Owner)
	ts.keep(t)
	ts.logSaved(t)
	if t.Record.Event != "" {
		t.by = "" // nobody has opened it
	}
	ts.created(t)
	return nil
}

// created stores what goes with a new table, whose key is known only now.
func (ts *Tables) created(t *Table) {
	err := ts.withOthers(t, func(also store.Change) error {
		if also.Empty() {
			return nil
		}
		return ts.store.Apply(also)
	})
	if err != nil {
		ts.log.Error("note a new table", t.Attr(), "err", err)
	}
}

// mostTries is how often a table is stored, at most, while records that go with it change.
const mostTries = 16

// withOthers has f store what goes with a table: anew, where a record of that was changed
// meanwhile.
func (ts *Tables) withOthers(t *Table, f func(also store.Change) error) error {
	for try := 1; ; try++ {
		also, done := ts.also(t)
		err := f(also)
		done()
		if !errors.Is(err, store.ErrStaleRecord) || try == mostTries {
			return err
		}
	}
}

// Save stores a table at which the game went on: a move, an end, an answer to a
// challenge. What people have planned for such a move is played with it. The error is
// [store.ErrStale] if somebody else was faster, or [store.ErrStaleRecord] if only a plan is another. When it returns
// nil the table is on disk, and who listens to [Tables.OnChange] knows. handled are the
// requests that asked for it, as for [store.Store.Save].
func (ts *Tables) Save(t *Table, handled ...string) error {
	defer ts.planLocks.Lock(t.Key.String())()
	change := ts.followPlans(t)
	ts.settle(t)
	if err := ts.replace(t, change, handled); err != nil {
		return err
	}
	ts.keep(t)
	ts.logSaved(t)
	ts.ended(t)
	return nil
}

// Claim notes that a request is being handled, before something is done for it that cannot be
// taken back. The error is [store.ErrHandled] if another copy of the bot has done so.
func (ts *Tables) Claim(request string) error {
	return ts.store.Apply(store.Change{Handled: []string{request}})
}

// Seat has a person accept the challenge of a table, or take its free seat, and saves that.
// It refuses who has too many tables, with a [*LimitError], and is otherwise like
// [Tables.Save].
func (ts *Tables) Seat(t *Table, user, name string, handled ...string) error {
	defer ts.locks.Lock(user)()
	own, err := ts.Of(user)
	if err == nil {
		err = ts.requirePersonTables(own, user)
	}
	if err != nil {
		return err
	}
	t.Accept(user, name)
	t.Rename(user, name)
	return ts.Save(t, handled...)
}

// Annotate stores a table at which the game stands as it stood, but something is noted:
// a question, a warning, the number of the rematch. It leaves alone when the table is
// due, and is otherwise like [Tables.Save].
func (ts *Tables) Annotate(t *Table, handled ...string) error {
	return ts.replace(t, store.Change{}, handled)
}

// Apply makes a change of several records at once, as [store.Store.Apply] does.
func (ts *Tables) Apply(change store.Change) error {
	for _, e := range change.Delete {
		change.Remove = append(slices.Clip(change.Remove), posted.Record(e.Key))
		for _, user := range people(&e.Head) {
			change.Remove = append(change.Remove, planOf(user, e.Key))
		}
	}
	if err := ts.store.Apply(change); err != nil {
		return err
	}
	for _, e := range change.Save {
		ts.changed(e.Key, e.Revision+1, e.Over)
	}
	for _, e := range change.Delete {
		ts.live.drop(e.Key)
		ts.changed(e.Key, math.MaxUint64, true)
	}
	return nil
}

// SetAside keeps a table that cannot be replayed from coming up as due, or as awaiting a
// level, again and again. It returns the cause, or why the table could not be stored.
func (ts *Tables) SetAside(key store.Key, cause error) error {
	record, err := ts.store.Load(key)
	if err != nil {
		return cause
	}
	record.Due, record.Thinks = time.Time{}, false
	if err := ts.write(key, record, nil); err != nil {
		return err
	}
	return cause
}

// keep spares who comes next the replay.
func (ts *Tables) keep(t *Table) { ts.live.keep(momentOf(t.Key, t.Moves()), t.Position) }

// replace stores a table, with what becomes of plans, and what goes with it.
func (ts *Tables) replace(t *Table, plans store.Change, handled []string) error {
	return ts.withOthers(t, func(also store.Change) error {
		also.Put, also.Remove = slices.Concat(also.Put, plans.Put), slices.Concat(also.Remove, plans.Remove)
		if err := t.noteRetracted(&also); err != nil {
			return err
		}
		if also.Empty() && !ts.store.Shared() { // else others may keep plans just now, in spite of the lock
			return ts.write(t.Key, t.Record, handled)
		}
		also.Expect = slices.Concat(also.Expect, plans.Expect)
		also.Save, also.Handled = []store.Entry{{Key: t.Key, Table: t.Record}}, handled
		if err := ts.Apply(also); err != nil {
			return err
		}
		t.Record.Revision++
		return nil
	})
}

// write is where a table is replaced with which nothing else changes.
func (ts *Tables) write(key store.Key, record *store.Table, handled []string) error {
	if err := ts.store.Save(key, record, handled...); err != nil {
		return err
	}
	ts.changed(key, record.Revision, record.Over)
	return nil
}

// settle derives from the moves what the record keeps for the store's indexes.
func (ts *Tables) settle(t *Table) {
	now, r := kept(ts.now()), t.Record
	r.Touched = now
	r.Over = r.Result != nil || t.Position.Outcome().Status != engine.Open
	if r.Result != nil && r.Result.At.IsZero() {
		r.Result.At = now
	}
	if r.Over {
		r.Pending = nil
	}
	t.settleEnd(now)
	r.Thinks = t.LevelToMove() != ""
	t.settleClock(now)
	switch {
	case r.Over:
		r.Due = time.Time{}
	case t.Waiting():
		p := *r.Pending
		p.At = earlier(p.At, now)
		r.Pending, r.Due = &p, p.At.Add(ts.terms.ChallengeExpires)
	case t.clockRuns():
		r.Due = t.alarm(now)
	default:
		r.Due = now.Add(ts.terms.IdleWarn)
	}
}

// Gone reports whether an error of [Tables.Load] means that there is no such table any
// more, or none that can be played here.
func Gone(err error) bool {
	_, gone := errors.AsType[*engine.Refusal](err)
	return gone
}
