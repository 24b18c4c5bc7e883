package table

import (
	"errors"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// TestFindPrefersOnesOwn: of the open tables that where it is one's turn, else where one
// sits, else the one touched last; of those that are over the newest.
func TestFindPrefersOnesOwn(t *testing.T) {
	r := newRoom(t)
	next := func(seats []string, moves ...string) *Table {
		r.clock = r.clock.Add(time.Minute)
		return r.open(seats, moves...)
	}
	strangers := []string{User(ben), User(carl)}
	over := next(both, "a1", "b1", "a2", "b2", "a3") // 1
	turn := next(both)                               // 2
	next(both, "b2")                                 // 3: Anna sits there, but Ben is to move
	theirs := next(strangers)                        // 4
	next(strangers, "a1", "b1", "a2", "b2", "a3")    // 5
	for _, tt := range []struct {
		name  string
		user  string
		order Order
		want  int
	}{
		{"one's turn", anna, OpenFirst, turn.Key.Number},
		{"the one touched last", "99", OpenFirst, theirs.Key.Number},
		{"one's own that is over before those of others", carl, ToReview, theirs.Key.Number},
		{"own open before own over", anna, OwnFirst, turn.Key.Number},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, err := r.tables.Any(t.Context(), Query{Channel: channel, Game: "hex", User: tt.user}, tt.order)
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

func TestAnyRefusesWhereThereIsNone(t *testing.T) {
	_, err := newRoom(t).tables.Any(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OpenFirst)
	if err == nil || err.Error() != "there is no Hex table in this channel yet; `/hex new` opens one" {
		t.Errorf("the error is %v", err)
	}
}

// TestLeave deletes what was a person's alone, and takes their name from the rest.
func TestLeave(t *testing.T) {
	r := newRoom(t)
	alone := r.open([]string{User(anna), Level("easy")})
	shared := r.open(both)
	r.open([]string{User(ben), User(carl)}) // which Anna has only opened
	var change store.Change
	if err := r.tables.Leave(anna, &change); err != nil {
		t.Fatal(err)
	}
	if len(change.Delete) != 1 || change.Delete[0].Key != alone.Key {
		t.Errorf("deleted are %v, want table %d", change.Delete, alone.Key.Number)
	}
	if len(change.Save) != 1 || change.Save[0].Key != shared.Key {
		t.Fatalf("saved are %v, want table %d", change.Save, shared.Key.Number)
	}
	if err := r.tables.Apply(change); err != nil {
		t.Fatal(err)
	}
	if got := r.load(shared).Record; got.Names[0] != "" || got.Names[1] != "Ben" {
		t.Errorf("the names are %q", got.Names)
	}
}

// TestUnreadableTablesAreLeftOut: those of a game that is not played any more.
func TestUnreadableTablesAreLeftOut(t *testing.T) {
	r := newRoom(t)
	good := r.open(both)
	bad := r.open(both)
	bad.Record.Rules = 99
	r.save(bad)
	found, err := r.tables.Any(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OpenFirst)
	if err != nil || found.Key != good.Key {
		t.Errorf("found %v, %v; want table %d", found, err, good.Key.Number)
	}
	if _, err := r.tables.Load(t.Context(), bad.Key); !Gone(err) {
		t.Errorf("a table of a newer version: %v", err)
	}
}
