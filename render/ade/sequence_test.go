package ade

import (
	"fmt"
	"image"
	"math"
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
func sequenceOf(t *testing.T, q ade.Sequence, theme render.Theme) (*image.Paletted, *sheet) {
	t.Helper()
	return rendertest.Picture(t, measuring, q, render.Style{Theme: theme}), laidOut.sheet(q, theme.Look())
}

// rowTop is where a row of a sequence graph begins.
func rowTop(s *sheet, row int) int { return sequenceHead + row*s.high }

// TestSequenceShowsWhatFired: in each layer the nodes that fired have a dot, the others show
// the column's line.
func TestSequenceShowsWhatFired(t *testing.T) {
	q := ade.NewSequence(table(t, "E8", "0 1 0 0 0 0 0 0", "fire 12"), 6)
	for q.Page = range q.Pages {
		for _, theme := range render.Themes {
			img, sheet := sequenceOf(t, q, theme)
			look := theme.Look()
			first, end := q.Layers()
			for row, layer := range q.Trace()[first:end] {
				for i, x := range sheet.column {
					dot := near(img, image.Pt(int(math.Round(x)), rowTop(sheet, row)+sheet.high/2-int(sheet.dot)+3), look, flowInk(look))
					if dot != layer.Fired.Has(i) {
						t.Errorf("%s: layer %d, node %d: a dot is there: %t", theme.ID, first+row+1, i, dot)
					}
				}
			}
		}
	}
}

// TestShortSequencesFillThePage: few layers are spaced further apart; those of many pages are not.
func TestShortSequencesFillThePage(t *testing.T) {
	for _, tt := range []struct{ layers, rows int }{{1, 4}, {4, 4}, {5, 5}, {6, 6}, {9, 6}} {
		q := ade.NewSequence(table(t, "E10", "all 1", "fire "+strconv.Itoa(tt.layers)), 6)
		_, s := sequenceOf(t, q, render.Themes[0])
		if s.rows != tt.rows || s.rows*s.high > ade.PageLayers*sequenceRow || s.rows*(s.high+1) <= ade.PageLayers*sequenceRow {
			t.Errorf("%d layers stand in %d rows of %d pixels, want %d rows", tt.layers, s.rows, s.high, tt.rows)
		}
	}
}

// TestSequenceBandsAlternate, so that a row can be followed to its total.
func TestSequenceBandsAlternate(t *testing.T) {
	q := ade.NewSequence(table(t, "A5", "all 1", "fire 4"), 6)
	img, s := sequenceOf(t, q, render.Themes[0])
	look := render.Themes[0].Look()
	for row := range s.rows {
		want := look.Band
		if row%2 == 1 {
			want = look.Background
		}
		if got := rendertest.RGBAAt(img, image.Pt(3, rowTop(s, row)+3)); got != want {
			t.Errorf("row %d is %v, want %v", row, got, want)
		}
	}
	if got := rendertest.RGBAAt(img, image.Pt(3, img.Rect.Max.Y-3)); got != look.Band {
		t.Errorf("the foot is %v", got)
	}
}

// TestSheets: columns lie in the picture and apart, and rings have room between each other.
func TestSheets(t *testing.T) {
	for _, name := range layouts {
		p := table(t, name, "all 1", "fire")
		for _, q := range []ade.Sequence{ade.NewSequence(p, 6), ade.NewSequence(p, 6).Whole()} {
			s := freshSheets().sheet(q, render.Themes[0].Look())
			if len(s.masks) != s.rings+2 {
				t.Errorf("%s: %d rings and %d masks", name, s.rings, len(s.masks))
			}
			for i, node := range s.nodes {
				x := s.column[node]
				if x-s.radius < sequenceLeft || x+s.radius > float64(s.width-sequenceRight) {
					t.Errorf("%s: column %d lies at %g of %d", name, node, x, s.width)
				}
				if i > 0 && x-s.column[s.nodes[i-1]] < 2*s.radius {
					t.Errorf("%s: columns %d and %d are %g apart, of radius %g", name, i-1, i, x-s.column[s.nodes[i-1]], s.radius)
				}
			}
			for n := range s.rings {
				if s.outer(n+1)-s.outer(n) < s.gap-1e-9 || s.outer(n+1) > s.radius+1e-9 {
					t.Errorf("%s: ring %d has radius %g", name, n+1, s.outer(n+1))
				}
			}
			if q.IsWhole() && s.step < wholeColumn-1e-9 {
				t.Errorf("%s: columns of the whole are %g wide", name, s.step)
			}
		}
	}
}

// TestRingsCountValues up to the bound; without one, 0, they count all.
func TestRingsCountValues(t *testing.T) {
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(50), nil)
	for _, tt := range []struct {
		n           *big.Int
		bound, want int
	}{
		{big.NewInt(1), 6, 1},
		{big.NewInt(6), 6, 6},
		{big.NewInt(7), 6, 6},
		{huge, 6, 6},
		{big.NewInt(7), 12, 7},
		{huge, 999, 999},
		{big.NewInt(7), 0, 7},
		{big.NewInt(345), 0, 345},
		{huge, 0, 1000},
	} {
		if got := ringsOf(tt.n, tt.bound); got != tt.want {
			t.Errorf("%v has %d rings with a bound of %d, want %d", tt.n, got, tt.bound, tt.want)
		}
	}
}

// TestEveryRingIsDrawn: around a value there are as many rings as the value or the bound says, or a
// thick one where they are too many.
func TestEveryRingIsDrawn(t *testing.T) {
	for value := 1; value <= 14; value++ {
		for _, bound := range []int{0, 1, 3, 6, 10} {
			q := ade.NewSequence(table(t, "A2", fmt.Sprintf("%d 0", value), "fire"), bound)
			want := value
			if bound > 0 {
				want = min(value, bound)
			}
			img, s := sequenceOf(t, q, render.Themes[0])
			at := canvas.Pt(s.column[0], float64(rowTop(s, 0))+float64(s.high)/2)
			from := int(s.dot + s.long(s.bold, strconv.Itoa(value)))
			rings, inside := 0, true
			for x := from - 2; x < from+20; x++ {
				ringed := near(img, at.Round().Add(image.Pt(x, 0)), s.look, canvas.InkBand)
				if inside == ringed {
					inside = !inside
					rings += btoi(inside)
				}
			}
			if expected := min(want, 1); want > s.rings && rings != expected {
				t.Errorf("%d with a bound of %d has %d rings, want a thick one", value, bound, rings)
			}
			ground := canvas.Around(at, s.dot-4)
			if rendertest.CountIn(img, ground, s.look.Ink(onInk(s.look, flowInk(s.look)))) == 0 {
				t.Errorf("%d with a bound of %d: no number stands in its node", value, bound)
			}
			if s.masks[min(want, s.rings+1)].Rect.Dx() < 2*int(s.outer(want)) {
				t.Errorf("%d with a bound of %d: the rings are cut off", value, bound)
			}
		}
	}
}

// TestValuesStandInTheirNodes: the value itself, not the bound of its rings, whole or shortened, and
// never wider than its column.
func TestValuesStandInTheirNodes(t *testing.T) {
	for graph, want := range map[string]string{"A3": "12 156 123456 1.2e18", "E8": "12 156 1.2e5 1.2e18", "A12": "12 156 1e5 e18"} {
		_, s := sequenceOf(t, ade.NewSequence(table(t, graph, "all 1", "fire"), 12), render.Themes[0])
		var got []string
		for _, n := range []int64{12, 156, 123456, 1234567890123456789} {
			text, face, rings := s.valueText(big.NewInt(n), 12)
			got = append(got, text)
			if wide := 2 * (s.dot + s.long(face, text)); wide > s.step || rings <= s.rings {
				t.Errorf("%s: %d is %g wide of %g, with %d rings", graph, n, wide, s.step, rings)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: values are written %s, want %s", graph, got, want)
		}
	}
}

// TestRingsDiffer: each number of rings looks different, and no ring hides another.
func TestRingsDiffer(t *testing.T) {
	_, s := sequenceOf(t, ade.NewSequence(table(t, "A2", "1 1", "fire"), 6), render.Themes[0])
	if s.rings < 6 {
		t.Fatalf("%d rings", s.rings)
	}
	for n, mask := range s.masks[:s.rings+1] {
		rings, inside := 0, true // on the way to the right
		for x := range int(s.radius) + 2 {
			if solid := mask.AlphaAt(x, 0).A >= 0x80; solid != inside {
				inside = solid
				rings += btoi(solid)
			}
		}
		if n > 1 && rings < n-1 || rings > n {
			t.Errorf("of %d rings %d can be seen", n, rings)
		}
	}
}
