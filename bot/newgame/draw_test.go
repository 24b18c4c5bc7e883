package newgame

import (
	"image"
	"slices"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// Step 5: a function from a position to a picture, and one for a suggested move.

var drawers = newDrawers()

func newDrawers() []render.Drawer {
	return []render.Drawer{
		render.For(func(p *position, s render.Style) *image.Paletted { return drawPosition(p, "", s) }),
		render.ForSuggestion(func(p *position, c engine.Choice, s render.Style) *image.Paletted { return drawPosition(p, c.Move, s) }),
	}
}

// Where the board is, in pixels.
const (
	side   = 170 // of a cell
	left   = (render.FigureWidth - 3*side) / 2
	top    = 62
	name   = 34 // from the board to the names of its columns and rows
	mark   = 52 // half of a mark's width
	hinted = 76 // half of the width of a hint's outline
)

// middle is that of a cell.
func middle(cell int) canvas.Point {
	return canvas.Pt(left+(float64(cell%3)+0.5)*side, top+(float64(cell/3)+0.5)*side)
}

func drawPosition(p *position, hint string, s render.Style) *image.Paletted {
	return render.Plain(s, render.Caption{Words: standing(p)}, func(on *render.Sheet) {
		for c, m := range p.board {
			at := middle(c)
			on.SetColor(on.Look.Cell)
			on.DrawRectangle(at.X-side/2+3, at.Y-side/2+3, side-6, side-6)
			on.Fill()
			switch m {
			case 'X':
				on.Line(canvas.Pt(at.X-mark, at.Y-mark), canvas.Pt(at.X+mark, at.Y+mark), 20, on.Look.Red.Base)
				on.Line(canvas.Pt(at.X-mark, at.Y+mark), canvas.Pt(at.X+mark, at.Y-mark), 20, on.Look.Red.Base)
			case 'O':
				on.Disc(at, mark, on.Look.Blue.Base, 0, on.Look.Blue.Base)
			}
		}
		for i := range 3 {
			on.Sign(canvas.Pt(middle(i).X, top-name), render.SmallSize, string(rune('a'+i)), on.Look.Label)
			on.Sign(canvas.Pt(left-name, middle(3*i).Y), render.SmallSize, strconv.Itoa(i+1), on.Look.Label)
		}
	}, func(on canvas.Canvas) {
		if c := slices.Index(cells, hint); c >= 0 {
			at := middle(c)
			on.Hint(canvas.Corners(canvas.Pt(at.X-hinted, at.Y-hinted), canvas.Pt(at.X+hinted, at.Y-hinted),
				canvas.Pt(at.X+hinted, at.Y+hinted), canvas.Pt(at.X-hinted, at.Y+hinted)), 0)
		}
	})
}

// standing is how a game stands, for the caption.
func standing(p *position) engine.Text {
	if o := p.Outcome(); o.Status != engine.Open {
		return o.Reason
	}
	return engine.T("%s to move", game.Sides.List[p.Turn()].Title)
}

// TestPictures: what holds for the pictures of every game. A game in the project has golden
// pictures besides.
func TestPictures(t *testing.T) {
	played := func(moves ...string) *position {
		scene, err := engine.Shown(newPosition, nil, moves...)()
		if err != nil {
			t.Fatal(err)
		}
		return scene.(*position)
	}
	rendertest.Run(t, newDrawers(), newDrawers, map[string]any{
		"start": played(), "middle": played("b2", "a1", "c1"), "won": played("b2", "a1", "c1", "b3", "a3"),
		"hint": engine.Suggestion{Position: played("b2"), Choice: engine.Choice{Move: "a1", Value: 0.5}},
	})
}
