package octopuszle

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// tableOf is a table on which some squares lie from the start.
func tableOf(t testing.TB, started int) *octopuszle.Position {
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
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"board":      octopuszle.Picture{Board: counting(), Caption: engine.T("All squares")},
		"diagonals":  octopuszle.Picture{Board: counting(), DiagonalsAlone: true, Caption: engine.T("The diagonals alone")},
		"table":      p,
		"sheet":      octopuszle.Sheet{Position: p, At: 0, Squares: []int8{0, 6}, Caption: engine.T("These fit on a1")},
		"suggestion": engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0]}},
	})
}

// TestLinesLeadWhereTheyShould: half-way from a square's middle to each of its sides and
// corners there is a line's colour if it has that line, and else none.
func TestLinesLeadWhereTheyShould(t *testing.T) {
	for _, theme := range render.Themes {
		look := theme.Look()
		b := newBoard(key{look, whole})
		img := rendertest.Picture(t, measuring, octopuszle.Picture{Board: counting()}, render.Style{Theme: theme})
		for at, lines := range counting() {
			middle := canvas.Middle(b.box(at))
			for direction := range octopuszle.Direction(octopuszle.Directions) {
				dx, dy := direction.Step()
				there := canvas.Pt(middle.X+float64(dx)*0.3*float64(b.cell), middle.Y+float64(dy)*0.3*float64(b.cell)).Round()
				want := look.Cell
				if lines.Has(direction) {
					want = [...]color.RGBA{b.blue(), b.orange()}[direction%2]
				}
				if got := rendertest.RGBAAt(img, there); canvas.ColourDistance(got, want) > 3*8*8 {
					t.Fatalf("%s: square %d, direction %d: %v, want %v", theme.ID, at, direction, got, want)
				}
			}
		}
	}
}

// TestDiagonalsAlone: no straight line is left, nor a word of them.
func TestDiagonalsAlone(t *testing.T) {
	look := render.Themes[0].Look()
	all := rendertest.Picture(t, measuring, octopuszle.Picture{Board: counting()}, render.Style{})
	only := rendertest.Picture(t, measuring, octopuszle.Picture{Board: counting(), DiagonalsAlone: true}, render.Style{})
	if n := rendertest.Count(all, look.Blue.Base); n == 0 {
		t.Error("there are no straight lines at all")
	}
	if n := rendertest.Count(only, look.Blue.Base); n > 0 {
		t.Errorf("%d pixels of straight lines are left", n)
	}
	before, after := layouts[whole].field(), layouts[alone].field()
	if a, b := rendertest.CountIn(all, before, orangeOf(look)), rendertest.CountIn(only, after, orangeOf(look)); b < a {
		t.Errorf("%d pixels of diagonals, and %d alone", a, b)
	}
}

// TestDiagonalsCrossCorners: where a diagonal passes from one cell to another, the corners of
// the other two are covered too.
func TestDiagonalsCrossCorners(t *testing.T) {
	var board octopuszle.Board
	board[0] = 1 << octopuszle.SouthEast
	board[octopuszle.Size+1] = 1 << octopuszle.NorthWest
	l := layouts[whole]
	orange := orangeOf(render.Themes[0].Look())
	img := rendertest.Picture(t, measuring, octopuszle.Picture{Board: &board}, render.Style{})
	corner := l.corner.Add(image.Pt(l.cell, l.cell))
	for _, off := range []image.Point{{-1, -1}, {1, -2}, {-2, 1}, {1, 1}} {
		if got := rendertest.RGBAAt(img, corner.Add(off)); canvas.ColourDistance(got, orange) > 3*20*20 {
			t.Errorf("at %v from the corner it is %v", off, got)
		}
	}
	other := l.corner.Add(image.Pt(5*l.cell, 5*l.cell))
	if n := rendertest.CountIn(img, image.Rectangle{Min: other.Sub(image.Pt(5, 5)), Max: other.Add(image.Pt(5, 5))}, orange); n > 0 {
		t.Errorf("%d pixels of diagonals at a corner that none passes", n)
	}
}

// TestCellsLieInRows from the upper left, above the caption and apart from the coordinates.
func TestCellsLieInRows(t *testing.T) {
	for n, l := range layouts {
		if kind(n) == region {
			continue // it is moved
		}
		b := newBoard(key{render.Themes[0].Look(), kind(n)})
		for at := range l.cells * l.cells {
			if want := l.corner.Add(image.Pt(at%l.cells*l.cell, at/l.cells*l.cell)); b.at(at) != want || !b.box(at).In(b.field()) {
				t.Errorf("square %d has its corner at %v, want %v", at, b.at(at), want)
			}
		}
		if b.caption != nil && (b.caption.Box.Max != b.Base.Rect.Max || b.caption.Box.Overlaps(b.field())) {
			t.Errorf("the caption lies in %v of %v", b.caption.Box, b.Base.Rect)
		}
		if n := rendertest.CountIn(b.Base, b.field().Inset(b.cell/8), b.Look.Label); n > 0 {
			t.Errorf("%d pixels of coordinates are on the board", n)
		}
		tile := b.tile(tile{lines: octopuszle.Orthogonals, side: b.cell})
		if len(tile.Rows) != b.cell || len(tile.Pix) != b.cell*b.cell {
			t.Errorf("a square is of %d rows and %d pixels", len(tile.Rows), len(tile.Pix))
		}
	}
}

// TestLayouts: a board without surroundings is centred, and the first and the last row have
// coordinates.
func TestLayouts(t *testing.T) {
	for n, l := range layouts {
		if l.every > 0 && (l.cells-1)%l.every != 0 {
			t.Errorf("layout %d does not name its last row", n)
		}
		if middle := canvas.Middle(l.field()).X; (kind(n) == done || kind(n) == alone) && middle != canvas.Width/2 {
			t.Errorf("layout %d has its board around %g", n, middle)
		}
	}
}

func laid(p *octopuszle.Position) (list []int8) {
	for at := range octopuszle.SmallSquares {
		if square := p.At(at); square != octopuszle.NoSquare {
			list = append(list, square)
		}
	}
	return list
}

// TestHandShowsWhatIsLeft, each square in its place, those that fit somewhere bright and the others
// dim; and nothing where a square lies on the board.
func TestHandShowsWhatIsLeft(t *testing.T) {
	p := tableOf(t, 6)
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		on, fit := laid(p), fitting(p)
		b := newBoard(key{look: theme.Look()})
		for square := range int8(octopuszle.SmallSquares) {
			box := boxAt(inHand(square), handCell)
			tint := dim
			if slices.Contains(fit, square) {
				tint = plain
			}
			want := b.ground(tint)
			middle, _ := b.inks(tint)
			switch {
			case slices.Contains(on, square):
				want, middle = theme.Look().Background, theme.Look().Background
			case square == 0:
				middle = theme.Look().Muted
			}
			if got := rendertest.RGBAAt(img, box.Min.Add(image.Pt(handCell/4, handCell/4))); !rendertest.Near(got, want) {
				t.Errorf("%s: square %d in hand has the ground %v, want %v", theme.ID, square, got, want)
			}
			if got := rendertest.RGBAAt(img, canvas.Middle(box).Round()); !rendertest.Near(got, middle) {
				t.Errorf("%s: square %d in hand has %v in the middle, want %v", theme.ID, square, got, middle)
			}
		}
	}
}

// around reports whether a mark lies around the middle of a box.
func around(mark, box image.Rectangle) bool {
	d := canvas.Middle(mark).Round().Sub(canvas.Middle(box).Round())
	return max(d.X, -d.X, d.Y, -d.Y) <= 1
}

// TestSheetMarksItsCell with "you are here", and nothing else: what fits there is bright in hand.
func TestSheetMarksItsCell(t *testing.T) {
	p := tableOf(t, 6)
	at := slices.Index([]bool{p.At(0) == octopuszle.NoSquare, p.At(1) == octopuszle.NoSquare, p.At(2) == octopuszle.NoSquare}, true)
	fit := []int8{}
	for _, move := range p.Moves() {
		if square, place, ok := p.ParseMove(move); ok && place == at {
			fit = append(fit, square)
		}
	}
	scene := octopuszle.Sheet{Position: p, At: at, Squares: fit, Caption: engine.T("These fit")}
	for _, theme := range render.Themes {
		s, b := render.Style{Theme: theme}, newBoard(key{look: theme.Look()})
		marks := rendertest.Marks(t, measuring, scene, s)
		if here := marks[canvas.MarkHere]; len(marks) != 1 || len(here) != 1 || !around(here[0], b.box(at)) {
			t.Errorf("%s: marks are %v, want one around %v", theme.ID, marks, b.box(at))
		}
		img := rendertest.Picture(t, measuring, scene, s)
		for _, square := range p.LeftFor(0) {
			got := rendertest.RGBAAt(img, inHand(square).Add(image.Pt(handCell/4, handCell/4)))
			if bright := rendertest.Near(got, b.ground(plain)); bright != slices.Contains(fit, square) {
				t.Errorf("%s: square %d is bright: %t", theme.ID, square, bright)
			}
		}
	}
}

// TestWholeBoardHasAFileBeside: larger, and with the same lines.
func TestWholeBoardHasAFileBeside(t *testing.T) {
	p := octopuszle.Picture{Board: counting(), Caption: engine.T("All squares")}
	part, data, err := render.Full(Drawers, p, render.Style{})
	if err != nil || data == nil {
		t.Fatal(err)
	}
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	l := layouts[large]
	b := newBoard(key{look: render.Themes[0].Look(), kind: large})
	if full.Bounds().Size() != l.size || len(part) == 0 {
		t.Errorf("it measures %v, want %v", full.Bounds(), l.size)
	}
	for at, lines := range p.Board {
		east := canvas.Middle(l.box(at)).Round().Add(image.Pt(l.cell/3, 0))
		if got := rendertest.Near(rendertest.RGBAAt(full, east), b.blue()); got != lines.Has(octopuszle.East) {
			t.Errorf("square %d has a line to the east: %t", at, got)
		}
	}
}

// TestGivenSquaresHaveAGroundOfTheirOwn, and those laid since another; the advised one and empty
// cells are hollow.
func TestGivenSquaresHaveAGroundOfTheirOwn(t *testing.T) {
	p := tableOf(t, 6)
	move := p.Moves()[0]
	square, at, ok := p.ParseMove(move)
	if !ok || square == octopuszle.NoSquare {
		t.Fatal(move)
	}
	for _, theme := range render.Themes {
		b := newBoard(key{look: theme.Look()})
		groundAt := func(img *image.Paletted, at int) color.RGBA { // between lines
			return rendertest.RGBAAt(img, b.at(at).Add(image.Pt(b.cell*3/4, b.cell/4)))
		}
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for place := range octopuszle.SmallSquares {
			want := b.ground(bare)
			if p.Fixed(place) {
				want = b.ground(given)
			}
			if got := groundAt(img, place); !rendertest.Near(got, want) {
				t.Errorf("%s: place %d is %v, want %v", theme.ID, place, got, want)
			}
		}
		hint := rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{Theme: theme})
		if got := groundAt(hint, at); !rendertest.Near(got, b.ground(bare)) {
			t.Errorf("%s: the advised square is %v, want %v", theme.ID, got, b.ground(bare))
		}
		hints := rendertest.Marks(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{Theme: theme})[canvas.MarkHint]
		if len(hints) != 2 || !around(hints[0], boxAt(inHand(square), handCell)) || !around(hints[1], b.box(at)) {
			t.Errorf("%s: hints are %v, want one in hand and one on the board", theme.ID, hints)
		}
	}
}

// TestGivenUpShowsTheAnswer: the squares of the answer replace those on the table, and a legend
// replaces the hand.
func TestGivenUpShowsTheAnswer(t *testing.T) {
	p := laidOn(t, 9, 2)
	shown, _ := p.Conclude(engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}).(*octopuszle.Position)
	answer, ok := shown.GivenUp()
	if _, early := p.GivenUp(); !ok || early {
		t.Fatalf("given up %t, and before %t", ok, early)
	}
	b := newBoard(key{look: render.Themes[0].Look()})
	img := rendertest.Picture(t, measuring, shown, render.Style{})
	ghosts := rendertest.Marks(t, measuring, shown, render.Style{})[canvas.MarkGhost]
	for at, square := range answer {
		want := b.ground(bare)
		switch {
		case p.Fixed(at) && p.At(at) != square:
			t.Fatalf("the answer has %d at place %d, where %d is given", square, at, p.At(at))
		case p.Fixed(at):
			want = b.ground(given)
		case p.At(at) == square:
			want = b.ground(plain)
		}
		if got := rendertest.RGBAAt(img, b.at(at).Add(image.Pt(b.cell*3/4, b.cell/4))); !rendertest.Near(got, want) {
			t.Errorf("place %d is %v, want %v", at, got, want)
		}
		ghost := slices.ContainsFunc(ghosts, func(box image.Rectangle) bool { return around(box, b.box(at)) })
		if ghost != (p.At(at) != square) {
			t.Errorf("place %d is a ghost: %t", at, ghost)
		}
	}
	left := b.field().Max.X + legendLeft
	first := image.Pt(left+legendSide/4, 0) // through the squares of the legend
	var told []color.RGBA
	for y := range b.caption.Box.Min.Y {
		c := rendertest.RGBAAt(img, first.Add(image.Pt(0, y)))
		if (c == b.ground(given) || c == b.ground(bare)) && !slices.Contains(told, c) {
			told = append(told, c)
		}
	}
	if !slices.Equal(told, []color.RGBA{b.ground(given), b.ground(bare)}) {
		t.Errorf("the legend shows %v", told)
	}
	for square := range int8(octopuszle.SmallSquares) {
		if corner := inHand(square).Add(image.Pt(2, handCell/2)); corner.X < left && rendertest.RGBAAt(img, corner) != b.Look.Background {
			t.Errorf("square %d is in hand", square)
		}
	}
}

// TestLastSquareIsMarked until all is solved; then the board has won.
func TestLastSquareIsMarked(t *testing.T) {
	p := laidOn(t, 9, 2)
	last := rendertest.Marks(t, measuring, p, render.Style{})
	if boxes := last[canvas.MarkLast]; len(last) != 1 || len(boxes) != 1 || !around(boxes[0], layouts[little].box(p.Last())) {
		t.Errorf("marks are %v, want one on place %d", last, p.Last())
	}
	won := rendertest.Marks(t, measuring, solved(t), render.Style{})
	if boxes := won[canvas.MarkWon]; len(won) != 1 || len(boxes) != 1 || !layouts[done].field().In(boxes[0]) {
		t.Errorf("marks of a solved board are %v", won)
	}
}

// TestEmptyCellsAreSeen on the ground, and squares on empty cells, in all themes.
func TestEmptyCellsAreSeen(t *testing.T) {
	const least = 1.6
	for _, theme := range render.Themes {
		l, b := theme.Look(), newBoard(key{look: theme.Look()})
		if got := canvas.Contrast(b.Look.Line, l.Background); got < least {
			t.Errorf("%s: the edge of a cell has a contrast of %.2f, want %g", theme.ID, got, least)
		}
		if a, c := canvas.Brightness(b.ground(bare)), canvas.Brightness(l.Background); a <= c {
			t.Errorf("%s: an empty cell has a brightness of %d, and the ground of %d", theme.ID, a, c)
		}
		if a, c := canvas.Brightness(b.ground(plain)), canvas.Brightness(b.ground(bare)); a <= c {
			t.Errorf("%s: a square has a brightness of %d, and an empty cell of %d", theme.ID, a, c)
		}
	}
}

// TestCoordinatesStay: squares leave the letters and numbers at the rim alone.
func TestCoordinatesStay(t *testing.T) {
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		small := newBoard(key{look: theme.Look()})
		rendertest.Untouched(t, small.Base, rendertest.Picture(t, measuring, tableOf(t, 9), s), theme.Look().Label)
		all := newBoard(key{theme.Look(), whole})
		rendertest.Untouched(t, all.Base, rendertest.Picture(t, measuring, octopuszle.Picture{Board: counting()}, s), theme.Look().Muted)
	}
}

// TestColoursDiffer: blue and orange differ in lightness too.
func TestColoursDiffer(t *testing.T) {
	for _, theme := range render.Themes {
		b := newBoard(key{look: theme.Look()})
		for name, c := range map[string]color.RGBA{"straight lines": b.blue(), "diagonals": b.orange()} {
			for _, tint := range []tint{plain, given, bare} {
				least := 3.0
				if name == "diagonals" && tint != plain { // only the rules show them so
					least = 2.4
				}
				if got := canvas.Contrast(c, b.ground(tint)); got < least {
					t.Errorf("%s: %s have a contrast of %.2f with ground %d", theme.ID, name, got, tint)
				}
			}
		}
		if canvas.ColourDistance(b.blue(), b.orange()) < 100*100 {
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
	rendertest.Picture(t, measuring, p, s)
	want := "16 of 16 squares laid"
	if p.Outcome().Status == engine.Solved {
		want = "Solved: all lines meet"
	}
	if said != want {
		t.Errorf("with all squares laid it says %q, want %q", said, want)
	}
	rendertest.Picture(t, measuring, tableOf(t, 7), s)
	if said != "7 of 16 squares laid" {
		t.Errorf("with seven it says %q", said)
	}
}
