package labyrinth

import (
	"image"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

type meaning struct {
	doors  connexion.Doors
	colour labyrinth.Colour
	name   engine.Text
}

// keyOf returns the named colours of a picture's marks.
func keyOf(p labyrinth.Picture) (key []meaning) {
	for _, m := range p.Marks {
		for i, name := range m.Names {
			key = append(key, meaning{m.Doors, m.Colours[i], name})
		}
	}
	return key
}

// Sizes of keys, in pixels: of their hexagons, and of keys below the pieces.
const (
	keyTile    = 144
	lowKeyTile = 88
	lowKey     = 96 // height
)

// legendBox is the box of a legend beside a solution.
var legendBox = image.Rect(wide-legendWide, pad, wide-pad, tall-captionTall-pad)

// layPlain lays out pieces without surroundings and returns the room for a legend or key: beside
// the pieces, if they are as large there, or, for a key, below them, if they are larger there; else
// it is empty.
func layPlain(p labyrinth.Picture, key []meaning) (f frame, room image.Rectangle) {
	all := field(0)
	f = whole(p.Frame, all)
	narrow := whole(p.Frame, field(legendWide))
	if narrow.width == f.width && (len(key) > 0 || len(p.Marks) == 0) {
		return narrow, legendBox
	}
	if len(key) == 0 {
		return f, image.Rectangle{}
	}
	upper, lower := all, all
	upper.Max.Y -= lowKey
	lower.Min.Y = upper.Max.Y
	if f = whole(p.Frame, upper); f.width > narrow.width {
		return f, lower
	}
	return narrow, legendBox
}

// layMarked lays out a part of a board, with room for a legend if all marks have one colour and
// cells are as large beside it.
func layMarked(p labyrinth.Picture, found surroundings) (f frame, room image.Rectangle) {
	use := connexion.Bounds(p.Pieces, found.open)
	f = crop(p.Frame, use, tableField(0))
	other := func(m labyrinth.Mark) bool {
		return len(m.Colours) != 1 || m.Colours[0] != p.Marks[0].Colours[0] || len(m.Names) > 0
	}
	if len(p.Marks) == 0 || p.Numbers || slices.ContainsFunc(p.Marks, other) {
		return f, image.Rectangle{}
	}
	return besideLegend(f, crop(p.Frame, use, tableField(legendWide)))
}

// besideLegend returns a layout with room for a legend, if its cells are as large as in one without.
func besideLegend(f, narrow frame) (frame, image.Rectangle) {
	if narrow.width == f.width {
		return narrow, legendBox
	}
	return f, image.Rectangle{}
}

// shares writes how many pieces have marks and how many have none.
func (d *drawing) shares(box image.Rectangle, p labyrinth.Picture) {
	marked, plain := p.Marks[0].Colours[0], d.colour
	y := (box.Min.Y + box.Max.Y - legendRow) / 2
	d.entry(box, y, tile{doors: across, colour: marked, split: marked, marked: true}, labyrinth.PieceCount(len(p.Marks)))
	if n := len(p.Pieces) - len(p.Marks); n > 0 {
		d.entry(box, y+legendRow, tile{doors: across, colour: plain, split: plain, shaded: true}, labyrinth.PieceCount(n))
	}
}

// layNumbers lays out only the pieces of a board, with room for a legend if they are as large
// beside it.
func layNumbers(p labyrinth.Picture) (f frame, room image.Rectangle) {
	f = frame{cells: p.Frame, part: connexion.Bounds(p.Pieces, nil)}
	narrow := f
	f.fitTight(field(0), p.Pieces)
	narrow.fitTight(field(legendWide), p.Pieces)
	return besideLegend(f, narrow)
}

// key draws the pieces of named marks in their colours: below each other in a high box, side by
// side in a low one.
func (d *drawing) key(box image.Rectangle, key []meaning) {
	if box.Dy() > box.Dx() {
		d.highKey(box, key)
	} else {
		d.lowKey(box, key)
	}
}

// highKey writes the names below their pieces.
func (d *drawing) highKey(box image.Rectangle, key []meaning) {
	const below, apart = 52, 44
	t, face := d.set(keyTile), canvas.Bold(labelSize)
	slot := t.frame.pitch + below + apart
	at := image.Pt((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y-slot*len(key)+apart+t.frame.pitch)/2)
	for _, m := range key {
		d.marked(t, at, m)
		name := face.Fit(face.Legible(d.style.Words(m.name)), float64(box.Dx()))
		canvas.Centred(d.on, face, canvas.At(at.Add(image.Pt(0, (t.frame.pitch+below)/2))), name, canvas.InkLabel)
		at.Y += slot
	}
}

// lowKey writes the names beside their pieces.
func (d *drawing) lowKey(box image.Rectangle, key []meaning) {
	const beside, apart = 16, 64
	t, face := d.set(lowKeyTile), canvas.Bold(labelSize)
	room := float64(box.Dx()/len(key) - lowKeyTile - beside - apart)
	names := make([]string, len(key))
	whole := -float64(apart)
	for i, m := range key {
		names[i] = face.Fit(face.Legible(d.style.Words(m.name)), room)
		whole += lowKeyTile + beside + face.Measure(names[i]) + apart
	}
	x, y := (float64(box.Min.X+box.Max.X)-whole)/2, (box.Min.Y+box.Max.Y)/2
	for i, m := range key {
		d.marked(t, image.Pt(int(x)+lowKeyTile/2, y), m)
		x += lowKeyTile + beside
		d.on.Text(face, canvas.Pt(x, float64(y)+face.CapHeight()/2), names[i], canvas.InkLabel)
		x += face.Measure(names[i]) + apart
	}
}

func (d *drawing) marked(t *tiles, at image.Point, m meaning) {
	k := tile{doors: m.doors, colour: m.colour, split: m.colour, marked: true, room: numberRoom}
	d.on.Stamp(t.tile(k), at)
	d.number(t, at, k)
}
