// Package cover draws what stands above the games to choose from: a comb of hexagons, in each
// a part of a picture of one game and its name.
//
// It knows no game, and shows pictures that others have drawn.
package cover

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
)

// Tile is what stands for one game.
type Tile struct {
	Picture image.Image
	// Part is what is seen of the picture above the name. What lies around it is seen as far as
	// the hexagon has room.
	Part  image.Rectangle
	Title string
}

// Sizes in pixels. A comb of seven is 1,100 wide, twice what Discord shows.
const (
	radius  = 205.0 // of a hexagon, from its middle to a corner
	gap     = 14.0  // between two hexagons
	stroke  = 5.0
	margin  = 18.0
	letters = 42.0

	// In radii, around the middle: the part of a picture is as wide as reach to either side
	// and lies above rise, its name below.
	reach = 0.68
	rise  = 0.24
	name  = 0.58
)

// Comb draws tiles around the first, in the colours of a look.
func Comb(tiles []Tile, l *canvas.Look) *image.Paletted {
	at := places(len(tiles))
	frame := bounds(at)
	dc := gg.NewContext(int(frame.Width), int(frame.Height))
	dc.SetColor(l.Background)
	dc.Clear()
	typeface := canvas.Bold(letters)
	for i, t := range tiles {
		tile(dc, typeface, l, t, canvas.Pt(at[i].X-frame.X, at[i].Y-frame.Y))
	}
	drawn := canvas.Drawn(dc)
	m := canvas.NewMixture(l, canvas.InkCount)
	m.Picture(drawn, 1)
	return m.Palette(quantise.MaxColours).Convert(drawn)
}

// tile draws one, around a point.
func tile(dc *gg.Context, typeface *canvas.Typeface, l *canvas.Look, t Tile, at canvas.Point) {
	dc.Push()
	hexagon(dc, at, radius)
	dc.Clip()
	dc.DrawImage(scaled(t, l.Background), int(at.X-radius), int(at.Y-radius))
	shade := gg.NewLinearGradient(0, at.Y+0.1*radius, 0, at.Y+0.42*radius)
	shade.AddColorStop(0, canvas.Fade(l.Background, 0))
	shade.AddColorStop(1, l.Background)
	dc.SetFillStyle(shade)
	dc.DrawRectangle(at.X-radius, at.Y, 2*radius, radius)
	dc.Fill()
	dc.ResetClip()
	dc.Pop()
	hexagon(dc, at, radius-stroke/2)
	dc.SetColor(l.Line)
	dc.SetLineWidth(stroke)
	dc.Stroke()
	typeface.Paint(dc, canvas.Pt(at.X, at.Y+name*radius), typeface.Fit(t.Title, 1.3*radius), l.Text)
}

// scaled is a tile's picture as it lies in the box of a hexagon.
func scaled(t Tile, background color.Color) image.Image {
	size := int(2 * radius)
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	draw.Draw(out, out.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	side := float64(max(t.Part.Dx(), t.Part.Dy()))
	scale := 2 * reach * radius / side
	middle := t.Part.Min.Add(t.Part.Max).Div(2)
	far := int(2 * radius / scale) // beyond it lies nothing that is seen
	near := image.Rectangle{middle.Sub(image.Pt(far, far)), middle.Add(image.Pt(far, far))}.Intersect(t.Picture.Bounds())
	coloured := image.NewRGBA(near) // scaled several times as fast
	draw.Draw(coloured, near, t.Picture, near.Min, draw.Src)
	draw.CatmullRom.Transform(out, f64.Aff3{
		scale, 0, radius - scale*float64(middle.X),
		0, scale, (1-rise)*radius - scale*float64(middle.Y),
	}, coloured, near, draw.Src, nil)
	return out
}

// hexagon is the outline of one that stands on a corner.
func hexagon(dc *gg.Context, at canvas.Point, radius float64) {
	for i := range 6 {
		sin, cos := math.Sincos(math.Pi/6 + float64(i)*math.Pi/3)
		dc.LineTo(at.X+radius*cos, at.Y+radius*sin)
	}
	dc.ClosePath()
}

// places are the middles of hexagons: the first, and the others ring by ring, from the upper
// left.
func places(n int) []canvas.Point {
	list := []canvas.Point{{}}
	for ring := 1; len(list) < n; ring++ {
		q, r := 0, -ring // from the upper left corner clockwise
		for _, step := range [][2]int{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}} {
			for range ring {
				list = append(list, middle(q, r))
				q, r = q+step[0], r+step[1]
			}
		}
	}
	return list[:n]
}

// middle is that of a hexagon by its axial coordinates.
func middle(q, r int) canvas.Point {
	reach := radius + gap/math.Sqrt(3)
	return canvas.Pt(reach*math.Sqrt(3)*(float64(q)+float64(r)/2), reach*1.5*float64(r))
}

// box is a rectangle in pixels.
type box struct{ X, Y, Width, Height float64 }

// bounds is the box of hexagons, with a margin.
func bounds(at []canvas.Point) box {
	low, high := canvas.Pt(math.Inf(1), math.Inf(1)), canvas.Pt(math.Inf(-1), math.Inf(-1))
	for _, p := range at {
		low = canvas.Pt(min(low.X, p.X), min(low.Y, p.Y))
		high = canvas.Pt(max(high.X, p.X), max(high.Y, p.Y))
	}
	wide, tall := radius*math.Sqrt(3)/2+margin, radius+margin
	return box{low.X - wide, low.Y - tall, math.Ceil(high.X - low.X + 2*wide), math.Ceil(high.Y - low.Y + 2*tall)}
}
