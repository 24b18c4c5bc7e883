// Package gordon draws the Gordon game: the elements of a group in a ring with the path that
// the game has taken (ring.go), and beside it where one stands, the steps and the places
// (panel.go); and the table of a group by itself (table.go). Of groups that are too large for
// that the places are dots, and only the steps that can be taken are named.
//
// The first player's places are round and the second's square, their paths whole and dashed,
// so that colour is never the only sign.
package gordon

import (
	"image"
	"math"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/figure"
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
		figure.Drawer(figures),
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
}

func (b *boards) draw(p *gordon.Position, s render.Style, moves []gordon.Turn) *drawing {
	g := p.Group()
	board := b.board(g, s, true)
	if board.dotted() && len(moves) > board.slots() {
		board = b.board(g, s, false)
	}
	d := &drawing{
		board: board, on: board.Begin(), p: p, s: s, moves: moves,
		steps: make([]state, g.Order()), places: make([]state, g.Order()), via: make([]group.Element, g.Order()),
	}
	d.settle()
	d.path()
	d.ringed()
	d.beside()
	return d
}

// board is the empty board of a group; of a large one, with steps that tell where they lead or
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
	d := b.draw(p, s, moves)
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
	d := b.draw(p, s, moves)
	d.hinted()
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

// Sizes of the path in pixels.
const (
	pathWidth  = 5.0
	lastPath   = 8.0
	oldPath    = 0.75 // the opacity of what was walked before
	pathGap    = 7.0  // between an arrow and its places
	dashLength = 12.0
	pathBend   = 0.5  // of the way to the middle
	sideBend   = 50.0 // beside places above each other
	pathLane   = 0.3  // an arrow keeps to its right, by so much of the way to its bend
	sideLane   = 10.0 // and so far beside places above each other
)

// path draws an arrow for each step, dashed for player two, the last one heavier.
func (d *drawing) path() {
	turns := d.p.History()
	from, begun := d.start()
	for i, t := range turns {
		if begun && from != t.P {
			width, opacity, dash := pathWidth, oldPath, 0.0
			if i == len(turns)-1 {
				width, opacity = lastPath, canvas.Solid
			}
			if d.by(i) == blue {
				dash = dashLength
			}
			d.arrow(from, t.P, width, dash, opacity, inkOf(d.by(i)))
		}
		from, begun = t.P, true
	}
}

// arrow bends towards the middle of the ring, so that it passes by the places between. It keeps
// to its right where it leaves and where it arrives, so that of two arrows that share a place
// neither hides the other's head.
func (d *drawing) arrow(from, to group.Element, width, dash, opacity float64, with canvas.Ink) {
	a, b := d.at(from), d.at(to)
	if d.half.X > d.half.Y && math.Abs(a.X-b.X) < d.half.X { // wide places above each other
		u, v := d.inner(a, 0), d.inner(b, 0)
		u.Y += math.Copysign(sideLane, u.X-a.X)
		v.Y -= math.Copysign(sideLane, v.X-b.X)
		d.on.Bow(u, d.inner(canvas.Between(a, b, 0.5), sideBend+pathBend*math.Abs(a.Y-b.Y)), v, width, dash, opacity, with)
		return
	}
	control := d.control(a, b)
	d.on.Bow(
		d.pillOf(sprite{placeShape, d.places[from]}, a).edge(rightOf(control, a, control), pathGap), control,
		d.pillOf(sprite{placeShape, d.places[to]}, b).edge(rightOf(control, control, b), pathGap), width, dash, opacity, with)
}

// rightOf is a point beside another one, to the right on a way.
func rightOf(p, from, to canvas.Point) canvas.Point {
	return canvas.Pt(p.X-pathLane*(to.Y-from.Y), p.Y+pathLane*(to.X-from.X))
}

// inner is a point so far from the middle of a wide place's inner side.
func (b *board) inner(at canvas.Point, far float64) canvas.Point {
	return canvas.Pt(at.X+math.Copysign(b.half.X+pathGap+far, b.centre.X-at.X), at.Y)
}

// control is the point towards which an arrow between two places bends.
func (b *board) control(from, to canvas.Point) canvas.Point {
	middle := canvas.Between(from, to, 0.5)
	far := math.Hypot(b.centre.X-middle.X, b.centre.Y-middle.Y)
	return canvas.Between(middle, b.centre, max(pathBend, min(1, b.leastBend()/max(far, 1))))
}

// leastBend is how far in pixels an arrow between neighbours is pulled inwards, twice as far as
// it gets: beyond the rims of its places.
func (b *board) leastBend() float64 {
	if b.half.X == b.half.Y {
		return 2.6 * b.half.X
	}
	return 2 * (b.half.X + 24)
}

// hinted draws an arrow for the step that is suggested.
func (d *drawing) hinted() {
	here, placed := d.p.Place()
	for _, t := range d.moves {
		if placed && t.P != here {
			d.arrow(here, t.P, lastPath, 0, canvas.Solid, canvas.InkGreen)
		}
	}
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
		at := d.at(group.Element(a))
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
				at.Y -= withinAbove
			}
		case d.where == outward:
			canvas.Centred(d.on, d.small, d.notes[a], turn[a], canvas.InkMuted)
		}
		canvas.Centred(d.on, d.place, at, d.names[a], inkOn(s))
	}
}

// halo draws a line around the place where one stands, which keeps off the places beside it.
func (d *drawing) halo(p pill) {
	gap, rim := haloGap, haloRim
	if !d.dotted() {
		rim = min(rim, d.between()-2)
		gap = max(0, min(gap, d.between()-2-rim))
	}
	p.grown(gap+rim).outline(d.on, rim, canvas.InkLit)
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
