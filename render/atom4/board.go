package atom4

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps empty boards and sprites. It is safe for concurrent use.
type boards struct {
	*canvas.Boards[key, *board]
	sprites canvas.Cache[*canvas.Look, *sprites]
}

// mostBoards bounds the memory: a board takes 1 MB. Games stay near the middle
// of the board, so that few parts of it are ever shown.
const mostBoards = 24

// key is all on which an empty board depends.
type key struct {
	look *canvas.Look
	part part
}

// board is an empty part of the board. It is read-only.
type board struct {
	canvas.Board
	frame
	sprites *sprites
	panel   panel
	number  *canvas.Typeface // on pieces that might come
}

func (b *boards) spritesOf(l *canvas.Look) *sprites {
	return b.sprites.Get(l, func() *sprites { return newSprites(l) })
}

// colours is enough for gradients of eight colours; with 256 files are a tenth
// larger.
const colours = 144

// newPalette finds the colours of all pieces, and of lines, letters and marks.
func newPalette(l *canvas.Look) *canvas.Palette {
	const radius, rampWeight, steps = 40, 60, 8
	m := canvas.NewMixture(l, canvas.InkCount, l.Line)
	for c := grid.Black; c <= grid.White; c++ {
		m.Picture(paint(l, piece{c, radius, onBoard, false}), 4)
		m.Picture(paint(l, piece{c, radius, onPanel, false}), 1)
		m.Picture(paint(l, piece{c, radius, onBoard, true}), 1)
	}
	for _, pair := range [][2]color.RGBA{
		{l.Background, l.Line},
		{l.Background, l.Label},
		{l.Background, l.Text},
		{l.Background, l.Green},
		{l.Band, l.Text},
		{l.Band, l.Muted},
		{l.Band, l.Green},
	} {
		m.Ramp(pair[0], pair[1], steps, rampWeight)
	}
	for c := grid.Black; c <= grid.White; c++ {
		m.Exact(looksOf(l).piece(c))
		m.Ramp(l.Green, looksOf(l).piece(c), steps, rampWeight)
	}
	return m.Palette(colours)
}

// newBoard paints an empty part of the board.
func newBoard(k key, s *sprites) *board {
	b := &board{Board: canvas.Board{Look: k.look, Palette: s.palette}, frame: newFrame(k.part), sprites: s}
	b.panel = newPanel(b.frame.panel())
	b.number = canvas.Bold(b.share(numberOnGhost))
	b.letter(b.Paint(b.bounds, b.frame.panel(), b.paint), canvas.Bold(b.label))
	return b
}

// paint paints the lines of the grid. Those that go on beyond the part end in a stub.
func (b *board) paint(dc *gg.Context) {
	dc.SetColor(b.Look.Line)
	dc.SetLineWidth(max(canvas.MinimumLine, b.share(gridStroke)))
	for row := b.row - 1; row <= b.row+b.size; row++ {
		for col := b.col - 1; col <= b.col+b.size; col++ {
			b.paintLines(dc, col, row)
		}
	}
	for row := b.row; row < b.row+b.size; row++ {
		for col := b.col; col < b.col+b.size; col++ {
			at := b.at(col, row)
			dc.DrawCircle(float64(at.X), float64(at.Y), b.share(vertexDot))
			dc.Fill()
		}
	}
}

// paintLines paints the lines from a vertex to the right and down.
func (b *board) paintLines(dc *gg.Context, col, row int) {
	for _, to := range [...]image.Point{{col + 1, row}, {col + row&1, row + 1}, {col + row&1 - 1, row + 1}} {
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
		dc.DrawLine(from.X, from.Y, end.X, end.Y)
		dc.Stroke()
	}
}

func exists(col, row int) bool {
	return col >= 0 && row >= 0 && col < grid.Size && row < grid.Size
}

// letter writes the coordinates on all four sides.
func (b *board) letter(on canvas.Canvas, label *canvas.Typeface) {
	for i := range b.size {
		letters := strings.ToUpper(hexgrid.Letters(b.col + i))
		upper, lower := canvas.At(b.at(b.col+i, b.row)), canvas.At(b.at(b.col+i, b.row+b.size-1))
		canvas.Centred(on, label, canvas.Pt(upper.X, upper.Y-b.above), letters, canvas.InkLabel)
		canvas.Centred(on, label, canvas.Pt(lower.X, lower.Y+b.above), letters, canvas.InkLabel)
		number := strconv.Itoa(b.row + i + 1)
		left, right := canvas.At(b.at(b.col, b.row+i)), canvas.At(b.at(b.col+b.size-1, b.row+i))
		left.X = float64(b.origin.X) - b.aside
		right.X = float64(b.bounds.Max.X-b.origin.X) + b.aside
		canvas.Centred(on, label, left, number, canvas.InkLabel)
		canvas.Centred(on, label, right, number, canvas.InkLabel)
	}
}
