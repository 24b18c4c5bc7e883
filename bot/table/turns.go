package table

import (
	"context"
	"errors"
	"sync"

	"github.com/sixfold-bot/sixfold/store"
)

// ErrOvertaken is the cause of the end of a level's turn whose table has changed.
var ErrOvertaken = errors.New("table: it has changed during the level's turn")

// turns are the turns of levels that are being computed, at most one of a table. It is safe for
// concurrent use.
type turns struct {
	mu     sync.Mutex
	active map[store.Key]*turn
}

// turn is a level's turn at a table, from a revision on.
type turn struct {
	revision uint64
	ctx      context.Context
	cancel   context.CancelCauseFunc
}

// BeginTurn claims the turn of a level at a table; false if it is already being computed. A turn that
// is outdated does not block the next one. The context ends with [ErrOvertaken] when the table changes
// otherwise than by saving t. The function ends the turn.
func (ts *Tables) BeginTurn(ctx context.Context, t *Table) (context.Context, func(), bool) {
	tu := ts.turns.begin(ctx, t.Key, t.Record.Revision)
	if tu == nil {
		return nil, nil, false
	}
	t.turn = tu
	return tu.ctx, func() {
		t.turn = nil
		ts.turns.end(t.Key, tu)
	}, true
}

// HasTurn reports whether the turn of a level at a table is being computed.
func (ts *Tables) HasTurn(key store.Key) bool {
	ts.turns.mu.Lock()
	defer ts.turns.mu.Unlock()
	return ts.turns.active[key] != nil
}

// begin returns nil if a turn is being computed and up to date.
func (ts *turns) begin(ctx context.Context, key store.Key, revision uint64) *turn {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if old := ts.active[key]; old != nil && old.ctx.Err() == nil {
		return nil
	}
	t := &turn{revision: revision}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	if ts.active == nil {
		ts.active = map[store.Key]*turn{}
	}
	ts.active[key] = t
	return t
}

func (ts *turns) end(key store.Key, t *turn) {
	t.cancel(nil)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.active[key] == t {
		delete(ts.active, key)
	}
}

// saving announces that a turn is about to store a revision itself, which must not end it. If somebody
// else stores that revision first, saving the result fails. t may be nil.
func (ts *turns) saving(t *turn, revision uint64) {
	if t == nil {
		return
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t.revision = max(t.revision, revision)
}

// changed ends a turn that began before a revision, which is on disk. Two changes may be reported in
// either order.
func (ts *turns) changed(key store.Key, revision uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.active[key]; t != nil && t.revision < revision {
		t.cancel(ErrOvertaken)
	}
}
