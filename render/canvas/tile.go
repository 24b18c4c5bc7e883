package canvas

import (
	"image"

	"github.com/fogleman/gg"
)

// Tile is a cell with its stone as palette indices: the pixels that belong to the
// cell and to no other. It is read-only.
type Tile struct {
	Pix  []uint8
	Rows []Span
}

// Span is one row of a tile, relative to the centre.
type Span struct{ Y, X0, X1 int }

// Tight keeps the opacity of the part of a picture that is not transparent, moved by
// an offset.
func Tight(src *image.RGBA, by image.Point) *image.Alpha {
	var used image.Rectangle
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			if src.RGBAAt(x, y).A > 0 {
				used = used.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	mask := image.NewAlpha(used.Add(by))
	for y := used.Min.Y; y < used.Max.Y; y++ {
		for x := used.Min.X; x < used.Max.X; x++ {
			mask.Pix[mask.PixOffset(x+by.X, y+by.Y)] = src.RGBAAt(x, y).A
		}
	}
	return mask
}

// Drawn is what a context has drawn.
func Drawn(dc *gg.Context) *image.RGBA {
	img, _ := dc.Image().(*image.RGBA) // as gg's documentation has it
	return img
}
