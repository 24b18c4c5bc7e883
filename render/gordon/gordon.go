// Package gordon draws the Gordon game: the elements of a group as places on an oval, coset by coset,
// with the path of the game (ring.go, path.go), and the table of a group (table.go). Beside the ring
// of a small group stand its steps (rack.go). Large boards fade: first the places lose their names,
// of which those that matter and as many more as fit stand beside them (labels.go).
//
// The first player's places are round and paths solid, the second player's places square and long
// paths dashed, so that the sides do not depend on colour alone. A stroke means used.
package gordon

import (
	"image"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Gordon game: *gordon.Position, an engine.Suggestion for one, the
// table of a *group.Group, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.Cache[key, *board]{Limit: mostBoards}}
	return []render.Drawer{
		render.For(b.position),
		render.ForSuggestion(b.suggestion),
		render.For(table),
		render.Figures(figures),
	}
}

// drawing is a picture of a position.
type drawing struct {
	*board
	on     canvas.Canvas
	p      *gordon.Position
	s      render.Style
	moves  []gordon.Turn // shown as legal
	hint   *gordon.Turn
	steps  []state // by element
	states []state // of places
	drawn  []pathStep
}

// draw draws all but the caption.
func (b *boards) draw(p *gordon.Position, s render.Style, hint *gordon.Turn) *drawing {
	board := b.board(p, s.Theme.Look())
	d := &drawing{board: board, on: board.Begin(), p: p, s: s, hint: hint}
	if _, placed := p.Place(); placed { // before the opening all is legal, and nothing is marked
		d.moves = p.Legal()
	}
	d.setStates()
	d.drawn = d.pathSteps()
	d.path()
	d.ringed()
	d.racked()
	d.lettered()
	if n := len(d.drawn); n > 0 {
		d.told(d.drawn[n-1])
	}
	return d
}

// position draws the ring with the path so far, and the rack.
func (b *boards) position(p *gordon.Position, s render.Style) *image.Paletted {
	d := b.draw(p, s, nil)
	d.captioned(d.words())
	return d.on.Paletted
}

// suggestion marks a suggested move.
func (b *boards) suggestion(p *gordon.Position, choice engine.Choice, s render.Style) *image.Paletted {
	var hint *gordon.Turn
	if i := slices.Index(p.Moves(), choice.Move); i >= 0 {
		hint = &p.Legal()[i]
	}
	d := b.draw(p, s, hint)
	words := engine.T("Hint")
	if _, placed := p.Place(); hint != nil && placed {
		words = engine.T("Hint: step %s to %s", d.names[hint.M], d.names[hint.P])
	} else if hint != nil {
		words = engine.T("Hint: begin at %s, spend step %s", d.names[hint.P], d.names[hint.M])
	}
	d.captioned(words)
	return d.on.Paletted
}

// setStates finds how each step and place is drawn: dim if it cannot be taken.
func (d *drawing) setStates() {
	d.steps, d.states = make([]state, len(d.names)), make([]state, len(d.names))
	if _, placed := d.p.Place(); placed {
		for a := range d.names {
			d.steps[a], d.states[a] = dim, dim
		}
	}
	for _, t := range d.moves {
		d.steps[t.M], d.states[t.P] = free, free
	}
	for i, t := range d.p.History() {
		d.steps[t.M], d.states[t.P] = d.by(i), d.by(i)
	}
	if start, ok := d.start(); ok {
		d.states[start] = begun
	}
}

// start is the place on which a game begins by its rules.
func (d *drawing) start() (group.Element, bool) {
	switch d.p.Variant() {
	case gordon.Identity, gordon.Solitaire:
		return d.p.Group().Identity(), true
	default:
		return 0, false
	}
}

// by is the state of a token taken in a turn.
func (d *drawing) by(turn int) state {
	if d.p.Variant() == gordon.Solitaire || turn%2 == 0 {
		return red
	}
	return blue
}

// ringed draws the places and their marks.
func (d *drawing) ringed() {
	for i, s := range d.states {
		a := group.Element(i)
		at := d.stand(a)
		d.stamp(sprite{d.shapeOf(a), s}, at)
		if d.ring.name > 0 {
			canvas.Centred(d.on, d.place, at, d.names[a], inkOn(s))
		}
	}
	for _, t := range d.moves {
		d.on.Legal(d.dot(t.P))
	}
	if d.hint != nil {
		d.on.Hint(canvas.Circle(d.stand(d.hint.P), d.radius+canvas.MarkStroke(d.radius)), 0)
	}
	if here, placed := d.p.Place(); placed {
		d.stood(here)
	}
}

// stood marks the place where the game stands, which was also taken last: with the white ring, and
// around it gold, or green once who took it has won.
func (d *drawing) stood(here group.Element) {
	rim := d.pillOf(sprite{d.shapeOf(here), d.states[here]}, d.stand(here))
	around := rim.outline(1.8 * canvas.MarkStroke(rim.half.Y))
	turns := d.p.History()
	if len(turns) > 0 {
		d.on.Last(rim.outline(0))
	}
	o := d.p.Outcome()
	if o.Status == engine.Solved || o.Status == engine.Won && len(turns) > 0 && o.Winner == engine.Seat((len(turns)-1)%2) {
		d.on.Won(around)
		return
	}
	d.on.Here(around)
}

// dot is where a place that can be played has its dot, and the room there: in its middle, or above or
// below its name, or, without room there, inside the ring.
func (d *drawing) dot(a group.Element) (at canvas.Point, room float64) {
	at = d.places[a]
	switch {
	case d.ring.name == 0:
		return at, d.radius
	case d.radius > dotBelow:
		return canvas.Pt(at.X, at.Y-d.outer(at)*dotLow*d.radius), dotSize
	default:
		u, far := d.outward(a), d.radius+dotGap
		return canvas.Pt(at.X-u.X*far, at.Y-u.Y*far), dotSize
	}
}

// Sizes of marks in pixels.
const (
	dotBelow = 44.0 // radius of places with room for a dot below their name,
	dotLow   = 0.68 // and how low it is, in radii
	dotGap   = 18.0 // between other places with a name and their dot
	dotSize  = 44.0 // room of that dot
)

func inkOn(s state) canvas.Ink {
	return [states]canvas.Ink{free: canvas.InkText, dim: canvas.InkMuted, begun: canvas.InkText, red: canvas.InkMark, blue: canvas.InkMark}[s]
}

func (d *drawing) words() engine.Text {
	_, placed := d.p.Place()
	switch o := d.p.Outcome(); {
	case o.Status == engine.Solved:
		return engine.T("Solved: all places are visited")
	case o.Status == engine.Drawn:
		return engine.T("No step leads on")
	case o.Status == engine.Won:
		return engine.T("%s wins", d.called(o.Winner))
	case d.p.Variant() == gordon.Solitaire:
		all := d.p.Group().Order()
		return engine.T("%s of %s places visited", strconv.Itoa(all-d.p.Left()), strconv.Itoa(all))
	case !placed:
		return engine.T("%s opens", d.called(0))
	default:
		return engine.T("%s to move", d.called(d.p.Turn()))
	}
}

// called is the name of the player at a seat.
func (d *drawing) called(seat engine.Seat) engine.Text {
	return d.s.Mention(seat, gordon.Game.Sides.List[seat].Title, d.caption)
}

// latest names the group, and tells the last move beside a rack, or else how many moves the menu has.
func (d *drawing) latest() engine.Text {
	label, turns := d.p.Group().Label(), d.p.History()
	if name := d.p.Group().Name(); name != "" && len(d.moves) > 0 { // the order is seen
		label = engine.T("%s", name)
	}
	switch n := len(d.moves); {
	case len(d.names) > mostRacked && n > 1:
		return engine.T("%s · %s moves · press Move", label, strconv.Itoa(n))
	case len(d.names) > mostRacked && n == 1:
		return engine.T("%s · one move · press Move", label)
	case len(turns) == 0 || len(d.names) > mostRacked:
		return label
	}
	last := turns[len(turns)-1]
	m, p := d.names[last.M], d.names[last.P]
	if _, begun := d.start(); len(turns) == 1 && !begun {
		return engine.T("%s · begun at %s, step %s is spent", label, p, m)
	}
	return engine.T("%s · step %s led to %s", label, m, p)
}

func (d *drawing) captioned(words engine.Text) {
	says := render.Caption{Words: words, Below: d.latest(), Position: d.p}
	if d.p.Variant() != gordon.Solitaire {
		says.Sides = []render.Side{d.side(0), d.side(1)}
	}
	d.s.Write(d.on, d.caption, says)
}

func (d *drawing) side(s engine.Seat) render.Side {
	by := [2]state{red, blue}[s]
	return render.Side{Title: gordon.Game.Sides.List[s].Title, Bar: inkOf(by), Token: func(end canvas.End) {
		radius := d.caption.Token / 2
		d.on.Disc(end.At(radius), radius, by == blue, canvas.Solid, inkOf(by))
	}}
}
