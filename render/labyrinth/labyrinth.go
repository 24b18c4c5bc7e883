package labyrinth

import (
	"fmt"
	"image"
	"image/color"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Connexion: *labyrinth.Position, labyrinth.Picture,
// labyrinth.Stats, and an engine.Suggestion for a position.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	boards := &boards{
		boards:   canvas.Cache[key, *board]{Limit: mostBoards},
		palettes: canvas.Cache[hue, *canvas.Palette]{Limit: len(render.Themes) * int(labyrinth.ColourCount)},
	}
	return []render.Drawer{
		render.For(boards.position),
		render.For(boards.picture),
		render.For(boards.suggestion),
		render.For(boards.stats),
	}
}

// boards keeps empty boards and palettes. It is safe for concurrent use.
type boards struct {
	boards   canvas.Cache[key, *board]
	palettes canvas.Cache[hue, *canvas.Palette]
}

// mostBoards bounds the memory: a board takes 1 MB, and its tiles up to 3 MB.
const mostBoards = 12

type hue struct {
	look   *canvas.Look
	colour labyrinth.Colour
}

// key is all on which an empty board depends.
type key struct {
	hue
	frame connexion.Frame
	plain bool
}

// board is an empty board. It is read-only.
type board struct {
	frame
	tiles  *tiles
	base   *image.Paletted
	words  canvas.Sizes
	number *canvas.Typeface
}

func (b *boards) board(k key) (*board, error) {
	return b.boards.Get(k, func() (*board, error) {
		p, err := b.palettes.Get(k.hue, func() (*canvas.Palette, error) { return newPalette(k.look, k.colour), nil })
		if err != nil {
			return nil, err
		}
		return newBoard(k, p)
	})
}

func newBoard(k key, p *canvas.Palette) (*board, error) {
	f, err := canvas.LoadFonts()
	if err != nil {
		return nil, err
	}
	b := &board{frame: newFrame(k.frame, !k.plain)}
	b.tiles = &tiles{frame: b.frame, look: k.look, palette: p, kept: map[tile]*canvas.Tile{}}
	if b.number, err = canvas.NewTypeface(f.Bold, b.share(numberShare)); err != nil {
		return nil, err
	}
	c, err := canvas.NewCaption(b.band(), f)
	if err != nil {
		return nil, err
	}
	b.words = c.Strong
	dc := gg.NewContext(b.bounds.Dx(), b.bounds.Dy())
	dc.SetColor(k.look.Background)
	dc.Clear()
	band := b.band()
	dc.SetColor(k.look.Band)
	dc.DrawRectangle(0, float64(band.Min.Y), float64(band.Dx()), float64(band.Dy()))
	dc.Fill()
	if k.plain {
		b.base = p.Convert(canvas.Drawn(dc))
		return b, nil
	}
	for row := range k.frame.Rows {
		for col := range k.frame.Cols {
			b.tiles.empty(dc, canvas.At(b.centre(connexion.CellAt(col, row))))
		}
	}
	b.base = p.Convert(canvas.Drawn(dc))
	label, err := canvas.NewTypeface(f.Bold, b.label)
	if err != nil {
		return nil, err
	}
	b.letter(canvas.Canvas{Paletted: b.base, Palette: p}, label)
	return b, nil
}

// band is where the caption is.
func (b *board) band() image.Rectangle {
	f := b.frame
	f.bounds.Max.Y = 0
	r := f.caption()
	return r.Add(image.Pt(0, b.bounds.Max.Y-r.Max.Y))
}

// letter writes the coordinates above the columns and beside the rows.
func (b *board) letter(on canvas.Canvas, label *canvas.Typeface) {
	for col := range b.cells.Cols {
		at := canvas.At(b.centre(connexion.CellAt(col, 0)))
		at.Y = float64(b.origin.Y) - float64(b.pitch)/2 - 0.55*b.label
		canvas.Centred(on, label, at, strings.ToUpper(hexgrid.Letters(col)), canvas.InkLabel)
	}
	for row := range b.cells.Rows {
		at := canvas.At(b.centre(connexion.CellAt(0, row)))
		at.X -= float64(b.width)/2 + 0.55*b.label
		canvas.Centred(on, label, at, strconv.Itoa(row+1), canvas.InkLabel)
	}
}

// drawing is a picture in the making.
type drawing struct {
	*board
	on canvas.Canvas
}

// draw draws pieces with their groups and holes, marks, numbers and words.
func (b *boards) draw(p labyrinth.Picture, s render.Style) (*drawing, error) {
	board, err := b.board(key{hue{s.Theme.Look(), p.Colour}, p.Frame, p.Plain})
	if err != nil {
		return nil, err
	}
	d := &drawing{board, canvas.New(board.base, board.tiles.palette)}
	found := survey(p)
	for _, c := range found.holes {
		d.stamp(c, tile{kind: holeTile})
	}
	for _, c := range found.open {
		d.stamp(c, tile{kind: openTile})
	}
	marks := map[connexion.Doors][]labyrinth.Colour{}
	for _, m := range p.Marks {
		marks[m.Doors] = m.Colours
	}
	for i, piece := range p.Pieces {
		k := tile{doors: piece.Doors, colour: p.Colour, split: p.Colour, group: found.group[i], numbered: p.Numbers}
		if m := marks[piece.Doors]; len(m) > 0 {
			k.colour, k.split, k.group = m[0], m[len(m)-1], 0
		}
		d.stamp(piece.Cell, k)
		if p.Numbers {
			d.numbered(piece, fillColour(d.tiles.look, k.colour, k.group))
		}
	}
	if words := s.Note; words != "" {
		d.caption(words)
	} else {
		d.caption(s.Words(p.Caption))
	}
	return d, nil
}

func (d *drawing) stamp(c connexion.Cell, k tile) {
	if d.cells.Has(c) {
		d.on.Stamp(d.tiles.tile(k), d.centre(c))
	}
}

// numbered writes the number of a piece's hexagram, dark on light or light on dark.
func (d *drawing) numbered(p connexion.Piece, fill color.RGBA) {
	l := d.tiles.look
	with := canvas.InkText
	if (canvas.Brightness(pathColour(fill)) > 128) == (canvas.Brightness(l.Text) > 128) {
		with = canvas.InkGround
	}
	canvas.Centred(d.on, d.number, canvas.At(d.centre(p.Cell)), strconv.Itoa(p.Doors.Number()), with)
}

func (d *drawing) caption(words string) {
	band := d.band()
	words = d.words[0].Legible(words)
	room := float64(band.Dx()) * 0.95
	face, _ := d.words.Fit(words, room)
	middle := canvas.Pt(float64(band.Min.X+band.Max.X)/2, float64(band.Min.Y+band.Max.Y)/2)
	canvas.Centred(d.on, face, middle, face.Fit(words, room), canvas.InkText)
}

func (b *boards) picture(p labyrinth.Picture, s render.Style) (image.Image, error) {
	d, err := b.draw(p, s)
	if err != nil {
		return nil, err
	}
	return d.on.Paletted, nil
}

// position draws a table, with a ring on the piece laid last.
func (b *boards) position(p *labyrinth.Position, s render.Style) (image.Image, error) {
	picture := p.Picture()
	picture.Caption = standing(p)
	d, err := b.draw(picture, s)
	if err != nil {
		return nil, err
	}
	if own := p.Pieces()[p.Fixed():]; len(own) > 0 && p.Outcome().Status == engine.Open {
		d.ring(own[len(own)-1].Cell, canvas.InkText)
	}
	return d.on.Paletted, nil
}

// standing says how far a table is.
func standing(p *labyrinth.Position) engine.Text {
	laid, open := strconv.Itoa(len(p.Pieces())), labyrinth.CellCount(len(p.Open()))
	switch {
	case p.Outcome().Status == engine.Solved:
		return engine.T("Solved: every door meets a door")
	case p.Day() != "":
		return engine.T("Puzzle of %s: %s of 64 pieces, doors open to %s", p.Day(), laid, open)
	default:
		return engine.T("%s of 64 pieces, doors open to %s", laid, open)
	}
}

// ring marks a cell.
func (d *drawing) ring(c connexion.Cell, with canvas.Ink) {
	k := canvas.Mask{Kind: canvas.MaskRing, Radius: d.share(ringShare), Stroke: d.share(ringStroke)}
	d.on.Blend(k.Paint(), d.centre(c), with)
}

// suggestion shows the piece that is advised in another colour, or the one to remove.
func (b *boards) suggestion(hint engine.Suggestion, s render.Style) (image.Image, error) {
	p, ok := hint.Position.(*labyrinth.Position)
	if !ok {
		return nil, fmt.Errorf("%w: a suggestion for %T", render.ErrScene, hint.Position)
	}
	picture := p.Picture()
	picture.Caption = engine.T("Hint: %s", hint.Choice.Move)
	piece, placed := labyrinth.ParseMove(hint.Choice.Move)
	if placed {
		picture.Pieces = append(picture.Pieces[:len(picture.Pieces):len(picture.Pieces)], piece)
		picture.Marks = []labyrinth.Mark{{Doors: piece.Doors, Colours: []labyrinth.Colour{p.Colour().Other()}}}
	}
	d, err := b.draw(picture, s)
	if err != nil {
		return nil, err
	}
	d.ring(piece.Cell, canvas.InkText)
	return d.on.Paletted, nil
}
