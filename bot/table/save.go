package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Create stores a new table in a channel under the next free number, and sets its key. It returns a
// [*LimitError] if that would exceed a limit. also adds what belongs to the same transaction, such as a record
// of where the table is; if it fails, nothing is stored. op is the request.
func (ts *Tables) Create(channel string, t *Table, also func(*store.Tx, store.Key) error, op ...store.Op) error {
	transact := func(create func(*store.Tx) error) error { return ts.update(cmp.Or(op...), create) }
	return ts.make(channel, t, transact, ts.requireRoom, also)
}

// Relocate stores a new table in a channel in place of another one, which ends, in one transaction: the
// new table and its companions, then those of the old one. Its players need no more room. It is otherwise like
// [Tables.Create], and returns [store.ErrStale] if somebody has moved at the old table in the meantime.
func (ts *Tables) Relocate(old, t *Table, channel string, also func(*store.Tx, store.Key) error) error {
	return ts.make(channel, t, func(create func(*store.Tx) error) error {
		return ts.commit(old, func(tx *store.Tx) error {
			ts.updateRecord(old)
			return create(tx)
		}, store.Op{})
	}, ts.requireChannelRoom, also)
}

func (ts *Tables) make(
	channel string, t *Table, transact func(create func(*store.Tx) error) error,
	room func(*store.Tx, string, *Table) error, also func(*store.Tx, store.Key) error,
) error {
	opened := t.Record.Event == "" // nobody opens the table of a tournament
	if opened {
		ts.Use(t, t.Record.Owner)
	}
	err := transact(ts.together(t, func(tx *store.Tx) (err error) {
		ts.updateRecord(t)
		if err := room(tx, channel, t); err != nil {
			return err
		}
		if t.Key, err = tx.Create(channel, t.Game.ID, t.Record); err != nil {
			return err
		}
		return also(tx, t.Key)
	}))
	if err != nil {
		return err
	}
	t.cache, t.away, t.expires = ts.cache, ts.with.Away, ts.config.ChallengeExpires
	if opened {
		ts.Use(t, t.Record.Owner)
	}
	ts.saved(t)
	return nil
}

func (ts *Tables) update(op store.Op, f func(*store.Tx) error) error {
	return store.Update(context.Background(), ts.store, op, f)
}

// Save stores a table at which the game went on: a move, an end, an answer to a challenge. Planned
// answers to a move are played and stored with it. The error is [store.ErrStale] if somebody else was
// faster. op is the request.
func (ts *Tables) Save(t *Table, op ...store.Op) error {
	return ts.saveWith(t, func(*store.Tx) error { return nil }, cmp.Or(op...))
}

// saveWith is like [Tables.Save], with what else the transaction requires.
func (ts *Tables) saveWith(t *Table, requires func(*store.Tx) error, op store.Op) error {
	err := ts.commit(t, func(tx *store.Tx) error {
		if err := requires(tx); err != nil {
			return err
		}
		return ts.advance(tx, t)
	}, op)
	if err != nil {
		return err
	}
	ts.saved(t)
	return nil
}

// Change loads a table, changes it and saves it as [Tables.Save] does, again if somebody else was faster. An
// error of change is returned, and nothing stored. op is the request.
func (ts *Tables) Change(ctx context.Context, key store.Key, change func(*Table) error, op ...store.Op) (*Table, error) {
	t, err := store.Transact(ctx, ts.store, cmp.Or(op...), func(tx *store.Tx) (*Table, error) {
		t, err := ts.Load(ctx, key)
		if err != nil {
			return nil, err
		}
		if err := change(t); err != nil {
			return nil, err
		}
		tx.Found(key, t.Record)
		tx.Save(key, t.Record)
		return t, ts.together(t, func(tx *store.Tx) error { return ts.advance(tx, t) })(tx)
	})
	if err != nil {
		return nil, err
	}
	ts.saved(t)
	return t, nil
}

// advance plays what people have planned at a table, and updates its record.
func (ts *Tables) advance(tx *store.Tx, t *Table) error {
	err := ts.followPlans(tx, t)
	ts.updateRecord(t)
	return err
}

// Claim records that a request is being handled, before something that cannot be undone is done for it.
// The error is [store.ErrHandled] if the request was handled before.
func (ts *Tables) Claim(op store.Op) error { return ts.store.Commit(&store.Tx{}, op) }

// Seat lets a person accept the challenge of a table, or take its free seat, and saves it. It returns a
// [*LimitError] if they have too many tables, and is otherwise like [Tables.Save].
func (ts *Tables) Seat(t *Table, user, name string, op ...store.Op) error {
	t.Accept(user, name)
	t.Rename(user, name)
	return ts.saveWith(t, func(tx *store.Tx) error {
		if _, err := ts.countOpen(tx, store.OpenTables{User: user}); err != nil {
			return err
		}
		own, err := ts.Of(user)
		if err != nil {
			return err
		}
		return ts.requirePersonTables(own, user)
	}, cmp.Or(op...))
}

// Annotate stores a table after a change that is not a step of the game: a question, a warning, the
// number of the rematch. It does not change when the table is due, and is otherwise like [Tables.Save].
// Nothing that is added to a table after its end concerns the companions.
func (ts *Tables) Annotate(t *Table, op ...store.Op) error {
	if t.Record.Over {
		return ts.update(cmp.Or(op...), func(tx *store.Tx) error { tx.Save(t.Key, t.Record); return nil })
	}
	return ts.commit(t, func(*store.Tx) error { return nil }, cmp.Or(op...))
}

// Remove deletes a table and all records about it.
func (ts *Tables) Remove(tx *store.Tx, key store.Key, record *store.Table) {
	tx.DeleteTable(key, record)
	tx.Delete(BoardKind.Record(key.String()))
	for _, user := range record.People() {
		tx.Delete(PlanKind.Record(planID(user, key)))
	}
	tx.After(func() { ts.cache.Drop(func(at moment) bool { return at.table == key }) })
}

// Withdraw deletes a table that nobody has been shown, and returns it as it is now, to be created
// elsewhere: a level may have moved there.
func (ts *Tables) Withdraw(ctx context.Context, t *Table, op store.Op) (*Table, error) {
	var last *Table
	err := ts.update(op, func(tx *store.Tx) (err error) {
		if last, err = ts.Load(ctx, t.Key); err != nil {
			return err
		}
		tx.Found(last.Key, last.Record)
		ts.Remove(tx, last.Key, last.Record)
		return nil
	})
	if last != nil {
		last.Record.Revision = 0
	}
	return last, err
}

// commit stores a table, with all that goes with it, in one transaction. more may change the record. The
// table was loaded before it, so a repeated run cannot mend [store.ErrStale].
func (ts *Tables) commit(t *Table, more func(*store.Tx) error, op store.Op) error {
	before, moved := *t.Record, t.moved
	if t.thought != nil { // which its own change does not end
		t.thought.revision.Store(t.Record.Revision + 1)
	}
	err := ts.update(op, ts.together(t, func(tx *store.Tx) error {
		tx.Save(t.Key, t.Record) // encoded at the commit, since more and companions may change it
		return more(tx)
	}))
	if err != nil { // it follows anew when it is saved again
		err = cmp.Or(t.restore(&before, moved), err)
	}
	return err
}

// together returns a function for a transaction that runs f and then the companions of a table. Each run
// starts from the table as it is now.
func (ts *Tables) together(t *Table, f func(*store.Tx) error) func(*store.Tx) error {
	before, moved, ran := *t.Record, t.moved, false
	return func(tx *store.Tx) error {
		if ran {
			if err := t.restore(&before, moved); err != nil {
				return err
			}
		}
		ran = true
		if err := f(tx); err != nil {
			return err
		}
		with := ts.with.Companions
		if t.Record.Over {
			with = slices.Concat(ts.with.AtEnd, with)
		}
		for _, c := range with {
			if err := c.Save(tx, t); err != nil {
				return err
			}
		}
		forgetLeaving(t.Record) // the companions have told people and rated the game
		return nil
	}
}

// restore takes back what was played by plan, and derived from the moves, since the record was as in before.
func (t *Table) restore(before *store.Table, moved bool) (err error) {
	planned := len(t.Record.Moves) > len(before.Moves)
	*t.Record, t.moved, t.Unrated, t.Planned = *before, moved, "", nil
	if planned {
		t.Position, err = engine.Replay(context.Background(), t.Game, t.Options, t.Moves())
	}
	return err
}

// updateRecord derives from the moves the fields of the record that the store's indexes need.
func (ts *Tables) updateRecord(t *Table) {
	now, r := toMillisecond(ts.now()), t.Record
	r.Touched = now
	r.Over = r.Result != nil || t.Position.Outcome().Status != engine.Open
	if r.Result != nil && r.Result.At.IsZero() {
		r.Result.At = now
	}
	if r.Over {
		r.Pending = nil
	}
	t.updateEnd(now)
	r.Thinks = t.LevelToMove() != ""
	t.updateClock(now)
	r.Deadline.From = earlier(r.Deadline.From, now)
	switch {
	case r.Over:
		r.Due = time.Time{}
	case t.Waiting():
		p := *r.Pending
		p.At = earlier(p.At, now)
		r.Pending, r.Due = &p, p.At.Add(ts.config.ChallengeExpires)
	case t.clockRuns() || r.Deadline.Hours > 0:
		r.Due = t.alarm(now)
	default:
		r.Due = now.Add(ts.config.IdleWarn)
	}
}

// Gone reports whether an error of [Tables.Load] means that the table does not exist any more, or
// takes too much work.
func Gone(err error) bool {
	_, gone := errors.AsType[*engine.Refusal](err)
	return gone && !errors.Is(err, store.ErrNewerRecord)
}
