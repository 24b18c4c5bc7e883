// Package gordon draws the Gordon game: the elements of a group in a ring with the path of the game
// (ring.go), beside it the current place, the steps and the places (panel.go), and the table of a
// group (table.go). A panel without room for all steps begins with the legal ones. Places of large
// groups are dots.
//
// The first player's places are round and paths solid, the second player's places square and long
// paths dashed, so that the sides do not depend on colour alone.
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

type drawing struct {
	*board
	on     canvas.Canvas
	p      *gordon.Position
	s      render.Style
	moves  []gordon.Turn // shown as legal
	steps  []state       // by element
	places []state
	via    []group.Element // the legal step that leads to a place
	drawn  []pathStep
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
	d.setStates()
	d.drawn = d.pathSteps(hint)
	d.path()
	d.ringed()
	d.beside()
	return d
}

// board returns the empty board of a group. leads makes the chips of a large group tell where steps
// lead.
func (b *boards) board(g *group.Group, s render.Style, leads bool) *board {
	k := key{s.Theme.Look(), strings.Join(g.Elements(), " ") + "\n" + strings.Join(g.Symbols(), " "), leads}
	return b.Get(k, func() *board { return newBoard(k.look, g, leads) })
}

// position draws the ring with the path so far, and the panel.
func (b *boards) position(p *gordon.Position, s render.Style) *image.Paletted {
	var moves []gordon.Turn
	if _, placed := p.Place(); placed { // before the opening all places are legal, and none is marked
		moves = p.Legal()
	}
	d := b.draw(p, s, moves, false)
	d.captioned(d.words())
	return d.on.Paletted
}

// suggestion marks the suggested move instead of the legal ones.
func (b *boards) suggestion(p *gordon.Position, choice engine.Choice, s render.Style) *image.Paletted {
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

func (d *drawing) setStates() {
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

// ringed draws the places with the steps that lead there, or with the turns in which they were
// taken.
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

func (d *drawing) halo(p pill) {
	gap, rim := d.haloSizes()
	p.grown(gap+rim).outline(d.on, rim, canvas.InkLit)
}

// haloSizes returns the distance of a halo from its place and its width, which keep it clear of
// adjacent places.
func (b *board) haloSizes() (gap, rim float64) {
	if b.dotted() {
		return haloGap, haloRim
	}
	rim = min(haloRim, b.between()-leastHalo)
	return max(0, min(haloGap, b.between()-leastHalo-rim)), rim
}

func (d *drawing) step(at canvas.Point, name string) {
	if d.where != within {
		d.stamp(sprite{noteChip, legal}, at)
	}
	with := canvas.InkText
	if d.ring.size < needed { // the size that a move needs
		with = canvas.InkMuted
	}
	canvas.Centred(d.on, d.note, at, name, with)
}

func inkOn(s state) canvas.Ink {
	if s == red || s == blue {
		return canvas.InkMark
	}
	return canvas.InkText
}

func (d *drawing) words() engine.Text {
	_, placed := d.p.Place()
	switch o := d.p.Outcome(); {
	case o.Status == engine.Solved:
		return engine.T("Solved: all places are visited")
	case o.Status == engine.Drawn:
		return engine.T("No m leads on")
	case o.Status == engine.Won:
		return [...]engine.Text{engine.T("Player one wins"), engine.T("Player two wins")}[o.Winner]
	case d.p.Variant() == gordon.Solitaire:
		all := d.p.Group().Order()
		return engine.T("%s of %s places visited", strconv.Itoa(all-d.p.Left()), strconv.Itoa(all))
	case !placed:
		return engine.T("Player one opens")
	case d.p.Turn() == 0:
		return engine.T("Player one to move")
	default:
		return engine.T("Player two to move")
	}
}

// latest names the group and the last move, and tells where to find steps that the panel cannot
// show.
func (d *drawing) latest() engine.Text {
	group := d.p.Group().Label()
	if d.s.Move > 0 {
		group = engine.T("%s · Move %s", group, strconv.Itoa(d.s.Move))
	}
	if n := d.unshown(len(d.moves)); n > 0 { // the menu of that button lists them
		group = engine.T("%s · +%s under Move", group, strconv.Itoa(n))
	}
	s := d.s
	s.Last = d.symbols(s.Last)
	return s.Latest(group)
}

// symbols writes a move with the names on the board.
func (d *drawing) symbols(move string) string {
	words := strings.Fields(move)
	for i, word := range words {
		key, name, ok := strings.Cut(word, "=")
		if a, known := d.p.Group().Find(name); ok && known {
			words[i] = key + "=" + d.names[a]
		}
	}
	return strings.Join(words, " ")
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
