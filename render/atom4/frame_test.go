package atom4

import (
	"image"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestVerticesFormTriangles: the six neighbours of a vertex are a step away, in parts of all
// sizes.
func TestVerticesFormTriangles(t *testing.T) {
	for size := leastRows; size <= grid.Size; size++ {
		f := newFrame(usual, part{0, 0, size, size})
		for _, from := range []image.Point{{3, 2}, {3, 3}} {
			shift := from.Y & 1
			for _, to := range []image.Point{
				{from.X - 1, from.Y},
				{from.X + 1, from.Y},
				{from.X - 1 + shift, from.Y - 1},
				{from.X + shift, from.Y - 1},
				{from.X - 1 + shift, from.Y + 1},
				{from.X + shift, from.Y + 1},
			} {
				d := f.at(to.X, to.Y).Sub(f.at(from.X, from.Y))
				if far := math.Hypot(float64(d.X), float64(d.Y)); math.Abs(far-float64(f.step)) > 1 {
					t.Errorf("size %d: from %v to %v it is %.1f, want %d", size, from, to, far, f.step)
				}
			}
		}
	}
}

// TestPartsLieInTheirRoom: pieces at the rim of a part are whole, wherever it begins, and the
// board could not be larger.
func TestPartsLieInTheirRoom(t *testing.T) {
	for size := leastRows; size <= grid.Size; size++ {
		for _, first := range []int{0, min(1, grid.Size-size), grid.Size - size} {
			f := newFrame(usual, part{first, first, size, size})
			reach := int(math.Ceil(f.share(lastRing))) + 8 // of the ring's line
			for _, corner := range []image.Point{{f.col, f.row}, {f.col + size - 1, f.row}, {f.col, f.row + size - 1}, {f.col + size - 1, f.row + size - 1}, {f.col + size - 1, f.row + 1}} {
				at := f.at(corner.X, corner.Y)
				if box := image.Rect(at.X-reach, at.Y-reach, at.X+reach, at.Y+reach); !box.In(usual.boardRoom()) {
					t.Errorf("size %d: the vertex %v lies at %v of %v", size, corner, at, usual.boardRoom())
				}
			}
			f.step += 2
			f.pitch = int(float64(f.step) * math.Sqrt(3) / 2)
			if used := f.used(); used.X <= usual.boardRoom().Dx() && used.Y <= usual.boardRoom().Dy() {
				t.Errorf("size %d: steps could be of %d", size, f.step)
			}
		}
	}
}

// TestCoordinatesBelongToTheirLines: a letter stands between where its column is in rows that
// are shifted and in those that are not, and a number beside its row, wherever a part begins.
func TestCoordinatesBelongToTheirLines(t *testing.T) {
	for _, p := range []part{{0, 0, 16, 16}, {2, 4, 9, 8}, {3, 3, 12, 12}, {1, 5, 12, 10}} {
		f := newFrame(usual, p)
		for i := range p.columns {
			even, odd := f.at(p.col+i, 2*(p.row/2)), f.at(p.col+i, 2*(p.row/2)+1)
			if got, want := f.letterAt(i).X, float64(even.X+odd.X)/2; got != want {
				t.Errorf("%+v: the letter of column %d is at %g, want %g", p, p.col+i, got, want)
			}
		}
		for i := range p.rows {
			if got, want := f.numberAt(i).Y, float64(f.at(p.col, p.row+i).Y); got != want {
				t.Errorf("%+v: the number of row %d is at %g, want %g", p, p.row+i, got, want)
			}
		}
	}
}

// TestAMoveChangesWhatItMust: the pieces placed and changed, the legal vertices before and after,
// the ring around the last piece, the side and the caption; nothing else of the board.
func TestAMoveChangesWhatItMust(t *testing.T) {
	for seed := range uint64(4) {
		before, after := randomGame(t, 1, 6, seed), randomGame(t, 1, 7, seed)
		if partAround(used(before)) != partAround(used(after)) {
			continue
		}
		f := newFrame(usual, partAround(used(after)))
		may := []image.Rectangle{usual.side(), canvas.Foot(usual.bounds())}
		add := func(c grid.Cell) {
			at, reach := f.centre(c), int(math.Ceil(1.2*f.share(lastRing)))+9
			may = append(may, image.Rect(at.X-reach, at.Y-reach, at.X+reach, at.Y+reach))
		}
		add(before.Last().Cell)
		add(after.Last().Cell)
		for _, c := range append(before.Last().Changed, after.Last().Changed...) {
			add(c.Cell)
		}
		for _, c := range append(before.Legal(), after.Legal()...) {
			add(c)
		}
		a, b := rendertest.Picture(t, measuring, before, render.Style{}), rendertest.Picture(t, measuring, after, render.Style{})
		if got := rendertest.Changed(t, a, b, may...); !got.Empty() {
			t.Errorf("seed %d: %s changes %v", seed, after.Last().Cell, got)
		}
		if rendertest.Changed(t, a, b, may[:2]...).Empty() {
			t.Errorf("seed %d: %s changes nothing", seed, after.Last().Cell)
		}
	}
}
