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

// boards caches empty boards. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

// mostBoards bounds the memory: a board takes 0.8 MB for its picture and some 0.3 MB for sprites
// and tables.
const mostBoards = 12

type key struct {
	look      *canvas.Look
	width     int  // columns
	height    int  // rows
	flat      bool // cells have a side on top
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	hot       bool // cells have the shades of a heat map
	swaps     bool // cells have shades of both colours
	graph     bool // below the board
	numbered  bool // cells and stones hold numbers
	whole     bool // large enough for all numbers
}

// board is an empty board with its sprites and typefaces. It is immutable.
type board struct {
	canvas.Board
	frame
	cells   *sheet
	icons   *sheet           // for the caption
	number  *canvas.Typeface // on cells
	narrow  *canvas.Typeface // on cells, where the usual number would come close to the sides
	ground  []fill           // by cell
	entries []int            // weights in the legend of a weighted board, lightest first
	caption *canvas.Caption
}

// of completes a key with properties of the position and the style.
func (k key) of(p *hex.Position, s render.Style) key {
	k.look, k.flat = s.Theme.Look(), s.Flat
	k.width, k.height, k.weighted, k.topBottom = p.Width(), p.Height(), p.Weighted(), p.TopBottom()
	return k
}

func newBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := layOutBoard(k, weight)
	b.Palette = k.palette(b.Look, b.comb, b.ground)
	b.cells.palette, b.icons.palette = b.Palette, b.Palette
	b.letter(b.Paint(b.bounds, b.lower(), func(dc *gg.Context) { b.paint(dc, k) }))
	return b
}

// layOutBoard returns a board without its palette and its base.
func layOutBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := &board{Board: canvas.Board{Look: k.look}}
	if k.weighted {
		b.entries = k.weights(weight)
		b.Look = weightLook(b.Look)
	}
	b.frame = newFrame(k, len(b.entries))
	for c := range hexgrid.Cell(k.width * k.height) {
		ground := b.tone(c)
		if rank := slices.Index(b.entries, weight(c)); rank >= 0 {
			ground = weightFill(rank, len(b.entries))
		}
		b.ground = append(b.ground, ground)
	}
	b.number = canvas.Bold(max(labelSize, b.comb.scale(numberShare)))
	b.narrow = canvas.Condensed(labelSize)
	for size := labelSize; k.whole && size > leastWhole && !b.fitsCell(b.narrow, "0000"); size-- {
		b.narrow = canvas.Condensed(size)
	}
	b.caption = canvas.NewCaption(b.band())
	b.cells = newSheet(b.comb, b.Look)
	b.icons = newSheet(newHoneycomb(2*int(b.caption.Token/stoneShare/4), k.flat), b.Look)
	return b
}

// fitsCell reports whether text fits on a cell with space at its sides.
func (b *board) fitsCell(face *canvas.Typeface, words string) bool {
	return b.comb.holds(face.Measure(words)/2+numeralSide, face.CapHeight()/2)
}

// weights returns the distinct weights of cells, lightest first.
func (k key) weights(weight func(hexgrid.Cell) int) (all []int) {
	for c := range hexgrid.Cell(k.width * k.height) {
		all = append(all, weight(c))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lower is the area with the background of the caption: the caption and the graph.
func (b *board) lower() image.Rectangle { return b.graph().Union(b.band()) }

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
func (b *board) letter(on canvas.Canvas) {
	for _, l := range b.labels {
		canvas.Centred(on, b.letters, l.at, l.words, canvas.InkLabel)
	}
	for i, weight := range b.entries {
		canvas.Centred(on, b.letters, canvas.At(b.legend.at(i)), strconv.Itoa(weight), canvas.InkNumber)
	}
}

// sheet caches tiles and shapes for one size of cell, each painted on first use. It is safe for
// concurrent use.
type sheet struct {
	comb    honeycomb // the origin is unused
	look    *canvas.Look
	palette *canvas.Palette
	tiles   canvas.Cache[tile, *canvas.Tile]
	shapes  canvas.Cache[shape, *image.Alpha]
}

// tile is a cell and its content.
type tile struct {
	fill
	stone
}

func newSheet(comb honeycomb, l *canvas.Look) *sheet {
	s := &sheet{comb: comb, look: l}
	s.tiles.Limit, s.shapes.Limit = int(fillCount)*int(stoneCount), int(shapeCount)
	return s
}

func (s *sheet) tile(f fill, on stone) *canvas.Tile {
	return s.tiles.Get(tile{f, on}, func() *canvas.Tile {
		painter := newTilePainter(s.look, s.comb)
		painter.lay(f)
		return canvas.Cut(s.palette.Convert(painter.paint(on)), s.comb.cellBox(), s.comb.covers)
	})
}

// shape returns a shape's coverage, with bounds relative to its centre.
func (s *sheet) shape(k shape) *image.Alpha {
	return s.shapes.Get(k, func() *image.Alpha {
		box := k.box(s.comb)
		dc := gg.NewContext(box.Dx(), box.Dy())
		dc.SetRGB(0, 0, 0)
		k.paint(dc, s.comb, image.Point{}.Sub(box.Min))
		return canvas.Tight(canvas.Drawn(dc), box.Min)
	})
}
