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

// Cut keeps those pixels of a painted cell that belong to it. The picture's corner is that
// of box, whose points are relative to the cell's centre.
func Cut(painted *image.Paletted, box image.Rectangle, belongs func(image.Point) bool) *Tile {
	t := new(Tile)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := Span{y, box.Max.X, box.Max.X}
		for x := box.Min.X; x < box.Max.X; x++ {
			if !belongs(image.Pt(x, y)) {
				continue
			}
			row.X0, row.X1 = min(row.X0, x), x+1
			t.Pix = append(t.Pix, painted.ColorIndexAt(x-box.Min.X, y-box.Min.Y))
		}
		if row.X0 < row.X1 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

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
