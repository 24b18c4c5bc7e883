package ade

import (
	"image"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// laidOut are the sheets on which sequence graphs lie.
var laidOut = freshSheets()

// sequenceOf draws a sequence graph and returns where its columns lie.
func sequenceOf(t *testing.T, q ade.Sequence, theme render.Theme) (*image.Paletted, *sequenceDrawing) {
	t.Helper()
	return rendertest.Picture(t, measuring, q, render.Style{Theme: theme}), laidOut.begin(q, render.Style{Theme: theme})
}

// freshSheets have kept nothing.
func freshSheets() *sheets {
	return &sheets{canvas.Cache[sheetKey, *sheet]{Limit: mostSheets}}
}

// rowTop is where a row of a sequence graph begins.
func rowTop(d *sequenceDrawing, row int) int { return sequenceHead + row*d.high }

// TestSequenceShowsWhatFired: in each layer the nodes that fired are amber, and no others.
func TestSequenceShowsWhatFired(t *testing.T) {
	for _, graph := range []string{"E8", "A14"} {
		q := ade.NewSequence(table(t, graph, "0 1"+strings.Repeat(" 0", len(table(t, graph, "all 0", "").Values())-2), "fire 13"), 6)
		for q.Page = range q.Pages {
			for _, theme := range render.Themes {
				img, d := sequenceOf(t, q, theme)
				for row, layer := range d.layers {
					for i, x := range d.column {
						if lit := warm(img, image.Pt(int(x)+5, int(d.middle(row))-16)); lit != layer.Fired.Has(i) {
							t.Errorf("%s: layer %d, node %d is lit: %t", theme.ID, d.first+row+1, i, lit)
						}
					}
				}
			}
		}
	}
}

// TestTanglesAreMaps: many nodes or edges are a map of colours, and so are numbers too long for
// their nodes; a map has more layers on a page.
func TestTanglesAreMaps(t *testing.T) {
	for _, tt := range []struct {
		graph, values string
		asMap         bool
		digits        int
	}{
		{"A12", "all 1", false, 6},
		{"A13", "all 1", true, 6},
		{"A64", "all 1", true, 0},
		{"E8", "all 12345678", false, 5},
		{"A12", "all 12345678", false, 4},
		{"A12", "all 123456789012345", true, 0},
		{"1-2 2-3 3-4 4-1", "all 1", false, 6},
		{"1-2 2-3 3-4 4-1 1-3", "all 1", false, 6},
		{petersen, "all 1", true, 6},
		{everyTwo(12), "all 1", true, 6},
	} {
		q := ade.NewSequence(table(t, tt.graph, tt.values, "fire 3"), 0)
		if d := laidOut.begin(q, render.Style{}); d.key.asMap != tt.asMap || d.digits != tt.digits {
			t.Errorf("%.30s of %s: a map: %t, numbers of %d characters, want %t and %d", tt.graph, tt.values, d.key.asMap, d.digits, tt.asMap, tt.digits)
		}
	}
	for graph, want := range map[string]int{"A12": ade.PageLayers, "A13": ade.MapLayers} {
		if first, end := ade.NewSequence(table(t, graph, "all 1", "fire 14"), 0).Layers(); end-first != want {
			t.Errorf("%s: a page has %d layers, want %d", graph, end-first, want)
		}
	}
}

// TestNumbersAreWrittenAllOrNone: where one has no room none is written, and a scale stands below,
// and all are in the file.
func TestNumbersAreWrittenAllOrNone(t *testing.T) {
	for graph, want := range map[string]bool{"A16": true, "A40": false} {
		p := table(t, graph, "all 11", "fire")
		count := func(words []string) (n int) {
			for _, w := range words {
				n += btoi(w == "11")
			}
			return n
		}
		shown := count(written(t, ade.NewSequence(p, 0), render.Style{}))
		if wanted := p.Trace()[0].Fired.Count(); want && shown < wanted || !want && shown > 2 {
			t.Errorf("%s: the number is written %d times", graph, shown)
		}
		if _, whole, err := render.Full(newDrawers(), ade.NewSequence(p, 0), render.Style{}); err != nil || (whole == nil) != want {
			t.Errorf("%s has a file of %d bytes beside, %v", graph, len(whole), err)
		}
		if full := count(written(t, ade.NewSequence(p, 0).Whole(), render.Style{})); full < p.Trace()[0].Fired.Count() {
			t.Errorf("%s: the number is written %d times in the file", graph, full)
		}
	}
}

// TestLargerNumbersAreLarger: the area of a node grows with its number, up to the largest of the
// page or the bound.
func TestLargerNumbersAreLarger(t *testing.T) {
	d := laidOut.begin(ade.NewSequence(table(t, "D9", "all 1", "fire"), 0), render.Style{})
	most := big.NewInt(8)
	last := 0.0
	for n := int64(1); n <= 8; n++ {
		radius := d.size(big.NewInt(n), most)
		if radius < last+0.9 || radius > d.largest()+1e-9 {
			t.Errorf("the node of %d has radius %g, and that of %d %g", n, radius, n-1, last)
		}
		last = radius
	}
	if over := d.size(big.NewInt(9), most); over != last {
		t.Errorf("above the bound a node has radius %g, at it %g", over, last)
	}
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(500), nil)
	if got := d.size(big.NewInt(1), huge); got != leastDisc {
		t.Errorf("beside a huge number 1 has radius %g", got)
	}
	for bound, want := range map[int]int64{0: 8, 6: 6, 12: 8} {
		if got := laidOut.begin(ade.NewSequence(table(t, "A4", "7 0 0 8", "fire"), bound), render.Style{}).most(); got.Int64() != want {
			t.Errorf("with a bound of %d the largest number is %v, want %d", bound, got, want)
		}
	}
	img, d := sequenceOf(t, ade.NewSequence(table(t, "A4", "7 0 0 8", "fire"), 0), render.Themes[0])
	wide := func(node int) int {
		row := image.Rect(int(d.column[node])-60, int(d.middle(0))+17, int(d.column[node])+60, int(d.middle(0))+18)
		n := 0
		for x := row.Min.X; x < row.Max.X; x++ {
			n += btoi(warm(img, image.Pt(x, row.Min.Y)))
		}
		return n
	}
	if wide(3) <= wide(0) {
		t.Errorf("the node of 8 is %d wide, that of 7 %d", wide(3), wide(0))
	}
}

// TestHeatsDiffer: the steps of colour are far apart, grow from cold to hot, and a number stands out
// on each.
func TestHeatsDiffer(t *testing.T) {
	for _, theme := range render.Themes {
		look := boardLook(theme.Look())
		scale := heats(look)
		last := look.Cell
		for i, c := range scale {
			if got := canvas.ColourDistance(c, last); got < 18*18 {
				t.Errorf("%s: step %d is %v after %v", theme.ID, i, c, last)
			}
			if got := canvas.Contrast(c, look.Ink(inkOn(look, c))); got < 4.5 {
				t.Errorf("%s: a number on step %d has a contrast of %.1f", theme.ID, i, got)
			}
			last = c
		}
		p := newPalette(look)
		for _, c := range scale {
			if p.Model[p.Index(c)] != c {
				t.Errorf("%s: the palette lacks %v", theme.ID, c)
			}
		}
	}
	for n, want := range map[int64]int{1: 0, 10: 3, 100: 5, 1000: 5} {
		if got := heatOf(big.NewInt(n), logarithm(big.NewInt(100))); got != want {
			t.Errorf("%d of 100 has step %d, want %d", n, got, want)
		}
	}
}

// TestShortSequencesFillThePage: few layers are spaced further apart; those of many pages are not.
func TestShortSequencesFillThePage(t *testing.T) {
	for _, tt := range []struct{ layers, rows int }{{1, 4}, {4, 4}, {5, 5}, {8, 8}, {9, 8}} {
		q := ade.NewSequence(table(t, "E10", "all 1", "fire "+strconv.Itoa(tt.layers)), 6)
		_, d := sequenceOf(t, q, render.Themes[0])
		room := canvas.Field.Dy() - sequenceHead
		if rows := d.key.rows; rows != tt.rows || rows*d.high > room || rows*(d.high+1) <= room {
			t.Errorf("%d layers stand in %d rows of %d pixels, want %d rows", tt.layers, rows, d.high, tt.rows)
		}
	}
}

// TestSequenceBandsAlternate, so that a row can be followed to its total.
func TestSequenceBandsAlternate(t *testing.T) {
	q := ade.NewSequence(table(t, "A5", "all 1", "fire 4"), 6)
	img, d := sequenceOf(t, q, render.Themes[0])
	look := render.Themes[0].Look()
	for row := range d.key.rows {
		want := look.Band
		if row%2 == 1 {
			want = look.Background
		}
		if got := rendertest.RGBAAt(img, image.Pt(3, rowTop(d, row)+3)); got != want {
			t.Errorf("row %d is %v, want %v", row, got, want)
		}
	}
	if got := rendertest.RGBAAt(img, image.Pt(3, img.Rect.Max.Y-3)); got != look.Band {
		t.Errorf("the foot is %v", got)
	}
}

// TestSheets: columns lie in the picture and apart, and so do their nodes.
func TestSheets(t *testing.T) {
	for _, name := range layouts {
		p := table(t, name, "all 1", "fire")
		for _, q := range []ade.Sequence{ade.NewSequence(p, 6), ade.NewSequence(p, 6).Whole()} {
			d := freshSheets().begin(q, render.Style{})
			half := d.step / 2
			if !d.key.asMap {
				half = d.largest()
			}
			for i, node := range d.nodes {
				x := d.column[node]
				if x-half < sequenceLeft-1 || x+half > float64(d.width-sequenceRight)+1 {
					t.Errorf("%s: column %d lies at %g of %d", name, node, x, d.width)
				}
				if i > 0 && x-d.column[d.nodes[i-1]] < 2*half-1 {
					t.Errorf("%s: columns %d and %d are %g apart", name, i-1, i, x-d.column[d.nodes[i-1]])
				}
			}
			if q.IsWhole() && d.digits == 0 {
				t.Errorf("%s: the file has no numbers", name)
			}
		}
	}
}
