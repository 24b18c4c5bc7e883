package render

import (
	"image"

	"github.com/fogleman/gg"
)

// tile is a cell with its stone as palette indices: the pixels that belong to the
// cell and to no other. It is read-only.
type tile struct {
	pix  []uint8
	rows []span
}

// span is one row of a tile, relative to the centre.
type span struct{ y, x0, x1 int }

// tight keeps the opacity of the part of a picture that is not transparent, moved by
// an offset.
func tight(src *image.RGBA, by image.Point) *image.Alpha {
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

// rgba is what a context has drawn.
func rgba(dc *gg.Context) *image.RGBA {
	img, _ := dc.Image().(*image.RGBA) // as gg's documentation has it
	return img
}
