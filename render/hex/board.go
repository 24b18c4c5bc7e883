package hex

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps empty boards. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

// mostBoards bounds the memory: a board takes 1 MB for its picture (2.1 MB if wide)
// and some 0.3 MB for sprites and tables.
const mostBoards = 12

// key is all on which an empty board depends.
type key struct {
	look      *canvas.Look
	size      int
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	wide      bool // cells hold numbers
	hot       bool // cells have the shades of a heat map
}

// board is an empty board and what is drawn on it. It is read-only.
type board struct {
	frame
	look    *canvas.Look
	palette *canvas.Palette
	cells   *sheet
	icons   *sheet // for the caption
	base    *image.Paletted
	label   *canvas.Typeface
	number  *canvas.Typeface // on cells
	large   *canvas.Typeface // on cells that hold nothing else
	small   *canvas.Typeface
	ground  []fill // by cell
	// legend lists the weights of a weighted board, lightest first.
	legend     []int
	legendComb honeycomb
	legendFace *canvas.Typeface
	caption    canvas.Caption
}

// board returns the empty board of a position.
func (b *boards) board(key key, p *hex.Position) (*board, error) {
	return b.Get(key, func() (*board, error) { return newBoard(key, p.Weight) })
}

// newBoard paints an empty board of cells of the given weights.
func newBoard(key key, weight func(hexgrid.Cell) int) (*board, error) {
	b, err := layOutBoard(key, weight)
	if err != nil {
		return nil, err
	}
	p := key.palette(b.comb)
	b.palette, b.cells.palette, b.icons.palette = p, p, p
	dc := gg.NewContextForRGBA(image.NewRGBA(b.bounds))
	b.paint(dc, key)
	b.base = p.Convert(canvas.Drawn(dc))
	b.letter(canvas.Canvas{Paletted: b.base, Palette: p})
	return b, nil
}

// layOutBoard makes a board but for its palette and its base.
func layOutBoard(key key, weight func(hexgrid.Cell) int) (*board, error) {
	f, err := canvas.LoadFonts()
	if err != nil {
		return nil, err
	}
	b := &board{frame: newFrame(key.size, key.wide), look: key.look}
	if b.caption, err = canvas.NewCaption(b.band(), f); err != nil {
		return nil, err
	}
	if b.label, err = canvas.NewTypeface(f.Bold, b.frame.label); err != nil {
		return nil, err
	}
	if b.number, err = canvas.NewTypeface(f.Bold, b.comb.scale(numberShare)); err != nil {
		return nil, err
	}
	if b.large, err = canvas.NewTypeface(f.Bold, b.comb.scale(heatShare)); err != nil {
		return nil, err
	}
	if b.small, err = canvas.NewTypeface(f.Medium, b.comb.scale(smallShare)); err != nil {
		return nil, err
	}
	b.legendComb = b.besideBoard(b.caption.Size)
	if b.legendFace, err = canvas.NewTypeface(f.Bold, b.legendComb.scale(numberShare)); err != nil {
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
	b.icons = &sheet{comb: newHoneycomb(2 * int(b.caption.Size*captionStone/2)), look: key.look}
	return b, nil
}

// paint paints all of an empty board but its letters.
func (b *board) paint(dc *gg.Context, key key) {
	dc.SetColor(b.look.Background)
	dc.Clear()
	band := b.band()
	dc.SetColor(b.look.Band)
	dc.DrawRectangle(float64(band.Min.X), float64(band.Min.Y), float64(band.Dx()), float64(band.Dy()))
	dc.Fill()
	b.paintEdges(dc, key.topBottom)
	for c, f := range b.ground {
		paintCell(b.look, dc, b.comb, b.comb.centre(c%b.size, c/b.size), f)
	}
	for i, entry := range b.legend {
		paintCell(b.look, dc, b.legendComb, b.legendComb.centre(i, 0), weightFill(entry))
	}
}

// letter writes the coordinates on all four sides.
func (b *board) letter(on canvas.Surface) {
	n := b.size
	lean := b.rise / float64(b.comb.pitch) * float64(b.comb.width) / 2
	aside := b.comb.scale(0.5+edgeShare) + labelGap*b.frame.label
	for i := range n {
		letters := strings.ToUpper(hexgrid.Letters(i))
		upper, lower := canvas.At(b.comb.centre(i, 0)), canvas.At(b.comb.centre(i, n-1))
		canvas.Centred(on, b.label, canvas.Pt(upper.X-lean, upper.Y-b.rise), letters, canvas.InkLabel)
		canvas.Centred(on, b.label, canvas.Pt(lower.X+lean, lower.Y+b.rise), letters, canvas.InkLabel)
		number := strconv.Itoa(i + 1)
		left, right := canvas.At(b.comb.centre(0, i)), canvas.At(b.comb.centre(n-1, i))
		half := b.label.Measure(number) / 2
		canvas.Centred(on, b.label, canvas.Pt(left.X-aside-half, left.Y), number, canvas.InkLabel)
		canvas.Centred(on, b.label, canvas.Pt(right.X+aside+half, right.Y), number, canvas.InkLabel)
	}
	for i, weight := range b.legend {
		canvas.Centred(on, b.legendFace, canvas.At(b.legendComb.centre(i, 0)), strconv.Itoa(weight), canvas.InkNumber)
	}
}
