package atom4

import (
	"image"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// shown is the colour of a piece left of its letter, where it is as bright as it is named.
func shown(img *image.Paletted, at image.Point, radius float64) color.RGBA {
	return rendertest.RGBAAt(img, at.Sub(image.Pt(int(0.62*radius), int(0.1*radius))))
}

// like reports whether a colour is that of a piece, lit from above.
func like(got color.RGBA, l *canvas.Look, c grid.Colour) bool {
	return quantise.Distance(got, looksOf(l).piece(c)) <= 3*24*24
}

// TestEffectsShowBeforeAndAfter: the pieces in a row, of which the last one changes.
func TestEffectsShowBeforeAndAfter(t *testing.T) {
	for _, e := range atom4.Effects() {
		row, step := []grid.Colour{e.Piece, e.Hit}, 112.0
		if e.Through != grid.Empty {
			row, step = []grid.Colour{e.Piece, e.Through, e.Hit}, 84.0
		}
		for _, theme := range render.Themes {
			img := rendertest.Draw(t, Drawers, e, render.Style{Theme: theme})
			if img.Rect != image.Rect(0, 0, effectWidth, effectHeight) {
				t.Fatalf("bounds %v", img.Rect)
			}
			for half, middle := range []float64{160, 480} {
				for i, want := range row {
					if half == 1 && i == len(row)-1 {
						want = e.Result
					}
					x := middle + (float64(i)-float64(len(row)-1)/2)*step
					if got := shown(img, image.Pt(int(x), 100), pieceShare*step); !like(got, theme.Look(), want) {
						t.Errorf("%s, effect %d: piece %d of half %d is %v, want %v", theme.ID, e.Number, i, half, got, want)
					}
				}
			}
		}
	}
}

// TestEffectsPointAhead: an arrow lies between the halves, and a sentence below them.
func TestEffectsPointAhead(t *testing.T) {
	look := render.Themes[0].Look()
	for _, e := range atom4.Effects() {
		img := rendertest.Draw(t, Drawers, e, render.Style{})
		arrow := rendertest.Extent(img, image.Rect(285, 60, 355, 140), look.Muted)
		if arrow.Dx() < 40 || arrow.Min.X < 288 || arrow.Max.X > 352 {
			t.Errorf("effect %d: the arrow lies in %v", e.Number, arrow)
		}
		left := rendertest.CountIn(img, image.Rect(285, 60, 320, 140), look.Muted)
		if right := rendertest.CountIn(img, image.Rect(320, 60, 355, 140), look.Muted); right <= left {
			t.Errorf("effect %d: the arrow has %d pixels on its left and %d on its right, where its head is", e.Number, left, right)
		}
		below := image.Rect(0, 170, effectWidth, effectHeight)
		if words := rendertest.Extent(img, below, look.Text); words.Dx() < 200 || !words.In(below.Inset(12)) {
			t.Errorf("effect %d: the sentence lies in %v", e.Number, words)
		}
	}
}

// TestWheelSceneGoesClockwise: the six colours from the top, and what they mix to within.
func TestWheelSceneGoesClockwise(t *testing.T) {
	const radius = effectStep * pieceShare
	// Sixty degrees from one to the next, on a circle of 190 around (320, 320).
	places := []image.Point{{320, 130}, {485, 225}, {485, 415}, {320, 510}, {155, 415}, {155, 225}}
	for _, theme := range render.Themes {
		img := rendertest.Draw(t, Drawers, atom4.WheelScene{}, render.Style{Theme: theme})
		for i, want := range []grid.Colour{grid.Red, grid.Yellow, grid.Green, grid.Cyan, grid.Blue, grid.Purple} {
			if got := shown(img, places[i], radius); !like(got, theme.Look(), want) {
				t.Errorf("%s: place %d is %v, want %v", theme.ID, i, got, want)
			}
		}
		for x, want := range map[int]grid.Colour{259: grid.White, 381: grid.Black} {
			if got := shown(img, image.Pt(x, 320), radius); !like(got, theme.Look(), want) {
				t.Errorf("%s: %d from the left lies %v, want %v", theme.ID, x, got, want)
			}
		}
	}
}
