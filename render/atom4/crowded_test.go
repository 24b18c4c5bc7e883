package atom4

import (
	"image"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestDimmedTilesCanBeRead: their letters stand out, and colours have their names.
func TestDimmedTilesCanBeRead(t *testing.T) {
	for _, theme := range render.Themes {
		look := looksOf(theme.Look()).dimmed(theme.Look())
		for c := grid.Black; c <= grid.White; c++ {
			if got := canvas.Contrast(look.on(c), look.piece(c)); got < 4.5 {
				t.Errorf("%s: the letter on a dimmed %s has a contrast of %.2f", theme.ID, c, got)
			}
			for other := c + 1; other <= grid.White; other++ {
				if canvas.ColourDistance(look.piece(c), look.piece(other)) < 3*20*20 {
					t.Errorf("%s: dimmed %s and %s are alike", theme.ID, c, other)
				}
			}
		}
	}
}

// TestNewsAreBright: on a crowded board the pieces placed and changed by the last move have their
// full colour, other tiles are dimmed, and the placed tile has a halo.
func TestNewsAreBright(t *testing.T) {
	p := randomGame(t, 3, 70, 4)
	for _, theme := range render.Themes {
		l := theme.Look()
		b := emptyBoard(p, theme)
		if !b.tiles {
			t.Fatal("the board is not crowded")
		}
		for scene, halo := range map[any]canvas.Ink{p: canvas.InkText, atom4.Preview{Position: p}: canvas.InkGreen} {
			img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
			bright := map[grid.Cell]bool{p.Last().Cell: true}
			for _, c := range p.Last().Changed {
				bright[c.Cell] = true
			}
			for c := range grid.Cell(grid.Size * grid.Size) {
				colour := p.At(c)
				if colour == grid.Empty || isPropagator(colour) {
					continue
				}
				at := b.centre(c).Sub(image.Pt(0, int(b.share(0.36)))) // above its letter
				want := looksOf(l).dimmed(l)
				if bright[c] {
					want = looksOf(l)
				}
				if got := rendertest.RGBAAt(img, at); canvas.ColourDistance(got, want.piece(colour)) > 3*10*10 {
					t.Errorf("%s, %T: %s is %v, want %v", theme.ID, scene, c, got, want.piece(colour))
				}
			}
			for side := range 6 { // none is hidden by what lies beside it
				sin, cos := math.Sincos(float64(side) * math.Pi / 3)
				at := b.centre(p.Last().Cell).Add(canvas.Pt(cos*b.share(0.5+tileHalo/2), sin*b.share(0.5+tileHalo/2)).Round())
				if !near(img, at, l, halo) {
					t.Errorf("%s, %T: the halo is %v on side %d", theme.ID, scene, rendertest.RGBAAt(img, at), side)
				}
			}
		}
	}
}

// TestLastFreeVertices are named beside the board, with a ring around each, when few are left.
func TestLastFreeVertices(t *testing.T) {
	p := randomGame(t, 1, 250, 3)
	line, ok := (&drawing{board: emptyBoard(p, render.Themes[0]), p: p}).lastFree()
	if want := "a1  i1  o16"; line != want || !ok {
		t.Fatalf("they are %q, %t, want %q", line, ok, want)
	}
	many := randomGame(t, 3, 70, 4)
	if line, ok := (&drawing{board: emptyBoard(many, render.Themes[0]), p: many}).lastFree(); ok {
		t.Errorf("%q is written beside the board", line)
	}
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		f := newFrame(usual, partOf(p))
		for _, c := range p.Legal() {
			at := f.centre(c).Sub(image.Pt(int(f.share(legalDot-legalStroke/2)), 0))
			if !near(img, at, theme.Look(), canvas.InkGreen) {
				t.Errorf("%s: %s has %v where its ring should be", theme.ID, c, rendertest.RGBAAt(img, at))
			}
		}
		words := image.Rect(sideAt, roundLine-int(freeRing), width, roundLine+int(freeRing))
		if rendertest.CountIn(img, words, theme.Look().Text) == 0 || rendertest.CountIn(img, words, theme.Look().Green) == 0 {
			t.Errorf("%s: they are not named beside the board", theme.ID)
		}
	}
}

// TestARowThatWonStandsOut: its rings are wide, and those of the last move muted.
func TestARowThatWonStandsOut(t *testing.T) {
	p := won(t)
	f := newFrame(usual, partOf(p))
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		first := p.Row()[0]
		for _, share := range []float64{0.47, 0.57} {
			at := f.centre(first).Sub(image.Pt(0, int(f.share(share))))
			if !near(img, at, theme.Look(), canvas.InkGreen) {
				t.Errorf("%s: above %s, at %g, it is %v", theme.ID, first, share, rendertest.RGBAAt(img, at))
			}
		}
		if at := f.centre(p.Last().Cell).Sub(image.Pt(int(f.share(lastRing)), 0)); !near(img, at, theme.Look(), canvas.InkMuted) {
			t.Errorf("%s: the ring around the last is %v", theme.ID, rendertest.RGBAAt(img, at))
		}
	}
}

// TestHaloIsQuietBesideARow that won on a crowded board.
func TestHaloIsQuietBesideARow(t *testing.T) {
	p := randomGame(t, 1, 120, 121)
	for _, theme := range render.Themes {
		b := emptyBoard(p, theme)
		if !b.tiles || len(p.Row()) == 0 {
			t.Fatal("no row has won on a crowded board")
		}
		for scene, halo := range map[any]canvas.Ink{p: canvas.InkMuted, atom4.Preview{Position: p}: canvas.InkGreen} {
			img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
			below := b.centre(p.Last().Cell).Add(image.Pt(0, int(b.share(0.66))))
			if !near(img, below, theme.Look(), halo) {
				t.Errorf("%s, %T: the halo is %v", theme.ID, scene, rendertest.RGBAAt(img, below))
			}
		}
	}
}

// TestBoardHasMoreRoom than a picture of the position, as far as the board reaches.
func TestBoardHasMoreRoom(t *testing.T) {
	p := randomGame(t, 1, 14, 3)
	part := partAround(p.InUse().Inset(-wideRoom))
	if box := image.Rect(part.col, part.row, part.col+part.size, part.row+part.size); !p.InUse().Inset(-wideRoom).In(box) {
		t.Errorf("%v is shown", box)
	}
	a := rendertest.Picture(t, measuring, atom4.Wide{Position: p}, render.Style{})
	empty := emptyPart(part, render.Themes[0])
	numbers := image.Rect(0, 0, empty.origin.X-int(empty.share(0.6)), usual.boardRoom().Max.Y)
	base, _ := empty.Base.SubImage(numbers).(*image.Paletted)
	rendertest.Untouched(t, base, a, render.Themes[0].Look().Label)
}
