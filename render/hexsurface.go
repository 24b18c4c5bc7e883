package render

import "image"

// hexSurface is what a scene is drawn on. Positions are in pixels.
type hexSurface interface {
	surface
	// tile replaces a cell, with all that lies on it.
	tile(s *sheet, centre image.Point, f fill, on stone)
	// shape blends a mark, or a piece of a line.
	shape(s *sheet, centre image.Point, k shape, with ink)
}

// hexPicture is a paletted picture as such a surface.
type hexPicture struct{ canvas }

func (p hexPicture) tile(s *sheet, centre image.Point, f fill, on stone) {
	p.stamp(s.tile(f, on), centre)
}

func (p hexPicture) shape(s *sheet, centre image.Point, k shape, with ink) {
	p.blend(s.shape(k), centre, with)
}
