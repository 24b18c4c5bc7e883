package cover

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// chequered is a picture of squares in two colours, with a white one in the middle of a part.
func chequered(a, b color.Color) Tile {
	img := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for y := range 200 {
		for x := range 300 {
			c := a
			if (x/20+y/20)%2 == 1 {
				c = b
			}
			if x/20 == 7 && y/20 == 4 {
				c = color.White
			}
			img.Set(x, y, c)
		}
	}
	return Tile{Picture: img, Part: image.Rect(100, 40, 200, 140), Title: "Seven squares"}
}

func combOf(n int, l *canvas.Look) *image.Paletted {
	tiles := make([]Tile, n)
	for i := range tiles {
		tiles[i] = chequered(l.Tints[i%len(l.Tints)], l.Cell)
	}
	return Comb(tiles, l)
}

func TestGolden(t *testing.T) {
	draw := func() []render.Drawer {
		return []render.Drawer{render.For(func(n int, s render.Style) image.Image { return combOf(n, s.Theme.Look()) })}
	}
	for _, theme := range render.Themes {
		t.Run(theme.ID, func(t *testing.T) { rendertest.Golden(t, draw, 7, render.Style{Theme: theme}) })
	}
}

// TestPlaces: hexagons touch, none lies on another, and the first is in the middle of rings.
func TestPlaces(t *testing.T) {
	at := places(19)
	near := radius*math.Sqrt(3) + gap
	for i, p := range at {
		if d := math.Hypot(p.X, p.Y); i > 0 && i < 7 && math.Abs(d-near) > 1 || i >= 7 && d < 1.7*near {
			t.Errorf("place %d is %.0f away from the middle", i, d)
		}
		for j, q := range at[:i] {
			if d := math.Hypot(p.X-q.X, p.Y-q.Y); d < near-1 {
				t.Errorf("places %d and %d are %.0f apart, want %.0f", i, j, d, near)
			}
		}
	}
}

// TestCombShowsItsParts: the middle of each part is seen, and all lies in the picture.
func TestCombShowsItsParts(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8} {
		l := render.Themes[0].Look()
		img, at := combOf(n, l), places(n)
		frame := bounds(at)
		for i, p := range at {
			x, y := int(p.X-frame.X), int(p.Y-frame.Y-rise*radius)
			if !image.Pt(x, y).In(img.Bounds()) || canvas.Contrast(color.RGBAModel.Convert(img.At(x, y)).(color.RGBA), canvas.RGB(0xffffff)) > 1.2 {
				t.Errorf("of %d, tile %d has %v in the middle of its part, want white", n, i, img.At(x, y))
			}
			if corner := int(p.X - frame.X + radius); corner > img.Bounds().Dx()+int(radius) {
				t.Errorf("of %d, tile %d leaves the picture", n, i)
			}
		}
	}
}

func BenchmarkComb(b *testing.B) {
	l := render.Themes[0].Look()
	b.ReportAllocs()
	for b.Loop() {
		combOf(7, l)
	}
}
