package render

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// hexBoards keeps empty boards. It is safe for concurrent use.
type hexBoards struct {
	boards   cache[hexKey, *hexBoard]
	palettes cache[paletteKey, *palette]
}

// Bounds of the memory: a board is a picture of 1 MB (2.5 MB if wide), a palette with
// its tables 0.1 MB.
const (
	mostBoards   = 12
	mostPalettes = 12
)

// hexKey is all on which an empty board depends.
type hexKey struct {
	look      *look
	size      int
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	wide      bool // cells hold numbers
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
	small   *typeface
	caption caption
}

// hexFrame is where things lie.
type hexFrame struct {
	comb   honeycomb
	size   int
	bounds image.Rectangle
	label  float64 // text height of coordinates
	rise   float64 // how far column letters lie above and below their cells' centres
}

// newHexFrame makes the largest cells that the limits of width allow.
func newHexFrame(size int, wide bool) hexFrame {
	limit := widthLimit
	if wide {
		limit = wideLimit
	}
	for width := largestCell; ; width -= 2 {
		if f := frameOf(size, width); f.bounds.Dx() <= limit {
			return f
		}
	}
}

// frameOf takes the width of a cell, from which all else follows.
func frameOf(size, width int) hexFrame {
	f := hexFrame{comb: newHoneycomb(width), size: size}
	share := f.comb.scale
	f.label = min(share(labelShare), maximumLabel)
	f.rise = min(float64(f.comb.pitch), 0.85*f.comb.radius()+share(edgeShare)+0.6*f.label)
	side := share(0.5+edgeShare) + f.label*(labelGap+digitsRoom+labelMargin)
	above := f.rise + f.label*(0.5+labelMargin)
	f.comb.origin = image.Pt(int(side+0.5), int(above+0.5))
	last := f.comb.centre(size-1, size-1)
	board := image.Pt(last.X+f.comb.origin.X, last.Y+f.comb.origin.Y)
	f.bounds = image.Rectangle{Max: board.Add(image.Pt(0, captionHeight(board.X)))}
	return f
}

// Room around coordinates, in text heights.
const (
	labelGap    = 0.32 // from the edge
	labelMargin = 0.40 // to the picture's rim
	digitsRoom  = 1.15 // two digits
)

// band is where the caption lies.
func (f hexFrame) band() image.Rectangle {
	b := f.bounds
	b.Min.Y = b.Max.Y - captionHeight(b.Dx())
	return b
}

// board returns the empty board of a position.
func (b *hexBoards) board(key hexKey, p *hex.Position) (*hexBoard, error) {
	return b.boards.get(key, func() (*hexBoard, error) {
		colours, err := b.palettes.get(key.palette(), func() (*palette, error) { return key.palette().make(), nil })
		if err != nil {
			return nil, err
		}
		return newHexBoard(key, colours, p.Weight)
	})
}

func newHexBoard(key hexKey, p *palette, weight func(hexgrid.Cell) int) (*hexBoard, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	b := &hexBoard{hexFrame: newHexFrame(key.size, key.wide), look: key.look, palette: p}
	if b.caption, err = newCaption(b.band(), f); err != nil {
		return nil, err
	}
	if b.label, err = newTypeface(f.bold, b.hexFrame.label); err != nil {
		return nil, err
	}
	if b.number, err = newTypeface(f.bold, b.comb.scale(numberShare)); err != nil {
		return nil, err
	}
	if b.small, err = newTypeface(f.medium, b.comb.scale(smallShare)); err != nil {
		return nil, err
	}
	b.cells = &sheet{comb: b.comb, look: key.look, palette: p}
	b.icons = &sheet{comb: newHoneycomb(2 * int(b.caption.size*captionStone/2)), look: key.look, palette: p}
	dc := gg.NewContextForRGBA(image.NewRGBA(b.bounds))
	b.paint(dc, key, weight)
	b.base = p.convert(rgba(dc))
	b.letter(canvas{b.base, p})
	return b, nil
}

// paint paints all of an empty board but its letters.
func (b *hexBoard) paint(dc *gg.Context, key hexKey, weight func(hexgrid.Cell) int) {
	dc.SetColor(b.look.background)
	dc.Clear()
	band := b.band()
	dc.SetColor(b.look.band)
	dc.DrawRectangle(float64(band.Min.X), float64(band.Min.Y), float64(band.Dx()), float64(band.Dy()))
	dc.Fill()
	b.paintEdges(dc, key.topBottom)
	grid := hexgrid.Rhombus(b.size)
	for c := range hexgrid.Cell(grid.Cells()) {
		b.look.paintCell(dc, b.comb, b.comb.centre(grid.Column(c), grid.Row(c)), weightFill(weight(c)))
	}
}

// paintEdges paints who joins what; cells are painted over the inner half.
func (b *hexBoard) paintEdges(dc *gg.Context, topBottom hex.Colour) {
	down, across := b.look.red, b.look.blue
	if topBottom == hex.Blue {
		down, across = across, down
	}
	n := b.size
	for i := range n {
		b.paintEdge(dc, down, b.comb.centre(i, 0), upperLeft, top, upperRight)
		b.paintEdge(dc, down, b.comb.centre(n-1-i, n-1), lowerRight, bottom, lowerLeft)
	}
	for i := range n {
		b.paintEdge(dc, across, b.comb.centre(n-1, i), top, upperRight, lowerRight)
		b.paintEdge(dc, across, b.comb.centre(0, n-1-i), bottom, lowerLeft, upperLeft)
	}
}

// paintEdge paints a line along corners of a cell.
func (b *hexBoard) paintEdge(dc *gg.Context, g gem, centre image.Point, corners ...int) {
	for _, which := range corners {
		v := b.comb.corner(centre, which)
		dc.LineTo(v.x, v.y)
	}
	dc.SetLineCapRound()
	dc.SetLineJoinRound()
	dc.SetLineWidth(2 * b.comb.scale(edgeShare))
	dc.SetColor(g.edge)
	dc.Stroke()
	dc.SetLineCapButt()
}

// letter writes the coordinates on all four sides.
func (b *hexBoard) letter(on surface) {
	n := b.size
	lean := b.rise / float64(b.comb.pitch) * float64(b.comb.width) / 2
	aside := b.comb.scale(0.5+edgeShare) + labelGap*b.hexFrame.label
	for i := range n {
		letters := strings.ToUpper(hexgrid.Letters(i))
		upper, lower := real(b.comb.centre(i, 0)), real(b.comb.centre(i, n-1))
		centred(on, b.label, vertex{upper.x - lean, upper.y - b.rise}, letters, inkLabel)
		centred(on, b.label, vertex{lower.x + lean, lower.y + b.rise}, letters, inkLabel)
		number := strconv.Itoa(i + 1)
		left, right := real(b.comb.centre(0, i)), real(b.comb.centre(n-1, i))
		half := b.label.measure(number) / 2
		centred(on, b.label, vertex{left.x - aside - half, left.y}, number, inkLabel)
		centred(on, b.label, vertex{right.x + aside + half, right.y}, number, inkLabel)
	}
}

// paletteKey is all on which a palette depends.
type paletteKey struct {
	look             *look
	weighted, tinted bool
}

func (k hexKey) palette() paletteKey { return paletteKey{k.look, k.weighted, k.tinted} }

// fills lists the grounds that boards with this palette have.
func (k paletteKey) fills() []fill {
	fills := []fill{fillWeight, fillVisited, fillBand}
	if k.weighted {
		for shade := fill(1); shade < weightShades; shade++ {
			fills = append(fills, fillWeight+shade, fillVisited+shade)
		}
	}
	if k.tinted {
		for tint := range fill(tintCount) {
			fills = append(fills, fillTint+tint)
		}
	}
	return fills
}

// make finds the colours of all tiles, at a usual size, and of lines and letters.
func (k paletteKey) make() *palette {
	const width, ghosts = 52, 8 // ghosts are few: one counts as an eighth
	comb := newHoneycomb(width)
	box := comb.cellBox()
	used := map[color.RGBA]int{}
	for _, f := range k.fills() {
		for on := range stoneCount {
			dc := gg.NewContext(box.Dx(), box.Dy())
			dc.SetColor(k.look.background)
			dc.Clear()
			k.look.paintTile(dc, comb, image.Point{}.Sub(box.Min), f, on)
			weight := ghosts
			if on >= redGhost || f != fillWeight {
				weight = 1
			}
			img := rgba(dc)
			for y := range box.Dy() {
				for x := range box.Dx() {
					used[img.RGBAAt(x, y)] += weight
				}
			}
		}
	}
	return newPalette(k.look, k.exact(), used)
}

// exact lists the colours that pictures show without loss: those of large areas, and
// steps between inks and what lies under them.
func (k paletteKey) exact() []color.RGBA {
	l := k.look
	list := []color.RGBA{l.background, l.band, l.cell, l.line}
	for k := range inkCount {
		list = append(list, l.ink(k))
	}
	for _, f := range k.fills() {
		list = append(list, l.fill(f))
	}
	pairs := [][2]color.RGBA{
		{l.background, l.label},
		{l.band, l.text},
		{l.band, l.muted},
		{l.background, l.red.edge},
		{l.background, l.blue.edge},
		{l.background, l.line},
		{l.cell, l.line},
		{l.red.base, l.mark},
		{l.blue.base, l.mark},
		{l.halo, l.green},
		{l.halo, l.red.base},
		{l.halo, l.blue.base},
		{l.cell, l.number},
	}
	const steps = 4
	for _, pair := range pairs {
		for i := 1; i < steps; i++ {
			list = append(list, mix(pair[0], pair[1], float64(i)/steps))
		}
	}
	return list
}
