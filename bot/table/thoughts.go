package table

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/store"
)

// ErrOvertaken is the cause of the end of a level's computation whose table has changed.
var ErrOvertaken = errors.New("table: it has changed while a level thought")

// thoughts are the tables for which a level is computing, at most one each. It is safe for concurrent
// use.
type thoughts struct {
	mu     sync.Mutex
	active map[store.Key]*thought
}

// thought is a level's computation for a table, from a revision on.
type thought struct {
	revision uint64
	ctx      context.Context
	cancel   context.CancelCauseFunc
}

// BeginThought claims a table for a level's computation; false if one is at it already. One that is
// outdated does not block the next. The context ends with [ErrOvertaken] when the table changes otherwise
// than by saving t, by whichever copy of the bot. The function ends the computation.
func (ts *Tables) BeginThought(ctx context.Context, t *Table) (context.Context, func(), bool) {
	th := ts.thoughts.begin(ctx, t.Key, t.Record.Revision)
	if th == nil {
		return nil, nil, false
	}
	t.thought = th
	ts.checkThoughts([]store.Key{t.Key}) // it may have changed since it was loaded
	return th.ctx, func() {
		t.thought = nil
		ts.thoughts.end(t.Key, th)
	}, true
}

// checkThoughts ends computations for tables of which the store has a newer revision.
func (ts *Tables) checkThoughts(tables []store.Key) {
	for _, key := range tables {
		if !ts.HasThought(key) {
			continue
		}
		record, err := ts.store.Load(key)
		if errors.Is(err, store.ErrNotFound) {
			ts.thoughts.changed(key, math.MaxUint64)
		} else if err == nil {
			ts.thoughts.changed(key, record.Revision)
		}
	}
}

// HasThought reports whether a level is computing for a table.
func (ts *Tables) HasThought(key store.Key) bool {
	ts.thoughts.mu.Lock()
	defer ts.thoughts.mu.Unlock()
	return ts.thoughts.active[key] != nil
}

// begin returns nil if a computation is under way and not outdated.
func (ts *thoughts) begin(ctx context.Context, key store.Key, revision uint64) *thought {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if old := ts.active[key]; old != nil && old.ctx.Err() == nil {
		return nil
	}
	t := &thought{revision: revision}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	if ts.active == nil {
		ts.active = map[store.Key]*thought{}
	}
	ts.active[key] = t
	return t
}

func (ts *thoughts) end(key store.Key, t *thought) {
	t.cancel(nil)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.active[key] == t {
		delete(ts.active, key)
	}
}

// saving announces that a computation is about to store a revision itself, which must not end it. If somebody
// else stores that revision first, saving the result fails. t may be nil.
func (ts *thoughts) saving(t *thought, revision uint64) {
	if t == nil {
		return
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t.revision = max(t.revision, revision)
}

// changed ends a computation that began before a revision, which is on disk. Two changes may be reported in
// either order.
func (ts *thoughts) changed(key store.Key, revision uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.active[key]; t != nil && t.revision < revision {
		t.cancel(ErrOvertaken)
	}
}
