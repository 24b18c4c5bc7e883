package table

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Create stores a new table in a channel, under the next free number, and sets its key. It
// refuses a table that would be one too many, with a [*LimitError]. op says on whose behalf it is
// stored.
func (ts *Tables) Create(channel string, t *Table, op ...store.Op) error {
	return ts.make(channel, t, func(create func(*store.Tx) error) error { return ts.update(cmp.Or(op...), create) }, nothing)
}

// CreateWith is like [Tables.Create] and stores something else in the same transaction, such as
// where the table is. Where also fails, nothing is stored.
func (ts *Tables) CreateWith(channel string, t *Table, also func(*store.Tx, store.Key) error) error {
	return ts.make(channel, t, func(create func(*store.Tx) error) error { return ts.update(store.Op{}, create) }, also)
}

// nothing is stored besides.
func nothing(*store.Tx, store.Key) error { return nil }

// Move stores a new table in a channel in place of another one, which ends, both in one
// transaction. It is otherwise like [Tables.CreateWith], and [store.ErrStale] is returned where
// somebody has moved at the old table meanwhile.
func (ts *Tables) Move(old, t *Table, channel string, also func(*store.Tx, store.Key) error) error {
	ts.settle(old)
	return ts.make(channel, t, func(create func(*store.Tx) error) error { return ts.put(old, create, store.Op{}) }, also)
}

// make has a new table be stored.
func (ts *Tables) make(
	channel string, t *Table, transact func(create func(*store.Tx) error) error, also func(*store.Tx, store.Key) error,
) error {
	ts.settle(t)
	ts.Use(t, t.Record.Owner)
	defer ts.locks.lock(append(t.People(), t.Record.Owner, channel)...)()
	if err := ts.requireRoom(channel, t); err != nil {
		return err
	}
	if err := transact(ts.creating(channel, t, also)); err != nil {
		return err
	}
	t.live, t.away, t.term = ts.live, ts.with.Away, ts.terms.ChallengeExpires
	if t.Record.Event == "" {
		ts.Use(t, t.Record.Owner)
	}
	ts.keep(t)
	ts.logSaved(t)
	return nil
}

// creating is the transaction that creates a table.
func (ts *Tables) creating(channel string, t *Table, also func(*store.Tx, store.Key) error) func(*store.Tx) error {
	return func(tx *store.Tx) (err error) {
		if t.Key, err = tx.Create(channel, t.Game.ID, t.Record); err != nil {
			return err
		}
		if t.Record.Event != "" {
			t.by = "" // nobody has opened it
		}
		if err := also(tx, t.Key); err != nil {
			return err
		}
		return ts.saveWith(tx, t)
	}
}

// update makes a transaction.
func (ts *Tables) update(op store.Op, f func(*store.Tx) error) error {
	return store.Update(context.Background(), ts.store, op, f)
}

// Save stores a table at which the game went on: a move, an end, an answer to a
// challenge. What people have planned for such a move is played with it, as the plans are when
// it is stored. The error is [store.ErrStale] if somebody else was faster. When it returns nil the
// table is on disk, and who listens to [Tables.Subscribe] knows. op says on whose behalf it is stored.
func (ts *Tables) Save(t *Table, op ...store.Op) error {
	defer ts.planLocks.lock(t.Key.String())()
	for range mostTries {
		before, moved := *t.Record, t.moved
		plans := ts.followPlans(t)
		ts.settle(t)
		err := ts.put(t, plans.put, cmp.Or(op...))
		if err == nil {
			ts.keep(t)
			ts.logSaved(t)
			return nil
		}
		if !errors.Is(err, errPlan) {
			return err
		}
		if err := t.restore(&before, moved); err != nil {
			return err
		}
	}
	return store.ErrBusy
}

// mostTries is how often a table is saved, at most, while another copy of the bot changes the plans
// by which it goes on.
const mostTries = 100

// restore takes back what was played by plan since the record was as before.
func (t *Table) restore(before *store.Table, moved bool) (err error) {
	planned := len(t.Record.Moves) > len(before.Moves)
	*t.Record, t.moved, t.short = *before, moved, false
	if planned {
		t.Position, err = engine.Replay(context.Background(), t.Game, t.Options, t.Moves())
	}
	return err
}

// Claim notes that a request is being handled, before something is done for it that cannot be
// taken back. The error is [store.ErrHandled] if that has been done.
func (ts *Tables) Claim(op store.Op) error { return ts.store.Apply(store.Change{Op: op}) }

// Seat has a person accept the challenge of a table, or take its free seat, and saves that.
// It refuses who has too many tables, with a [*LimitError], and is otherwise like
// [Tables.Save].
func (ts *Tables) Seat(t *Table, user, name string, op ...store.Op) error {
	defer ts.locks.lock(user)()
	own, err := ts.Of(user)
	if err == nil {
		err = ts.requirePersonTables(own, user)
	}
	if err != nil {
		return err
	}
	t.Accept(user, name)
	t.Rename(user, name)
	return ts.Save(t, op...)
}

// Annotate stores a table at which the game stands as it stood, but something is noted:
// a question, a warning, the number of the rematch. It leaves alone when the table is
// due, and is otherwise like [Tables.Save].
func (ts *Tables) Annotate(t *Table, op ...store.Op) error {
	return ts.put(t, func(*store.Tx) error { return nil }, cmp.Or(op...))
}

// Put stores a record of a table, which belongs to the transaction from then on.
func (ts *Tables) Put(tx *store.Tx, key store.Key, record *store.Table) {
	tx.Save(key, record)
	tx.After(func() { ts.changed(key, record.Revision, record.Over) })
}

// Remove removes a table with all that is kept about it.
func (ts *Tables) Remove(tx *store.Tx, key store.Key, record *store.Table) {
	tx.DeleteTable(key, record)
	tx.Delete(boardRecord(key))
	for _, user := range people(&record.Head) {
		tx.Delete(PlanKind.Record(planID(user, key)))
	}
	tx.After(func() {
		ts.live.drop(key)
		ts.changed(key, math.MaxUint64, true)
	})
}

// SetAside keeps a table that cannot be replayed from coming up as due, or as awaiting a
// level, again and again. It returns the cause, or why the table could not be stored.
func (ts *Tables) SetAside(key store.Key, cause error) error {
	err := ts.update(store.Op{}, func(tx *store.Tx) error {
		record, err := tx.Load(key)
		if err != nil {
			return nil //nolint:nilerr // whoever asks for it is told
		}
		record.Due, record.Thinks = time.Time{}, false
		ts.Put(tx, key, record)
		return nil
	})
	return cmp.Or(err, cause)
}

// keep spares who comes next the replay.
func (ts *Tables) keep(t *Table) { ts.live.keep(momentOf(t.Key, t.Moves()), t.Position) }

// put stores a table in one transaction with all that goes with it.
func (ts *Tables) put(t *Table, more func(*store.Tx) error, op store.Op) error {
	end, pool := t.Record.End, t.Record.Rated
	err := ts.update(op, func(tx *store.Tx) error {
		if t.Record.Rated = pool; end != nil { // each run begins with the end as it was
			now := *end
			t.Record.End = &now
		}
		if err := more(tx); err != nil {
			return err
		}
		ts.Put(tx, t.Key, t.Record) // which is encoded at the commit: companions may change it yet
		return ts.saveWith(tx, t)
	})
	if err != nil { // whoever saves the table again has it rated then
		t.Record.End, t.Record.Rated = end, pool
	}
	return err
}

// saveWith stores what goes with a table.
func (ts *Tables) saveWith(tx *store.Tx, t *Table) error {
	for _, c := range ts.with.Companions {
		if err := c.Save(tx, t); err != nil {
			return err
		}
	}
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
