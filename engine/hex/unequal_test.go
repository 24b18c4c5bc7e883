package hex

import (
	"math"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// TestAnalysisOfUnequalSides: a win by a pairing is shown as proven, with the reason. A stone has
// two mirror images, one for each diagonal.
func TestAnalysisOfUnequalSides(t *testing.T) {
	tests := []struct {
		width, height int
		moves         string
		says          []string
		value         float64
		paired        Colour
	}{
		{6, 7, "", []string{"Red to move: a proved loss.", "Blue wins by answering in pairs, as", "the search looks for other ways"}, 0, Blue},
		{6, 7, "d4", []string{"Blue to move: a proved win.", "Blue wins by answering in pairs"}, 1, Blue},
		{7, 6, "", []string{"Red to move: a proved win.", "Red wins by answering in pairs"}, 1, Red},
		{5, 5, "", []string{"Red to move, with a winning chance of about"}, -1, Empty},
	}
	for _, tt := range tests {
		p := start(t, sized(tt.width, tt.height))
		mustPlay(t, p, strings.Fields(tt.moves)...)
		a := NewAnalysis(t.Context(), p)
		for _, says := range tt.says {
			if got := a.about().String(); !strings.Contains(got, says) {
				t.Errorf("%d×%d after %q: %q, want it to hold %q", tt.width, tt.height, tt.moves, got, says)
			}
		}
		if a.Paired != tt.paired || tt.value >= 0 && (!a.Choice.Proved || a.Choice.Value != tt.value) {
			t.Errorf("%d×%d after %q: %v wins by pairs, the choice is %+v", tt.width, tt.height, tt.moves, a.Paired, a.Choice)
		}
		if strings.Contains(a.about().String(), "in pairs") != (tt.paired != Empty) {
			t.Errorf("%d×%d after %q: %q", tt.width, tt.height, tt.moves, a.about())
		}
		answered := 0
		for c, thought := range a.Cells {
			if thought.Proof == search.Win {
				answered++
				if p.At(hexgrid.Cell(c)) != Empty {
					t.Errorf("a stone on %s is proved to win", p.Grid().Name(hexgrid.Cell(c)))
				}
			}
		}
		if tt.moves != "" && answered != 2 {
			t.Errorf("%d×%d after %s: %d answers are proved, want one for each reflection", tt.width, tt.height, tt.moves, answered)
		}
	}
}

// TestReviewOfUnequalSides: a review is certain of positions that a pairing decides, and the game
// turns where the favoured side gives it up.
func TestReviewOfUnequalSides(t *testing.T) {
	settled := 0
	for seed := range uint64(6) {
		r := seeded(seed)
		o := sized(5, 4)
		o["convention"] = []string{modern, source}[seed%2]
		p := start(t, o)
		scatter(t, p, 20, r)
		review := NewReview(t.Context(), p)
		for ply, chance := range review.Red {
			winner, _ := p.before(ply).PlayerPosition().Field().Paired()
			if winner == uint8(Empty) || p.before(ply).Winner() != Empty {
				continue
			}
			settled++
			if want := float64(2 - winner); chance != want {
				t.Errorf("seed %d, ply %d: Red's chance is %v, by pairs %v", seed, ply, chance, want)
			}
		}
		if math.IsNaN(review.Before) {
			t.Errorf("seed %d: the turning point was not searched", seed)
		}
		if turn := review.Position; review.Loser == p.Favoured() && review.Behind {
			t.Errorf("seed %d: %v was behind from the start with the shorter way, says the review of\n%s", seed, review.Loser, turn)
		}
	}
	if settled < 12 {
		t.Errorf("only %d positions were settled by pairs", settled)
	}
}

// TestHintsOfUnequalSides: the level that gives hints knows the pairs.
func TestHintsOfUnequalSides(t *testing.T) {
	level, ok := Game.Level(Game.Opponents.Hint)
	if !ok {
		t.Fatal("no level gives hints")
	}
	p := start(t, engine.Options{"size": 7, "width": 6})
	mustPlay(t, p, "c4")
	c, err := level.New(1).Choose(t.Context(), p)
	if err != nil || !c.Proved || c.Value != 1 {
		t.Errorf("the hint is %+v, %v", c, err)
	}
}
