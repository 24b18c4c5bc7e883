package labyrinth

import (
	"image"
	"math"
	"testing"

	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// TestHexagonsAreRegular: the centres of neighbours are as far apart as those of regular
// hexagons of that width: sqrt(3)/2 of it, in six directions.
func TestHexagonsAreRegular(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 3, Rows: 3}, {Cols: 12, Rows: 12}, {Cols: 30, Rows: 30}} {
		f := newFrame(cells, true)
		middle := connexion.CellAt(cells.Cols/2, cells.Rows/2)
		from := f.centre(middle)
		for s := range connexion.Side(connexion.Sides) {
			to := f.centre(middle.Next(s)).Sub(from)
			want := math.Sqrt(3) / 2 * float64(f.width)
			if got := math.Hypot(float64(to.X), float64(to.Y)); math.Abs(got-want) > 2 {
				t.Errorf("%v: the neighbour on side %d is %.1f away, want %.1f", cells, s, got, want)
			}
			// Clockwise from the north.
			sin, cos := math.Sincos(float64(s) * math.Pi / 3)
			if math.Hypot(float64(to.X)-want*sin, float64(to.Y)+want*cos) > 2 {
				t.Errorf("%v: the neighbour on side %d lies at %v", cells, s, to)
			}
		}
	}
}

// TestCellsAreAsLargeAsFit: of the next size the board would not fit.
func TestCellsAreAsLargeAsFit(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 2, Rows: 2}, {Cols: 9, Rows: 9}, {Cols: 20, Rows: 4}, {Cols: 4, Rows: 20}} {
		f := newFrame(cells, true)
		if f.width > largestCell || f.width%4 != 0 || f.pitch%2 != 0 {
			t.Errorf("%v: hexagons are %d wide in rows of %d", cells, f.width, f.pitch)
		}
		larger := frameOf(cells, true, f.width+4).bounds
		if f.width < largestCell && larger.Dx() <= widest && larger.Dy() <= tallest {
			t.Errorf("%v: hexagons are %d wide, though %d would fit in %v", cells, f.width, f.width+4, larger)
		}
	}
}

// TestSmallBoardsLieInTheMiddle of a picture that is wide enough for its caption.
func TestSmallBoardsLieInTheMiddle(t *testing.T) {
	f := newFrame(connexion.Frame{Cols: 1, Rows: 1}, false)
	if f.bounds.Dx() != leastWidth {
		t.Fatalf("bounds %v, want the least width %d", f.bounds, leastWidth)
	}
	if at := f.centre(connexion.CellAt(0, 0)); at.X < leastWidth/2-1 || at.X > leastWidth/2+1 {
		t.Errorf("the only cell lies at %v in a width of %d", at, leastWidth)
	}
}

// TestCorners lie around the centre in a hexagon whose flat sides are above and below.
func TestCorners(t *testing.T) {
	f := newFrame(connexion.Frame{Cols: 5, Rows: 5}, false)
	centre := canvas.Pt(200, 100)
	for which := range connexion.Sides {
		sin, cos := math.Sincos(float64(which) * math.Pi / 3)
		for _, share := range []float64{1, 0.5} {
			radius := float64(f.width) / 2 * share
			got, want := f.corner(centre, which, share), canvas.Pt(centre.X+radius*cos, centre.Y+radius*sin)
			if math.Hypot(got.X-want.X, got.Y-want.Y) > 1 {
				t.Errorf("corner %d at %g of the radius lies at %v, want %v", which, share, got, want)
			}
		}
	}
}

// TestCoversIsAHexagon: as many pixels belong to a cell as its area has, and as many on one
// side as on the other.
func TestCoversIsAHexagon(t *testing.T) {
	for _, cols := range []int{4, 12, 30} {
		f := newFrame(connexion.Frame{Cols: cols, Rows: cols}, false)
		area := 0
		for y := -f.pitch; y < f.pitch; y++ {
			for x := -f.width; x < f.width; x++ {
				if !f.covers(image.Pt(x, y)) {
					continue
				}
				area++
				if !f.covers(image.Pt(-1-x, y)) || !f.covers(image.Pt(x, -1-y)) {
					t.Fatalf("(%d, %d) belongs to a cell of width %d, but not what lies opposite", x, y, f.width)
				}
			}
		}
		if want := f.width * 3 / 4 * f.pitch; math.Abs(float64(area-want)) > float64(f.width) {
			t.Errorf("a cell of width %d has %d pixels, want %d", f.width, area, want)
		}
	}
}
