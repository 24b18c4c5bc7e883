package ade

import (
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// rowOf is where a layer of a sequence graph lies between two columns.
func rowOf(s *sheet, row, from, to int) image.Rectangle {
	top := sequenceHead + row*sequenceRow
	return image.Rect(int(s.column[from]), top, int(s.column[to]), top+sequenceRow)
}

// TestLinksJoinNeighboursThatFireTogether, and no others.
func TestLinksJoinNeighboursThatFireTogether(t *testing.T) {
	green := render.Themes[0].Look().Green
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
			if got := rendertest.CountIn(img, rowOf(s, 0, i, i+1), green) > 20; got != want {
				t.Errorf("%s: nodes %d and %d are linked: %t, want %t", tt.values, i+1, i+2, got, want)
			}
		}
	}
}

// TestArrowsLeadToTheNextLayer: from what fires to its neighbours that fire after it.
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

// TestSequencesAreAsHighAsTheirLayers, in pages of so many, and all of one width.
func TestSequencesAreAsHighAsTheirLayers(t *testing.T) {
	for _, tt := range []struct {
		moves        string
		page, layers int
	}{
		{"fire", 0, 1}, {"fire 7", 0, 7}, {"fire 50", 0, ade.PageLayers}, {"fire 50", 1, 50 - ade.PageLayers},
	} {
		q := ade.NewSequence(table(t, "E10", "all 1", tt.moves), 6)
		q.Page = tt.page
		if tt.page >= q.Pages {
			t.Fatalf("%s makes %d pages", tt.moves, q.Pages)
		}
		img, s := sequenceOf(t, q, render.Themes[0])
		if want := image.Rect(0, 0, s.width, sequenceHead+tt.layers*sequenceRow+footHeight); img.Rect != want {
			t.Errorf("%s, page %d: bounds %v, want %v", tt.moves, tt.page, img.Rect, want)
		}
		// Each row has its number on the left and its total on the right.
		for row := range tt.layers {
			top := sequenceHead + row*sequenceRow
			left, right := image.Rect(0, top, sequenceLeft, top+sequenceRow), image.Rect(s.width-sequenceRight+10, top, s.width, top+sequenceRow)
			if rendertest.CountIn(img, left, render.Themes[0].Look().Muted) == 0 || rendertest.CountIn(img, right, render.Themes[0].Look().Text) == 0 {
				t.Errorf("%s, page %d: row %d lacks its number or its total", tt.moves, tt.page, row)
			}
		}
	}
}

// complete is a run on a graph of n nodes, each two of them neighbours, in which all but
// one fire in most layers.
func complete(t *testing.T, n int) ade.Sequence {
	t.Helper()
	var edges []string
	for i := range n {
		for j := range i {
			edges = append(edges, strconv.Itoa(j)+"-"+strconv.Itoa(i))
		}
	}
	p, err := ade.New(engine.Options{"edges": strings.Join(edges, " ")})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"set V1 1", "fire " + strconv.Itoa(ade.PageLayers)} {
		if _, err := p.Play(line); err != nil {
			t.Fatal(err)
		}
	}
	return ade.NewSequence(p.(*ade.Position), 3)
}

// TestDenseSequencesAreBounded: what joins nodes is left out, and that is said, where it would
// take long to draw; and what is kept of a graph is not large.
func TestDenseSequencesAreBounded(t *testing.T) {
	for _, tt := range []struct {
		nodes int
		want  joins
	}{
		{4, joins{true, true}},
		{8, joins{true, true}},
		{12, joins{arrows: false, dashes: true}},
		{16, joins{false, false}},
		{64, joins{false, false}},
	} {
		q := complete(t, tt.nodes)
		img, s := sequenceOf(t, q, render.Themes[0])
		d := sequenceDrawing{sheet: s, q: q, layers: q.Trace()}
		if got := d.measure(); got != tt.want {
			t.Errorf("%d nodes: drawn are %+v, want %+v", tt.nodes, got, tt.want)
		}
		body := img.Rect
		body.Max.Y -= footHeight
		green := rendertest.CountIn(img, body, render.Themes[0].Look().Green)
		if (green > 0) != tt.want.dashes {
			t.Errorf("%d nodes: %d pixels of dashes", tt.nodes, green)
		}
		kept := 0
		for _, mask := range s.arrows {
			kept += len(mask.Pix)
		}
		if kept > 2<<20 {
			t.Errorf("%d nodes: %d bytes of arrows are kept", tt.nodes, kept)
		}
	}
}

// TestLegends say what is left out.
func TestLegends(t *testing.T) {
	for j, want := range map[joins]string{
		{true, true}:   "Dashes join neighbours that fire together.",
		{false, true}:  "Dashes join neighbours that fire together. There are too many arrows to draw.",
		{true, false}:  "Too many neighbours fire together to join them by dashes.",
		{false, false}: "There are too many arrows and dashes to draw.",
	} {
		if got := j.legend().String(); got != want {
			t.Errorf("%+v: %q, want %q", j, got, want)
		}
	}
}
