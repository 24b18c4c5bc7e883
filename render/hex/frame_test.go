package hex

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestFramesFit: boards of many sizes, in full of all, of both kinds of cells and with a legend or a graph, lie
// with their labels in the room that they have, in its middle, and as large as they can be.
func TestFramesFit(t *testing.T) {
	step := 6
	if enginetest.Long() {
		step = 1
	}
	for i, k := range []key{{}, {flat: true}, {graph: true}, {flat: true, graph: true}} {
		for k.width = hex.MinSize; k.width <= hex.MaxSize; k.width += 2 {
			for k.height = hex.MinSize + i%step; k.height <= hex.MaxSize; k.height += step {
				for _, entries := range []int{0, 5} {
					checkFrame(t, newFrame(k, entries), entries, fmt.Sprintf("%+v with %d weights", k, entries))
				}
			}
		}
	}
}

func checkFrame(t *testing.T, f frame, entries int, name string) {
	t.Helper()
	if f.bounds.Size() != image.Pt(canvas.Width, canvas.Height) || f.comb.width <= smallestCell {
		t.Fatalf("%s: a picture of %v, cells %d wide", name, f.bounds.Size(), f.comb.width)
	}
	used := f.cells()
	for i, l := range f.labels {
		if l.box.Overlaps(f.cells()) && f.onACell(l.box) {
			t.Errorf("%s: %q lies on a cell", name, l.words)
		}
		for _, other := range f.labels[:i] {
			if l.box.Overlaps(other.box) {
				t.Errorf("%s: %q and %q overlap", name, l.words, other.words)
			}
		}
		used = used.Union(l.box)
	}
	if !used.In(f.board.Inset(boardMargin)) {
		t.Errorf("%s: the board takes %v of %v", name, used, f.board)
	}
	middle, want := used.Min.Add(used.Max).Div(2), f.board.Min.Add(f.board.Max).Div(2)
	if d := middle.Sub(want); max(d.X, -d.X, d.Y, -d.Y) > 1 {
		t.Errorf("%s: the middle is %v, want %v", name, middle, want)
	}
	if entries > 0 {
		if box := f.legend.box(entries); f.meets(box) || !box.In(f.board.Inset(boardMargin)) {
			t.Errorf("%s: the legend lies at %v", name, box)
		}
	}
}

// onACell reports whether a box reaches into a cell.
func (f *frame) onACell(box image.Rectangle) bool {
	middle := box.Min.Add(box.Max).Div(2)
	for _, x := range [...]int{box.Min.X, middle.X, box.Max.X - 1} {
		for _, y := range [...]int{box.Min.Y, middle.Y, box.Max.Y - 1} {
			for i := range f.width * f.height {
				if f.comb.covers(image.Pt(x, y).Sub(f.comb.centre(i%f.width, i/f.width))) {
					return true
				}
			}
		}
	}
	return false
}

// TestLabelsStandBeforeTheirCells: each label is nearer to its own cell than to any other, and
// as many are left out as need be.
func TestLabelsStandBeforeTheirCells(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for size := hex.MinSize; size <= hex.MaxSize; size++ {
			f := newFrame(key{width: size, height: size, flat: flat}, 0)
			for _, l := range f.labels {
				nearest, least := "", math.Inf(1)
				for row := range size {
					for col := range size {
						c := f.comb.centre(col, row)
						if d := math.Hypot(l.at.X-float64(c.X), l.at.Y-float64(c.Y)); d < least {
							nearest, least = hexgrid.Letters(col)+" "+strconv.Itoa(row+1), d
						}
					}
				}
				if row, err := strconv.Atoi(l.words); err == nil && !flat { // on the line of its row
					nearest = ""
					if l.at.Y == float64(f.comb.centre(0, row-1).Y) {
						nearest = l.words
					}
				}
				if !slices.Contains(strings.Fields(nearest), l.words) {
					t.Errorf("size %d, flat %t: %q stands beside %q", size, flat, l.words, nearest)
				}
			}
			if every := len(f.labels) == 4*size; !flat && every != (size <= 14) {
				t.Errorf("size %d has %d labels", size, len(f.labels))
			}
		}
	}
}

// TestLabelsKeepOffTheEdges of the board, including dashed edges and the edges of other rows.
func TestLabelsKeepOffTheEdges(t *testing.T) {
	const apart = 3
	look := render.Themes[2].Look()
	for i, k := range []key{{}, {flat: true}, {graph: true}, {graph: true, flat: true}} {
		for j, size := range []int{5, 9, 11, 14, 19} {
			if (i+j)%2 > 0 && !enginetest.Long() {
				continue
			}
			k.look, k.width, k.height, k.topBottom = look, size, size, hex.Red
			b := layOutBoard(k, func(hexgrid.Cell) int { return 1 })
			b.Palette = canvas.NewMixture(look, 0, look.Red.Base, look.Blue.Base).Palette(canvas.MaxColours)
			b.Paint(b.bounds, b.lower(), func(dc *gg.Context) { b.paint(dc, k) })
			for _, l := range b.labels {
				box := l.box.Inset(-apart)
				if n := rendertest.CountIn(b.Base, box, look.Red.Base) + rendertest.CountIn(b.Base, box, look.Blue.Base); n > 0 {
					t.Errorf("size %d, flat %t, graph %t: %d pixels of an edge beside %q", size, k.flat, k.graph, n, l.words)
				}
			}
		}
	}
}
