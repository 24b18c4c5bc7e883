package cards

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
	"golang.org/x/image/draw"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Tile is the picture of one game.
type Tile struct {
	Picture image.Image
	// Part is the part of the picture shown above the title. What surrounds it shows as far as the
	// hexagon has room.
	Part  image.Rectangle
	Title string
}

// Sizes in pixels: twice those that Discord shows.
const (
	coverWidth  = canvas.Width
	coverHeight = canvas.Height
	hexagonGap  = 14.0 // between two hexagons
	rimWidth    = 5.0
	coverMargin = 20.0
	letters     = 36.0 // text size of titles
	aside       = 16.0 // space on either side of a title
	colours     = 52   // more make larger files without a visible difference

	// Vertical positions of the pictures' parts, of titles and of the shade behind them, in halves
	// of a hexagon's height from its centre.
	seen       = -0.24
	name       = 0.56
	shadeFrom  = 0.14
	shadeWhole = 0.40
)

// Comb draws tiles as a honeycomb, in the colours of a look.
func Comb(tiles []Tile, l *canvas.Look) *image.Paletted {
	c := combOf(len(tiles))
	dc := gg.NewContext(coverWidth, coverHeight)
	dc.SetColor(l.Background)
	dc.Clear()
	typeface := canvas.Bold(letters)
	for i, t := range tiles {
		c.tile(dc, typeface, l, t, c.at[i])
	}
	drawn := canvas.Drawn(dc)
	m := canvas.NewMixture(l, canvas.InkCount)
	m.Picture(drawn, 1)
	return m.Palette(colours).Convert(drawn)
}

// comb is a layout of hexagons that stand on a corner and are higher than regular ones.
type comb struct {
	half  float64 // of a hexagon's width
	point float64 // height of its upper and its lower corner
	side  float64 // half the length of its vertical sides
	at    []canvas.Point
}

// combOf lays out hexagons in two interlocking rows.
func combOf(n int) comb {
	const least = 4 // per row, to leave room for titles
	row := max(least, (n+2)/2)
	c := comb{half: (coverWidth - 2*coverMargin - hexagonGap*float64(row-1)) / float64(2*row)}
	c.point = c.half / math.Sqrt(3)
	slant := hexagonGap * math.Sqrt(3) / 2 // makes the gap between the rows as wide as that within a row
	c.side = (coverHeight - 2*coverMargin - slant - 3*c.point) / 4
	across, down := 2*c.half+hexagonGap, 2*c.side+c.point+slant
	first := canvas.Pt(coverMargin+c.half, coverMargin+c.point+c.side)
	shift := float64((row-1-max(0, n-row))/2) + 0.5 // of the lower row
	if n <= row {
		first = canvas.Pt(coverWidth/2-float64(n-1)/2*across, coverHeight/2)
	}
	for i := range n {
		at := canvas.Pt(first.X+float64(i)*across, first.Y)
		if i >= row {
			at = canvas.Pt(first.X+(float64(i-row)+shift)*across, first.Y+down)
		}
		c.at = append(c.at, at)
	}
	return c
}

// tall is half the height of a hexagon.
func (c comb) tall() float64 { return c.side + c.point }

// tile draws a tile centred on a point.
func (c comb) tile(dc *gg.Context, typeface *canvas.Typeface, l *canvas.Look, t Tile, at canvas.Point) {
	dc.Push()
	c.hexagon(dc, at, 0)
	dc.SetFillStyle(pixels{c.scaled(t, l.Background, at)})
	dc.FillPreserve()
	dc.Clip()
	shade := gg.NewLinearGradient(0, at.Y+shadeFrom*c.tall(), 0, at.Y+shadeWhole*c.tall())
	shade.AddColorStop(0, canvas.Fade(l.Background, 0))
	shade.AddColorStop(1, l.Background)
	dc.SetFillStyle(shade)
	dc.DrawRectangle(at.X-c.half, at.Y, 2*c.half, c.tall())
	dc.Fill()
	dc.ResetClip()
	dc.Pop()
	c.hexagon(dc, at, rimWidth/2)
	dc.SetColor(l.Line)
	dc.SetLineWidth(rimWidth)
	dc.Stroke()
	typeface.Paint(dc, canvas.Pt(at.X, at.Y+name*c.tall()), typeface.Fit(t.Title, 2*(c.half-aside)), l.Text)
}

// pixels is a fill with a picture that lies where it is to be seen: drawing it through a clip
// resamples it.
type pixels struct{ image.Image }

// ColorAt implements [gg.Pattern].
func (p pixels) ColorAt(x, y int) color.Color { return p.At(x, y) }

// scaled returns a tile's picture, scaled to the bounding box of a hexagon around a point.
func (c comb) scaled(t Tile, background color.Color, at canvas.Point) image.Image {
	size := image.Rect(0, 0, int(2*c.half), int(2*c.tall()))
	out := image.NewRGBA(size.Add(image.Pt(int(at.X-c.half), int(at.Y-c.tall()))))
	draw.Draw(out, out.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	scale := 2 * (c.half - aside) / float64(max(t.Part.Dx(), t.Part.Dy()))
	middle := t.Part.Min.Add(t.Part.Max).Div(2)
	far := int(2 * c.tall() / scale) // nothing beyond it is visible
	near := image.Rectangle{middle.Sub(image.Pt(far, far)), middle.Add(image.Pt(far, far))}.Intersect(t.Picture.Bounds())
	near.Max.Y = min(near.Max.Y, t.Part.Max.Y) // excludes the caption
	coloured := image.NewRGBA(near)            // scales several times as fast
	draw.Draw(coloured, near, t.Picture, near.Min, draw.Src)
	to := func(p image.Point) image.Point {
		return image.Pt(int(math.Round(at.X+scale*float64(p.X-middle.X))), int(math.Round(at.Y+seen*c.tall()+scale*float64(p.Y-middle.Y))))
	}
	draw.CatmullRom.Scale(out, image.Rectangle{to(near.Min), to(near.Max)}, coloured, near, draw.Src, nil)
	return out
}

// hexagon is the outline of a hexagon, inset by a distance.
func (c comb) hexagon(dc *gg.Context, at canvas.Point, within float64) {
	half := c.half - within
	side := c.side - within/math.Sqrt(3)
	tall := side + half/math.Sqrt(3)
	for _, corner := range []canvas.Point{{X: 0, Y: -tall}, {X: half, Y: -side}, {X: half, Y: side}, {X: 0, Y: tall}, {X: -half, Y: side}, {X: -half, Y: -side}} {
		dc.LineTo(at.X+corner.X, at.Y+corner.Y)
	}
	dc.ClosePath()
}
