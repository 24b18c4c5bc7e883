package render

import (
	"image"
	"sync/atomic"

	"github.com/fogleman/gg"
)

// sheet holds tiles and shapes for one size of cell, each painted when it is first
// needed. It is safe for concurrent use.
type sheet struct {
	comb    honeycomb // its origin is of no account
	look    *look
	palette *palette
	tiles   [fillCount][stoneCount]atomic.Pointer[tile]
	shapes  [shapeCount]atomic.Pointer[image.Alpha]
}

// tile is a cell with its stone as palette indices: the pixels that belong to the
// cell and to no other. It is read-only.
type tile struct {
	pix  []uint8
	rows []span
}

// span is one row of a tile, relative to the centre.
type span struct{ y, x0, x1 int }

// tile returns a cell with its stone.
func (s *sheet) tile(f fill, on stone) *tile {
	if t := s.tiles[f][on].Load(); t != nil {
		return t
	}
	box := s.comb.cellBox()
	painted := s.palette.convert(s.look.paintTile(s.comb, f, on))
	t := new(tile)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := span{y: y, x0: box.Max.X, x1: box.Max.X}
		for x := box.Min.X; x < box.Max.X; x++ {
			if !s.comb.covers(image.Pt(x, y)) {
				continue
			}
			row.x0, row.x1 = min(row.x0, x), x+1
			t.pix = append(t.pix, painted.ColorIndexAt(x-box.Min.X, y-box.Min.Y))
		}
		if row.x0 < row.x1 {
			t.rows = append(t.rows, row)
		}
	}
	s.tiles[f][on].Store(t)
	return t
}

// shape returns a shape's coverage, with bounds around its centre.
func (s *sheet) shape(k shape) *image.Alpha {
	if mask := s.shapes[k].Load(); mask != nil {
		return mask
	}
	box := k.box(s.comb)
	dc := gg.NewContext(box.Dx(), box.Dy())
	dc.SetRGB(0, 0, 0)
	k.paint(dc, s.comb, image.Point{}.Sub(box.Min))
	mask := tight(rgba(dc), box.Min)
	s.shapes[k].Store(mask)
	return mask
}

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
