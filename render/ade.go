package render

import (
	"fmt"
	"image"
	"math"
	"math/big"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

// Ade draws the scenes of ADE: *ade.Position, *ade.Duel, ade.Moment, ade.Sequence,
// ade.Totals, and an engine.Suggestion for a position.
var Ade = newAdeDrawers()

func newAdeDrawers() []Drawer {
	boards := &adeBoards{cache[adeKey, *adeBoard]{limit: mostAdeBoards}}
	sheets := &adeSheets{cache[sheetKey, *adeSheet]{limit: mostAdeSheets}}
	return []Drawer{
		For(boards.position),
		For(boards.duel),
		For(boards.moment),
		For(boards.suggestion),
		For(sheets.sequence),
		For(sheets.totals),
	}
}

// adeDrawing is a picture of values on a graph in the making.
type adeDrawing struct {
	*adeBoard
	on canvas
	s  Style
	g  *ade.Graph
}

// draw begins a picture with room for so many lines of words below.
func (b *adeBoards) draw(g *ade.Graph, s Style, lines int) (*adeDrawing, error) {
	board, err := b.board(adeKey{look: s.Theme.colours(), graph: g.String(), family: g.Family, lines: lines}, g)
	if err != nil {
		return nil, err
	}
	return &adeDrawing{board, newCanvas(board.base, board.palette), s, g}, nil
}

// position draws the values, and what will flow at the next firing.
func (b *adeBoards) position(p *ade.Position, s Style) (image.Image, error) {
	return b.story(p, p.Values(), s, adeHeading(p), adeNews(p))
}

// story draws values over a heading and news. What a puzzle asks for may take a line
// more; all pictures of a table are of one size.
func (b *adeBoards) story(p *ade.Position, v ade.Values, s Style, heading, news engine.Text) (image.Image, error) {
	lines := 1
	if p.Puzzle() != nil {
		lines = 2
	}
	d, err := b.draw(p.Graph(), s, lines)
	if err != nil {
		return nil, err
	}
	words := s.Note
	if words == "" {
		words = s.say(news)
	}
	d.nodes(v, v.Positive())
	d.words(s.say(heading), d.wrap(words, lines))
	return d.on.Paletted, nil
}

// adeHeading tells the graph and how far it has come.
func adeHeading(p *ade.Position) engine.Text {
	title := p.Graph().Title()
	switch n := len(p.Trace()); {
	case p.Puzzle() != nil && p.Editing():
		return engine.T("Puzzle on %s", title)
	case p.Puzzle() != nil:
		return engine.T("Puzzle on %s, after %s", title, ade.Layers(n))
	case p.Editing():
		return engine.T("%s, editing", title)
	default:
		return engine.T("%s after %s", title, ade.Layers(n))
	}
}

// adeNews tells the puzzle, what exhaust has found, or what fires next.
func adeNews(p *ade.Position) engine.Text {
	total := ade.Short(p.Values().Total(), longestShort)
	switch {
	case p.Puzzle() != nil:
		return p.Task()
	case p.Verdict() != nil && p.Verdict().Ending != ade.Ends:
		return engine.T("%s.", p.Verdict().Short())
	case p.Outcome().Status != engine.Open:
		return engine.T("Nothing is positive any more.")
	case p.Values().Positive() == 0:
		return engine.T("Nothing is positive yet: set values.")
	default:
		return engine.T("The next layer's total is %s.", total)
	}
}

// moment draws a frame of a run.
func (b *adeBoards) moment(m ade.Moment, s Style) (image.Image, error) {
	v := m.Values()
	news := engine.T("Nothing is positive any more.")
	if m.Layer < len(m.Trace()) {
		v = m.Trace()[m.Layer].Values
	}
	if v.Positive() != 0 {
		news = engine.T("The next layer's total is %s.", ade.Short(v.Total(), longestShort))
	}
	s.Note = ""
	return b.story(m.Position, v, s, engine.T("%s after %s", m.Graph().Title(), ade.Layers(m.Layer)), news)
}

// suggestion marks what is advised.
func (b *adeBoards) suggestion(hint engine.Suggestion, s Style) (image.Image, error) {
	switch p := hint.Position.(type) {
	case *ade.Position:
		s.Note = ""
		return b.story(p, p.Values(), s, adeHeading(p), engine.T("Advised: %s", hint.Choice.Move))
	case *ade.Duel:
		return b.duelWith(p, s, p.Named(hint.Choice.Move))
	}
	return nil, fmt.Errorf("%w: a suggestion for %T", ErrScene, hint.Position)
}

// duel draws the game for two.
func (b *adeBoards) duel(p *ade.Duel, s Style) (image.Image, error) { return b.duelWith(p, s, 0) }

func (b *adeBoards) duelWith(p *ade.Duel, s Style, advised ade.Set) (image.Image, error) {
	d, err := b.draw(p.Graph(), s, 1)
	if err != nil {
		return nil, err
	}
	d.nodes(p.Values(), p.Values().Positive())
	for i, at := range d.at {
		switch {
		case advised.Has(i):
			d.on.blend(d.halo, at.round(), inkGreen)
		case p.Last().Has(i):
			d.on.blend(d.halo, at.round(), [...]ink{inkRed, inkBlue}[(p.Shots()+1)%2])
		}
	}
	d.players(p)
	return d.on.Paletted, nil
}

// nodes draws values, flows along the edges, and lights what is positive.
func (d *adeDrawing) nodes(v ade.Values, lit ade.Set) {
	if len(d.edges) <= mostFlows {
		d.flows(v, lit)
	}
	for i, at := range d.at {
		switch sign := v[i].Sign(); {
		case lit.Has(i):
			d.on.blend(d.glow, at.round(), inkLit)
			d.on.blend(d.disc, at.round(), inkLit)
			d.number(at, v[i], d.look.onLit())
		case sign < 0:
			d.on.blend(d.disc, at.round(), inkBlue)
			d.number(at, v[i], inkMark)
		default:
			d.number(at, v[i], inkMuted)
		}
	}
}

// number writes a value into a node, in the greatest size that fits.
func (d *adeDrawing) number(at vertex, n *big.Int, with ink) {
	for i, face := range d.numbers {
		text := ade.Short(n, longestShort)
		if room := 1.78 * d.radius; face.measure(text) <= room || i == len(d.numbers)-1 {
			centred(d.on, face, at, text, with)
			return
		}
	}
}

// flows draws what each positive node will give to its neighbours: an arrow, and the
// number above it. There and back lie on different sides.
func (d *adeDrawing) flows(v ade.Values, lit ade.Set) {
	for _, e := range d.edges {
		for _, way := range [][2]int{e, {e[1], e[0]}} {
			if lit.Has(way[0]) {
				d.flow(d.at[way[0]], d.at[way[1]], ade.Short(v[way[0]], longestFlow), lit.Has(way[1]))
			}
		}
	}
}

func (d *adeDrawing) flow(from, to vertex, amount string, back bool) {
	dx, dy := to.x-from.x, to.y-from.y
	length := max(1, math.Hypot(dx, dy))
	ux, uy := dx/length, dy/length
	gap := length - 2*d.radius
	aside, with := 0.0, d.look.flowInk()
	if back {
		aside = d.radius * flowAside
	}
	// On the left hand of who goes that way.
	nx, ny := uy, -ux
	along := func(r float64) vertex {
		return vertex{from.x + ux*r + nx*aside, from.y + uy*r + ny*aside}
	}
	tip, tail := along(length-d.radius*1.14), along(d.radius*1.14)
	size := min(d.radius*flowHead, gap*0.6)
	d.on.line(tail, along(length-d.radius*1.14-size*0.8), d.stroke, with)
	d.on.paint(around(tip, size*1.3), head(tip, ux, uy, size), with)
	middle := along(length / 2)
	width, height := d.small.measure(amount), d.small.capHeight()
	out := d.stroke + height*0.9 + (width-height)/2*math.Abs(nx)
	if gap > width*math.Abs(ux) || math.Abs(uy) > 0.5 {
		centred(d.on, d.small, vertex{middle.x + nx*out, middle.y + ny*out}, amount, inkLabel)
	}
}

// players writes who plays, and who is to fire or has won.
func (d *adeDrawing) players(p *ade.Duel) {
	turn, winner := p.Turn(), p.Outcome().Winner
	words := d.s.Note
	if words == "" {
		words = d.s.say([]engine.Text{engine.T("First wins"), engine.T("Second wins"), engine.T("First to fire"), engine.T("Second to fire")}[choose(winner, turn)])
	}
	box := d.band
	size := d.lineHeight()
	middle := vertex{float64(box.Min.X+box.Max.X) / 2, float64(box.Min.Y) + size}
	room := float64(box.Dx()) * adeMiddle
	words = d.bold.legible(words)
	shots := engine.T("%s, shot %s", p.Graph().Title(), strconv.Itoa(p.Shots()+1))
	switch {
	case turn != engine.NoSeat:
	case p.Shots() == 1:
		shots = engine.T("%s, 1 shot", p.Graph().Title())
	default:
		shots = engine.T("%s, %s shots", p.Graph().Title(), strconv.Itoa(p.Shots()))
	}
	below, face, with := d.medium.legible(d.s.say(shots)), d.medium, inkMuted
	if first, rest := d.bold.split(words, room); d.bold.measure(words) > room && first != "" {
		words, below, face, with = first, rest, d.bold, inkText
	}
	centred(d.on, d.bold, middle, d.bold.fit(words, room), inkText)
	centred(d.on, face, vertex{middle.x, middle.y + size}, face.fit(below, room), with)
	for seat := range engine.Seat(2) {
		d.plate(seat, middle.y, (float64(box.Dx())-room)/2, d.s.stands(seat, turn, winner))
	}
}

// choose indexes the words for who has won or is to fire.
func choose(winner, turn engine.Seat) int {
	if winner != engine.NoSeat {
		return int(winner)
	}
	return 2 + int(turn)
}

// plate writes a player's name beside a disc of their colour, the one who acts
// underlined.
func (d *adeDrawing) plate(seat engine.Seat, y, room float64, active bool) {
	face, with := d.medium, inkMuted
	if active {
		face, with = d.bold, inkText
	}
	name := face.legible(d.s.name(seat))
	if name == "" {
		name = face.legible(d.s.say(ade.Game.Sides.List[seat].Title))
	}
	size := d.lineHeight()
	colour := [...]ink{inkRed, inkBlue}[seat]
	name = face.fit(name, room-2.4*size)
	x := float64(d.band.Min.X) + size
	pen := x + 0.8*size
	if seat == 1 {
		x = float64(d.band.Max.X) - size
		pen = x - 0.8*size - face.measure(name)
	}
	d.on.paint(around(vertex{x, y}, size), disc(size*0.42).at(vertex{x, y}), colour)
	d.on.text(face, vertex{pen, y + face.capHeight()/2}, name, with)
	if active {
		under := int(y + 0.75*size)
		d.on.bar(image.Rect(int(pen), under, int(pen+face.measure(name)), under+max(2, int(size*0.12))), colour)
	}
}
