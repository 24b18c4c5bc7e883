package iching

import (
	"image"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// tableOf is a table before the throw.
func tableOf(t *testing.T, method, question string) engine.Position {
	t.Helper()
	o := engine.Options{"method": method}
	if question != "" {
		o["question"] = question
	}
	p, err := iching.Game.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWaitingTableHasSixPlaces: frames without anything in them, and words beside them.
func TestWaitingTableHasSixPlaces(t *testing.T) {
	bars := waitingBars
	for _, theme := range render.Themes {
		look := theme.Look()
		for _, method := range []string{"coins", "yarrow"} {
			img := rendertest.Picture(t, measuring, tableOf(t, method, "Who is there?"), render.Style{Theme: theme})
			for n := 1; n <= 6; n++ {
				r := bars.line(n)
				inner := r.Inset(3)
				if got := rendertest.CountIn(img, inner, look.Band); got != inner.Dx()*inner.Dy() {
					t.Errorf("%s, %s: place %d has %d pixels of the band in %v", theme.ID, method, n, got, inner)
				}
				if got, want := rendertest.CountIn(img, r, look.Muted), r.Dx()*r.Dy()-inner.Dx()*inner.Dy(); got != want {
					t.Errorf("%s, %s: the frame of place %d has %d pixels, want %d", theme.ID, method, n, got, want)
				}
			}
			room := image.Rect(pageMargin, pageMargin, pageWidth-pageMargin, sheetBody-pageMargin)
			body := image.Rect(0, 0, pageWidth, sheetBody)
			if box := rendertest.Extent(img, body, look.Muted).Union(rendertest.Extent(img, body, look.Text)); !box.In(room) || box.Dx() < room.Dx()-40 {
				t.Errorf("%s, %s: drawn over %v of %v", theme.ID, method, box, room)
			}
			below := image.Rect(bars.line(1).Max.X+10, tableWords-20, pageWidth, sheetBody)
			if box := rendertest.Extent(img, below, look.Text); box.Dx() < 300 {
				t.Errorf("%s, %s: the words beside lie in %v of %v", theme.ID, method, box, below)
			}
		}
	}
}

// TestTableShowsThreeCoins: two faces with four signs, and one back, each with a hole.
func TestTableShowsThreeCoins(t *testing.T) {
	waiting := tableOf(t, "coins", "")
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, waiting, render.Style{Theme: theme})
		for i, at := range coinPlaces {
			hole := canvas.Around(at, coinHole).Inset(6)
			if got := rendertest.CountIn(img, hole, look.Background); got != hole.Dx()*hole.Dy() {
				t.Errorf("%s: %d pixels of the ground are seen through coin %d in %v", theme.ID, got, i, hole)
			}
			if got := rendertest.RGBAAt(img, canvas.Pt(at.X+coinHole+4, at.Y-coinHole-4).Round()); got != look.Cell {
				t.Errorf("%s: coin %d is %v", theme.ID, i, got)
			}
			within := canvas.Around(at, coinRadius-9)
			if signs := rendertest.CountIn(img, within, look.Text) > 0; signs != (i < 2) {
				t.Errorf("%s: coin %d has signs: %t", theme.ID, i, signs)
			}
		}
	}
	signs := map[string]int{}
	for _, words := range written(t, waiting) {
		signs[words]++
	}
	for _, sign := range []string{"開", "元", "通", "寶"} {
		if signs[sign] != 2 {
			t.Errorf("%s is written %d times", sign, signs[sign])
		}
	}
}

// TestTableShowsStalks: two heaps of twenty-four, which can be counted at their tips, and one
// between them.
func TestTableShowsStalks(t *testing.T) {
	waiting := tableOf(t, "yarrow", "")
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, waiting, render.Style{Theme: theme})
		inkAt := func(p canvas.Point) string {
			c := rendertest.RGBAAt(img, p.Round())
			near := func(a image.Point) bool { return canvas.ColourDistance(c, rendertest.RGBAAt(img, a)) < 3*8*8 }
			switch {
			case near(image.Pt(2, 2)):
				return "ground"
			case canvas.ColourDistance(c, look.Text) < canvas.ColourDistance(c, look.Muted):
				return "text"
			}
			return "muted"
		}
		const share = 0.96 // of the way to the tips
		for _, x := range []float64{tableAt - heapAside, tableAt + heapAside} {
			for i := range heapStalks {
				foot, tip := stalk(x, i)
				at := canvas.Between(foot, tip, share)
				foot, tip = stalk(x, i+1)
				gap := canvas.Between(at, canvas.Between(foot, tip, share), 0.5)
				if got := [2]string{inkAt(at), inkAt(gap)}; got != [2]string{"muted", "ground"} {
					t.Errorf("%s: stalk %d of the heap at %g is %s, and what follows %s", theme.ID, i, x, got[0], got[1])
				}
			}
		}
		if got := inkAt(canvas.Pt(tableAt, heapTop+100)); got != "text" {
			t.Errorf("%s: the one apart is %s", theme.ID, got)
		}
	}
}

// TestTableSaysHowLinesAreMade, by each method, and whole.
func TestTableSaysHowLinesAreMade(t *testing.T) {
	for method, want := range map[string]string{"coins": "Three coins for each line,", "yarrow": "Yarrow stalks for each line,"} {
		words := written(t, tableOf(t, method, "Who is there?"))
		for _, w := range []string{want, "from the bottom up", "“Who is there?”", "The lines have not been cast yet"} {
			if !slices.Contains(words, w) {
				t.Errorf("%s: no %q among %q", method, w, words)
			}
		}
	}
}
