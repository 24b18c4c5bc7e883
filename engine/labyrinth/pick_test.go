package labyrinth_test

import (
	"image"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// TestGapSigns are single, all different, and unlike the letters of columns.
func TestGapSigns(t *testing.T) {
	seen := map[string]bool{"": true}
	gap := 0
	for ; labyrinth.GapSign(gap) != ""; gap++ {
		sign := labyrinth.GapSign(gap)
		if len(sign) != 1 || seen[sign] || strings.ToUpper(sign) != sign || strings.ContainsAny(sign, "0IOJQMW") {
			t.Errorf("gap %d has the sign %q", gap, sign)
		}
		seen[sign] = true
	}
	if gap < 25 || labyrinth.GapSign(8) != "9" || labyrinth.GapSign(9) != "A" {
		t.Errorf("%d signs, of which the ninth is %q and the tenth %q", gap, labyrinth.GapSign(8), labyrinth.GapSign(9))
	}
}

// TestInUse is what holds all pieces and open cells, and no more.
func TestInUse(t *testing.T) {
	p, err := labyrinth.New(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spreading := p.(*labyrinth.Position)
	if !spreading.InUse().Empty() {
		t.Fatalf("of an empty board something is in use")
	}
	for _, move := range []string{"place 24 c5", "place 2 h9"} { // a door to the south, and none
		if _, err := p.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := spreading.InUse(), image.Rect(2, 4, 8, 9); got != want {
		t.Errorf("in use is %v, want %v", got, want)
	}
}
