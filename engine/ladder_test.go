package engine

import (
	"slices"
	"testing"
)

// TestLadder: three of four games won would be 190.8 points by Elo's formula, but with half a game
// added to each side, 3.5 against 1.5, it is 147.2. An even score is 0.
func TestLadder(t *testing.T) {
	if got, want := Ladder(1, Match{3, 4}, Match{10, 20}, Match{0, 4}), []float64{1353, 1500, 1500, 1118}; !slices.Equal(got, want) {
		t.Errorf("the ladder is %v, want %v", got, want)
	}
}
