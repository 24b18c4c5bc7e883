package atom4

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	middle := randomGame(t, 1, 14, 3)
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"start":      randomGame(t, 2, 0, 1),
		"middle":     middle,
		"won":        won(t),
		"full":       randomGame(t, 1, 250, 3),
		"preview":    atom4.Preview{Position: middle},
		"whole":      atom4.Wide{Position: middle},
		"suggestion": engine.Suggestion{Position: middle, Choice: engine.Choice{Move: middle.Moves()[0]}},
	})
}

// emptyBoard is the board of a position without its pieces.
func emptyBoard(p *atom4.Position, theme render.Theme) *board { return emptyPart(partOf(p), theme) }

func emptyPart(p part, theme render.Theme) *board {
	k := key{theme.Look(), usual, p}
	return newBoard(k, newSprites(set{k.look, k.form()}))
}

// near reports whether a pixel has about a colour.
func near(p *image.Paletted, at image.Point, l *canvas.Look, with canvas.Ink) bool {
	return canvas.ColourDistance(rendertest.RGBAAt(p, at), l.Ink(with)) <= 3*8*8
}

// TestPropagatorsHaveAMark in their middle, a letter or a dot, on boards of each size.
func TestPropagatorsHaveAMark(t *testing.T) {
	for size := leastSize; size <= grid.Size; size++ {
		f := newFrame(usual, part{0, 0, size})
		for _, theme := range render.Themes {
			for _, c := range []grid.Colour{grid.White, grid.Black} {
				img := paint(set{look: theme.Look()}, piece{colour: c, radius: f.share(pieceShare), step: f.share(1)})
				middle, near, marked := img.Rect.Max.Div(2), int(0.4*f.share(pieceShare)), false
				for y := -near; y <= near; y++ {
					for x := -near; x <= near; x++ {
						marked = marked || img.RGBAAt(middle.X+x, middle.Y+y) == looksOf(theme.Look()).on(c)
					}
				}
				if !marked {
					t.Errorf("%s: %s has no mark where %d are in a row", theme.ID, c.Letter(), size)
				}
			}
		}
	}
}

// TestNothingCoversCoordinates on crowded boards with pieces at the edge: one board per theme, in a
// full run all.
func TestNothingCoversCoordinates(t *testing.T) {
	positions := []*atom4.Position{won(t), randomGame(t, 3, 90, 4), randomGame(t, 1, 250, 3)}
	for i, theme := range render.Themes {
		for j, p := range positions {
			if j != i%len(positions) && !enginetest.Long() {
				continue
			}
			empty := emptyBoard(p, theme)
			base, _ := empty.Base.SubImage(usual.boardRoom()).(*image.Paletted)
			drawn := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			// Legal vertices have the labels' ink too: they add to it.
			rendertest.Untouched(t, base, drawn, theme.Look().Label)
		}
	}
}

// TestNamesOfLegalVertices have room beside all that may lie there. On boards of up to 12 rows
// all have names, but for a few wide ones, and on the whole board all with one digit.
func TestNamesOfLegalVertices(t *testing.T) {
	for size := leastSize; size <= grid.Size; size++ {
		b := emptyPart(part{0, 0, size}, render.Themes[0])
		beside := b.share(1 - pieceShare)
		if b.tiles {
			beside = b.share(0.5)
		}
		for c := range grid.Cell(grid.Size * grid.Size) {
			name, fits := b.lettering(c.String())
			switch {
			case !fits && (len(c.String()) == 2 || size <= 12 && c.Column() != 'm'-'a'):
				t.Errorf("%d rows: %s has no name", size, c)
			case fits && name.face.Measure(c.String())/2 > beside:
				t.Errorf("%d rows: half of %s has %.0f pixels", size, c, beside)
			}
		}
	}
}

// TestBlindToColours: each piece is told from all others by its letter or shape, on boards of
// all sizes.
func TestBlindToColours(t *testing.T) {
	for size := leastSize; size <= grid.Size; size++ {
		d := drawing{board: emptyPart(part{0, 0, size}, render.Themes[0])}
		for _, c := range grid.Wheel {
			if _, fits := d.placed(c, onBoard, false).letter(); !fits {
				t.Errorf("%d rows: %s has no letter", size, c)
			}
		}
	}
}

// TestWinningRowIsGreen: between neighbours of the row lies the band.
func TestWinningRowIsGreen(t *testing.T) {
	p := won(t)
	f := newFrame(usual, partOf(p))
	row := p.Row()
	if len(row) < 4 {
		t.Fatalf("the row is %v", row)
	}
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		joined := 0
		for _, a := range row {
			for _, b := range row {
				from, to := f.centre(a), f.centre(b)
				if a >= b || math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)) > 1.1*float64(f.step) {
					continue
				}
				if near(img, from.Add(to).Div(2), theme.Look(), canvas.InkGreen) {
					joined++ // the old colour of a changed piece may lie there instead
				}
			}
		}
		if joined < 2 {
			t.Errorf("%s: %d steps of the row %v are green", theme.ID, joined, row)
		}
		if theme.ID == "contrast" {
			continue // shades of its green pieces are as green
		}
		open := rendertest.Picture(t, measuring, randomGame(t, 1, 5, 3), render.Style{Theme: theme})
		if n := rendertest.CountIn(open, usual.boardRoom(), theme.Look().Green); n > 0 {
			t.Errorf("%s: %d pixels are green before anyone has won", theme.ID, n)
		}
	}
}

// TestPreviewIsMarkedInGreen, and a move that was made is not.
func TestPreviewIsMarkedInGreen(t *testing.T) {
	p := play(t, randomGame(t, 1, 0, 0), "i7")
	f := newFrame(usual, partOf(p))
	at := f.centre(p.Last().Cell).Sub(image.Pt(int(f.share(lastRing)), 0))
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		if img := rendertest.Picture(t, measuring, atom4.Preview{Position: p}, s); !near(img, at, theme.Look(), canvas.InkGreen) {
			t.Errorf("%s: the preview's ring is %v", theme.ID, rendertest.RGBAAt(img, at))
		}
		if img := rendertest.Picture(t, measuring, p, s); !near(img, at, theme.Look(), canvas.InkText) {
			t.Errorf("%s: the last move's ring is %v", theme.ID, rendertest.RGBAAt(img, at))
		}
	}
}

// TestSuggestionIsMarked by a ring on its vertex, which is empty on the board.
func TestSuggestionIsMarked(t *testing.T) {
	p := randomGame(t, 1, 6, 3)
	move := p.Moves()[2]
	cell, err := grid.ParseCell(move)
	if err != nil {
		t.Fatal(err)
	}
	f := newFrame(usual, partOf(p))
	at := f.centre(cell).Sub(image.Pt(int(f.share(lastRing)), 0))
	img := rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{})
	if !near(img, at, render.Themes[0].Look(), canvas.InkGreen) {
		t.Errorf("%s has %v where its ring should be", move, rendertest.RGBAAt(img, at))
	}
	line := engine.Choice{Move: move, Line: []string{move, "a1", p.Moves()[0]}}
	rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: line}, render.Style{}) // a1 is not shown
}

// TestWheelNamesTheComingPiece: in the wheel it alone has a ring.
func TestWheelNamesTheComingPiece(t *testing.T) {
	p := randomGame(t, 1, 3, 3)
	img := rendertest.Picture(t, measuring, p, render.Style{})
	ringed := []grid.Colour{}
	for i, c := range grid.Wheel {
		at := canvas.OnCircle(canvas.At(usual.wheelAt()), wheelRadius, float64(i)/6).Round().Sub(image.Pt(wheelCurrent+ringGap, 0))
		if near(img, at, render.Themes[0].Look(), canvas.InkText) {
			ringed = append(ringed, c)
		}
	}
	if !slices.Equal(ringed, []grid.Colour{p.Piece()}) {
		t.Errorf("%v have a ring, want %v", ringed, p.Piece())
	}
}

// TestNamesStandOut: the name of the active player or of the winner is underlined.
func TestNamesStandOut(t *testing.T) {
	open := randomGame(t, 1, 3, 3)
	tests := []struct {
		name        string
		p           *atom4.Position
		style       render.Style
		left, right bool
		under       canvas.Ink
	}{
		{"to move", open, render.Style{}, open.Turn() == 0, open.Turn() == 1, canvas.InkText},
		{"won", won(t), render.Style{}, true, false, canvas.InkGreen},
		{"left", open, render.Style{Note: "x", Winners: []engine.Seat{1}}, false, true, canvas.InkGreen},
		{"something else is noted", open, render.Style{Note: "x"}, false, false, canvas.InkText},
	}
	for _, tt := range tests {
		img := rendertest.Picture(t, measuring, tt.p, tt.style)
		box := canvas.Bottom(usual.bounds())
		box.Min.Y = box.Max.Y - 10
		bar := func(left, right int) bool {
			r := rendertest.Extent(img, image.Rect(left, box.Min.Y, right, box.Max.Y), render.Themes[0].Look().Ink(tt.under))
			return r.Dx() > 40 && r.Dy() >= 2
		}
		if left, right := bar(0, width/2), bar(width/2, width); left != tt.left || right != tt.right {
			t.Errorf("%s: underlined are White %t and Black %t, want %t and %t", tt.name, left, right, tt.left, tt.right)
		}
	}
}

func TestStanding(t *testing.T) {
	start, middle := randomGame(t, 1, 0, 1), randomGame(t, 1, 1, 1)
	tests := []struct {
		p    *atom4.Position
		want string
	}{
		{won(t), "White wins"},
		{start, "White places " + start.Piece().Name().String()},
		{middle, map[engine.Seat]string{0: "White", 1: "Black"}[middle.Turn()] + " places " + middle.Piece().Name().String()},
	}
	for _, tt := range tests {
		if got := (&drawing{p: tt.p}).standing().String(); got != tt.want {
			t.Errorf("standing() = %q, want %q", got, tt.want)
		}
	}
}

// TestPieceColoursDiffer in every theme, and letters stand out on them.
func TestPieceColoursDiffer(t *testing.T) {
	for _, theme := range render.Themes {
		l := looksOf(theme.Look())
		for a := grid.Black; a <= grid.White; a++ {
			if got := canvas.Contrast(l.on(a), l.piece(a)); got < 3 {
				t.Errorf("%s: letters on %v have a contrast of %.1f", theme.ID, a, got)
			}
			for b := a + 1; b <= grid.White; b++ {
				if d := canvas.ColourDistance(l.piece(a), l.piece(b)); d < 3*20*20 {
					t.Errorf("%s: %v and %v are alike", theme.ID, a, b)
				}
			}
		}
	}
}

// TestPartStart: a part begins at an even line, or at any, and includes the given lines, centred.
func TestPartStart(t *testing.T) {
	for _, tt := range []struct {
		low, high, size, every int
		start                  int
		ok                     bool
	}{
		{0, 2, 8, 2, 0, true},
		{14, 16, 8, 2, 8, true},
		{6, 9, 8, 2, 4, true},
		{6, 10, 8, 2, 4, true},
		{2, 12, 8, 2, 0, false},
		{1, 9, 10, 2, 0, true},
		{2, 13, 13, 1, 1, true},
		{3, 16, 13, 1, 3, true},
		{0, 12, 13, 1, 0, true},
	} {
		start, ok := partStart(tt.low, tt.high, tt.size, tt.every)
		if ok != tt.ok || ok && start != tt.start {
			t.Errorf("partStart(%d, %d, %d, %d) = %d, %t; want %d, %t", tt.low, tt.high, tt.size, tt.every, start, ok, tt.start, tt.ok)
		}
		if ok && (start%tt.every != 0 || start > tt.low || start+tt.size < tt.high) {
			t.Errorf("partStart(%d, %d, %d, %d) = %d does not hold it", tt.low, tt.high, tt.size, tt.every, start)
		}
	}
}

// TestPiecesCoverTheirCrossing: a tile lies symmetrically about its vertex, and is round.
func TestPiecesCoverTheirCrossing(t *testing.T) {
	s := newSprites(set{render.Themes[0].Look(), sphere})
	for _, radius := range []float64{9, 20.5, 40} {
		tile := s.piece(piece{colour: grid.Red, radius: radius})
		area := 0
		for _, row := range tile.Rows {
			if row.X0 != -row.X1 {
				t.Fatalf("radius %g: row %+v is not in the middle", radius, row)
			}
			area += row.X1 - row.X0
		}
		if r := radius + 1; float64(area) < 3.0*r*r || float64(area) > 3.3*r*r {
			t.Errorf("radius %g: %d pixels", radius, area)
		}
		if len(tile.Pix) != area {
			t.Errorf("radius %g: %d indices for %d pixels", radius, len(tile.Pix), area)
		}
	}
}
