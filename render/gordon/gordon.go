// Package gordon draws the Gordon game: the elements of a group in a ring with the path that
// the game has taken (ring.go), and beside it where one stands, the steps and the places
// (panel.go); and the table of a group by itself (table.go). Where not all steps have room the
// panel is cut: it begins with those that can be taken. Of large groups the places are dots.
//
// The first player's places are round and the second's square, their paths whole and, where they
// are long, dashed, so that colour is never the only sign.
package gordon

import (
	"image"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Gordon game: *gordon.Position, an engine.Suggestion for
// one, the table of a *group.Group, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.NewBoards[key, *board](mostBoards)}
	return []render.Drawer{
		render.For(b.position),
		render.ForSuggestion(b.suggestion),
		render.For(table),
		render.Figures(figures),
	}
}

// drawing is a picture of a position in the making.
type drawing struct {
	*board
	on     canvas.Canvas
	p      *gordon.Position
	s      render.Style
	moves  []gordon.Turn // that are shown as legal
	steps  []state       // by element
	places []state
	via    []group.Element // the step that leads to a place, where that is legal
	drawn  []stretch
}

func (b *boards) draw(p *gordon.Position, s render.Style, moves []gordon.Turn, hint bool) *drawing {
	g := p.Group()
	board := b.board(g, s, false)
	if board.dotted() && len(moves) >= board.rows {
		if leading := b.board(g, s, true); len(moves) <= leading.slots() {
			board = leading
		}
	}
	d := &drawing{
		board: board, on: board.Begin(), p: p, s: s, moves: moves,
		steps: make([]state, g.Order()), places: make([]state, g.Order()), via: make([]group.Element, g.Order()),
	}
	d.settle()
	d.drawn = d.stretches(hint)
	d.path()
	d.ringed()
	d.beside()
	return d
}

// board is the empty board of a group; of a large one, with chips that tell where steps lead or
// with room for more of them.
func (b *boards) board(g *group.Group, s render.Style, leads bool) *board {
	k := key{s.Theme.Look(), strings.Join(g.Elements(), " ") + "\n" + strings.Join(g.Symbols(), " "), leads}
	return b.Get(k, func() *board { return newBoard(k.look, g, leads) })
}

// position draws the ring with the path so far, and the panel.
func (b *boards) position(p *gordon.Position, s render.Style) image.Image {
	var moves []gordon.Turn
	if _, placed := p.Place(); placed { // before the opening all is legal, and nothing marked
		moves = p.Legal()
	}
	d := b.draw(p, s, moves, false)
	d.standing()
	return d.on.Paletted
}

// suggestion marks the suggested move in place of all legal ones.
func (b *boards) suggestion(p *gordon.Position, choice engine.Choice, s render.Style) image.Image {
	var moves []gordon.Turn
	for i, move := range p.Moves() {
		if move == choice.Move {
			moves = p.Legal()[i : i+1]
		}
	}
	d := b.draw(p, s, moves, true)
	d.captioned(engine.T("Hint: %s", d.symbols(choice.Move)))
	return d.on.Paletted
}

// settle finds out what has become of every step and place.
func (d *drawing) settle() {
	for _, t := range d.moves {
		d.steps[t.M], d.places[t.P], d.via[t.P] = legal, legal, t.M
	}
	for i, t := range d.p.History() {
		d.steps[t.M], d.places[t.P] = d.by(i), d.by(i)
	}
	if start, ok := d.start(); ok {
		d.places[start] = begun
	}
}

// start is the place on which a game began by its rules.
func (d *drawing) start() (group.Element, bool) {
	switch d.p.Variant() {
	case gordon.Identity, gordon.Solitaire:
		return d.p.Group().Identity(), true
	default:
		return 0, false
	}
}

// by is the state of what was taken in a turn.
func (d *drawing) by(turn int) state {
	if d.p.Variant() == gordon.Solitaire || turn%2 == 0 {
		return red
	}
	return blue
}

// ringed draws the places, and beside them the steps that lead there, or the turns in which
// they were taken.
func (d *drawing) ringed() {
	turn := make([]string, d.order)
	for i, t := range d.p.History() {
		turn[t.P] = strconv.Itoa(i + 1)
	}
	here, placed := d.p.Place()
	for a, s := range d.places {
		at := d.stand(group.Element(a))
		d.stamp(sprite{placeShape, s}, at)
		if placed && group.Element(a) == here {
			d.halo(d.pillOf(sprite{placeShape, s}, at))
		}
		switch {
		case d.dotted():
			if a%d.every == 0 {
				canvas.Centred(d.on, d.small, d.notes[a], d.names[a], canvas.InkMuted)
			}
			continue
		case s == legal && d.where != nowhere:
			d.step(d.notes[a], d.names[d.via[a]])
			if d.where == within {
				at.Y -= withinAbove * d.ring.size
			}
		case d.where == outward:
			canvas.Centred(d.on, d.small, d.notes[a], turn[a], canvas.InkMuted)
		}
		canvas.Centred(d.on, d.place, at, d.names[a], inkOn(s))
	}
}

// halo draws a line around the place where one stands.
func (d *drawing) halo(p pill) {
	gap, rim := d.haloSizes()
	p.grown(gap+rim).outline(d.on, rim, canvas.InkLit)
}

// haloSizes are how far a halo lies off its place and how wide it is, so that it keeps off the
// places beside.
func (b *board) haloSizes() (gap, rim float64) {
	if b.dotted() {
		return haloGap, haloRim
	}
	rim = min(haloRim, b.between()-leastHalo)
	return max(0, min(haloGap, b.between()-leastHalo-rim)), rim
}

// step writes the step that leads to a place.
func (d *drawing) step(at canvas.Point, name string) {
	if d.where != within {
		d.stamp(sprite{noteChip, legal}, at)
	}
	canvas.Centred(d.on, d.note, at, name, inkOfSize(d.ring.size))
}

// inkOfSize is that of letters: muted where they are too small for what one needs.
func inkOfSize(size float64) canvas.Ink {
	if size < needed {
		return canvas.InkMuted
	}
	return canvas.InkText
}

// inkOn is the ink of a name in a place or chip.
func inkOn(s state) canvas.Ink {
	if s == red || s == blue {
		return canvas.InkMark
	}
	return canvas.InkText
}
