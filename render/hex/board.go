package hex

import (
	"image"
	"slices"
	"strconv"

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

// mostBoards bounds the memory: a board takes 0.8 MB for its picture and some 0.3 MB for sprites
// and tables.
const mostBoards = 12

// key is all on which an empty board depends.
type key struct {
	look      *canvas.Look
	width     int  // columns
	height    int  // rows
	flat      bool // cells have a side at the top
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	hot       bool // cells have the shades of a heat map
	swaps     bool // cells have shades of both colours
	graph     bool // below the board
	numbered  bool // cells and stones hold numbers
	whole     bool // so large that all numbers have room
}

// board is an empty board and what is drawn on it. It is read-only.
type board struct {
	canvas.Board
	frame
	cells   *sheet
	icons   *sheet           // for the caption
	number  *canvas.Typeface // on cells
	narrow  *canvas.Typeface // on cells where the number would come near their sides
	small   *canvas.Typeface // on cells, muted
	ground  []fill           // by cell
	entries []int            // weights in the legend of a weighted board, lightest first
	caption *canvas.Caption
}

// of fills in what the key has from a position and a style.
func (k key) of(p *hex.Position, s render.Style) key {
	k.look, k.flat = s.Theme.Look(), s.Flat
	k.width, k.height, k.weighted, k.topBottom = p.Width(), p.Height(), p.Weighted(), p.TopBottom()
	return k
}

// newBoard paints an empty board of cells of the given weights.
func newBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := layOutBoard(k, weight)
	b.Palette = k.palette(b.Look, b.comb, b.ground)
	b.cells.palette, b.icons.palette = b.Palette, b.Palette
	b.letter(b.Paint(b.bounds, b.lower(), func(dc *gg.Context) { b.paint(dc, k) }))
	return b
}

// layOutBoard makes a board but for its palette and its base.
func layOutBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := &board{Board: canvas.Board{Look: k.look}}
	if k.weighted {
		b.entries = k.weights(weight)
		b.Look = graded(b.Look)
	}
	b.frame = newFrame(k, len(b.entries))
	for c := range hexgrid.Cell(k.width * k.height) {
		b.ground = append(b.ground, b.groundOf(c, weight(c)))
	}
	b.number = canvas.Bold(max(labelSize, b.comb.scale(numberShare)))
	b.narrow = canvas.Condensed(labelSize)
	if k.hot && !b.roomy(b.narrow, "00") {
		b.Look = cooler(b.Look)
	}
	b.small = b.largest("00")
	b.caption = canvas.NewCaption(b.band())
	b.cells = &sheet{comb: b.comb, look: b.Look}
	b.icons = &sheet{comb: newHoneycomb(2*int(b.caption.Token/stoneShare/4), k.flat), look: b.Look}
	return b
}

// largest is the typeface in which muted words have room on a cell, or else the least.
func (b *board) largest(words string) (face *canvas.Typeface) {
	for size := labelSize; size >= smallSize; size-- {
		face = canvas.Condensed(size)
		if b.comb.holds(face.Measure(words)/2+smallSide, face.CapHeight()/2) {
			break
		}
	}
	return face
}

// roomy reports whether words have room on a cell, off its sides.
func (b *board) roomy(face *canvas.Typeface, words string) bool {
	return b.comb.holds(face.Measure(words)/2+numeralSide, face.CapHeight()/2)
}

// weights are those that cells have, lightest first.
func (k key) weights(weight func(hexgrid.Cell) int) (all []int) {
	for c := range hexgrid.Cell(k.width * k.height) {
		all = append(all, weight(c))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// groundOf is that of an empty cell: by weight or, on a plain board, one of three tones.
func (b *board) groundOf(c hexgrid.Cell, weight int) fill {
	if rank := slices.Index(b.entries, weight); rank >= 0 {
		return weightFill(rank, len(b.entries))
	}
	return b.tone(c)
}

// lower is what lies on the ground of the caption: that and a graph.
func (b *board) lower() image.Rectangle { return b.graph().Union(b.band()) }

// paint paints the edges and the cells.
func (b *board) paint(dc *gg.Context, k key) {
	b.paintEdges(dc, k.topBottom)
	for c, f := range b.ground {
		paintCell(b.Look, dc, b.comb, b.comb.centre(c%b.width, c/b.width), f)
	}
	lined := *b.Look
	lined.Line = k.look.Line
	for i := range b.entries {
		paintCell(&lined, dc, b.legend.comb, b.legend.at(i), weightFill(i, len(b.entries)))
	}
}

// letter writes the coordinates on all four sides, and the weights of the legend.
func (b *board) letter(on canvas.Surface) {
	for _, l := range b.labels {
		canvas.Centred(on, b.letters, l.at, l.words, canvas.InkLabel)
	}
	for i, weight := range b.entries {
		canvas.Centred(on, b.letters, canvas.At(b.legend.at(i)), strconv.Itoa(weight), canvas.InkNumber)
	}
}
