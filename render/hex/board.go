package hex

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps empty boards. It is safe for concurrent use.
type boards struct {
	*canvas.Boards[key, *board]
}

// mostBoards bounds the memory: a board takes 1 MB for its picture (2.1 MB if wide)
// and some 0.3 MB for sprites and tables.
const mostBoards = 12

// key is all on which an empty board depends.
type key struct {
	look      *canvas.Look
	width     int // columns
	height    int // rows
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	wide      bool // cells hold numbers
	hot       bool // cells have the shades of a heat map
}

// board is an empty board and what is drawn on it. It is read-only.
type board struct {
	canvas.Board
	frame
	cells   *sheet
	icons   *sheet // for the caption
	letters *canvas.Typeface
	number  *canvas.Typeface // on cells
	large   *canvas.Typeface // on cells that hold nothing else
	small   *canvas.Typeface
	ground  []fill // by cell
	// legend lists the weights of a weighted board, lightest first.
	legend     []int
	legendComb honeycomb
	legendFace *canvas.Typeface
	caption    *canvas.Caption
}

// of fills in what the key has from a position and a style.
func (k key) of(p *hex.Position, s render.Style) key {
	k.look, k.width, k.height, k.weighted, k.topBottom = s.Theme.Look(), p.Width(), p.Height(), p.Weighted(), p.TopBottom()
	return k
}

// newBoard paints an empty board of cells of the given weights.
func newBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := layOutBoard(k, weight)
	b.Palette = k.palette(b.comb)
	b.cells.palette, b.icons.palette = b.Palette, b.Palette
	b.letter(b.Paint(b.bounds, b.band(), func(dc *gg.Context) { b.paint(dc, k) }))
	return b
}

// layOutBoard makes a board but for its palette and its base.
func layOutBoard(k key, weight func(hexgrid.Cell) int) *board {
	f := newFrame(k.width, k.height, k.wide)
	b := &board{
		Board:   canvas.Board{Look: k.look},
		letters: canvas.Bold(f.label),
		number:  canvas.Bold(f.comb.scale(numberShare)),
		large:   canvas.Bold(f.comb.scale(heatShare)),
		small:   canvas.Medium(f.comb.scale(smallShare)),
	}
	for c := range hexgrid.Cell(k.width * k.height) {
		b.ground = append(b.ground, weightFill(weight(c)))
		if w := weight(c); k.weighted && !slices.Contains(b.legend, w) {
			b.legend = append(b.legend, w)
		}
	}
	slices.Sort(b.legend)
	b.frame, b.legendComb = f.besideBoard(canvas.NewCaption(f.band()).Size, len(b.legend))
	b.legendFace = canvas.Bold(b.legendComb.scale(numberShare))
	b.caption = canvas.NewCaption(b.band())
	b.cells = &sheet{comb: b.comb, look: k.look}
	b.icons = &sheet{comb: newHoneycomb(2 * int(b.caption.Size*captionStone/2)), look: k.look}
	return b
}

// paint paints the edges and the cells.
func (b *board) paint(dc *gg.Context, k key) {
	b.paintEdges(dc, k.topBottom)
	for c, f := range b.ground {
		paintCell(b.Look, dc, b.comb, b.comb.centre(c%b.width, c/b.width), f)
	}
	for i, entry := range b.legend {
		paintCell(b.Look, dc, b.legendComb, b.legendComb.centre(i, 0), weightFill(entry))
	}
}

// letter writes the coordinates on all four sides.
func (b *board) letter(on canvas.Surface) {
	lean := b.rise / float64(b.comb.pitch) * float64(b.comb.width) / 2
	aside := b.aside()
	for col := range b.width {
		letters := strings.ToUpper(hexgrid.Letters(col))
		upper, lower := canvas.At(b.comb.centre(col, 0)), canvas.At(b.comb.centre(col, b.height-1))
		canvas.Centred(on, b.letters, canvas.Pt(upper.X-lean, upper.Y-b.rise), letters, canvas.InkLabel)
		canvas.Centred(on, b.letters, canvas.Pt(lower.X+lean, lower.Y+b.rise), letters, canvas.InkLabel)
	}
	for row := range b.height {
		number := strconv.Itoa(row + 1)
		left, right := canvas.At(b.comb.centre(0, row)), canvas.At(b.comb.centre(b.width-1, row))
		half := b.letters.Measure(number) / 2
		canvas.Centred(on, b.letters, canvas.Pt(left.X-aside-half, left.Y), number, canvas.InkLabel)
		canvas.Centred(on, b.letters, canvas.Pt(right.X+aside+half, right.Y), number, canvas.InkLabel)
	}
	for i, weight := range b.legend {
		canvas.Centred(on, b.legendFace, canvas.At(b.legendComb.centre(i, 0)), strconv.Itoa(weight), canvas.InkNumber)
	}
}
