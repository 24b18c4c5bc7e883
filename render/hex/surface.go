package hex

import (
	"image"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// surface is what a scene is drawn on. Positions are in pixels.
type surface interface {
	canvas.Surface
	// tile replaces a cell, with all that lies on it.
	tile(s *sheet, centre image.Point, f fill, on stone)
	// shape blends a mark, or a piece of a line.
	shape(s *sheet, centre image.Point, k shape, with canvas.Ink)
	// mask blends what is drawn once, with its corner at a point.
	mask(m *image.Alpha, at image.Point, with canvas.Ink)
}

// paletted is a paletted picture as such a surface.
type paletted struct{ canvas.Canvas }

func (p paletted) tile(s *sheet, centre image.Point, f fill, on stone) {
	p.Stamp(s.tile(f, on), centre)
}

func (p paletted) shape(s *sheet, centre image.Point, k shape, with canvas.Ink) {
	p.Blend(s.shape(k), centre, with)
}

func (p paletted) mask(m *image.Alpha, at image.Point, with canvas.Ink) { p.Blend(m, at, with) }
