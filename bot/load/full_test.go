//go:build unix

package load

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestFullDisk has people go on playing when the disk of the bot is full.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	d := newDiscord(t)
	file := filepath.Join(t.TempDir(), "full.db")
	p := start(t, d, file, "blank")
	p.vitals() // ready
	// The second board is too large for its level to win meanwhile.
	rooms := []*room{newRoom(d, 1, 5, ""), newRoom(d, 2, 11, "easy")}
	for _, r := range rooms {
		for range 3 {
			if err := r.move(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.tell("full")
	for _, r := range rooms {
		before := r.shows(t)
		for _, ask := range []struct {
			sub     string
			options []option
		}{
			{"move", []option{text("cell", r.game.Moves()[0])}},
			{"undo", nil},
			{"new", []option{text("level", "easy")}},
		} {
			a, err := d.run(t.Context(), r.people[r.game.Turn()], ask.sub, nil, ask.options...)
			if err != nil {
				t.Fatal(err)
			}
			if !a.Private || !strings.Contains(a.Content, "disk is full") || !strings.Contains(a.Content, "Nothing was changed") {
				t.Errorf("/hex %s on a full disk: %q, private %v; want a private word about the disk", ask.sub, a.Content, a.Private)
			}
		}
		if after := r.shows(t); after != before {
			t.Errorf("the table was %q, and is %q after refusals", before, after)
		}
	}
	p.tell("room")
	for _, r := range rooms {
		for range 3 {
			if err := r.move(t.Context()); err != nil {
				t.Errorf("when there is room again: %v", err)
			}
		}
	}
	p.stop()
	s, err := store.Open(file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	for _, r := range rooms {
		tables, err := r.stored(s)
		if err != nil || len(tables) != 1 || len(tables[0].Moves) != len(r.moves) {
			t.Errorf("%s: %+v, %v; want one table with the moves %v", r.channel(), tables, err, r.moves)
		}
	}
}

// shows is what the bot says of the room's table.
func (r *room) shows(t *testing.T) string {
	t.Helper()
	a, err := r.said(r.discord.run(t.Context(), r.people[0], "show", nil))
	if err != nil {
		t.Fatal(err)
	}
	return a.Content
}
