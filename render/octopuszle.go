package render

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// Octopuszle draws the scenes of the Octopuszle: octopuszle.Picture,
// *octopuszle.Position, and an engine.Suggestion for a position.
var Octopuszle = newOctopuszleDrawers()

func newOctopuszleDrawers() []Drawer {
	b := &octopuszleBoards{cache[octopuszleKey, *octopuszleBoard]{limit: 2 * len(Themes)}}
	return []Drawer{For(b.picture), For(b.position), For(b.suggestion)}
}

// Sizes of the Octopuszle in pixels, and proportions in widths of a cell.
const (
	octopuszleCell   = 60 // of the 16 x 16: at 340 pixels a cell is 20 wide
	octopuszleSmall  = 170
	octopuszleMargin = 40
	octopuszleStroke = 0.11
	octopuszleKnot   = 0.09
	octopuszleLabel  = 24.0
	octopuszleNumber = 0.16
	octopuszleCorner = 0.34 // of a number, from the centre
)

// octopuszleOrange is the colour of diagonals; the source has the orthogonal lines in
// blue. The two are told apart by people of all kinds of colour vision, and by direction.
var octopuszleOrange = rgb(0xe8690c)

type octopuszleKey struct {
	look  *look
	small bool
}

// octopuszleBoard is an empty board, with the squares painted so far. The base is
// read-only.
type octopuszleBoard struct {
	key     octopuszleKey
	cells   int // in a row
	cell    int
	palette *palette
	base    *image.Paletted
	tiles   cache[octopuszleTile, *tile]
	words   sizes
	number  *typeface
}

// octopuszleTile is all on which the picture of a square depends.
type octopuszleTile struct {
	lines octopuszle.Lines
	tint  octopuszleTint
	// crossing: not a square, but where four of them meet; lines are those from there.
	crossing bool
}

type octopuszleTint uint8

const (
	octopuszlePlain octopuszleTint = iota
	octopuszleGiven                // it lay there from the start
	octopuszleGhost                // it might come
)

type octopuszleBoards struct {
	boards cache[octopuszleKey, *octopuszleBoard]
}

func (b *octopuszleBoards) board(k octopuszleKey) (*octopuszleBoard, error) {
	return b.boards.get(k, func() (*octopuszleBoard, error) { return newOctopuszleBoard(k) })
}

func newOctopuszleBoard(k octopuszleKey) (*octopuszleBoard, error) {
	b := &octopuszleBoard{key: k, cells: octopuszle.Size, cell: octopuszleCell}
	b.tiles.limit = 3 * octopuszle.Squares
	if k.small {
		b.cells, b.cell = octopuszle.Small, octopuszleSmall
	}
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	b.palette = b.newPalette()
	side := b.cells*b.cell + 2*octopuszleMargin
	band := captionHeight(side)
	c, err := newCaption(image.Rect(0, side, side, side+band), f)
	if err != nil {
		return nil, err
	}
	b.words = c.strong
	if b.number, err = newTypeface(f.bold, octopuszleNumber*float64(b.cell)); err != nil {
		return nil, err
	}
	dc := gg.NewContext(side, side+band)
	dc.SetColor(k.look.background)
	dc.Clear()
	dc.SetColor(k.look.band)
	dc.DrawRectangle(0, float64(side), float64(side), float64(band))
	dc.Fill()
	dc.SetColor(k.look.cell)
	dc.DrawRectangle(octopuszleMargin, octopuszleMargin, float64(b.cells*b.cell), float64(b.cells*b.cell))
	dc.Fill()
	b.grid(dc, octopuszleMargin, b.cells*b.cell)
	b.base = b.palette.convert(rgba(dc))
	label, err := newTypeface(f.bold, octopuszleLabel)
	if err != nil {
		return nil, err
	}
	on := canvas{b.base, b.palette}
	for i := range b.cells {
		at := octopuszleMargin + (float64(i)+0.5)*float64(b.cell)
		centred(on, label, vertex{at, octopuszleMargin / 2}, hexgrid.Letters(i), inkLabel)
		centred(on, label, vertex{octopuszleMargin / 2, at}, strconv.Itoa(i+1), inkLabel)
	}
	return b, nil
}

// grid paints the lines between cells.
func (b *octopuszleBoard) grid(dc *gg.Context, from float64, size int) {
	dc.SetColor(b.edge())
	dc.SetLineWidth(1)
	for i := range b.cells + 1 {
		at := from + float64(i*b.cell) + 0.5
		dc.DrawLine(from, at, from+float64(size), at)
		dc.DrawLine(at, from, at, from+float64(size))
		dc.Stroke()
	}
}

func (b *octopuszleBoard) edge() color.RGBA { return mix(b.key.look.cell, b.key.look.line, 0.35) }

// blue is the colour of orthogonal lines.
func (b *octopuszleBoard) blue() color.RGBA { return b.key.look.blue.edge }

// ground of a square.
func (b *octopuszleBoard) ground(t octopuszleTint) color.RGBA {
	l := b.key.look
	return [...]color.RGBA{l.cell, mix(l.cell, l.line, 0.22), mix(l.cell, l.green, 0.25)}[t]
}

func (b *octopuszleBoard) newPalette() *palette {
	const colours, steps, weight = 128, 8, 50
	l := b.key.look
	exact := []color.RGBA{l.background, l.band, l.cell, b.edge(), b.blue(), octopuszleOrange}
	for k := range inkCount {
		exact = append(exact, l.ink(k))
	}
	used := map[color.RGBA]int{}
	ramp := func(from, to color.RGBA) {
		for i := 1; i < steps; i++ {
			used[mix(from, to, float64(i)/steps)] += weight
		}
	}
	for t := octopuszlePlain; t <= octopuszleGhost; t++ {
		exact = append(exact, b.ground(t))
		ramp(b.ground(t), b.blue())
		ramp(b.ground(t), octopuszleOrange)
		ramp(b.ground(t), l.label)
	}
	ramp(b.blue(), octopuszleOrange)
	ramp(l.background, l.label)
	ramp(l.band, l.text)
	return newPalette(l, colours, exact, used)
}

// tile is a square with its lines.
func (b *octopuszleBoard) tile(k octopuszleTile) *tile {
	t, _ := b.tiles.get(k, func() (*tile, error) { // painting cannot fail
		img := b.paint
		if k.crossing {
			img = b.paintCrossing
		}
		painted := b.palette.convert(img(k))
		t := &tile{pix: painted.Pix}
		for y := range painted.Rect.Dy() {
			t.rows = append(t.rows, span{y, 0, painted.Rect.Dx()})
		}
		return t, nil
	})
	return t
}

func (b *octopuszleBoard) paint(k octopuszleTile) *image.RGBA {
	size := float64(b.cell)
	dc := gg.NewContext(b.cell, b.cell)
	dc.SetColor(b.ground(k.tint))
	dc.Clear()
	dc.SetColor(b.edge())
	dc.DrawRectangle(0, 0, size, 1)
	dc.DrawRectangle(0, 0, 1, size)
	dc.Fill()
	dc.SetLineWidth(octopuszleStroke * size)
	for _, diagonals := range []bool{true, false} {
		dc.SetColor(b.blue())
		if diagonals {
			dc.SetColor(octopuszleOrange)
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
		knot = octopuszleOrange
	}
	if k.lines == 0 {
		knot = b.key.look.label
	}
	dc.SetColor(knot)
	dc.DrawCircle(size/2, size/2, octopuszleKnot*size)
	dc.Fill()
	return rgba(dc)
}

// paintCrossing paints the diagonals that pass a corner of cells, which are wider there
// than the two cells that they join.
func (b *octopuszleBoard) paintCrossing(k octopuszleTile) *image.RGBA {
	half := b.crossing()
	dc := gg.NewContext(2*half, 2*half)
	dc.SetColor(b.ground(k.tint))
	dc.Clear()
	at, size := float64(half), float64(2*half)
	dc.SetColor(b.edge())
	dc.DrawRectangle(0, at, size, 1)
	dc.DrawRectangle(at, 0, 1, size)
	dc.Fill()
	dc.SetLineWidth(octopuszleStroke * float64(b.cell))
	dc.SetColor(octopuszleOrange)
	for d := range octopuszle.Direction(octopuszle.Directions) {
		if k.lines.Has(d) {
			dx, dy := d.Step()
			dc.DrawLine(at, at, at+float64(dx)*size, at+float64(dy)*size)
			dc.Stroke()
		}
	}
	return rgba(dc)
}

// crossing is half the side of what is painted where cells meet.
func (b *octopuszleBoard) crossing() int { return int(octopuszleStroke*float64(b.cell)) + 2 }

// octopuszleDrawing is a picture in the making.
type octopuszleDrawing struct {
	*octopuszleBoard
	on canvas
}

func (b *octopuszleBoards) draw(small bool, s Style) (*octopuszleDrawing, error) {
	board, err := b.board(octopuszleKey{s.Theme.colours(), small})
	if err != nil {
		return nil, err
	}
	return &octopuszleDrawing{board, newCanvas(board.base, board.palette)}, nil
}

// corner is the upper left pixel of a cell.
func (d *octopuszleDrawing) corner(at int) image.Point {
	return image.Pt(octopuszleMargin+at%d.cells*d.cell, octopuszleMargin+at/d.cells*d.cell)
}

func (d *octopuszleDrawing) caption(s Style, words engine.Text) {
	text := s.Note
	if text == "" {
		text = s.say(words)
	}
	text = d.words[0].legible(text)
	top := d.cells*d.cell + 2*octopuszleMargin
	room := float64(d.on.Rect.Dx()) * 0.95
	face, _ := d.words.fit(text, room)
	centred(d.on, face, vertex{float64(d.on.Rect.Dx()) / 2, float64(top+d.on.Rect.Dy()) / 2}, face.fit(text, room), inkText)
}

// picture draws a whole board.
func (b *octopuszleBoards) picture(p octopuszle.Picture, s Style) (image.Image, error) {
	d, err := b.draw(false, s)
	if err != nil {
		return nil, err
	}
	for at, lines := range p.Board {
		if p.DiagonalsAlone {
			lines &= octopuszle.Diagonals
		}
		d.on.stamp(d.tile(octopuszleTile{lines: lines}), d.corner(at))
	}
	d.crossings(p.Board)
	d.caption(s, p.Caption)
	return d.on.Paletted, nil
}

// crossings draws diagonals where they pass from cell to cell.
func (d *octopuszleDrawing) crossings(b *octopuszle.Board) {
	const down, up = 1<<octopuszle.SouthEast | 1<<octopuszle.NorthWest, 1<<octopuszle.NorthEast | 1<<octopuszle.SouthWest
	half := d.crossing()
	for at := range b {
		var lines octopuszle.Lines
		if b[at].Has(octopuszle.SouthEast) {
			lines |= down
		}
		if at+1 < len(b) && b[at+1].Has(octopuszle.SouthWest) && at%d.cells < d.cells-1 {
			lines |= up
		}
		if lines != 0 {
			corner := d.corner(at).Add(image.Pt(d.cell-half, d.cell-half))
			d.on.stamp(d.tile(octopuszleTile{lines: lines, crossing: true}), corner)
		}
	}
}

// position draws a table of the little relative.
func (b *octopuszleBoards) position(p *octopuszle.Position, s Style) (image.Image, error) {
	d, err := b.draw(true, s)
	if err != nil {
		return nil, err
	}
	d.table(p)
	words := engine.T("%s of 16 squares", strconv.Itoa(p.Laid()))
	if p.Outcome().Status == engine.Solved {
		words = engine.T("Solved: all lines meet")
	}
	d.caption(s, words)
	return d.on.Paletted, nil
}

func (d *octopuszleDrawing) table(p *octopuszle.Position) {
	for at := range octopuszle.SmallSquares {
		if square := p.At(at); square != octopuszle.NoSquare {
			tint := octopuszlePlain
			if p.Fixed(at) {
				tint = octopuszleGiven
			}
			d.square(at, square, tint)
		}
	}
	if last := p.Last(); last >= 0 && p.Outcome().Status == engine.Open {
		d.ring(last)
	}
}

// square draws one of the little relative, with its number in a corner.
func (d *octopuszleDrawing) square(at int, square int8, tint octopuszleTint) {
	d.on.stamp(d.tile(octopuszleTile{lines: octopuszle.SmallLines(square), tint: tint}), d.corner(at))
	aside := octopuszleCorner * float64(d.cell)
	centre := d.middle(at)
	centred(d.on, d.number, vertex{centre.x - aside, centre.y - aside}, strconv.Itoa(int(square)), inkLabel)
}

func (d *octopuszleDrawing) middle(at int) vertex {
	c := place(d.corner(at))
	return vertex{c.x + float64(d.cell)/2, c.y + float64(d.cell)/2}
}

func (d *octopuszleDrawing) ring(at int) {
	k := atom4Mask{maskRing, 0.2 * float64(d.cell), 0.03 * float64(d.cell)}
	c := d.middle(at)
	d.on.blend(k.paint(), image.Pt(int(c.x), int(c.y)), inkText)
}

// suggestion shows the square that is advised, or the one to take back.
func (b *octopuszleBoards) suggestion(hint engine.Suggestion, s Style) (image.Image, error) {
	p, ok := hint.Position.(*octopuszle.Position)
	if !ok {
		return nil, fmt.Errorf("%w: a suggestion for %T", ErrScene, hint.Position)
	}
	d, err := b.draw(true, s)
	if err != nil {
		return nil, err
	}
	d.table(p)
	if square, at, ok := octopuszle.ParseMove(hint.Choice.Move); ok {
		if square != octopuszle.NoSquare {
			d.square(at, square, octopuszleGhost)
		}
		d.ring(at)
	}
	d.caption(s, engine.T("Hint: %s", hint.Choice.Move))
	return d.on.Paletted, nil
}
