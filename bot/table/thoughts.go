package table

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/store"
)

// ErrOvertaken is the cause of the end of a level's computation whose table has changed.
var ErrOvertaken = errors.New("table: it has changed while a level thought")

// thought is a level's computation for a table, which has at most one.
type thought struct {
	revision atomic.Uint64 // that it is about, or is about to store itself
	ctx      context.Context
	cancel   context.CancelCauseFunc
}

// BeginThought claims a table for a level's computation; false if one is at it already. One that is
// outdated does not block the next. The context ends with [ErrOvertaken] when the table changes otherwise
// than by saving t, by whichever copy of the bot. The function ends the computation.
func (ts *Tables) BeginThought(ctx context.Context, t *Table) (context.Context, func(), bool) {
	th := &thought{}
	th.revision.Store(t.Record.Revision)
	th.ctx, th.cancel = context.WithCancelCause(ctx)
	for other, taken := ts.thoughts.LoadOrStore(t.Key, th); taken; other, taken = ts.thoughts.LoadOrStore(t.Key, th) {
		if other.(*thought).ctx.Err() == nil {
			th.cancel(nil)
			return nil, nil, false
		}
		ts.thoughts.CompareAndDelete(t.Key, other)
	}
	t.thought = th
	ts.checkThoughts([]store.Key{t.Key}) // it may have changed since it was loaded
	return th.ctx, func() {
		t.thought = nil
		th.cancel(nil)
		ts.thoughts.CompareAndDelete(t.Key, th)
	}, true
}

// HasThought reports whether a level is computing for a table.
func (ts *Tables) HasThought(key store.Key) bool {
	_, has := ts.thoughts.Load(key)
	return has
}

// checkThoughts ends computations for tables that have another revision in the store by now.
func (ts *Tables) checkThoughts(tables []store.Key) {
	for _, key := range tables {
		active, has := ts.thoughts.Load(key)
		if !has {
			continue
		}
		th := active.(*thought)
		record, err := ts.store.Load(key)
		if errors.Is(err, store.ErrNotFound) || err == nil && record.Revision > th.revision.Load() {
			th.cancel(ErrOvertaken)
		}
	}
}
