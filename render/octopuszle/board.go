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

// neededText is the text size of what a move needs, in pixels; the rest has the least size.
const neededText = 39.6

type kind uint8

const (
	little kind = iota // the little board, with the squares in hand beside it
	done               // the little board with nothing in hand
	whole              // the 16 x 16 board, with a legend beside it
	alone              // the 16 x 16 board without a legend
	large              // the 16 x 16 board at full size
	twin               // two of them
	region             // a region of it with the cells around, and the squares that fit beside it
)

type layout struct {
	size    image.Point // of the picture
	cells   int         // per row
	cell    int
	corner  image.Point // of the first cell
	every   int         // interval of the coordinates
	letters float64     // text size of coordinates
	above   float64     // their centre above the first row
	aside   float64     // and left of the first column
}

var layouts = [...]layout{
	little: {canvas.Whole.Max, octopuszle.Small, 136, image.Pt(84, 54), 1, neededText, 28, 46},
	done:   {canvas.Whole.Max, octopuszle.Small, 132, image.Pt(286, 62), 1, neededText, 24, 236},
	whole:  {canvas.Whole.Max, octopuszle.Size, 34, image.Pt(150, 50), 3, canvas.LeastText, 23, 96},
	alone:  {canvas.Whole.Max, octopuszle.Size, 34, image.Pt(278, 50), 3, canvas.LeastText, 23, 224},
	twin:   {canvas.Whole.Max, octopuszle.Size, 32, image.Pt(26, 54), 0, canvas.LeastText, 24, 0},
	region: {canvas.Whole.Max, octopuszle.Size, 88, image.Pt(84, 54), 0, neededText, 28, 46},
	large:  {image.Pt(octopuszle.Size*60+160, octopuszle.Size*60+160), octopuszle.Size, 60, image.Pt(80, 80), 1, canvas.LeastText, 42, 42},
}

// twinStep is from one board of a pair to the other, in pixels.
const twinStep = 536

type key struct {
	look *canvas.Look
	kind kind
}

// board is an empty board with its sprites. The base is immutable.
type board struct {
	canvas.Board
	layout
	tiles   canvas.Cache[tile, *canvas.Tile]
	caption *canvas.Caption // nil at full size
	number  *canvas.Typeface
	quiet   *canvas.Typeface
}

type boards struct{ canvas.Cache[key, *board] }

func newBoard(k key) *board {
	b := &board{Board: canvas.Board{Look: k.look}, layout: layouts[k.kind]}
	b.tiles.Limit = 3 * octopuszle.Squares
	b.Palette = newPalette(k.look)
	bounds, band := image.Rectangle{Max: b.size}, image.Rectangle{}
	b.number, b.quiet = canvas.Bold(neededText), canvas.Medium(canvas.LeastText)
	if k.kind != large {
		band = canvas.Bottom(bounds)
		b.caption = canvas.NewCaption(band)
	}
	on := b.Paint(bounds, band, func(dc *gg.Context) {
		switch k.kind {
		case little, done:
			b.gaps(dc)
		case twin:
			b.ground16(dc, image.Pt(twinStep, 0))
			fallthrough
		case whole, alone, large:
			b.ground16(dc, image.Point{})
		case region:
		}
	})
	if b.every > 0 {
		for i := 0; i < b.cells; i += b.every {
			b.letter(on, i, i, b.box(i*(b.cells+1)))
		}
	}
	return b
}

// ground16 paints what the squares of the 16 x 16 lie on.
func (b *board) ground16(dc *gg.Context, moved image.Point) {
	field := b.field().Inset(-b.cell / 6).Add(moved)
	dc.DrawRoundedRectangle(float64(field.Min.X), float64(field.Min.Y), float64(field.Dx()), float64(field.Dy()), float64(b.cell)/3)
	canvas.Pen{Context: dc}.Paint(b.Look.Cell, cardLine, b.Look.Line)
}

func (l layout) field() image.Rectangle {
	return image.Rectangle{l.corner, l.corner.Add(image.Pt(l.cells*l.cell, l.cells*l.cell))}
}

// at returns the upper left pixel of a cell.
func (l layout) at(cell int) image.Point {
	return l.corner.Add(image.Pt(cell%l.cells*l.cell, cell/l.cells*l.cell))
}

func (l layout) box(cell int) image.Rectangle {
	return boxAt(l.at(cell), l.cell)
}

// letter writes the coordinates of a cell at the rim.
func (b *board) letter(on canvas.Canvas, col, row int, box image.Rectangle) {
	face, with := canvas.Medium(b.letters), canvas.InkMuted
	if b.letters >= neededText {
		face, with = canvas.Bold(b.letters), canvas.InkLabel
	}
	middle := canvas.Middle(box)
	canvas.Centred(on, face, canvas.Pt(middle.X, b.above), hexgrid.Letters(col), with)
	canvas.Centred(on, face, canvas.Pt(b.aside, middle.Y), strconv.Itoa(row+1), with)
}

func (b *board) gaps(dc *gg.Context) {
	for at := range b.cells * b.cells {
		card(dc, canvas.At(b.at(at)), float64(b.cell), b.ground(bare), b.Look.Line)
	}
}

// blue is the colour of orthogonal lines and orange that of diagonals, as in the source. The two
// suit all kinds of colour vision, and directions differ too.
func (b *board) blue() color.RGBA   { return b.Look.Blue.Base }
func (b *board) orange() color.RGBA { return orangeOf(b.Look) }

func orangeOf(l *canvas.Look) color.RGBA {
	if l.IsDark() {
		return canvas.RGB(0xf0812d)
	}
	return canvas.RGB(0xc85002)
}

// ground is what lines lie on. An empty cell is lighter than what surrounds the board, and a square
// lighter than an empty cell; those given from the start are darker.
func (b *board) ground(t tint) color.RGBA {
	l := b.Look
	return [...]color.RGBA{
		plain: l.Cell, given: canvas.Mix(l.Cell, l.Line, 0.21), bare: canvas.Mix(l.Background, l.Cell, 0.55), dim: l.Background,
	}[t]
}

// inks are the colours of straight lines and of diagonals on a ground.
func (b *board) inks(t tint) (straight, diagonal color.RGBA) {
	if t == dim {
		return canvas.Mix(b.Look.Background, b.blue(), 0.45), canvas.Mix(b.Look.Background, b.orange(), 0.45)
	}
	return b.blue(), b.orange()
}

func newPalette(l *canvas.Look) *canvas.Palette {
	const colours, steps, weight = 160, 8, 50
	b := &board{Board: canvas.Board{Look: l}}
	m := canvas.NewMixture(l, canvas.AllInks, b.orange())
	for t := range tints {
		straight, diagonal := b.inks(t)
		m.Exact(b.ground(t))
		m.Ramps(b.ground(t), steps, weight, straight, diagonal, l.Muted, l.Label, l.Green, l.Lit)
	}
	m.Ramps(l.Background, steps, weight, l.Label, l.Muted, l.Text, l.Green, b.Look.Line, l.Cell)
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted)
	m.Ramps(b.blue(), steps, weight, b.orange())
	return m.Palette(colours)
}
