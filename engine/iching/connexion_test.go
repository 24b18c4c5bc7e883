package iching

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// pieces are those of the Connexion of an entry with a search and a seed.
func pieces(t *testing.T, search string, seed uint64) []board.Piece {
	t.Helper()
	c, err := settings{}.connexion(t.Context(), entry{Search: search}.search(), seed, Pair{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Pieces
}

// TestSearchIsASetting: new readings are searched as the person prefers, and those that
// were kept before the setting changed keep their Connexion.
func TestSearchIsASetting(t *testing.T) {
	p := newPerson(t)
	before := p.press(p.run("ask", map[string]any{"question": "What now?"}), "Connexion")
	if before.Data.(readingData).Connexion == nil {
		t.Fatal("the reading has no Connexion")
	}
	if s := p.run("settings", map[string]any{"search": "source"}).Data.(settingsData); s.Preferences["search"] != "source" {
		t.Errorf("the settings are %+v", s)
	}
	shown := p.press(p.press(before, "Hexagrams"), "Connexion").Scenes[0].(*Connexion).Pieces
	seed := *before.Data.(readingData).Connexion
	if !slices.Equal(shown, before.Scenes[0].(*Connexion).Pieces) || !slices.Equal(shown, pieces(t, "ours", seed)) {
		t.Error("an old reading has another Connexion after the setting changed")
	}
	after := p.press(p.run("ask", map[string]any{"question": "And now?"}), "Connexion")
	seed = *after.Data.(readingData).Connexion
	if got := after.Scenes[0].(*Connexion).Pieces; !slices.Equal(got, pieces(t, "source", seed)) {
		t.Error("a new reading is not searched as the settings say")
	}
	differ := 0
	for seed := range uint64(20) {
		if !slices.Equal(pieces(t, "ours", seed), pieces(t, "source", seed)) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("the searches find the same")
	}
}

// TestPreferences: all preferences of the search are settings, and a search that they make fail is left for
// the usual one.
func TestPreferences(t *testing.T) {
	p := newPerson(t)
	a := p.run("settings", map[string]any{"random": false, "limit": 1000, "zone": "Asia/Shanghai"})
	if want := (labyrinth.Preferences{"random": false, "limit": 1000}); !maps.Equal(a.Data.(settingsData).Preferences, want) || !strings.Contains(a.Text.String(), "`random`: **off**") {
		t.Errorf("the settings are %+v: %s", a.Data, a.Text)
	}
	before := p.run("manual", map[string]any{"lines": "789677", "connect": true})
	seed := *before.Data.(readingData).Connexion
	if slices.Equal(before.Scenes[0].(*Connexion).Pieces, pieces(t, usualSearch, seed)) {
		t.Error("the preferences change nothing")
	}
	p.run("settings", map[string]any{"reset": true, "high": false, "holes": false, "random": false})
	again := p.press(p.press(before, "Hexagrams"), "Connexion")
	if !slices.Equal(again.Scenes[0].(*Connexion).Pieces, before.Scenes[0].(*Connexion).Pieces) {
		t.Error("a reading that was kept has another Connexion")
	}
	failing := p.run("manual", map[string]any{"lines": "789677", "connect": true})
	seed = *failing.Data.(readingData).Connexion
	if !slices.Equal(failing.Scenes[0].(*Connexion).Pieces, pieces(t, usualSearch, seed)) {
		t.Error("a search that finds nothing is not left for the usual one")
	}
	if s := p.run("settings", map[string]any{"first": "green", "reset": true}).Data.(settingsData); len(s.Preferences) != 0 || s.First != "green" || s.Zone != "" {
		t.Errorf("forgotten, the settings are %+v", s)
	}
}

// TestReadingsFromBefore: an entry without a search has the Connexion of the search that
// took cells in order.
func TestReadingsFromBefore(t *testing.T) {
	o := solver.Default()
	o.Ordered = true
	for seed := range uint64(20) {
		s, err := solver.New(o, seed)
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := labyrinth.NewPicture(found.Pieces, labyrinth.Blue, Pair{}.words()).Pieces
		if !slices.Equal(pieces(t, "", seed), want) {
			t.Fatalf("seed %d has another Connexion", seed)
		}
	}
}
