package atom4

import (
	"image"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards caches empty boards and sprites. It is safe for concurrent use.
type boards struct {
	canvas.Cache[key, *board]
	sprites canvas.Cache[set, *sprites]
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
	tiles   bool // pieces are tiles
	caption *canvas.Caption
	label   *canvas.Typeface // coordinates, and numbers on ghost pieces
	names   []lettering      // of legal vertices, the largest first
	round   *canvas.Typeface
	score   *canvas.Typeface
}

type lettering struct {
	face *canvas.Typeface
	ink  canvas.Ink
}

// lettering chooses the typeface of a legal vertex's name, the same for all names of one length
// except very wide ones. It returns false if the name does not fit.
func (b *board) lettering(name string) (lettering, bool) {
	usual, room := "h10", b.share(nameShare)
	if len(name) < len(usual) {
		usual, room = "h8", b.share(shortShare)
	}
	for _, l := range b.names {
		if l.face.Measure(usual) <= 2*room && l.face.Measure(name) <= 2*b.share(nameShare) {
			return l, true
		}
	}
	return lettering{}, false
}

// colours are enough for letters on eight colours and for the gradients of balls. More make larger
// files.
var colours = [...]int{sphere: 80, tile: 30}

func newPalette(of set) *canvas.Palette {
	l := of.look
	const radius, rampWeight, steps = 35, 60, 8
	m := canvas.NewMixture(l, canvas.InkCount, l.Line, slotColour(l))
	for c := grid.Black; c <= grid.White; c++ {
		m.Picture(paint(of, piece{colour: c, form: of.form, radius: radius, step: radius}), 4)
		m.Picture(paint(of, piece{colour: c, radius: radius, ground: onSide}), 1)
		if of.form == tile {
			m.Picture(paint(of, piece{colour: c, form: tile, radius: radius, dim: true}), 4)
			m.Exact(looksOf(l).dimmed(l).piece(c))
		}
		m.Picture(paint(of, piece{colour: c, form: ghost, radius: radius, step: radius}), 1)
	}
	m.Ramps(l.Background, steps, rampWeight, l.Line, l.Label, l.Text, l.Green)
	m.Ramps(l.Band, steps, rampWeight, l.Text, l.Muted, l.Green)
	m.Ramps(slotColour(l), steps, rampWeight, l.Label, l.Muted)
	m.Exact(looksOf(l).pieces[:]...)
	m.Ramps(l.Green, steps, rampWeight, looksOf(l).pieces[:]...)
	return m.Palette(colours[of.form])
}

func newBoard(k key, s *sprites) *board {
	label := canvas.Bold(legible)
	quiet := engine.Map(quietNames[:], func(size float64) lettering { return lettering{canvas.Bold(size), canvas.InkMuted} })
	b := &board{
		Board:   canvas.Board{Look: k.look, Palette: s.palette},
		frame:   newFrame(k.sheet, k.part),
		sprites: s,
		tiles:   s.form == tile,
		caption: canvas.NewCaption(canvas.Bottom(k.sheet.bounds())),
		label:   label,
		names:   append([]lettering{{label, canvas.InkLabel}}, quiet...),
		round:   canvas.Medium(roundText),
		score:   canvas.Bold(scoreText),
	}
	on := b.Paint(b.bounds(), b.caption.Box, b.paint)
	b.coordinates(on)
	return b
}

// paint paints the side and the lines of the grid. Lines that continue beyond the part end in a
// stub.
func (b *board) paint(dc *gg.Context) {
	dc.SetColor(b.Look.Band)
	dc.DrawRectangle(float64(b.sideAt), 0, float64(b.width-b.sideAt), float64(b.height))
	dc.Fill()
	for row := b.row - 1; row <= b.row+b.size; row++ {
		for col := b.col - 1; col <= b.col+b.size; col++ {
			b.paintLines(dc, col, row)
		}
	}
	for row := b.row; row < b.row+b.size; row++ {
		for col := b.col; col < b.col+b.size; col++ {
			canvas.Pen{Context: dc}.Disc(canvas.At(b.at(col, row)), b.share(vertexDot), b.Look.Line)
		}
	}
	b.paintCards(dc)
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
	for i := range b.size {
		canvas.Centred(on, b.label, b.letterAt(i), hexgrid.Letters(b.col+i), canvas.InkLabel)
		canvas.Centred(on, b.label, b.numberAt(i), strconv.Itoa(b.row+i+1), canvas.InkLabel)
	}
}
