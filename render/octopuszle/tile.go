package octopuszle

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Proportions of squares, in cell widths.
const (
	strokeShare = 0.15
	thickStroke = 0.20 // of the 16 x 16, whose cells are small
	thinStroke  = 0.15 // of its diagonals, which are closer to each other
	knotShare   = 0.115
	cornerShare = 0.07 // radius of a square's corners
	gapShare    = 0.022
	dotShare    = 0.075 // of a square without lines
)

// cardLine is the width of the edge of a square, in pixels.
const cardLine = 2

func card(dc *gg.Context, at canvas.Point, side float64, ground, edge color.RGBA) {
	inset := side * gapShare
	dc.DrawRoundedRectangle(at.X+inset, at.Y+inset, side-2*inset, side-2*inset, side*cornerShare)
	canvas.Pen{Context: dc}.Paint(ground, cardLine, edge)
}

// tile is everything that the sprite of a square depends on.
type tile struct {
	lines octopuszle.Lines
	tint  tint
	side  int  // pixels
	open  bool // of the 16 x 16 board: without a gap around it, with thicker lines
	edged bool // with an edge all the same
	gap   bool // no square lies there: without lines it has no knot
	// crossing is a corner of four cells instead of a square, with the lines that leave it. around
	// are the tints of these cells, row by row.
	crossing bool
	around   [4]tint
}

type tint uint8

const (
	plain tint = iota
	given      // present from the start
	bare       // an empty cell, or what would be on it
	dim        // in hand, and fits nowhere
	tints
)

// tile returns the sprite of a square or of a crossing.
func (b *board) tile(k tile) *canvas.Tile {
	return b.tiles.Get(k, func() *canvas.Tile {
		paint := b.paint
		if k.crossing {
			paint = b.paintCrossing
		}
		painted := b.Palette.Convert(paint(k))
		return canvas.Cut(painted, painted.Rect, func(image.Point) bool { return true })
	})
}

func (b *board) paint(k tile) *image.RGBA {
	size := float64(k.side)
	dc := gg.NewContext(k.side, k.side)
	dc.SetColor(b.ground(k.tint))
	if !k.open {
		dc.SetColor(b.Look.Background)
	}
	dc.Clear()
	if !k.open {
		card(dc, canvas.Point{}, size, b.ground(k.tint), b.Look.Line)
	}
	if k.edged {
		dc.DrawRectangle(0, 0, size, size)
		canvas.Pen{Context: dc}.Paint(b.ground(k.tint), 1, b.Look.Line)
	}
	middle := canvas.Pt(size/2, size/2)
	straight, diagonal := b.inks(k.tint)
	spokes(dc, middle, size*0.6, k.lines&octopuszle.Diagonals, k.stroke(true)*size, diagonal)
	spokes(dc, middle, size*0.6, k.lines&octopuszle.Orthogonals, k.stroke(false)*size, straight)
	b.paintKnot(dc, k)
	return canvas.Drawn(dc)
}

// spokes paints lines from a point, each as far as reach along the axes.
func spokes(dc *gg.Context, from canvas.Point, reach float64, lines octopuszle.Lines, width float64, c color.RGBA) {
	for d := range octopuszle.Direction(octopuszle.Directions) {
		if lines.Has(d) {
			dx, dy := d.Step()
			canvas.Pen{Context: dc}.Line(from, canvas.Pt(from.X+float64(dx)*reach, from.Y+float64(dy)*reach), width, c)
		}
	}
}

// stroke is the width of lines, in cell widths.
func (k tile) stroke(diagonals bool) float64 {
	switch {
	case !k.open:
		return strokeShare
	case diagonals:
		return thinStroke
	default:
		return thickStroke
	}
}

// paintKnot paints the centre of a square.
func (b *board) paintKnot(dc *gg.Context, k tile) {
	straight, diagonal := b.inks(k.tint)
	size, knot, radius := float64(k.side), straight, knotShare
	switch {
	case k.lines == 0 && k.gap:
		return
	case k.lines == 0:
		knot, radius = b.Look.Muted, dotShare
	case k.open:
		radius = k.stroke(k.lines&octopuszle.Orthogonals == 0) / 2
	}
	if k.lines&octopuszle.Orthogonals == 0 && k.lines != 0 {
		knot = diagonal
	}
	canvas.Pen{Context: dc}.Disc(canvas.Pt(size/2, size/2), radius*size, knot)
}

// paintCrossing paints the diagonals through a corner of cells, where they are wider than the two
// cells that they join.
func (b *board) paintCrossing(k tile) *image.RGBA {
	half := crossing(k.side)
	dc := gg.NewContext(2*half, 2*half)
	side := float64(half)
	for i, tint := range k.around {
		dc.DrawRectangle(float64(i%2)*side, float64(i/2)*side, side, side)
		dc.SetColor(b.ground(tint))
		dc.Fill()
	}
	for i, d := range [...]octopuszle.Direction{octopuszle.NorthWest, octopuszle.NorthEast, octopuszle.SouthWest, octopuszle.SouthEast} {
		_, diagonal := b.inks(k.around[i])
		spokes(dc, canvas.Pt(side, side), 2*side, k.lines&(1<<d), thinStroke*float64(k.side), diagonal)
	}
	return canvas.Drawn(dc)
}

// crossing is half the side of a crossing's sprite.
func crossing(side int) int { return int(thinStroke*float64(side)*0.75) + 2 }
