package table

import (
	"context"
	"errors"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestThoughtsTakeTurns: an outdated thought does not keep the next one from beginning, nor end it with itself.
func TestThoughtsTakeTurns(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	_, endFirst, ok := r.tables.BeginThought(t.Context(), r.load(game))
	if !ok {
		t.Fatal("the first thought may not begin")
	}
	if _, _, ok := r.tables.BeginThought(t.Context(), r.load(game)); ok {
		t.Error("two thoughts at one table")
	}
	if err := r.tables.Save(r.load(game)); err != nil {
		t.Fatal(err)
	}
	second, endSecond, ok := r.tables.BeginThought(t.Context(), r.load(game))
	if !ok {
		t.Fatal("the second thought waits for the first, which has been told to end")
	}
	endFirst()
	r.tables.checkThoughts([]store.Key{game.Key})
	if second.Err() != nil || !r.tables.HasThought(game.Key) {
		t.Error("the end of the first thought, or an old report, ended the second")
	}
	endSecond()
	if r.tables.HasThought(game.Key) {
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
