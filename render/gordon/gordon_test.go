package gordon

import (
	"image"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured.
var measuring = sync.OnceValue(newDrawers)

// randomGame plays up to turns random turns.
func randomGame(tb testing.TB, o engine.Options, turns int, seed uint64) *gordon.Position {
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
func TestFitsTheLimit(t *testing.T) {
	for i, order := range []int{1, 2, 7, 12, 13, 24, 25, 64} {
		p := randomGame(t, engine.Options{"group": "Z" + strconv.Itoa(order)}, order/2, 1)
		img, err := render.Draw(Drawers, p, render.Style{Theme: render.Themes[i%len(render.Themes)], Names: []string{strings.Repeat("W", 100), strings.Repeat("y", 100)}})
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b != canvas.Whole {
			t.Errorf("order %d: bounds %v", order, b)
		}
		if !img.Opaque() {
			t.Errorf("order %d is not opaque", order)
		}
	}
}

// TestGolden compares with the pictures that were looked at when they were kept.
func TestGolden(t *testing.T) {
	names := []string{"Annabel", "Bob"}
	group := func(name, variant string, turns int) *gordon.Position {
		return randomGame(t, engine.Options{"group": name, "variant": variant}, turns, 3)
	}
	hinted := group("Z7", gordon.Standard, 2)
	tests := []struct {
		name  string
		scene any
		style render.Style
	}{
		{"opening", group("Z7", gordon.Standard, 0), render.Style{}},
		{"dark", group("Z7", gordon.Standard, 3), render.Style{Names: names, Move: 3, Last: "m=3"}},
		{"light", group("A4", gordon.Standard, 5), render.Style{Theme: render.Themes[1], Names: names, Move: 5, Last: "m=(123)"}},
		{"contrast", group("Z12", gordon.Right, 6), render.Style{Theme: render.Themes[2], Names: names, Move: 6, Last: "m=6"}},
		{"won", group("Q8", gordon.Misere, 8), render.Style{Theme: render.Themes[1], Names: names}},
		{"identity", group("S3", gordon.Identity, 2), render.Style{Names: names}},
		{"solitaire", group("D4", gordon.Solitaire, 3), render.Style{Names: names[:1]}},
		{"24", group("D12", gordon.Standard, 7), render.Style{Names: names}},
		{"64", group("Z2^6", gordon.Standard, 9), render.Style{Names: names}},
		{"hint", engine.Suggestion{Position: hinted, Choice: engine.Choice{Move: hinted.Moves()[0]}}, render.Style{Names: names}},
		{"s4", group("S4", gordon.Standard, 6), render.Style{Theme: render.Themes[1], Names: names}},
		{"few", group("S3xC4", gordon.Standard, 12), render.Style{Theme: render.Themes[2], Names: names, Move: 12, Last: "m=(12)2"}},
		{"128", group("C2^7", gordon.Standard, 9), render.Style{Theme: render.Themes[1], Names: names}},
		{"hint-24", engine.Suggestion{Position: group("S4", gordon.Standard, 5), Choice: engine.Choice{Move: group("S4", gordon.Standard, 5).Moves()[2]}}, render.Style{Names: names}},
		{"clock-24", group("Z24", gordon.Standard, 6), render.Style{Names: names}},
		{"table-64", group("Z2^6", gordon.Standard, 0).Group(), render.Style{}},
		{"table", group("Dic3", gordon.Standard, 0).Group(), render.Style{}},
		{"table-a4", group("A4", gordon.Standard, 0).Group(), render.Style{Theme: render.Themes[1]}},
		{"table-32", group("Z32", gordon.Standard, 0).Group(), render.Style{Theme: render.Themes[2]}},
	}
	t.Run("table-whole", func(t *testing.T) {
		whole := func() []render.Drawer {
			return []render.Drawer{render.For(func(p *gordon.Position, s render.Style) *image.Paletted {
				return newTablePicture(p.Group(), s.Theme.Look(), true).paint(s)
			})}
		}
		rendertest.GoldenBeside(t, whole, group("A4", gordon.Standard, 0), render.Style{})
	})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { rendertest.Golden(t, measuring, tt.scene, tt.style) })
	}
}

func TestRules(t *testing.T) { rendertest.Rules(t, &gordon.Game, measuring) }
