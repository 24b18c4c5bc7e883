package render

import (
	"image"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
)

// randomGordon plays up to so many random turns.
func randomGordon(tb testing.TB, o engine.Options, turns int, seed uint64) *gordon.Position {
	tb.Helper()
	position, err := gordon.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	p := position.(*gordon.Position)
	r := rand.New(rand.NewPCG(seed, 1))
	for len(p.History()) < turns && p.Outcome().Status == engine.Open {
		moves := p.Moves()
		if _, err := p.Play(moves[r.IntN(len(moves))]); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// Pictures of all orders are opaque and keep to the limits, whatever the players are
// called.
func TestGordonFitsTheLimit(t *testing.T) {
	for i, order := range []int{1, 2, 7, 12, 13, 24, 25, 64} {
		p := randomGordon(t, engine.Options{"group": "Z" + strconv.Itoa(order)}, order/2, 1)
		img, err := Draw(Gordon, p, Style{Theme: Themes[i%len(Themes)], Names: []string{strings.Repeat("W", 100), strings.Repeat("y", 100)}})
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() > wideLimit || b.Dy() > b.Dx() || b.Dy() < b.Dx()/2 {
			t.Errorf("order %d: bounds %v", order, b)
		}
		if q, ok := img.(*image.Paletted); !ok || !q.Opaque() {
			t.Errorf("order %d: %T is not opaque", order, img)
		}
	}
}
