package atom4

import (
	"bytes"
	"image"
	"image/png"
	"math"
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
func emptyBoard(p *atom4.Position, theme render.Theme) *board {
	return emptyPart(partAround(used(p)), theme)
}

func emptyPart(p part, theme render.Theme) *board {
	k := key{theme.Look(), usual, p}
	return newBoard(k, newSprites(k.look))
}

// near reports whether a pixel has about a colour.
func near(p *image.Paletted, at image.Point, l *canvas.Look, with canvas.Ink) bool {
	return canvas.ColourDistance(rendertest.RGBAAt(p, at), l.Ink(with)) <= 3*8*8
}

// TestPropagatorsHaveARing, so that they differ from other pieces in shape, on boards of each size.
func TestPropagatorsHaveARing(t *testing.T) {
	for rows := leastRows; rows <= grid.Size; rows++ {
		f := newFrame(usual, part{0, 0, rows, rows})
		for _, theme := range render.Themes {
			look := looksOf(theme.Look())
			for _, c := range []grid.Colour{grid.White, grid.Black} {
				img := paint(theme.Look(), piece{colour: c, radius: f.share(pieceShare), step: f.share(1)})
				middle, ring := img.Rect.Max.Div(2), false
				for x := int(0.75 * f.share(pieceShare)); x <= img.Rect.Dx()/2-4; x++ {
					ring = ring || canvas.Contrast(img.RGBAAt(middle.X-x, middle.Y), look.piece(c)) > 3
				}
				if !ring {
					t.Errorf("%s: %s has no ring where %d rows are", theme.ID, c.Letter(), rows)
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

// TestLegalVerticesAreDots, each of them, on boards of all sizes, and no vertex has its name.
func TestLegalVerticesAreDots(t *testing.T) {
	for _, p := range []*atom4.Position{randomGame(t, 2, 0, 1), randomGame(t, 1, 14, 3), randomGame(t, 1, 250, 3)} {
		dots := rendertest.Marks(t, measuring, p, render.Style{})[canvas.MarkLegal]
		f := newFrame(usual, partAround(used(p)))
		for i, c := range p.Legal() {
			if len(dots) != len(p.Legal()) || canvas.Distance(canvas.Middle(dots[i]), canvas.At(f.centre(c))) > 2 {
				t.Errorf("%s has no dot: %v", c, dots)
			}
		}
	}
}

// TestLettersFade: pieces bear letters of the least size of text or more, or none.
func TestLettersFade(t *testing.T) {
	lettered := map[bool]int{}
	for rows := leastRows; rows <= grid.Size; rows++ {
		d := drawing{board: emptyPart(part{0, 0, rows, rows}, render.Themes[0])}
		k := d.placed(grid.Green)
		size, fits := k.letter()
		if lettered[fits]++; !fits {
			continue
		}
		if face := canvas.Bold(size); size < canvas.LeastText || math.Hypot(face.Measure("G"), face.CapHeight())/2 > 0.86*k.radius {
			t.Errorf("%d rows: a letter of %.0f on a radius of %.0f", rows, size, k.radius)
		}
	}
	if lettered[true] < 3 || lettered[false] < 3 {
		t.Errorf("letters on %d sizes, none on %d", lettered[true], lettered[false])
	}
}

// TestPiecesAreLitFromAboveLeft, at every size.
func TestPiecesAreLitFromAboveLeft(t *testing.T) {
	for _, radius := range []float64{13, 17.6, 22, 35} {
		for _, c := range grid.Wheel {
			img := paint(render.Themes[0].Look(), piece{colour: c, radius: radius})
			at := func(share float64) int {
				middle := float64(img.Rect.Dx()) / 2
				return canvas.Brightness(img.RGBAAt(int(middle+share*radius), int(middle+share*radius)))
			}
			own := canvas.Brightness(looksOf(render.Themes[0].Look()).piece(c))
			if at(-0.55) <= own || at(0.60) >= own {
				t.Errorf("%s, radius %g: above left %d, below right %d, its own colour %d", c, radius, at(-0.55), at(0.60), own)
			}
		}
	}
}

// TestNamesStandOut: the name of the active player or of the winner has a bar over half of the caption.
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
		box := canvas.Foot(usual.bounds())
		box.Max.Y = box.Min.Y + 10
		bar := func(left, right int) bool {
			r := rendertest.Extent(img, image.Rect(left, box.Min.Y, right, box.Max.Y), render.Themes[0].Look().Ink(tt.under))
			return r.Dx() > canvas.Width/3 && r.Dy() >= 2
		}
		if left, right := bar(0, canvas.Width/2), bar(canvas.Width/2, canvas.Width); left != tt.left || right != tt.right {
			t.Errorf("%s: bars are over White %t and Black %t, want %t and %t", tt.name, left, right, tt.left, tt.right)
		}
	}
}

func TestStanding(t *testing.T) {
	start, named := randomGame(t, 1, 0, 1), render.Style{Names: []string{"Anna", "Bob"}}
	caption := canvas.NewCaption(canvas.Foot(canvas.Whole))
	for _, tt := range []struct {
		p     *atom4.Position
		style render.Style
		want  string
	}{
		{won(t), render.Style{}, "White wins"},
		{won(t), named, "Anna wins"},
		{start, render.Style{}, "White to place red"},
		{randomGame(t, 1, 1, 1), named, "Bob to place yellow"},
		{start, render.Style{Names: []string{"Wolfeschlegelsteinhausen", "Bob"}}, "White to place red"},
	} {
		if got := (&drawing{board: &board{caption: caption}, p: tt.p, s: tt.style}).standing().String(); got != tt.want {
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

// TestPartStart: a part begins at an even line if it can, and includes the given lines, centred.
func TestPartStart(t *testing.T) {
	for _, tt := range []struct {
		low, high, size int
		start           int
		ok              bool
	}{
		{0, 2, 8, 0, true},
		{14, 16, 8, 8, true},
		{6, 9, 8, 4, true},
		{6, 10, 8, 4, true},
		{2, 12, 8, 0, false},
		{1, 9, 10, 0, true},
		{2, 13, 13, 2, true},
		{1, 14, 13, 1, true},
		{3, 16, 13, 3, true},
		{0, 12, 13, 0, true},
	} {
		start, ok := partStart(tt.low, tt.high, tt.size)
		if ok != tt.ok || ok && start != tt.start {
			t.Errorf("partStart(%d, %d, %d) = %d, %t; want %d, %t", tt.low, tt.high, tt.size, start, ok, tt.start, tt.ok)
		}
		if ok && (start > tt.low || start+tt.size < tt.high) {
			t.Errorf("partStart(%d, %d, %d) = %d does not hold it", tt.low, tt.high, tt.size, start)
		}
	}
}

// TestBoardHasMoreRoom than a picture of the position, as far as the board reaches.
func TestBoardHasMoreRoom(t *testing.T) {
	p := randomGame(t, 1, 14, 3)
	part := partAround(p.InUse().Inset(-wideRoom))
	if !p.InUse().Inset(-wideRoom).In(part.box()) {
		t.Errorf("%+v is shown", part)
	}
	a := rendertest.Picture(t, measuring, atom4.Wide{Position: p}, render.Style{})
	empty := emptyPart(part, render.Themes[0])
	numbers := image.Rect(0, 0, empty.origin.X-int(empty.share(0.6)), usual.boardRoom().Max.Y)
	base, _ := empty.Base.SubImage(numbers).(*image.Paletted)
	rendertest.Untouched(t, base, a, render.Themes[0].Look().Label)
}

// TestWholeBoardIsBeside a picture of a part of it, with room for the letters of all pieces.
func TestWholeBoardIsBeside(t *testing.T) {
	p := randomGame(t, 3, 70, 4)
	for scene, cut := range map[any]bool{atom4.Wide{Position: p}: true, p: false} {
		_, data, err := render.Full(newDrawers(), scene, render.Style{})
		if err != nil || (data != nil) != cut {
			t.Fatalf("%T: %d bytes lie beside, %v", scene, len(data), err)
		}
		if !cut {
			continue
		}
		size, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || image.Pt(size.Width, size.Height) != image.Point(spread) {
			t.Errorf("the whole is %d by %d pixels, %v", size.Width, size.Height, err)
		}
	}
	f := newFrame(spread, wholeBoard)
	if _, fits := (piece{radius: f.share(pieceShare)}).letter(); !fits {
		t.Errorf("pieces of radius %.0f have no letters", f.share(pieceShare))
	}
}

// TestPiecesCoverTheirCrossing: a tile lies symmetrically about its vertex, and is round.
func TestPiecesCoverTheirCrossing(t *testing.T) {
	s := newSprites(render.Themes[0].Look())
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
