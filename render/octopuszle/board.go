package octopuszle

import (
	"image"
	"image/color"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the Octopuszle in pixels, and proportions in widths of a cell.
const (
	largeCell   = 60 // of the 16 x 16: at 340 pixels a cell is 20 wide
	smallCell   = 170
	margin      = 40
	strokeShare = 0.11
	knotShare   = 0.09
	labelHeight = 24.0
	numberShare = 0.16
	cornerShare = 0.34 // of a number, from the centre
)

// orange is the colour of diagonals; the source has the orthogonal lines in
// blue. The two are told apart by people of all kinds of colour vision, and by direction.
var orange = canvas.RGB(0xe8690c)

type key struct {
	look  *canvas.Look
	small bool
	rows  int // of a sheet of squares, 0 for a board
}

// board is an empty board, with the squares painted so far. The base is read-only.
type board struct {
	canvas.Board
	cells  int // in a row
	rows   int
	cell   int
	pitch  int // from a cell to the next
	tiles  canvas.Sprites[tile, *canvas.Tile]
	words  *canvas.Caption
	number *canvas.Typeface
}

// tile is all on which the picture of a square depends.
type tile struct {
	lines octopuszle.Lines
	tint  tint
	// crossing: not a square, but where four of them meet; lines are those from there.
	crossing bool
}

type tint uint8

const (
	plain tint = iota
	given      // it lay there from the start
	ghost      // it might come
)

type boards struct {
	*canvas.Boards[key, *board]
}

func newBoard(k key) *board {
	b := &board{Board: canvas.Board{Look: k.look}, cells: octopuszle.Size, cell: largeCell}
	b.tiles.Limit = 3 * octopuszle.Squares
	if k.small {
		b.cells, b.cell = octopuszle.Small, smallCell
	}
	b.rows, b.pitch = b.cells, b.cell
	if k.rows > 0 {
		b.rows, b.pitch = k.rows, b.cell+b.cell/8
	}
	b.Palette = b.newPalette()
	size, bounds, band := b.cells*b.cell, b.bounds(), b.band()
	b.words = canvas.NewCaption(band)
	b.number = canvas.Bold(numberShare * float64(b.cell))
	on := b.Paint(bounds, band, func(dc *gg.Context) {
		if k.rows > 0 {
			return
		}
		dc.SetColor(k.look.Cell)
		dc.DrawRectangle(margin, margin, float64(size), float64(size))
		dc.Fill()
		b.grid(dc, margin, size)
	})
	if k.rows > 0 {
		return b
	}
	label := canvas.Bold(labelHeight)
	for i := range b.cells {
		at := margin + (float64(i)+0.5)*float64(b.cell)
		canvas.Centred(on, label, canvas.Pt(at, margin/2), hexgrid.Letters(i), canvas.InkLabel)
		canvas.Centred(on, label, canvas.Pt(margin/2, at), strconv.Itoa(i+1), canvas.InkLabel)
	}
	return b
}

// bounds of the picture, and the band of its caption.
func (b *board) bounds() image.Rectangle {
	across, down := b.cells*b.pitch-(b.pitch-b.cell)+2*margin, b.rows*b.pitch-(b.pitch-b.cell)+2*margin
	return image.Rect(0, 0, across, down+canvas.CaptionHeight(across))
}

func (b *board) band() image.Rectangle { return canvas.Bottom(b.bounds()) }

// grid paints the lines between cells.
func (b *board) grid(dc *gg.Context, from float64, size int) {
	dc.SetColor(b.edge())
	dc.SetLineWidth(1)
	for i := range b.cells + 1 {
		at := from + float64(i*b.cell) + 0.5
		dc.DrawLine(from, at, from+float64(size), at)
		dc.DrawLine(at, from, at, from+float64(size))
		dc.Stroke()
	}
}

func (b *board) edge() color.RGBA { return canvas.Mix(b.Look.Cell, b.Look.Line, 0.35) }

// blue is the colour of orthogonal lines.
func (b *board) blue() color.RGBA { return b.Look.Blue.Edge }

// ground of a square.
func (b *board) ground(t tint) color.RGBA {
	l := b.Look
	return [...]color.RGBA{l.Cell, canvas.Mix(l.Cell, l.Line, 0.22), canvas.Mix(l.Cell, l.Green, 0.25)}[t]
}

func (b *board) newPalette() *canvas.Palette {
	const colours, steps, weight = 128, 8, 50
	l := b.Look
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, b.edge(), b.blue(), orange)
	for t := plain; t <= ghost; t++ {
		m.Exact(b.ground(t))
		m.Ramp(b.ground(t), b.blue(), steps, weight)
		m.Ramp(b.ground(t), orange, steps, weight)
		m.Ramp(b.ground(t), l.Label, steps, weight)
	}
	m.Ramp(b.blue(), orange, steps, weight)
	m.Ramp(l.Background, l.Label, steps, weight)
	m.Ramp(l.Band, l.Text, steps, weight)
	return m.Palette(colours)
}

// tile is a square with its lines, or a crossing.
func (b *board) tile(k tile) *canvas.Tile {
	return b.tiles.Get(k, func(k tile) *canvas.Tile {
		paint := b.paint
		if k.crossing {
			paint = b.paintCrossing
		}
		painted := b.Palette.Convert(paint(k))
		return canvas.Cut(painted, painted.Rect, func(image.Point) bool { return true })
	})
}

func (b *board) paint(k tile) *image.RGBA {
	size := float64(b.cell)
	dc := gg.NewContext(b.cell, b.cell)
	dc.SetColor(b.ground(k.tint))
	dc.Clear()
	dc.SetColor(b.edge())
	dc.DrawRectangle(0, 0, size, 1)
	dc.DrawRectangle(0, 0, 1, size)
	dc.Fill()
	dc.SetLineWidth(strokeShare * size)
	for _, diagonals := range []bool{true, false} {
		dc.SetColor(b.blue())
		if diagonals {
			dc.SetColor(orange)
		}
		for d := range octopuszle.Direction(octopuszle.Directions) {
			if k.lines.Has(d) && (d%2 == 1) == diagonals {
				dx, dy := d.Step()
				dc.DrawLine(size/2, size/2, size/2+float64(dx)*size*0.6, size/2+float64(dy)*size*0.6)
				dc.Stroke()
			}
		}
	}
	knot := b.blue()
	if k.lines&octopuszle.Orthogonals == 0 && k.lines != 0 {
		knot = orange
	}
	if k.lines == 0 {
		knot = b.Look.Label
	}
	dc.SetColor(knot)
	dc.DrawCircle(size/2, size/2, knotShare*size)
	dc.Fill()
	return canvas.Drawn(dc)
}

// paintCrossing paints the diagonals that pass a corner of cells, which are wider there
// than the two cells that they join.
func (b *board) paintCrossing(k tile) *image.RGBA {
	half := b.crossing()
	dc := gg.NewContext(2*half, 2*half)
	dc.SetColor(b.ground(k.tint))
	dc.Clear()
	at, size := float64(half), float64(2*half)
	dc.SetColor(b.edge())
	dc.DrawRectangle(0, at, size, 1)
	dc.DrawRectangle(at, 0, 1, size)
	dc.Fill()
	dc.SetLineWidth(strokeShare * float64(b.cell))
	dc.SetColor(orange)
	for d := range octopuszle.Direction(octopuszle.Directions) {
		if k.lines.Has(d) {
			dx, dy := d.Step()
			dc.DrawLine(at, at, at+float64(dx)*size, at+float64(dy)*size)
			dc.Stroke()
		}
	}
	return canvas.Drawn(dc)
}

// crossing is half the side of what is painted where cells meet.
func (b *board) crossing() int { return int(strokeShare*float64(b.cell)) + 2 }
