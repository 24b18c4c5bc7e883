package table

import (
	"testing"
	"time"
)

// TestLines: the line that replaces a board names the move that it showed.
func TestLines(t *testing.T) {
	r := newRoom(t)
	people := r.open(both, "b2", "a1", "c3")
	level := r.open([]string{User(anna), Level("easy")}, "b2", "a1", "c3", "a2")
	for _, tt := range []struct {
		table *Table
		moves int
		want  string
	}{
		{people, 0, "Hex, table 1: Anna and Ben"},
		{people, 1, `1\. b2 · Anna`},
		{people, 3, `3\. c3 · Anna`},
		{people, 4, "Move 4 was taken back."},
		{people, NoMoves, "Hex, table 1 goes on below."},
		{level, 2, `1\. b2 · Anna · 2\. a1 · Sixfold Easy`},
		{level, 3, `3\. c3 · Anna`},
		{level, 4, `3\. c3 · Anna · 4\. a2 · Sixfold Easy`},
	} {
		if got := tt.table.Line(tt.moves).String(); got != tt.want {
			t.Errorf("after %d moves: %q, want %q", tt.moves, got, tt.want)
		}
	}
	if got := people.Offered().String(); got != "Hex, table 1: offered by Anna" {
		t.Errorf("an offer: %q", got)
	}
}

// TestPlayedAt: a stamp tells how many moves a board showed, until they are taken back.
func TestPlayedAt(t *testing.T) {
	game := newRoom(t).open(both)
	var stamps []string
	for _, move := range []string{"b2", "a1", "c3"} {
		stamps = append(stamps, game.Stamp())
		if _, err := game.Play(move, both[game.Position.Turn()], game.Record.Opened); err != nil {
			t.Fatal(err)
		}
	}
	for n, stamp := range stamps {
		if got := game.PlayedAt(stamp); got != n {
			t.Errorf("the board after %d moves is told for one after %d", n, got)
		}
	}
	after := game.Stamp()
	if err := game.Rewind(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := game.PlayedAt(after); got != NoMoves {
		t.Errorf("a board that was taken back is told for one after %d moves", got)
	}
}

// TestOwnStamps: stamps distinguish tables that had the same number and the same moves one after another,
// and tell how many moves the board showed. Stamps of older versions are read, too.
func TestOwnStamps(t *testing.T) {
	game := newRoom(t).open(both, "b2")
	if owns, known := game.Owns(game.Stamp()); !owns || !known || !game.Current(game.Stamp()) {
		t.Errorf("its own: %t, known %t", owns, known)
	}
	if owns, known := game.Owns(game.State()); owns || known || !game.Current(game.State()) || game.PlayedAt(game.State()) != 1 {
		t.Errorf("of an older version: %t, known %t, after %d moves", owns, known, game.PlayedAt(game.State()))
	}
	for what, change := range map[string]func(*Table){
		"opened by another": func(t *Table) { t.Record.Owner = ben },
		"opened later":      func(t *Table) { t.Record.Opened = t.Record.Opened.Add(time.Millisecond) },
	} {
		other := newRoom(t).open(both, "b2")
		other.Record.Owner, other.Record.Opened = game.Record.Owner, game.Record.Opened
		change(other)
		if owns, known := game.Owns(other.Stamp()); owns || !known {
			t.Errorf("of one that was %s: %t, known %t", what, owns, known)
		}
	}
}
