package octopuszle

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// tableOf is a table on which some squares lie from the start.
func tableOf(t *testing.T, started int) *octopuszle.Position {
	t.Helper()
	p, err := octopuszle.New(engine.Options{"started": started, "seed": 3})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*octopuszle.Position)
}

// counting is a board on which place n has the lines n: no solution, but each square once.
func counting() *octopuszle.Board {
	b := new(octopuszle.Board)
	for at := range b {
		b[at] = octopuszle.Lines(at)
	}
	return b
}

func TestPictures(t *testing.T) {
	p := tableOf(t, 9)
	rendertest.Run(t, Drawers, newDrawers, map[string]any{
		"board":      octopuszle.Picture{Board: counting(), Caption: engine.T("All squares")},
		"diagonals":  octopuszle.Picture{Board: counting(), DiagonalsAlone: true, Caption: engine.T("The diagonals alone")},
		"table":      p,
		"suggestion": engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0]}},
	})
}

// TestLinesLeadWhereTheyShould: half-way from a square's middle to each of its sides and
// corners there is a line's colour if it has that line, and else none.
func TestLinesLeadWhereTheyShould(t *testing.T) {
	for _, theme := range render.Themes {
		look := theme.Look()
		b := newBoard(key{look: look})
		img := rendertest.Draw(t, Drawers, octopuszle.Picture{Board: counting()}, render.Style{Theme: theme})
		d := &drawing{board: b}
		for at, lines := range counting() {
			middle := d.middle(at)
			for direction := range octopuszle.Direction(octopuszle.Directions) {
				dx, dy := direction.Step()
				there := canvas.Pt(middle.X+float64(dx)*0.27*float64(b.cell), middle.Y+float64(dy)*0.27*float64(b.cell)).Round()
				want := look.Cell
				if lines.Has(direction) {
					want = [...]color.RGBA{look.Blue.Edge, orange}[direction%2]
				}
				if got := rendertest.RGBAAt(img, there); quantise.Distance(got, want) > 3*8*8 {
					t.Fatalf("%s: square %d, direction %d: %v, want %v", theme.ID, at, direction, got, want)
				}
			}
		}
	}
}

// TestDiagonalsAlone: no orthogonal line is left.
func TestDiagonalsAlone(t *testing.T) {
	look := render.Themes[0].Look()
	all := rendertest.Draw(t, Drawers, octopuszle.Picture{Board: counting()}, render.Style{})
	alone := rendertest.Draw(t, Drawers, octopuszle.Picture{Board: counting(), DiagonalsAlone: true}, render.Style{})
	if n := rendertest.Count(all, look.Blue.Edge); n == 0 {
		t.Error("there are no orthogonal lines at all")
	}
	if n := rendertest.Count(alone, look.Blue.Edge); n > 0 {
		t.Errorf("%d pixels of orthogonal lines are left", n)
	}
	if a, b := rendertest.Count(all, orange), rendertest.Count(alone, orange); b < a {
		t.Errorf("%d pixels of diagonals, and %d alone", a, b)
	}
}

// TestDiagonalsCrossCorners: where a diagonal passes from one cell to another, the corners of
// the other two are covered too.
func TestDiagonalsCrossCorners(t *testing.T) {
	var board octopuszle.Board
	board[0] = 1 << octopuszle.SouthEast
	board[octopuszle.Size+1] = 1 << octopuszle.NorthWest
	b := newBoard(key{look: render.Themes[0].Look()})
	img := rendertest.Draw(t, Drawers, octopuszle.Picture{Board: &board}, render.Style{})
	corner := image.Pt(margin+b.cell, margin+b.cell)
	for _, off := range []image.Point{{-1, -1}, {1, -2}, {-2, 1}, {1, 1}} {
		if got := rendertest.RGBAAt(img, corner.Add(off)); quantise.Distance(got, orange) > 3*20*20 {
			t.Errorf("at %v from the corner it is %v", off, got)
		}
	}
	other := image.Pt(margin+5*b.cell, margin+5*b.cell)
	if n := rendertest.CountIn(img, image.Rectangle{Min: other.Sub(image.Pt(5, 5)), Max: other.Add(image.Pt(5, 5))}, orange); n > 0 {
		t.Errorf("%d pixels of diagonals at a corner that none passes", n)
	}
}

// TestSquaresLieInTheirCells of both boards, in rows from the upper left, and the caption
// below them.
func TestSquaresLieInTheirCells(t *testing.T) {
	for _, small := range []bool{false, true} {
		b := newBoard(key{render.Themes[0].Look(), small, 0})
		d := &drawing{board: b}
		if b.band().Min.Y != b.cells*b.cell+2*margin || b.band().Max != b.Base.Rect.Max {
			t.Errorf("the caption lies in %v of %v", b.band(), b.Base.Rect)
		}
		for at := range b.cells * b.cells {
			corner := d.corner(at)
			if want := image.Pt(margin+at%b.cells*b.cell, margin+at/b.cells*b.cell); corner != want {
				t.Errorf("square %d has its corner at %v, want %v", at, corner, want)
			}
			if got := d.middle(at); got != canvas.Pt(float64(corner.X)+float64(b.cell)/2, float64(corner.Y)+float64(b.cell)/2) {
				t.Errorf("square %d has its middle at %v", at, got)
			}
		}
		tile := b.tile(tile{lines: octopuszle.Orthogonals})
		if len(tile.Rows) != b.cell || len(tile.Pix) != b.cell*b.cell {
			t.Errorf("a square is of %d rows and %d pixels", len(tile.Rows), len(tile.Pix))
		}
	}
}

// TestGivenSquaresHaveAGroundOfTheirOwn, and those laid since, the advised one and empty
// cells others.
func TestGivenSquaresHaveAGroundOfTheirOwn(t *testing.T) {
	p := tableOf(t, 6)
	move := p.Moves()[0]
	square, at, ok := octopuszle.ParseMove(move)
	if !ok || square == octopuszle.NoSquare {
		t.Fatal(move)
	}
	for _, theme := range render.Themes {
		b := newBoard(key{look: theme.Look(), small: true})
		d := &drawing{board: b}
		groundAt := func(img *image.Paletted, at int) color.RGBA { // between lines
			c := d.corner(at)
			return rendertest.RGBAAt(img, c.Add(image.Pt(b.cell-12, b.cell/4)))
		}
		img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
		for place := range octopuszle.SmallSquares {
			want := b.ground(plain)
			if p.Fixed(place) {
				want = b.ground(given)
			}
			if got := groundAt(img, place); quantise.Distance(got, want) > 3*4*4 {
				t.Errorf("%s: place %d is %v, want %v", theme.ID, place, got, want)
			}
		}
		hint := rendertest.Draw(t, Drawers, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{Theme: theme})
		if got := groundAt(hint, at); quantise.Distance(got, b.ground(ghost)) > 3*4*4 {
			t.Errorf("%s: the advised square is %v, want %v", theme.ID, got, b.ground(ghost))
		}
		if b.ground(plain) == b.ground(given) || b.ground(given) == b.ground(ghost) {
			t.Errorf("%s: grounds are alike", theme.ID)
		}
	}
}

// TestLastSquareIsRinged until all is solved.
func TestLastSquareIsRinged(t *testing.T) {
	p := tableOf(t, 4)
	if _, err := p.Play(p.Moves()[0]); err != nil {
		t.Fatal(err)
	}
	b := newBoard(key{look: render.Themes[0].Look(), small: true})
	d := &drawing{board: b}
	text := render.Themes[0].Look().Text
	img := rendertest.Draw(t, Drawers, p, render.Style{})
	for at := range octopuszle.SmallSquares {
		// Between the lines to the right and to the lower right.
		sin, cos := math.Sincos(math.Pi / 8)
		m := d.middle(at)
		ring := canvas.Pt(m.X+0.2*float64(b.cell)*cos, m.Y+0.2*float64(b.cell)*sin).Round()
		if got := quantise.Distance(rendertest.RGBAAt(img, ring), text) < 3*30*30; got != (at == p.Last()) {
			t.Errorf("place %d has a ring: %t", at, got)
		}
	}
}

// TestCoordinatesStay: squares leave the letters and numbers at the rim alone.
func TestCoordinatesStay(t *testing.T) {
	for _, theme := range render.Themes {
		large, small := newBoard(key{look: theme.Look()}), newBoard(key{look: theme.Look(), small: true})
		s := render.Style{Theme: theme}
		rendertest.Untouched(t, large.Base, rendertest.Draw(t, Drawers, octopuszle.Picture{Board: counting()}, s), theme.Look().Label)
		rendertest.Untouched(t, small.Base, rendertest.Draw(t, Drawers, tableOf(t, 9), s), theme.Look().Label)
	}
}

func TestLettersCanBeRead(t *testing.T) {
	small := newBoard(key{look: render.Themes[0].Look(), small: true})
	rendertest.Readable(t, "coordinates", small.Base.Rect, canvas.Bold(labelHeight).CapHeight())
	rendertest.Readable(t, "numbers of squares", small.Base.Rect, small.number.CapHeight())
	rendertest.Readable(t, "words", small.Base.Rect, small.words.Bold[0].CapHeight())
}

// TestColoursDiffer also for people who do not tell blue from orange: in lightness.
func TestColoursDiffer(t *testing.T) {
	for _, theme := range render.Themes {
		b := newBoard(key{look: theme.Look()})
		for name, got := range map[string]float64{
			"orthogonal lines": canvas.Contrast(b.blue(), theme.Look().Cell),
			"diagonals":        canvas.Contrast(orange, theme.Look().Cell),
		} {
			if got < 2 {
				t.Errorf("%s: %s have a contrast of %.2f", theme.ID, name, got)
			}
		}
		if quantise.Distance(b.blue(), orange) < 100*100 {
			t.Errorf("%s: lines are alike", theme.ID)
		}
	}
}

func TestSolvedIsSaid(t *testing.T) {
	p := tableOf(t, 15)
	for _, move := range p.Moves() {
		if _, err := p.Play(move); err == nil {
			break
		}
	}
	said := ""
	s := render.Style{Say: func(x engine.Text) string { said = x.String(); return said }}
	rendertest.Draw(t, Drawers, p, s)
	want := "16 of 16 squares"
	if p.Outcome().Status == engine.Solved {
		want = "Solved: all lines meet"
	}
	if said != want {
		t.Errorf("with all squares laid it says %q, want %q", said, want)
	}
	rendertest.Draw(t, Drawers, tableOf(t, 7), s)
	if said != "7 of 16 squares" {
		t.Errorf("with seven it says %q", said)
	}
}
