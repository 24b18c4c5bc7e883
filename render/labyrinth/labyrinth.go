// Package labyrinth draws the I Ching Connexion: tables (table.go) with the pieces in hand
// (hand.go), solutions (a hexagon per hexagram, with corridors to its doors), and statistics of
// solutions (stats.go).
//
// A table is cropped to the part in use (frame.go). Groups of connected pieces differ in colour,
// and holes between them are marked.
package labyrinth

import (
	"image"
	"slices"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Connexion: *labyrinth.Position, labyrinth.Picture,
// labyrinth.Stats, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = kept.drawers()

// Picture draws a picture of the Connexion for other games.
func Picture(p labyrinth.Picture, s render.Style) *image.Paletted { return kept.picture(p, s) }

var kept = newSets()

func newSets() *sets {
	return &sets{
		palettes: canvas.Cache[hue, *canvas.Palette]{Limit: len(render.Themes) * int(labyrinth.ColourCount)},
		tiles:    canvas.Cache[set, *tiles]{Limit: mostSets},
	}
}

func (b *sets) drawers() []render.Drawer {
	return []render.Drawer{
		render.For(b.position),
		render.For(b.picture),
		render.ForSuggestion(b.suggestion),
		render.For(b.stats),
		render.Figures(figures),
	}
}

// sets caches palettes and tiles. It is safe for concurrent use.
type sets struct {
	palettes canvas.Cache[hue, *canvas.Palette]
	tiles    canvas.Cache[set, *tiles]
}

// mostSets bounds the memory: the tiles of a set take up to 1.5 MB, rarely more than half of it.
const mostSets = 24

type hue struct {
	look   *canvas.Look
	colour labyrinth.Colour
}

// set is everything that tiles depend on.
type set struct {
	hue
	width int
}

func (b *sets) palette(h hue) *canvas.Palette {
	return b.palettes.Get(h, func() *canvas.Palette { return newPalette(h.look, h.colour) })
}

type drawing struct {
	*sets
	hue
	frame
	on    canvas.Canvas
	style render.Style
	bar   *canvas.Caption
}

func (b *sets) begin(h hue, f frame, s render.Style) *drawing {
	return &drawing{b, h, f, canvas.Blank(image.Rect(0, 0, wide, tall), b.palette(h)), s, bar()}
}

// field is the area of boards, beside something of a width.
func field(beside int) image.Rectangle {
	return image.Rect(pad, pad/2, wide-beside-pad/2, tall-captionTall-pad/2)
}

// tableField is field for boards with coordinates, whose cells need the whole height.
func tableField(beside int) image.Rectangle {
	f := field(beside)
	f.Min.Y, f.Max.Y = rim, tall-captionTall-rim
	return f
}

func (d *drawing) set(width int) *tiles {
	k := set{d.hue, width}
	return d.tiles.Get(k, func() *tiles { return newTiles(width, k.look, d.palette(k.hue)) })
}

func (d *drawing) stamp(t *tiles, c connexion.Cell, k tile) {
	if d.has(c) {
		d.on.Stamp(t.tile(k), d.centre(c))
	}
}

// empty draws the shown cells of a board with their coordinates.
func (d *drawing) empty(t *tiles) {
	blank := t.tile(tile{kind: emptyTile})
	for row := d.part.Min.Y; row < d.part.Max.Y; row++ {
		for col := d.part.Min.X; col < d.part.Max.X; col++ {
			d.on.Stamp(blank, d.centre(connexion.CellAt(col, row)))
		}
	}
	label := canvas.Bold(labelSize)
	step := func(pitch, least int) int {
		if pitch < least {
			return 2
		}
		return 1
	}
	top := float64(d.origin.Y-d.pitch/2) - labelsAbove/2
	for col := d.part.Min.X; col < d.part.Max.X; col += step(d.width*3/4, closeColumns) {
		x := d.centre(connexion.CellAt(col, d.part.Min.Y)).X
		canvas.Centred(d.on, label, canvas.Pt(float64(x), top), hexgrid.Letters(col), canvas.InkLabel)
	}
	left := float64(d.origin.X-d.width/2) - labelsLeft/2
	for row := d.part.Min.Y; row < d.part.Max.Y; row += step(d.pitch, closeRows) {
		y := d.centre(connexion.CellAt(d.part.Min.X, row)).Y
		canvas.Centred(d.on, label, canvas.Pt(left, float64(y)), strconv.Itoa(row+1), canvas.InkLabel)
	}
}

// board draws pieces with their groups, holes, gaps, marks and numbers.
func (d *drawing) board(p labyrinth.Picture, found surroundings) {
	t := d.set(d.width)
	if !p.Plain {
		d.empty(t)
	}
	for _, c := range found.holes {
		d.stamp(t, c, tile{kind: holeTile})
	}
	for _, c := range found.open {
		d.stamp(t, c, tile{kind: gapTile})
	}
	marks := map[connexion.Doors][]labyrinth.Colour{}
	for _, m := range p.Marks {
		marks[m.Doors] = m.Colours
	}
	numbered := p.Numbers && numberSize(d.width) > 0
	for i, piece := range p.Pieces {
		k := tile{doors: piece.Doors, colour: p.Colour, split: p.Colour, group: found.group[i], shaded: len(marks) > 0}
		if m := marks[piece.Doors]; len(m) > 0 {
			k.colour, k.split, k.marked = m[0], m[len(m)-1], true
			if len(marks) <= fewMarks {
				k.room = markRoom
			}
		}
		if numbered {
			k.room = numberRoom
		}
		d.stamp(t, piece.Cell, k)
		if numbered && d.has(piece.Cell) {
			d.number(t, d.centre(piece.Cell), k)
		}
	}
}

// outline is the outline of a cell of the board.
func (d *drawing) outline(c connexion.Cell) canvas.Outline {
	return canvas.Corners(d.corners(canvas.At(d.centre(c)), insetShare)...)
}

// fewMarks is the number of marks that are drawn large, so that corridors do not hide them. With
// more marks the colours are obvious.
const fewMarks = 4

// number writes the number of a piece's hexagram on its badge.
func (d *drawing) number(t *tiles, at image.Point, k tile) {
	with := canvas.InkText
	switch {
	case t.frame.width >= roomyCell:
		with = canvas.InkMark
	case k.kind == fadedTile:
		with = canvas.InkLabel
	}
	canvas.Centred(d.on, numberFace(t.frame.width), canvas.At(at), strconv.Itoa(k.doors.Number()), with)
}

var bar = sync.OnceValue(func() *canvas.Caption { return canvas.NewCaption(image.Rect(0, tall-captionTall, wide, tall)) })

func (d *drawing) caption(words, less engine.Text) *image.Paletted {
	d.on.Bar(d.bar.Box, canvas.InkBand)
	d.style.Write(d.on, d.bar, render.Caption{Words: words, Below: less})
	return d.on.Paletted
}

// picture draws pieces: on their own, on a part of a board, or beside a legend of their groups.
func (b *sets) picture(p labyrinth.Picture, s render.Style) *image.Paletted {
	s.Move, s.Last = 0, "" // it may not be of a table
	h, found := hue{s.Theme.Look(), p.Colour}, survey(p)
	if p.Loose {
		d := b.begin(h, frame{}, s)
		d.sheet(p)
		return d.caption(p.Caption, engine.Text{})
	}
	var f frame
	var beside image.Rectangle
	key := keyOf(p)
	alone := p.Numbers && !p.Plain && len(p.Pieces) > 0
	switch {
	case p.Plain:
		f, beside = layPlain(p, key)
	case alone:
		f, beside = layNumbers(p)
	default:
		f, beside = layMarked(p, found)
	}
	var below engine.Text
	if p.Numbers && numberSize(f.width) == 0 {
		whole := p
		s.Cut(func() *image.Paletted { return b.full(whole, f.part, s) })
		below = engine.T("The numbers are in the attached file")
	}
	if alone { // the picture of the table has the surroundings
		p.Plain, found.open = true, nil
	}
	d := b.begin(h, f, s)
	d.board(p, found)
	switch {
	case beside.Empty():
	case len(key) > 0:
		d.key(beside, key)
	case !p.Plain && len(p.Marks) > 0:
		d.shares(beside, p)
	default:
		d.legend(beside, found)
	}
	return d.caption(p.Caption, below)
}

// full draws a part of a board large enough for all numbers to be readable.
func (b *sets) full(p labyrinth.Picture, part image.Rectangle, s render.Style) *image.Paletted {
	h := hue{s.Theme.Look(), p.Colour}
	box := image.Rectangle{Max: size(part.Dx(), part.Dy(), largestCell)}
	if !p.Plain {
		box = box.Add(image.Pt(labelsLeft, labelsAbove))
	}
	box = box.Add(image.Pt(pad, pad))
	f := frame{cells: p.Frame, part: part}
	f.fit(box)
	bounds := image.Rectangle{Max: box.Max.Add(image.Pt(pad, pad+captionTall))}
	d := &drawing{b, h, f, canvas.Blank(bounds, b.palette(h)), s, canvas.NewCaption(canvas.Foot(bounds))}
	d.board(p, survey(p))
	return d.caption(p.Caption, engine.Text{})
}

// surroundings is what a picture shows beside its pieces.
type surroundings struct {
	group []int            // group of each piece, 0 being the largest
	holes []connexion.Cell // enclosed empty cells
	count int              // number of holes that they form
	open  []connexion.Cell // empty cells that doors lead to
}

func survey(p labyrinth.Picture) surroundings {
	m := surroundings{group: make([]int, len(p.Pieces))}
	if p.Loose {
		return m
	}
	at := map[connexion.Cell]connexion.Doors{}
	for _, piece := range p.Pieces {
		at[piece.Cell] = piece.Doors
	}
	for number, group := range connexion.Groups(p.Pieces) {
		for _, i := range group.Pieces {
			m.group[i] = number
		}
	}
	m.open = slices.DeleteFunc(connexion.Open(p.Pieces, at), func(c connexion.Cell) bool { return !p.Frame.Has(c) })
	m.findHoles(p.Frame, at)
	return m
}

// findHoles finds the empty cells without a path out of the board.
func (m *surroundings) findHoles(board connexion.Frame, at map[connexion.Cell]connexion.Doors) {
	out := map[connexion.Cell]bool{}
	var queue []connexion.Cell
	visit := func(c connexion.Cell) {
		if _, lies := at[c]; !lies && !out[c] {
			out[c] = true
			queue = append(queue, c)
		}
	}
	for row := -1; row <= board.Rows; row++ {
		for col := -1; col <= board.Cols; col++ {
			if c := connexion.CellAt(col, row); !board.Has(c) {
				visit(c)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for s := range connexion.Side(connexion.Sides) {
			if c := queue[0].Next(s); board.Has(c) {
				visit(c)
			}
		}
	}
	var rooms []connexion.Piece // adjacent ones join
	for row := range board.Rows {
		for col := range board.Cols {
			c := connexion.CellAt(col, row)
			if _, lies := at[c]; !lies && !out[c] && !slices.Contains(m.open, c) {
				m.holes = append(m.holes, c)
				rooms = append(rooms, connexion.Piece{Cell: c, Doors: connexion.AllDoors})
			}
		}
	}
	m.count = len(connexion.Groups(rooms))
}
