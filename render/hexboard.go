package render

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// hexBoards keeps empty boards. It is safe for concurrent use.
type hexBoards struct{ cache[hexKey, *hexBoard] }

// mostBoards bounds the memory: a board takes 1 MB for its picture (2.1 MB if wide)
// and some 0.3 MB for sprites and tables.
const mostBoards = 12

// hexKey is all on which an empty board depends.
type hexKey struct {
	look      *look
	size      int
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	wide      bool // cells hold numbers
	hot       bool // cells have the shades of a heat map
}

// hexBoard is an empty board and what is drawn on it. It is read-only.
type hexBoard struct {
	hexFrame
	look    *look
	palette *palette
	cells   *sheet
	icons   *sheet // for the caption
	base    *image.Paletted
	label   *typeface
	number  *typeface // on cells
	large   *typeface // on cells that hold nothing else
	small   *typeface
	ground  []fill // by cell
	// legend lists the weights of a weighted board, lightest first.
	legend     []int
	legendComb honeycomb
	legendFace *typeface
	caption    caption
}

// board returns the empty board of a position.
func (b *hexBoards) board(key hexKey, p *hex.Position) (*hexBoard, error) {
	return b.get(key, func() (*hexBoard, error) { return newHexBoard(key, p.Weight) })
}

// newHexBoard paints an empty board of cells of the given weights.
func newHexBoard(key hexKey, weight func(hexgrid.Cell) int) (*hexBoard, error) {
	b, err := layOutHexBoard(key, weight)
	if err != nil {
		return nil, err
	}
	p := key.palette(b.comb)
	b.palette, b.cells.palette, b.icons.palette = p, p, p
	dc := gg.NewContextForRGBA(image.NewRGBA(b.bounds))
	b.paint(dc, key)
	b.base = p.convert(rgba(dc))
	b.letter(canvas{b.base, p})
	return b, nil
}

// layOutHexBoard makes a board but for its palette and its base.
func layOutHexBoard(key hexKey, weight func(hexgrid.Cell) int) (*hexBoard, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	b := &hexBoard{hexFrame: newHexFrame(key.size, key.wide), look: key.look}
	if b.caption, err = newCaption(b.band(), f); err != nil {
		return nil, err
	}
	if b.label, err = newTypeface(f.bold, b.hexFrame.label); err != nil {
		return nil, err
	}
	if b.number, err = newTypeface(f.bold, b.comb.scale(numberShare)); err != nil {
		return nil, err
	}
	if b.large, err = newTypeface(f.bold, b.comb.scale(heatShare)); err != nil {
		return nil, err
	}
	if b.small, err = newTypeface(f.medium, b.comb.scale(smallShare)); err != nil {
		return nil, err
	}
	b.legendComb = b.besideBoard(b.caption.size)
	if b.legendFace, err = newTypeface(f.bold, b.legendComb.scale(numberShare)); err != nil {
		return nil, err
	}
	for c := range hexgrid.Cell(key.size * key.size) {
		b.ground = append(b.ground, weightFill(weight(c)))
		if w := weight(c); key.weighted && !slices.Contains(b.legend, w) {
			b.legend = append(b.legend, w)
		}
	}
	slices.Sort(b.legend)
	b.cells = &sheet{comb: b.comb, look: key.look}
	b.icons = &sheet{comb: newHoneycomb(2 * int(b.caption.size*captionStone/2)), look: key.look}
	return b, nil
}

// paint paints all of an empty board but its letters.
func (b *hexBoard) paint(dc *gg.Context, key hexKey) {
	dc.SetColor(b.look.background)
	dc.Clear()
	band := b.band()
	dc.SetColor(b.look.band)
	dc.DrawRectangle(float64(band.Min.X), float64(band.Min.Y), float64(band.Dx()), float64(band.Dy()))
	dc.Fill()
	b.paintEdges(dc, key.topBottom)
	for c, f := range b.ground {
		b.look.paintCell(dc, b.comb, b.comb.centre(c%b.size, c/b.size), f)
	}
	for i, entry := range b.legend {
		b.look.paintCell(dc, b.legendComb, b.legendComb.centre(i, 0), weightFill(entry))
	}
}

// letter writes the coordinates on all four sides.
func (b *hexBoard) letter(on surface) {
	n := b.size
	lean := b.rise / float64(b.comb.pitch) * float64(b.comb.width) / 2
	aside := b.comb.scale(0.5+edgeShare) + labelGap*b.hexFrame.label
	for i := range n {
		letters := strings.ToUpper(hexgrid.Letters(i))
		upper, lower := place(b.comb.centre(i, 0)), place(b.comb.centre(i, n-1))
		centred(on, b.label, vertex{upper.x - lean, upper.y - b.rise}, letters, inkLabel)
		centred(on, b.label, vertex{lower.x + lean, lower.y + b.rise}, letters, inkLabel)
		number := strconv.Itoa(i + 1)
		left, right := place(b.comb.centre(0, i)), place(b.comb.centre(n-1, i))
		half := b.label.measure(number) / 2
		centred(on, b.label, vertex{left.x - aside - half, left.y}, number, inkLabel)
		centred(on, b.label, vertex{right.x + aside + half, right.y}, number, inkLabel)
	}
	for i, weight := range b.legend {
		centred(on, b.legendFace, place(b.legendComb.centre(i, 0)), strconv.Itoa(weight), inkNumber)
	}
}
