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
