package octopuszle

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Octopuszle: octopuszle.Picture,
// *octopuszle.Position, and an engine.Suggestion for a position.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.Cache[key, *board]{Limit: 2 * len(render.Themes)}}
	return []render.Drawer{render.For(b.picture), render.For(b.position), render.For(b.suggestion)}
}

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
}

// board is an empty board, with the squares painted so far. The base is
// read-only.
type board struct {
	key     key
	cells   int // in a row
	cell    int
	palette *canvas.Palette
	base    *image.Paletted
	tiles   canvas.Cache[tile, *canvas.Tile]
	words   canvas.Sizes
	number  *canvas.Typeface
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
	boards canvas.Cache[key, *board]
}

func (b *boards) board(k key) (*board, error) {
	return b.boards.Get(k, func() (*board, error) { return newBoard(k) })
}

func newBoard(k key) (*board, error) {
	b := &board{key: k, cells: octopuszle.Size, cell: largeCell}
	b.tiles.Limit = 3 * octopuszle.Squares
	if k.small {
		b.cells, b.cell = octopuszle.Small, smallCell
	}
	f, err := canvas.LoadFonts()
	if err != nil {
		return nil, err
	}
	b.palette = b.newPalette()
	side := b.cells*b.cell + 2*margin
	band := canvas.CaptionHeight(side)
	c, err := canvas.NewCaption(image.Rect(0, side, side, side+band), f)
	if err != nil {
		return nil, err
	}
	b.words = c.Strong
	if b.number, err = canvas.NewTypeface(f.Bold, numberShare*float64(b.cell)); err != nil {
		return nil, err
	}
	dc := gg.NewContext(side, side+band)
	dc.SetColor(k.look.Background)
	dc.Clear()
	dc.SetColor(k.look.Band)
	dc.DrawRectangle(0, float64(side), float64(side), float64(band))
	dc.Fill()
	dc.SetColor(k.look.Cell)
	dc.DrawRectangle(margin, margin, float64(b.cells*b.cell), float64(b.cells*b.cell))
	dc.Fill()
	b.grid(dc, margin, b.cells*b.cell)
	b.base = b.palette.Convert(canvas.Drawn(dc))
	label, err := canvas.NewTypeface(f.Bold, labelHeight)
	if err != nil {
		return nil, err
	}
	on := canvas.Canvas{Paletted: b.base, Palette: b.palette}
	for i := range b.cells {
		at := margin + (float64(i)+0.5)*float64(b.cell)
		canvas.Centred(on, label, canvas.Pt(at, margin/2), hexgrid.Letters(i), canvas.InkLabel)
		canvas.Centred(on, label, canvas.Pt(margin/2, at), strconv.Itoa(i+1), canvas.InkLabel)
	}
	return b, nil
}

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

func (b *board) edge() color.RGBA { return canvas.Mix(b.key.look.Cell, b.key.look.Line, 0.35) }

// blue is the colour of orthogonal lines.
func (b *board) blue() color.RGBA { return b.key.look.Blue.Edge }

// ground of a square.
func (b *board) ground(t tint) color.RGBA {
	l := b.key.look
	return [...]color.RGBA{l.Cell, canvas.Mix(l.Cell, l.Line, 0.22), canvas.Mix(l.Cell, l.Green, 0.25)}[t]
}

func (b *board) newPalette() *canvas.Palette {
	const colours, steps, weight = 128, 8, 50
	l := b.key.look
	exact := []color.RGBA{l.Background, l.Band, l.Cell, b.edge(), b.blue(), orange}
	for k := range canvas.InkCount {
		exact = append(exact, l.Ink(k))
	}
	used := map[color.RGBA]int{}
	ramp := func(from, to color.RGBA) {
		for i := 1; i < steps; i++ {
			used[canvas.Mix(from, to, float64(i)/steps)] += weight
		}
	}
	for t := plain; t <= ghost; t++ {
		exact = append(exact, b.ground(t))
		ramp(b.ground(t), b.blue())
		ramp(b.ground(t), orange)
		ramp(b.ground(t), l.Label)
	}
	ramp(b.blue(), orange)
	ramp(l.Background, l.Label)
	ramp(l.Band, l.Text)
	return canvas.NewPalette(l, colours, exact, used)
}

// tile is a square with its lines.
func (b *board) tile(k tile) *canvas.Tile {
	t, _ := b.tiles.Get(k, func() (*canvas.Tile, error) { // painting cannot fail
		img := b.paint
		if k.crossing {
			img = b.paintCrossing
		}
		painted := b.palette.Convert(img(k))
		t := &canvas.Tile{Pix: painted.Pix}
		for y := range painted.Rect.Dy() {
			t.Rows = append(t.Rows, canvas.Span{Y: y, X0: 0, X1: painted.Rect.Dx()})
		}
		return t, nil
	})
	return t
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
		knot = b.key.look.Label
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

// drawing is a picture in the making.
type drawing struct {
	*board
	on canvas.Canvas
}

func (b *boards) draw(small bool, s render.Style) (*drawing, error) {
	board, err := b.board(key{s.Theme.Look(), small})
	if err != nil {
		return nil, err
	}
	return &drawing{board, canvas.New(board.base, board.palette)}, nil
}

// corner is the upper left pixel of a cell.
func (d *drawing) corner(at int) image.Point {
	return image.Pt(margin+at%d.cells*d.cell, margin+at/d.cells*d.cell)
}

func (d *drawing) caption(s render.Style, words engine.Text) {
	text := s.Note
	if text == "" {
		text = s.Words(words)
	}
	text = d.words[0].Legible(text)
	top := d.cells*d.cell + 2*margin
	room := float64(d.on.Rect.Dx()) * 0.95
	face, _ := d.words.Fit(text, room)
	canvas.Centred(d.on, face, canvas.Pt(float64(d.on.Rect.Dx())/2, float64(top+d.on.Rect.Dy())/2), face.Fit(text, room), canvas.InkText)
}

// picture draws a whole board.
func (b *boards) picture(p octopuszle.Picture, s render.Style) (image.Image, error) {
	d, err := b.draw(false, s)
	if err != nil {
		return nil, err
	}
	for at, lines := range p.Board {
		if p.DiagonalsAlone {
			lines &= octopuszle.Diagonals
		}
		d.on.Stamp(d.tile(tile{lines: lines}), d.corner(at))
	}
	d.crossings(p.Board)
	d.caption(s, p.Caption)
	return d.on.Paletted, nil
}

// crossings draws diagonals where they pass from cell to cell.
func (d *drawing) crossings(b *octopuszle.Board) {
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
			d.on.Stamp(d.tile(tile{lines: lines, crossing: true}), corner)
		}
	}
}

// position draws a table of the little relative.
func (b *boards) position(p *octopuszle.Position, s render.Style) (image.Image, error) {
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

func (d *drawing) table(p *octopuszle.Position) {
	for at := range octopuszle.SmallSquares {
		if square := p.At(at); square != octopuszle.NoSquare {
			tint := plain
			if p.Fixed(at) {
				tint = given
			}
			d.square(at, square, tint)
		}
	}
	if last := p.Last(); last >= 0 && p.Outcome().Status == engine.Open {
		d.ring(last)
	}
}

// square draws one of the little relative, with its number in a corner.
func (d *drawing) square(at int, square int8, tint tint) {
	d.on.Stamp(d.tile(tile{lines: octopuszle.SmallLines(square), tint: tint}), d.corner(at))
	aside := cornerShare * float64(d.cell)
	centre := d.middle(at)
	canvas.Centred(d.on, d.number, canvas.Pt(centre.X-aside, centre.Y-aside), strconv.Itoa(int(square)), canvas.InkLabel)
}

func (d *drawing) middle(at int) canvas.Point {
	c := canvas.At(d.corner(at))
	return canvas.Pt(c.X+float64(d.cell)/2, c.Y+float64(d.cell)/2)
}

func (d *drawing) ring(at int) {
	k := canvas.Mask{Kind: canvas.MaskRing, Radius: 0.2 * float64(d.cell), Stroke: 0.03 * float64(d.cell)}
	c := d.middle(at)
	d.on.Blend(k.Paint(), image.Pt(int(c.X), int(c.Y)), canvas.InkText)
}

// suggestion shows the square that is advised, or the one to take back.
func (b *boards) suggestion(hint engine.Suggestion, s render.Style) (image.Image, error) {
	p, ok := hint.Position.(*octopuszle.Position)
	if !ok {
		return nil, fmt.Errorf("%w: a suggestion for %T", render.ErrScene, hint.Position)
	}
	d, err := b.draw(true, s)
	if err != nil {
		return nil, err
	}
	d.table(p)
	if square, at, ok := octopuszle.ParseMove(hint.Choice.Move); ok {
		if square != octopuszle.NoSquare {
			d.square(at, square, ghost)
		}
		d.ring(at)
	}
	d.caption(s, engine.T("Hint: %s", hint.Choice.Move))
	return d.on.Paletted, nil
}
