package atom4

import (
	"image"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// shown is the colour of a piece left of its letter, where it shows its nominal colour.
func shown(img *image.Paletted, at image.Point, radius float64) color.RGBA {
	return rendertest.RGBAAt(img, at.Sub(image.Pt(int(0.62*radius), int(0.1*radius))))
}

// like reports whether a colour is the colour of a piece, lit from above.
func like(got color.RGBA, l *canvas.Look, c grid.Colour) bool {
	return canvas.ColourDistance(got, looksOf(l).piece(c)) <= 3*24*24
}

func TestRules(t *testing.T) { rendertest.Rules(t, &atom4.Game, measuring) }

// TestEffectsAreThoseOfTheRules: the last piece in each row has the colour that the rules give
// it, in the order of the manual's page.
func TestEffectsAreThoseOfTheRules(t *testing.T) {
	labels := []engine.Text{engine.T("one"), engine.T("two"), engine.T("three")}
	type ends struct {
		pieces int
		colour grid.Colour
	}
	for name, want := range map[string]struct {
		scale
		left float64
		rows [3]ends
	}{
		"near": {largest, nearLeft, [...]ends{{2, grid.Red}, {2, grid.Yellow}, {2, grid.Yellow}}},
		"far":  {large, farLeft, [...]ends{{2, grid.White}, {3, grid.Yellow}, {2, grid.Red}}},
	} {
		for _, theme := range render.Themes {
			img := rendertest.Picture(t, measuring, engine.Figure{Name: name, Labels: labels}, render.Style{Theme: theme})
			for row, w := range want.rows {
				at := canvas.Pt(want.left+want.length(w.pieces), effectLine(row)).Round()
				if got := shown(img, at, want.radius); !like(got, theme.Look(), w.colour) {
					t.Errorf("%s, %s: row %d ends in %v, want %v", theme.ID, name, row, got, w.colour)
				}
			}
		}
	}
}

// TestThreatsCannotAllBeMet: White wins with the next piece after every answer of Black, and the
// marked vertices are the winning ones that Black does not prevent.
func TestThreatsCannotAllBeMet(t *testing.T) {
	wins := func(p *atom4.Position) (list []string) {
		for _, c := range p.Legal() {
			if o := p.After(c).Outcome(); o.Status == engine.Won && o.Winner == 0 {
				list = append(list, c.String())
			}
		}
		return list
	}
	p := played(1, threatMoves)
	marked := map[string]bool{}
	for _, c := range p.Legal() {
		after := p.After(c)
		if after.Outcome().Status != engine.Open {
			t.Fatalf("Black ends the round on %s", c)
		}
		list := wins(after)
		if len(list) == 0 {
			t.Errorf("White does not win after %s", c)
		}
		for _, name := range list {
			marked[name] = true
		}
	}
	for _, name := range threatened {
		if !marked[name] {
			t.Errorf("White never wins on %s", name)
		}
	}
}

// BenchmarkRules draws the eleven pages of the rules, for the first time and again.
func BenchmarkRules(b *testing.B) {
	tool, _ := atom4.Game.Tool(engine.RulesTool)
	var scenes []engine.Scene
	for n := range tool.Args[0].Max {
		a, err := tool.Run(b.Context(), engine.Env{}, engine.Options{"page": n + 1}, nil)
		if err != nil {
			b.Fatal(err)
		}
		scenes = append(scenes, a.Scenes[0])
	}
	draw := func(b *testing.B, drawers []render.Drawer) {
		for _, scene := range scenes {
			if _, err := render.PNG(drawers, scene, render.Style{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			draw(b, newDrawers())
		}
	})
	b.Run("again", func(b *testing.B) {
		draw(b, Drawers)
		for b.Loop() {
			draw(b, Drawers)
		}
	})
}
