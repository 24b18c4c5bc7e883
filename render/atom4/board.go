package atom4

import (
	"image"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards caches empty boards and sprites. It is safe for concurrent use.
type boards struct {
	canvas.Cache[key, *board]
	sprites canvas.Cache[*canvas.Look, *sprites]
}

// mostBoards bounds the memory: a board takes 0.8 MB, the one of an attached file 2.5 MB. Games
// stay near the middle of the board: 128 games of 30 pieces show some 50 parts of it.
const mostBoards = 64

type key struct {
	look  *canvas.Look
	sheet sheet
	part  part
}

// board is an empty part of the board. It is immutable.
type board struct {
	canvas.Board
	frame
	sprites *sprites
	caption *canvas.Caption
	label   *canvas.Typeface // coordinates, names, and signs of ghosts
}

// colours are enough for the gradients of eight colours. More make larger files.
const colours = 54

func newPalette(l *canvas.Look) *canvas.Palette {
	const radius, rampWeight, steps = 35, 60, 8
	m := canvas.NewMixture(l, canvas.InkCount, l.Line, l.Cell, l.Lit)
	for c := grid.Black; c <= grid.White; c++ {
		m.Picture(paint(l, piece{colour: c, radius: radius, step: radius}), 4)
		m.Picture(paint(l, piece{colour: c, radius: radius, ground: onSide}), 1)
		m.Picture(paint(l, piece{colour: c, radius: leastLettered / 2, step: radius}), 4)
	}
	m.Ramps(l.Background, steps, rampWeight, l.Line, l.Label, l.Text, l.Green, l.Lit)
	m.Ramps(l.Band, steps, rampWeight, l.Text, l.Muted, l.Lit)
	m.Ramps(l.Cell, steps, rampWeight, l.Label)
	m.Ramps(l.Background, steps, rampWeight, looksOf(l).pieces[:]...)
	m.Ramps(l.Green, steps, rampWeight, looksOf(l).pieces[:]...)
	for c, own := range looksOf(l).pieces {
		m.Exact(own, canvas.Mix(own, looksOf(l).on(grid.Black+grid.Colour(c)), 0.5)) // or else green would be between
	}
	return m.Palette(colours)
}

func newBoard(k key, s *sprites) *board {
	b := &board{
		Board:   canvas.Board{Look: k.look, Palette: s.palette},
		frame:   newFrame(k.sheet, k.part),
		sprites: s,
		caption: canvas.NewCaption(canvas.Foot(k.sheet.bounds())),
		label:   canvas.Bold(canvas.LeastText),
	}
	on := b.Paint(b.bounds(), b.caption.Box, b.paint)
	b.coordinates(on)
	return b
}

// paint paints the side and the lines of the grid. Lines that continue beyond the part end in a
// stub.
func (b *board) paint(dc *gg.Context) {
	dc.SetColor(b.Look.Band)
	side := b.side()
	dc.DrawRectangle(float64(side.Min.X), 0, float64(side.Dx()), float64(side.Dy()))
	dc.Fill()
	for row := b.row - 1; row <= b.row+b.rows; row++ {
		for col := b.col - 1; col <= b.col+b.columns; col++ {
			b.paintLines(dc, col, row)
		}
	}
	for row := b.row; row < b.row+b.rows; row++ {
		for col := b.col; col < b.col+b.columns; col++ {
			canvas.Pen{Context: dc}.Disc(canvas.At(b.at(col, row)), b.share(vertexDisc), b.Look.Cell)
		}
	}
	b.paintSide(dc)
}

// paintLines paints the lines from a vertex to the right and downwards.
func (b *board) paintLines(dc *gg.Context, col, row int) {
	for _, to := range onwards(col, row) {
		if !exists(col, row) || !exists(to.X, to.Y) {
			continue
		}
		from, end := canvas.At(b.at(col, row)), canvas.At(b.at(to.X, to.Y))
		switch here, there := b.shows(col, row), b.shows(to.X, to.Y); {
		case !here && !there:
			continue
		case !there:
			end = canvas.Between(from, end, stubShare)
		case !here:
			from = canvas.Between(end, from, stubShare)
		}
		canvas.Pen{Context: dc}.Line(from, end, max(canvas.MinimumLine, b.share(gridStroke)), b.Look.Line)
	}
}

// onwards returns the neighbours of a vertex: right, lower right and lower left.
func onwards(col, row int) [3]image.Point {
	return [...]image.Point{{col + 1, row}, {col + row&1, row + 1}, {col + row&1 - 1, row + 1}}
}

func exists(col, row int) bool {
	return col >= 0 && row >= 0 && col < grid.Size && row < grid.Size
}

func (b *board) coordinates(on canvas.Canvas) {
	for i := range b.columns {
		canvas.Centred(on, b.label, b.letterAt(i), hexgrid.Letters(b.col+i), canvas.InkLabel)
	}
	for i := range b.rows {
		canvas.Centred(on, b.label, b.numberAt(i), strconv.Itoa(b.row+i+1), canvas.InkLabel)
	}
}
