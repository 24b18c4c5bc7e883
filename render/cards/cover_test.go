package cards

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
	return Tile{Picture: img, Part: image.Rect(100, 40, 200, 140), Title: "Octopuszle"}
}

func picture(n int, l *canvas.Look) *image.Paletted {
	tiles := make([]Tile, n)
	for i := range tiles {
		tiles[i] = chequered(l.Tints[i%len(l.Tints)], l.Cell)
	}
	return Comb(tiles, l)
}

// TestReadable: names can be read, whatever lies above them; package bot knows the games, and
// keeps the picture of all.
func TestCoverReadable(t *testing.T) {
	draw := func() []render.Drawer {
		return []render.Drawer{render.For(func(n int, s render.Style) *image.Paletted { return picture(n, s.Theme.Look()) })}
	}
	for _, theme := range render.Themes {
		t.Run(theme.ID, func(t *testing.T) { rendertest.Measure(t, draw, 7, render.Style{Theme: theme}) })
	}
}

// TestPlaces: hexagons lie within the picture, and no corner of one in another.
func TestPlaces(t *testing.T) {
	for n := 1; n <= 12; n++ {
		c := combOf(n)
		if len(c.at) != n {
			t.Fatalf("%d places for %d tiles", len(c.at), n)
		}
		within := func(p canvas.Point) bool { // the hexagon around the origin
			x, y := math.Abs(p.X), math.Abs(p.Y)
			return x < c.half && y < c.tall()-x/math.Sqrt(3)
		}
		for i, p := range c.at {
			if p.X-c.half < coverMargin-1 || p.X+c.half > coverWidth-coverMargin+1 || p.Y-c.tall() < coverMargin-1 || p.Y+c.tall() > coverHeight-coverMargin+1 {
				t.Errorf("of %d, hexagon %d lies around %v", n, i, p)
			}
			for j, q := range c.at {
				for _, corner := range []canvas.Point{{X: 0, Y: c.tall()}, {X: c.half, Y: c.side}, {X: -c.half, Y: c.side}, {X: 0, Y: -c.tall()}, {X: c.half, Y: -c.side}} {
					if i != j && within(canvas.Pt(q.X+corner.X-p.X, q.Y+corner.Y-p.Y)) {
						t.Errorf("of %d, hexagon %d lies on %d", n, j, i)
					}
				}
			}
		}
	}
}

// TestCombShowsItsParts: the middle of each part is seen.
func TestCombShowsItsParts(t *testing.T) {
	for _, n := range []int{2, 7, 8} {
		l := render.Themes[0].Look()
		img, c := picture(n, l), combOf(n)
		for i, p := range c.at {
			at := canvas.Pt(p.X, p.Y+seen*c.tall()).Round()
			if !at.In(img.Bounds()) || canvas.Contrast(rendertest.RGBAAt(img, at), canvas.RGB(0xffffff)) > 1.2 {
				t.Errorf("of %d, tile %d has %v in the middle of its part, want white", n, i, rendertest.RGBAAt(img, at))
			}
		}
	}
}

func BenchmarkComb(b *testing.B) {
	l := render.Themes[0].Look()
	b.ReportAllocs()
	for b.Loop() {
		picture(7, l)
	}
}
