package table

import (
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// TestFindPrefersOnesOwn: among open tables, the one used last is preferred, then one where it is the
// person's turn, then the one touched last; among finished ones the newest.
func TestFindPrefersOnesOwn(t *testing.T) {
	r := newRoom(t)
	next := func(seats []string, moves ...string) *Table {
		r.clock = r.clock.Add(time.Minute)
		return r.open(seats, moves...)
	}
	strangers := []string{User(ben), User(carl)}
	over := next(both, "a1", "b1", "a2", "b2", "a3") // 1
	turn := next(both, "b2")                         // 2: Ben is to move
	last := next(both)                               // 3: Anna is, who opened it
	theirs := next(strangers, "b2")                  // 4: Carl is
	next(strangers, "a1", "b1", "a2", "b2", "a3")    // 5
	for _, tt := range []struct {
		name  string
		user  string
		order Order
		want  int
	}{
		{"the one used last", anna, OpenFirst, last.Key.Number},
		{"one's turn", ben, OpenFirst, turn.Key.Number},
		{"the one touched last", "99", OpenFirst, theirs.Key.Number},
		{"one's own that is over before those of others", carl, ToReview, theirs.Key.Number},
		{"own open before own over", ben, OwnFirst, turn.Key.Number},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: tt.user}, tt.order, anyTable, ErrNone)
			if err != nil {
				t.Fatal(err)
			}
			if found.Key.Number != tt.want {
				t.Errorf("found table %d, want %d", found.Key.Number, tt.want)
			}
		})
	}
	ended := func(b *Brief) bool { return b.Head.Over }
	found, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OwnFirst, ended, ErrNone)
	if err != nil || found.Key != over.Key {
		t.Errorf("of those that are over: %v, %v; want table %d", found, err, over.Key.Number)
	}
	if _, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OpenOnly, ended, ErrNone); !errors.Is(err, ErrNone) {
		t.Errorf("no open table has ended, but the error is %v", err)
	}
	named, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna, Number: 5}, OpenOnly, ended, ErrNone)
	if err != nil || named.Key.Number != 5 {
		t.Errorf("the one that was named: %v, %v", named, err)
	}
}

// TestFindRanksTurns: where the table used last is not meant, a game in which it is the person's turn
// comes before one in which it is not, even if that is against a person, and was touched later.
func TestFindRanksTurns(t *testing.T) {
	r := newRoom(t)
	turn := r.open([]string{User(anna), Level("easy")})
	r.clock = r.clock.Add(time.Minute)
	r.open(both, "b2")
	last := r.open([]string{User(anna), User(anna)})
	r.tables.Use(last, anna)
	meant := func(b *Brief) bool { return b.Key != last.Key }
	found, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OwnFirst, meant, ErrNone)
	if err != nil || found.Key != turn.Key {
		t.Errorf("found %v, %v; want table %d, where it is her turn", found, err, turn.Key.Number)
	}
}

// TestUseIsWhatIsMeant: a command means the table that a person used last, by whatever means, and after
// a restart as far as it was stored. A table of a single player does not come before a game with
// somebody in which it has become the person's turn since.
func TestUseIsWhatIsMeant(t *testing.T) {
	r := newRoom(t)
	alone := []string{User(anna), User(anna)}
	game, puzzle, other := r.open(both), r.open(alone), r.open(both, "b2")
	use := func(t *Table, user string) {
		r.clock = r.clock.Add(time.Minute)
		r.tables.Use(t, user)
	}
	means := func(name string, care Care, want ...*Table) {
		t.Helper()
		mine := func(b *Brief) bool { return b.ToMove(anna) }
		found, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna, Care: care}, OwnFirst, mine, ErrNone)
		list := []*Table{found}
		if doubt, ok := errors.AsType[*WhichError](err); ok {
			list = doubt.Tables
		} else if err != nil {
			t.Fatal(err)
		}
		same := func(a, b *Table) bool { return a.Key == b.Key }
		if !slices.EqualFunc(list, want, same) {
			t.Errorf("%s: found %v, want %v", name, list, want)
		}
	}
	restart := func() {
		r.tables = NewTables(r.store, []*engine.Game{&hex.Game}, terms, Surroundings{}, r.tables.log, r.tables.now)
	}

	means("where it is not her turn that is not meant", ToMove, game)
	means("and nothing ends at another", ToEnd, game, puzzle)
	use(puzzle, anna)
	means("the puzzle that she looks at", ToMove, puzzle)
	means("and it ends", ToEnd, puzzle)
	restart()
	means("after a restart, where that was not stored", ToMove, game)
	use(puzzle, anna)
	r.save(puzzle)
	restart()
	means("after a restart, where it was", ToEnd, puzzle)

	use(other, ben)
	if _, err := other.Play("c3", User(ben), r.clock); err != nil {
		t.Fatal(err)
	}
	r.save(other)
	means("Ben has called since", ToMove, other, puzzle)
	means("and it must be certain", ToEnd, other, puzzle)
	means("but to look", ToLook, other)
	use(puzzle, anna)
	means("she stays with the puzzle", ToMove, puzzle)
	use(r.open([]string{User(ben), User(carl)}), anna)
	means("she has looked at the table of others", ToMove, puzzle)
}

// TestUsesAreBounded: the newest are remembered.
func TestUsesAreBounded(t *testing.T) {
	u := newUses()
	for n := range 3 * maxUses {
		u.remember(useKey{strconv.Itoa(n), channel, "hex", true}, 1+n, time.UnixMilli(int64(n)))
	}
	if n := len(u.newer) + len(u.older); n > maxUses {
		t.Errorf("%d uses are remembered, want %d at most", n, maxUses)
	}
	newest := 3*maxUses - 1
	if got := u.last(useKey{strconv.Itoa(newest), channel, "hex", true}); int(got.number) != newest+1 {
		t.Errorf("the newest is table %d, want %d", got.number, newest+1)
	}
	if got := u.last(useKey{"0", channel, "hex", true}); got != (use{}) {
		t.Errorf("the oldest is still remembered: %v", got)
	}
}

// TestLeave deletes what was a person's alone, and takes their name from the rest.
func TestLeave(t *testing.T) {
	r := newRoom(t)
	alone := r.open([]string{User(anna), Level("easy")})
	shared := r.open(both)
	r.open([]string{User(ben), User(carl)}) // which Anna has only opened
	var saved, removed []store.Key
	err := store.Update(t.Context(), r.store, store.Op{}, func(tx *store.Tx) error {
		keys, err := r.tables.Leaves(anna)
		err = errors.Join(err, r.tables.Leave(tx, anna, keys))
		saved, removed, _ = tx.Tables()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(removed, []store.Key{alone.Key}) {
		t.Errorf("removed are %v, want table %d", removed, alone.Key.Number)
	}
	if !slices.Equal(saved, []store.Key{shared.Key}) {
		t.Fatalf("saved are %v, want table %d", saved, shared.Key.Number)
	}
	if got := r.load(shared).Record; got.Names[0] != "" || got.Names[1] != "Ben" {
		t.Errorf("the names are %q", got.Names)
	}
}

// TestUnreadableTablesAreLeftOut: those of a newer version, which are not gone.
func TestUnreadableTablesAreLeftOut(t *testing.T) {
	r := newRoom(t)
	good := r.open(both)
	bad := r.open(both)
	bad.Record.Rules = 99
	r.save(bad)
	found, err := r.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OpenFirst, anyTable, ErrNone)
	if err != nil || found.Key != good.Key {
		t.Errorf("found %v, %v; want table %d", found, err, good.Key.Number)
	}
	if _, err := r.tables.Load(t.Context(), bad.Key); Gone(err) || !errors.Is(err, store.ErrNewerRecord) {
		t.Errorf("a table of a newer version: %v", err)
	}
}

// TestTablesOfTournamentsWereNotUsed: nobody has opened them, so that no command means them for that.
func TestTablesOfTournamentsWereNotUsed(t *testing.T) {
	r := newRoom(t)
	for event, used := range map[string]bool{"": true, "1": false} {
		o, err := engine.ParseOptions(hex.Game.Options, map[string]any{"size": 3, "swap": false}, false)
		if err != nil {
			t.Fatal(err)
		}
		table, err := New(r.game, o, both, []string{"Anna", "Ben"}, r.clock)
		if err != nil {
			t.Fatal(err)
		}
		table.Record.Owner, table.Record.Event = anna, event
		if err := r.tables.Create(channel, table, nothing); err != nil {
			t.Fatal(err)
		}
		if at := lastUse(r.load(table).Head, anna); at.IsZero() == used || (table.Actor == anna) != used {
			t.Errorf("event %q: used by its first player at %v, opened by %q", event, at, table.Actor)
		}
	}
}

// anyTable matches each table.
func anyTable(*Brief) bool { return true }
