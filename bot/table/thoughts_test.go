package table

import (
	"context"
	"errors"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestThoughtsTakeTurns: an outdated thought does not keep the next one from beginning, and changes reported
// in the wrong order end none.
func TestThoughtsTakeTurns(t *testing.T) {
	var ts thoughts
	var key store.Key
	first := ts.begin(t.Context(), key, 1)
	if first == nil {
		t.Fatal("the first thought may not begin")
	}
	if ts.begin(t.Context(), key, 1) != nil {
		t.Error("two thoughts at one table")
	}
	ts.changed(key, 2)
	if first.ctx.Err() == nil {
		t.Error("a thought outlives a change of its table")
	}
	second := ts.begin(t.Context(), key, 3)
	if second == nil {
		t.Fatal("the second thought waits for the first, which has been told to end")
	}
	ts.end(key, first)
	ts.changed(key, 2)
	ts.changed(key, 3)
	if second.ctx.Err() != nil || len(ts.active) != 1 {
		t.Error("the end of the first thought, or old reports, ended the second")
	}
	ts.saving(second, 4)
	ts.changed(key, 4)
	if second.ctx.Err() != nil {
		t.Error("a thought is ended by its own move")
	}
	ts.end(key, second)
	if len(ts.active) != 0 {
		t.Error("a thought goes on after its end")
	}
}

// TestEveryChangeEndsAThought, however it is made, and none that failed; saves of the thought's own table do
// not.
func TestEveryChangeEndsAThought(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	stale := r.load(game)
	put := func(change func(*store.Tx, store.Key, *store.Table)) error {
		return store.Update(t.Context(), r.store, store.Op{}, func(tx *store.Tx) error {
			change(tx, game.Key, r.load(game).Record)
			return nil
		})
	}
	for _, c := range []struct {
		name string
		do   func(own *Table) error
		want error // why the thought ends
	}{
		{"save", func(*Table) error { return r.tables.Save(r.load(game)) }, ErrOvertaken},
		{"annotate", func(*Table) error { return r.tables.Annotate(r.load(game)) }, ErrOvertaken},
		{"save what is out of date", func(*Table) error {
			if err := r.tables.Save(stale); !errors.Is(err, store.ErrStale) {
				return errors.Join(errors.New("want ErrStale"), err)
			}
			return nil
		}, nil},
		{"save its own table", func(own *Table) error { return r.tables.Save(own) }, nil},
		{"set aside", func(*Table) error { return r.tables.SetAside(game.Key, nil) }, ErrOvertaken},
		{"put", func(*Table) error { return put((*store.Tx).Save) }, ErrOvertaken},
		{"remove", func(*Table) error { return put(r.tables.Remove) }, ErrOvertaken},
	} {
		own := r.load(game)
		ctx, end, ok := r.tables.BeginThought(t.Context(), own)
		if !ok || !r.tables.HasThought(game.Key) {
			t.Fatalf("%s: no thought begins", c.name)
		}
		if err := c.do(own); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := context.Cause(ctx); !errors.Is(got, c.want) {
			t.Errorf("%s: the thought ends with %v, want %v", c.name, got, c.want)
		}
		end()
	}
	if ctx, _, _ := r.tables.BeginThought(t.Context(), stale); !errors.Is(context.Cause(ctx), ErrOvertaken) {
		t.Error("a thought goes on at a table that was deleted before it began")
	}
	if _, err := r.tables.Load(t.Context(), game.Key); !Gone(err) {
		t.Errorf("a table that was deleted: %v", err)
	}
}
