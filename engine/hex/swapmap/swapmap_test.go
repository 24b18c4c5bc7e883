package swapmap_test

import (
	"regexp"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// The file says how it was computed, has every opening of every board, and the same chance
// after half a turn.
func TestChancesAreWhole(t *testing.T) {
	m := swapmap.Embedded()
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(m.Weights) || m.Positions < 100 {
		t.Errorf("computed with weights %q and %d positions", m.Weights, m.Positions)
	}
	for size := swapmap.MinSize; size <= swapmap.MaxSize; size++ {
		chances := swapmap.Chances(size)
		if len(chances) != size*size {
			t.Fatalf("size %d has %d openings", size, len(chances))
		}
		for c, chance := range chances {
			if chance <= 0 || chance >= 1 {
				t.Errorf("size %d: %v is no estimate", size, chance)
			}
			if other := chances[len(chances)-1-c]; other != chance {
				t.Errorf("size %d: %v at one end is %v at the other", size, chance, other)
			}
		}
	}
}

// Proven facts: on every board from 3×3 on, the acute corner and the cell beside it on the first
// player's edge lose (A. Beck, M. Bleicher, D. Crowe, "Excursions into Mathematics", 1969), and the
// middle of 9×9 wins (J. Yang, S. Liao, M. Pawlak, 2003). For larger boards the latter is
// undisputed.
func TestChancesAgreeWithWhatIsProved(t *testing.T) {
	for size := swapmap.MinSize; size <= swapmap.MaxSize; size++ {
		chances, grid := swapmap.Chances(size), hexgrid.Rhombus(size)
		for name, wins := range map[string]bool{
			"a1": false, "b1": false, hexgrid.Name(size-1, size-1): false, hexgrid.Name(size-2, size-1): false,
			hexgrid.Name(size/2, size/2): true, hexgrid.Name((size-1)/2, (size-1)/2): true,
		} {
			c, err := grid.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := chances[c] > 0.5; got != wins {
				t.Errorf("size %d: %s wins with %v", size, name, chances[c])
			}
		}
	}
}

// On 11×11 the strongest programs win less than 15 % or more than 90 % of the games after
// these openings. (They win after a4 and a6 too, where the map stands at one half.)
func TestChancesAgreeWithStrongPrograms(t *testing.T) {
	chances, grid := swapmap.Chances(11), hexgrid.Rhombus(11)
	for name, wins := range map[string]bool{"a2": false, "b2": false, "c2": false, "i2": false, "b4": true, "k1": true, "j3": true} {
		c, err := grid.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := chances[c] > 0.5; got != wins {
			t.Errorf("%s wins with %v", name, chances[c])
		}
	}
}
