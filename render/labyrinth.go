package render

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
)

// Labyrinth draws the scenes of the Connexion: *labyrinth.Position, labyrinth.Picture,
// labyrinth.Stats, and an engine.Suggestion for a position.
var Labyrinth = newLabyrinthDrawers()

func newLabyrinthDrawers() []Drawer {
	boards := &labyrinthBoards{
		boards:   cache[labyrinthKey, *labyrinthBoard]{limit: mostLabyrinthBoards},
		palettes: cache[labyrinthHue, *palette]{limit: len(Themes) * int(labyrinth.ColourCount)},
	}
	return []Drawer{
		For(boards.position),
		For(boards.picture),
		For(boards.suggestion),
		For(boards.stats),
	}
}

// labyrinthBoards keeps empty boards and palettes. It is safe for concurrent use.
type labyrinthBoards struct {
	boards   cache[labyrinthKey, *labyrinthBoard]
	palettes cache[labyrinthHue, *palette]
}

// mostLabyrinthBoards bounds the memory: a board takes 1 MB, and its tiles up to 3 MB.
const mostLabyrinthBoards = 12

type labyrinthHue struct {
	look   *look
	colour labyrinth.Colour
}

// labyrinthKey is all on which an empty board depends.
type labyrinthKey struct {
	labyrinthHue
	frame labyrinth.Frame
	plain bool
}

// labyrinthBoard is an empty board. It is read-only.
type labyrinthBoard struct {
	labyrinthFrame
	tiles  *labyrinthTiles
	base   *image.Paletted
	words  sizes
	number *typeface
}

func (b *labyrinthBoards) board(k labyrinthKey) (*labyrinthBoard, error) {
	return b.boards.get(k, func() (*labyrinthBoard, error) {
		p, err := b.palettes.get(k.labyrinthHue, func() (*palette, error) { return labyrinthPalette(k.look, k.colour), nil })
		if err != nil {
			return nil, err
		}
		return newLabyrinthBoard(k, p)
	})
}

func newLabyrinthBoard(k labyrinthKey, p *palette) (*labyrinthBoard, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	b := &labyrinthBoard{labyrinthFrame: newLabyrinthFrame(k.frame, !k.plain)}
	b.tiles = &labyrinthTiles{frame: b.labyrinthFrame, look: k.look, palette: p, kept: map[labyrinthTile]*tile{}}
	if b.number, err = newTypeface(f.bold, b.share(labyrinthNumber)); err != nil {
		return nil, err
	}
	c, err := newCaption(b.band(), f)
	if err != nil {
		return nil, err
	}
	b.words = c.strong
	dc := gg.NewContext(b.bounds.Dx(), b.bounds.Dy())
	dc.SetColor(k.look.background)
	dc.Clear()
	band := b.band()
	dc.SetColor(k.look.band)
	dc.DrawRectangle(0, float64(band.Min.Y), float64(band.Dx()), float64(band.Dy()))
	dc.Fill()
	if k.plain {
		b.base = p.convert(rgba(dc))
		return b, nil
	}
	for row := range k.frame.Rows {
		for col := range k.frame.Cols {
			b.tiles.empty(dc, place(b.centre(k.frame.At(col, row))))
		}
	}
	b.base = p.convert(rgba(dc))
	label, err := newTypeface(f.bold, b.label)
	if err != nil {
		return nil, err
	}
	b.letter(canvas{b.base, p}, label)
	return b, nil
}

// band is where the caption is.
func (b *labyrinthBoard) band() image.Rectangle {
	f := b.labyrinthFrame
	f.bounds.Max.Y = 0
	r := f.caption()
	return r.Add(image.Pt(0, b.bounds.Max.Y-r.Max.Y))
}

// letter writes the coordinates above the columns and beside the rows.
func (b *labyrinthBoard) letter(on canvas, label *typeface) {
	for col := range b.board.Cols {
		at := place(b.centre(b.board.At(col, 0)))
		at.y = float64(b.origin.Y) - float64(b.pitch)/2 - 0.55*b.label
		centred(on, label, at, strings.ToUpper(hexgrid.Letters(col)), inkLabel)
	}
	for row := range b.board.Rows {
		at := place(b.centre(b.board.At(0, row)))
		at.x -= float64(b.width)/2 + 0.55*b.label
		centred(on, label, at, strconv.Itoa(row+1), inkLabel)
	}
}

// labyrinthDrawing is a picture in the making.
type labyrinthDrawing struct {
	*labyrinthBoard
	on canvas
}

// draw draws pieces with their groups and holes, marks, numbers and words.
func (b *labyrinthBoards) draw(p labyrinth.Picture, s Style) (*labyrinthDrawing, error) {
	board, err := b.board(labyrinthKey{labyrinthHue{s.Theme.colours(), p.Colour}, p.Frame, p.Plain})
	if err != nil {
		return nil, err
	}
	d := &labyrinthDrawing{board, newCanvas(board.base, board.tiles.palette)}
	found := newLabyrinthMap(p)
	for _, c := range found.holes {
		d.stamp(c, labyrinthTile{kind: labyrinthHole})
	}
	for _, c := range found.open {
		d.stamp(c, labyrinthTile{kind: labyrinthOpen})
	}
	marks := map[labyrinth.Doors][]labyrinth.Colour{}
	for _, m := range p.Marks {
		marks[m.Doors] = m.Colours
	}
	for i, piece := range p.Pieces {
		k := labyrinthTile{doors: piece.Doors, colour: p.Colour, split: p.Colour, group: found.group[i], numbered: p.Numbers}
		if m := marks[piece.Doors]; len(m) > 0 {
			k.colour, k.split, k.group = m[0], m[len(m)-1], 0
		}
		d.stamp(piece.Cell, k)
		if p.Numbers {
			d.numbered(piece, d.tiles.look.labyrinthFill(k.colour, k.group))
		}
	}
	if words := s.Note; words != "" {
		d.caption(words)
	} else {
		d.caption(s.say(p.Caption))
	}
	return d, nil
}

func (d *labyrinthDrawing) stamp(c labyrinth.Cell, k labyrinthTile) {
	if d.board.Has(c) {
		d.on.stamp(d.tiles.tile(k), d.centre(c))
	}
}

// numbered writes the number of a piece's hexagram, dark on light or light on dark.
func (d *labyrinthDrawing) numbered(p labyrinth.Piece, fill color.RGBA) {
	l := d.tiles.look
	with := inkText
	if (brightness(labyrinthPath(fill)) > 128) == (brightness(l.text) > 128) {
		with = inkGround
	}
	centred(d.on, d.number, place(d.centre(p.Cell)), strconv.Itoa(p.Doors.Number()), with)
}

func (d *labyrinthDrawing) caption(words string) {
	band := d.band()
	words = d.words[0].legible(words)
	room := float64(band.Dx()) * 0.95
	face, _ := d.words.fit(words, room)
	middle := vertex{float64(band.Min.X+band.Max.X) / 2, float64(band.Min.Y+band.Max.Y) / 2}
	centred(d.on, face, middle, face.fit(words, room), inkText)
}

func (b *labyrinthBoards) picture(p labyrinth.Picture, s Style) (image.Image, error) {
	d, err := b.draw(p, s)
	if err != nil {
		return nil, err
	}
	return d.on.Paletted, nil
}

// position draws a table, with a ring on the piece laid last.
func (b *labyrinthBoards) position(p *labyrinth.Position, s Style) (image.Image, error) {
	picture := p.Picture()
	picture.Caption = labyrinthStanding(p)
	d, err := b.draw(picture, s)
	if err != nil {
		return nil, err
	}
	if own := p.Pieces()[p.Fixed():]; len(own) > 0 && p.Outcome().Status == engine.Open {
		d.ring(own[len(own)-1].Cell, inkText)
	}
	return d.on.Paletted, nil
}

// labyrinthStanding says how far a table is.
func labyrinthStanding(p *labyrinth.Position) engine.Text {
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
func (d *labyrinthDrawing) ring(c labyrinth.Cell, with ink) {
	k := atom4Mask{maskRing, d.share(labyrinthRing), d.share(labyrinthStroke)}
	d.on.blend(k.paint(), d.centre(c), with)
}

// suggestion shows the piece that is advised in another colour, or the one to remove.
func (b *labyrinthBoards) suggestion(hint engine.Suggestion, s Style) (image.Image, error) {
	p, ok := hint.Position.(*labyrinth.Position)
	if !ok {
		return nil, fmt.Errorf("%w: a suggestion for %T", ErrScene, hint.Position)
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
	d.ring(piece.Cell, inkText)
	return d.on.Paletted, nil
}
