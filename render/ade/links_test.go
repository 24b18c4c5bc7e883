package ade

import (
	"image"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// rowOf is where a layer of a sequence graph lies between two columns.
func rowOf(s *sequenceDrawing, row, from, to int) image.Rectangle {
	top := rowTop(s, row)
	return image.Rect(int(s.column[from]), top, int(s.column[to]), top+s.high)
}

// between is the middle between a column and the next in the first row.
func between(s *sequenceDrawing, node int) image.Rectangle {
	box := rowOf(s, 0, node, node+1)
	return image.Rect(box.Min.X+int(s.largest())+4, int(s.middle(0))-3, box.Max.X-int(s.largest())-4, int(s.middle(0))+4)
}

// TestLinksJoinNeighboursThatFireTogether, and no others.
func TestLinksJoinNeighboursThatFireTogether(t *testing.T) {
	label := render.Themes[0].Look().Label
	for _, tt := range []struct {
		values string
		linked [3]bool // from each of the nodes to the next
	}{
		{"1 1 0 0", [3]bool{true, false, false}},
		{"1 0 1 0", [3]bool{}},
		{"1 0 1 1", [3]bool{false, false, true}},
		{"1 1 1 1", [3]bool{true, true, true}},
	} {
		img, s := sequenceOf(t, ade.NewSequence(table(t, "A4", tt.values, "fire"), 3), render.Themes[0])
		for i, want := range tt.linked {
			if got := rendertest.CountIn(img, between(s, i), label) > 20; got != want {
				t.Errorf("%s: nodes %d and %d are linked: %t, want %t", tt.values, i+1, i+2, got, want)
			}
		}
	}
}

// TestArrowsLeadToTheNextLayer: from nodes that fire to their neighbours that fire next.
func TestArrowsLeadToTheNextLayer(t *testing.T) {
	label := render.Themes[0].Look().Label
	// V1 fires and makes V2 positive, which fires and makes V1 and V3 positive.
	p := table(t, "A4", "1 0 0 0", "fire 3")
	img, s := sequenceOf(t, ade.NewSequence(p, 3), render.Themes[0])
	for row := 1; row < 3; row++ {
		for i := range 3 {
			before, after := p.Trace()[row-1].Fired, p.Trace()[row].Fired
			want := before.Has(i) && after.Has(i+1) || before.Has(i+1) && after.Has(i)
			// Across the line between the rows, where the arrows are half-way.
			box := rowOf(s, row, i, i+1)
			box = image.Rect(box.Min.X+box.Dx()/4, box.Min.Y-6, box.Max.X-box.Dx()/4, box.Min.Y+6)
			if got := rendertest.CountIn(img, box, label) > 2; got != want {
				t.Errorf("before row %d, between nodes %d and %d there is an arrow: %t, want %t", row, i+1, i+2, got, want)
			}
		}
	}
}

// TestSequencesHavePages of one size, each with its own layers, and the whole is as high as all
// of them.
func TestSequencesHavePages(t *testing.T) {
	for _, tt := range []struct{ layers, pages int }{{1, 1}, {5, 1}, {8, 1}, {9, 2}, {50, 7}} {
		q := ade.NewSequence(table(t, "E10", "all 1", "fire "+strconv.Itoa(tt.layers)), 6)
		if q.Pages != tt.pages || q.Page != tt.pages-1 {
			t.Fatalf("%d layers have %d pages, of which %d is shown", tt.layers, q.Pages, q.Page+1)
		}
		for q.Page = range q.Pages {
			img, s := sequenceOf(t, q, render.Themes[0])
			if img.Rect != image.Rect(0, 0, canvas.Width, canvas.Height) {
				t.Errorf("%d layers, page %d: bounds %v", tt.layers, q.Page, img.Rect)
			}
			first, end := q.Layers()
			checkRows(t, img, s, end-first)
		}
		whole := q.Whole()
		img, s := sequenceOf(t, whole, render.Themes[0])
		if first, end := whole.Layers(); first != 0 || end != tt.layers {
			t.Errorf("%d layers: the whole shows %d to %d", tt.layers, first, end)
		}
		checkRows(t, img, s, tt.layers)
	}
}

// checkRows tests that exactly the first rows have their number on the left and their total on the
// right.
func checkRows(t *testing.T, img *image.Paletted, s *sequenceDrawing, rows int) {
	t.Helper()
	look := render.Themes[0].Look()
	for row := range max(rows, s.key.rows) {
		top := rowTop(s, row)
		left, right := image.Rect(0, top, sequenceLeft, top+s.high), image.Rect(s.width-sequenceRight+10, top, s.width, top+s.high)
		number, total := rendertest.CountIn(img, left, look.Label) > 0, rendertest.CountIn(img, right, look.Text) > 0
		if number != (row < rows) || total != (row < rows) {
			t.Errorf("%v, %d rows: row %d has its number %t and its total %t", img.Rect, rows, row, number, total)
		}
	}
}

// TestLongSequences: of a long run on a large graph only a part is drawn.
func TestLongSequences(t *testing.T) {
	q := ade.NewSequence(table(t, "A64", "all 1", "fire 150"), 6)
	q.Page = 12 // layers 73 to 78
	whole := q.Whole()
	if first, end := whole.Layers(); first > 72 || end < 78 || end-first != 43 {
		t.Errorf("of the whole there are layers %d to %d", first, end)
	}
	img, s := sequenceOf(t, whole, render.Themes[0])
	if len(s.nodes) != 64 || img.Rect.Dx()*img.Rect.Dy() > 20_000_000 {
		t.Errorf("%d columns in %v", len(s.nodes), img.Rect)
	}
}
