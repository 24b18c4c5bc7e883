package table

import (
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// hasty is a store in which something happens before a change.
type hasty struct {
	*store.Store

	before func()
}

func (h *hasty) Commit(tx *store.Tx, op store.Op) error {
	if happens := h.before; happens != nil {
		h.before = nil
		happens()
	}
	return h.Store.Commit(tx, op)
}

// TestWithdrawTakesTheTableAsItStands, also if it changes meanwhile, and it can be created elsewhere.
func TestWithdrawTakesTheTableAsItStands(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	r.tables.store = &hasty{r.store, func() {
		moved := r.load(game)
		if _, err := moved.Play("b2", User(anna), r.clock); err != nil {
			t.Fatal(err)
		}
		r.save(moved)
	}}
	from := game.Key
	last, err := r.tables.Withdraw(t.Context(), game, store.Op{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.tables.Load(t.Context(), from); !Gone(err) {
		t.Errorf("it is still where it was: %v", err)
	}
	if err := r.tables.Create("2002", last, nothing); err != nil || last.Key.Channel != "2002" || len(r.load(last).Record.Moves) != 1 {
		t.Errorf("elsewhere it is %v with %d moves, %v", last.Key, len(last.Record.Moves), err)
	}
}
