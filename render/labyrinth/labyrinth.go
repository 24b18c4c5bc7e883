// Package labyrinth draws the I Ching Connexion: tables and solutions (a hexagon for each
// hexagram, with corridors to its doors), and statistics of solutions (stats.go).
//
// The groups of pieces that hang together differ in shade, and holes between them are marked
// (map.go finds both).
package labyrinth

import (
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
	"github.com/sixfold-bot/sixfold/render/figure"
)

// Drawers draws the scenes of the Connexion: *labyrinth.Position, labyrinth.Picture,
// labyrinth.Stats, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = kept.drawers()

func newDrawers() []render.Drawer { return newBoards().drawers() }

// Picture draws a picture of the Connexion, for games that show one.
func Picture(p labyrinth.Picture, s render.Style) image.Image { return kept.picture(p, s) }

var kept = newBoards()

func newBoards() *boards {
	return &boards{
		Boards:   canvas.NewBoards[key, *board](mostBoards),
		palettes: canvas.Cache[hue, *canvas.Palette]{Limit: len(render.Themes) * int(labyrinth.ColourCount)},
	}
}

func (b *boards) drawers() []render.Drawer {
	return []render.Drawer{
		render.For(b.position),
		render.For(b.picture),
		render.ForSuggestion(b.suggestion),
		render.For(b.stats),
		figure.Drawer(figures),
	}
}

// boards keeps empty boards and palettes. It is safe for concurrent use.
type boards struct {
	*canvas.Boards[key, *board]
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
	canvas.Board
	frame
	tiles  *tiles
	words  canvas.Sizes
	number *canvas.Typeface // of a piece
	gap    *canvas.Typeface // of a gap
}

func (b *boards) palette(h hue) *canvas.Palette {
	return b.palettes.Get(h, func() *canvas.Palette { return newPalette(h.look, h.colour) })
}

func newBoard(k key, p *canvas.Palette) *board {
	b := &board{Board: canvas.Board{Look: k.look, Palette: p}, frame: newFrame(k.frame, !k.plain)}
	b.tiles = newTiles(b.frame, k.look, p)
	b.number, b.gap = canvas.Bold(b.share(numberShare)), canvas.Bold(b.share(gapShare))
	b.words = canvas.NewCaption(b.band()).Bold
	on := b.Paint(b.bounds, b.band(), func(dc *gg.Context) {
		if k.plain {
			return
		}
		for row := range k.frame.Rows {
			for col := range k.frame.Cols {
				b.tiles.empty(dc, canvas.At(b.centre(connexion.CellAt(col, row))))
			}
		}
	})
	if !k.plain {
		b.letter(on, canvas.Bold(b.label))
	}
	return b
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
func (b *boards) draw(p labyrinth.Picture, s render.Style) *drawing {
	k := key{hue{s.Theme.Look(), p.Colour}, p.Frame, p.Plain}
	board, on := b.Begin(k, func() *board { return newBoard(k, b.palette(k.hue)) })
	d := &drawing{board, on}
	found := survey(p)
	for _, c := range found.holes {
		d.stamp(c, tile{kind: holeTile})
	}
	for i, c := range found.open {
		if p.Gaps {
			canvas.Centred(d.on, d.gap, canvas.At(d.centre(c)), strconv.Itoa(i+1), canvas.InkLabel)
		} else {
			d.stamp(c, tile{kind: openTile})
		}
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
			d.numbered(piece, fillColour(k.colour, k.group))
		}
	}
	band := d.band()
	d.words.Write(d.on, canvas.Middle(band), s.Caption(p.Caption), 0.95*float64(band.Dx()), canvas.InkText)
	return d
}

func (d *drawing) stamp(c connexion.Cell, k tile) {
	if d.cells.Has(c) {
		d.on.Stamp(d.tiles.tile(k), d.centre(c))
	}
}

// numbered writes the number of a piece's hexagram, dark on light or light on dark.
func (d *drawing) numbered(p connexion.Piece, fill color.RGBA) {
	with := canvas.InkText
	if (canvas.Brightness(pathColour(fill)) > 128) == (canvas.Brightness(d.Look.Text) > 128) {
		with = canvas.InkGround
	}
	canvas.Centred(d.on, d.number, canvas.At(d.centre(p.Cell)), strconv.Itoa(p.Doors.Number()), with)
}

func (b *boards) picture(p labyrinth.Picture, s render.Style) image.Image {
	d := b.draw(p, s)
	return d.on.Paletted
}

// position draws a table, with a ring on the piece laid last.
func (b *boards) position(p *labyrinth.Position, s render.Style) image.Image {
	picture := p.Picture()
	picture.Caption, picture.Gaps = standing(p), true
	d := b.draw(picture, s)
	if own := p.Pieces()[p.Fixed():]; len(own) > 0 && p.Outcome().Status == engine.Open {
		d.ring(own[len(own)-1].Cell, canvas.InkText)
	}
	return d.on.Paletted
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
func (b *boards) suggestion(p *labyrinth.Position, choice engine.Choice, s render.Style) image.Image {
	picture := p.Picture()
	picture.Caption = engine.T("Hint: %s", choice.Move)
	piece, placed := labyrinth.ParseMove(choice.Move)
	if placed {
		picture.Pieces = append(picture.Pieces[:len(picture.Pieces):len(picture.Pieces)], piece)
		picture.Marks = []labyrinth.Mark{{Doors: piece.Doors, Colours: []labyrinth.Colour{p.Colour().Other()}}}
	}
	d := b.draw(picture, s)
	d.ring(piece.Cell, canvas.InkText)
	return d.on.Paletted
}
