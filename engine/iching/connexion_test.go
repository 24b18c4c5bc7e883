package iching

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// pieces are those of the Connexion of a search and a seed.
func pieces(t *testing.T, search string, seed uint64) []board.Piece {
	t.Helper()
	c, err := connexion(t.Context(), search, seed, labyrinth.Blue, Pair{})
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
	if s := p.run("settings", map[string]any{"search": "source"}).Data.(settings); s.Search != sourceSearch {
		t.Errorf("the settings are %+v", s)
	}
	shown := p.press(p.press(before, "Hexagrams"), "Connexion").Scenes[0].(*Connexion).Pieces
	seed := *before.Data.(readingData).Connexion
	if !slices.Equal(shown, before.Scenes[0].(*Connexion).Pieces) || !slices.Equal(shown, pieces(t, ourSearch, seed)) {
		t.Error("an old reading has another Connexion after the setting changed")
	}
	after := p.press(p.run("ask", map[string]any{"question": "And now?"}), "Connexion")
	seed = *after.Data.(readingData).Connexion
	if got := after.Scenes[0].(*Connexion).Pieces; !slices.Equal(got, pieces(t, sourceSearch, seed)) {
		t.Error("a new reading is not searched as the settings say")
	}
	differ := 0
	for seed := range uint64(20) {
		if !slices.Equal(pieces(t, ourSearch, seed), pieces(t, sourceSearch, seed)) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("the searches find the same")
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
