package canvas

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"sync"
	"testing"
)

// testLook has colours that are far apart, so that a wrong one is told from the right one.
var testLook = Look{
	Name:       "test",
	Background: RGB(0x101010), Band: RGB(0x303030), Cell: RGB(0x505050), Heavy: RGB(0x101040), Line: RGB(0x707070),
	Label: RGB(0xa0a0ff), Text: RGB(0xffffff), Muted: RGB(0x909090), Number: RGB(0xffffa0), Shadow: RGB(0x000000),
	Visited: RGB(0x206020), Heat: RGB(0x806000), Green: RGB(0x00ff00), Halo: RGB(0x004000), Mark: RGB(0xffc0ff), Lit: RGB(0xffff00),
	Red:   Gem{Base: RGB(0xe00000)},
	Blue:  Gem{Base: RGB(0x0000e0)},
	Tints: [TintCount]color.RGBA{RGB(0xffff00), RGB(0x00ffff), RGB(0xff00ff), RGB(0x80ff00), RGB(0xff0080), RGB(0x0080ff)},
}

// testPalette holds all inks as they are, and ramps from the ground and the band to them.
func testPalette() *Palette {
	m := NewMixture(&testLook, AllInks)
	for k := range AllInks {
		m.Ramps(testLook.Background, 6, 1, testLook.Ink(k))
		m.Ramps(testLook.Band, 6, 1, testLook.Ink(k))
	}
	return m.Palette(MaxColours)
}

func testCanvas(width, height int) Canvas {
	return Blank(image.Rect(0, 0, width, height), testPalette())
}

// colourAt is the colour of a pixel.
func (c Canvas) colourAt(x, y int) color.RGBA { return c.Palette.colours[c.ColorIndexAt(x, y)] }

// inked is the sum of coverages: each pixel counts by how far it is on the way from the
// ground to an ink.
func (c Canvas) inked(with Ink) (area float64, box image.Rectangle) {
	from, to := c.Palette.look.Background, c.Palette.look.Ink(with)
	for y := range c.Rect.Max.Y {
		for x := range c.Rect.Max.X {
			got := c.colourAt(x, y)
			if got == from {
				continue
			}
			area += (float64(got.R) + float64(got.G) + float64(got.B) - float64(from.R) - float64(from.G) - float64(from.B)) /
				(float64(to.R) + float64(to.G) + float64(to.B) - float64(from.R) - float64(from.G) - float64(from.B))
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return area, box
}

// wantArea fails unless the inked area is about want pixels.
func (c Canvas) wantArea(t *testing.T, what string, want, tolerance float64, within image.Rectangle) {
	t.Helper()
	area, box := c.inked(InkText)
	if math.Abs(area-want) > tolerance*want {
		t.Errorf("%s covers %.1f pixels, want %.1f", what, area, want)
	}
	if !box.In(within) {
		t.Errorf("%s reaches over %v, want within %v", what, box, within)
	}
}

func TestNewCopies(t *testing.T) {
	base := testCanvas(20, 10)
	want := bytes.Clone(base.Pix)
	on := New(base.Paletted, base.Palette)
	on.Bar(on.Rect, InkText)
	if !bytes.Equal(base.Pix, want) {
		t.Error("drawing on a copy changes the base")
	}
	if on.Rect != base.Rect || len(on.Pix) != len(base.Pix) {
		t.Errorf("the copy is of %v", on.Rect)
	}
}

// TestRecycledMemoryIsClean: the contents of a recycled picture of another size do not show.
func TestRecycledMemoryIsClean(t *testing.T) {
	for range 5 {
		large := testCanvas(50, 40)
		large.Bar(large.Rect, InkGreen)
		Recycle(large.Paletted)
		small := Blank(image.Rect(0, 0, 30, 20), large.Palette)
		if len(small.Pix) != 600 {
			t.Fatalf("%d pixels", len(small.Pix))
		}
		if area, _ := small.inked(InkGreen); area != 0 {
			t.Fatal("the picture before shows through")
		}
		Recycle(small.Paletted)
		bigger := New(large.Paletted, large.Palette)
		if bigger.colourAt(49, 39) != testLook.Green {
			t.Fatal("the copy lacks pixels")
		}
	}
}

// TestFillKeepsToItsRectangle, also where that reaches beyond the picture.
func TestFillKeepsToItsRectangle(t *testing.T) {
	for _, r := range []image.Rectangle{
		image.Rect(2, 3, 7, 5), image.Rect(-5, -5, 4, 4), image.Rect(15, 5, 90, 90), image.Rect(0, 0, 20, 10), image.Rect(3, 3, 3, 9), image.Rect(30, 2, 40, 5),
	} {
		on := testCanvas(20, 10)
		on.Bar(r, InkRed)
		for y := range 10 {
			for x := range 20 {
				want := testLook.Background
				if image.Pt(x, y).In(r) {
					want = testLook.Red.Base
				}
				if got := on.colourAt(x, y); got != want {
					t.Fatalf("%v: (%d, %d) is %v, want %v", r, x, y, got, want)
				}
			}
		}
	}
}

// TestStampCopiesATile to its place and nothing beside.
func TestStampCopiesATile(t *testing.T) {
	on := testCanvas(12, 12)
	index := on.Palette.Index(testLook.Green)
	on.Stamp(&Tile{Pix: []uint8{index, index, index, index}, Rows: []Span{{-1, 0, 1}, {0, -1, 2}}}, image.Pt(5, 6))
	got := map[image.Point]bool{}
	for y := range 12 {
		for x := range 12 {
			if on.colourAt(x, y) == testLook.Green {
				got[image.Pt(x, y)] = true
			}
		}
	}
	for _, p := range []image.Point{{5, 5}, {4, 6}, {5, 6}, {6, 6}} {
		if !got[p] {
			t.Errorf("%v is not stamped", p)
		}
	}
	if len(got) != 4 {
		t.Errorf("stamped are %v", got)
	}
}

// TestBlendFollowsTheMask: whole where it is opaque, not at all where it is empty, and
// between in between; beyond the picture it is cut off.
func TestBlendFollowsTheMask(t *testing.T) {
	mask := image.NewAlpha(image.Rect(-2, -1, 3, 1))
	mask.SetAlpha(-2, -1, color.Alpha{0xff})
	mask.SetAlpha(0, 0, color.Alpha{0x80})
	mask.SetAlpha(2, 0, color.Alpha{0x02}) // rounds to nothing
	on := testCanvas(10, 10)
	on.Blend(mask, image.Pt(5, 5), InkText)
	if got := on.colourAt(3, 4); got != testLook.Text {
		t.Errorf("opaque: %v", got)
	}
	if got := on.colourAt(5, 5); got.R < 0x60 || got.R > 0xb0 {
		t.Errorf("half: %v", got)
	}
	if got := on.colourAt(7, 5); got != testLook.Background {
		t.Errorf("hardly anything: %v", got)
	}
	if got := on.colourAt(4, 4); got != testLook.Background {
		t.Errorf("empty: %v", got)
	}
	on = testCanvas(10, 10)
	for _, at := range []image.Point{{0, 0}, {10, 10}, {-50, 3}, {9, 0}} {
		on.Blend(mask, at, InkText)
	}
	on.Blend(mask, image.Pt(1, 1), InkText)
	if got := on.colourAt(1, 1); got == testLook.Background {
		t.Error("a mask that reaches beyond the picture is left out")
	}
}

// TestTextIsWhereItIsMeasured: letters lie between the pen and the end of the word, and
// stand on the base line.
func TestTextIsWhereItIsMeasured(t *testing.T) {
	face := Bold(20)
	on := testCanvas(200, 60)
	on.Text(face, Pt(30, 40), "HEXH", InkText)
	_, box := on.inked(InkText)
	width := face.Measure("HEXH")
	if box.Min.X < 30 || float64(box.Max.X) > 30+width+1 || float64(box.Dx()) < 0.9*width-3 {
		t.Errorf("letters from %d to %d, want from 30 to %.1f", box.Min.X, box.Max.X, 30+width)
	}
	if box.Max.Y != 40 {
		t.Errorf("capitals end at %d, want on the base line at 40", box.Max.Y)
	}
	if height := float64(box.Dy()); math.Abs(height-face.CapHeight()) > 1 {
		t.Errorf("capitals are %g high, want %.1f", height, face.CapHeight())
	}
}

func TestCentred(t *testing.T) {
	for _, words := range []string{"H", "HHHH", "8", "360"} {
		on := testCanvas(200, 60)
		Centred(on, Bold(24), Pt(101, 31), words, InkText)
		_, box := on.inked(InkText)
		if x, y := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2; math.Abs(x-101) > 1.5 || math.Abs(y-31) > 1.5 {
			t.Errorf("%q has its middle at (%g, %g), want (101, 31)", words, x, y)
		}
	}
}

// TestPaintEqualsText: letters painted with gg have the same position as those of a canvas.
func TestPaintEqualsText(t *testing.T) {
	board := Board{Look: &testLook, Palette: testPalette()}
	face := Bold(30)
	painted := board.Paint(image.Rect(0, 0, 60, 60), image.Rectangle{}, func(dc ggContext) {
		face.Paint(dc, Pt(30, 30), "R", testLook.Text)
	})
	written := testCanvas(60, 60)
	Centred(written, face, Pt(30, 30), "R", InkText)
	_, a := painted.inked(InkText)
	_, b := written.inked(InkText)
	if d := a.Min.Sub(b.Min); d.X < -1 || d.X > 1 || d.Y < -1 || d.Y > 1 || a.Dx()-b.Dx() > 2 || b.Dx()-a.Dx() > 2 {
		t.Errorf("painted over %v, written over %v", a, b)
	}
}

// TestBoards: a board is made once, each picture is a copy of its own, and the band has its
// colour.
func TestBoards(t *testing.T) {
	type game struct {
		Board
		n int
	}
	boards := Cache[int, *game]{Limit: 2}
	made := 0
	begin := func(n int) (*game, Canvas) {
		g := boards.Get(n, func() *game {
			made++
			g := &game{Board{Look: &testLook, Palette: testPalette()}, n}
			g.Flat(image.Rect(0, 0, 40, 30), image.Rect(0, 20, 40, 30))
			return g
		})
		return g, g.Begin()
	}
	first, on := begin(7)
	on.Bar(on.Rect, InkRed)
	again, clean := begin(7)
	if first != again || made != 1 || first.n != 7 {
		t.Errorf("%d boards were made", made)
	}
	if clean.colourAt(3, 3) != testLook.Background || clean.colourAt(3, 25) != testLook.Band {
		t.Errorf("the copy has %v and %v", clean.colourAt(3, 3), clean.colourAt(3, 25))
	}
	begin(8)
	begin(9)
	if begin(9); made != 3 {
		t.Errorf("%d boards were made, want 3", made)
	}
}

func TestBoardPaint(t *testing.T) {
	b := Board{Look: &testLook, Palette: testPalette()}
	on := b.Paint(image.Rect(0, 0, 40, 30), image.Rect(0, 20, 40, 30), func(dc ggContext) {
		dc.SetColor(testLook.Green)
		dc.DrawRectangle(10, 5, 4, 4)
		dc.Fill()
	})
	for _, tt := range []struct {
		x, y int
		want color.RGBA
	}{{0, 0, testLook.Background}, {39, 19, testLook.Background}, {0, 20, testLook.Band}, {39, 29, testLook.Band}, {11, 6, testLook.Green}} {
		if got := on.colourAt(tt.x, tt.y); got != tt.want {
			t.Errorf("(%d, %d) is %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
	if on.Paletted != b.Base {
		t.Error("what is written does not reach the base")
	}
}

// TestConcurrentDrawing on one board with one typeface, for the race detector.
func TestConcurrentDrawing(t *testing.T) {
	b := Board{Look: &testLook, Palette: testPalette()}
	b.Flat(image.Rect(0, 0, 200, 60), image.Rectangle{})
	face := Bold(20)
	draw := func() []byte {
		on := b.Begin()
		Centred(on, face, Pt(100, 30), "Atom ÄÖ 4", InkText)
		on.Disc(Pt(40, 30), 12, false, 0.55, InkGreen)
		return bytes.Clone(on.Pix)
	}
	want := draw()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				if !bytes.Equal(draw(), want) {
					t.Error("a picture differs")
				}
			}
		})
	}
	group.Wait()
}
