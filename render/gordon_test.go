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

// TestGordonGolden compares with the pictures that were looked at when they were kept.
func TestGordonGolden(t *testing.T) {
	names := []string{"Annabel", "Bob"}
	group := func(name, variant string, turns int) *gordon.Position {
		return randomGordon(t, engine.Options{"group": name, "variant": variant}, turns, 3)
	}
	hinted := group("Z7", gordon.Standard, 2)
	tests := []struct {
		name  string
		scene any
		style Style
	}{
		{"gordon-opening", group("Z7", gordon.Standard, 0), Style{}},
		{"gordon-dark", group("Z7", gordon.Standard, 3), Style{Names: names}},
		{"gordon-light", group("A4", gordon.Standard, 5), Style{Theme: Themes[1], Names: names}},
		{"gordon-contrast", group("Z12", gordon.Right, 6), Style{Theme: Themes[2], Names: names}},
		{"gordon-won", group("Q8", gordon.Misere, 8), Style{Theme: Themes[1], Names: names}},
		{"gordon-identity", group("S3", gordon.Identity, 2), Style{Names: names}},
		{"gordon-solitaire", group("D4", gordon.Solitaire, 3), Style{Names: names[:1]}},
		{"gordon-24", group("D12", gordon.Standard, 7), Style{Names: names}},
		{"gordon-64", group("Z2^6", gordon.Standard, 9), Style{Names: names}},
		{"gordon-hint", engine.Suggestion{Position: hinted, Choice: engine.Choice{Move: hinted.Moves()[0]}}, Style{Names: names}},
		{"gordon-table", group("Dic3", gordon.Standard, 0).Group(), Style{}},
		{"gordon-table-32", group("Z32", gordon.Standard, 0).Group(), Style{Theme: Themes[2]}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { goldenOf(t, Gordon, tt.scene, tt.style) })
	}
}

// BenchmarkGordon draws and encodes a game in its middle.
func BenchmarkGordon(b *testing.B) {
	for _, name := range []string{"Z7", "A4", "S4", "Z2^6"} {
		b.Run(name, func(b *testing.B) {
			p := randomGordon(b, engine.Options{"group": name}, 5, 1)
			size := 0
			b.ReportAllocs()
			for b.Loop() {
				data, err := PNG(Gordon, p, Style{Names: []string{"Annabel", "Bob"}})
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			b.ReportMetric(float64(size)/1000, "KB")
		})
	}
}
