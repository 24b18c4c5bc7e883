package hex

import (
	"image"
	"sync/atomic"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// sheet holds tiles and shapes for one size of cell, each painted when it is first
// needed. It is safe for concurrent use.
type sheet struct {
	comb    honeycomb // its origin is of no account
	look    *canvas.Look
	palette *canvas.Palette
	tiles   [fillCount][stoneCount]atomic.Pointer[canvas.Tile]
	shapes  [shapeCount]atomic.Pointer[image.Alpha]
}

// tile returns a cell with its stone.
func (s *sheet) tile(f fill, on stone) *canvas.Tile {
	if t := s.tiles[f][on].Load(); t != nil {
		return t
	}
	painter := newTilePainter(s.look, s.comb)
	painter.lay(f)
	t := canvas.Cut(s.palette.Convert(painter.paint(on)), s.comb.cellBox(), s.comb.covers)
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
	mask := canvas.Tight(canvas.Drawn(dc), box.Min)
	s.shapes[k].Store(mask)
	return mask
}
