// Package ade draws the ADE game: values on a graph with what flows at the next firing
// (board.go, laid out by layout.go), the game for two, and a run of the machine as a graph of
// its layers (sequence.go) or as bars of their totals (totals.go).
package ade

import (
	"image"
	"math"
	"math/big"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/figure"
)

// Drawers draws the scenes of ADE: *ade.Position, *duel.Position, ade.Moment, ade.Sequence,
// ade.Totals, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.NewBoards[key, *board](mostBoards)}
	sheets := &sheets{canvas.Cache[sheetKey, *sheet]{Limit: mostSheets}}
	return []render.Drawer{
		render.For(b.position),
		render.For(b.duel),
		render.For(b.moment),
		render.ForSuggestion(b.suggestion),
		render.ForSuggestion(b.duelSuggestion),
		render.For(sheets.sequence),
		render.For(sheets.totals),
		figure.Drawer(figures),
	}
}

// drawing is a picture of values on a graph in the making.
type drawing struct {
	*board
	on canvas.Canvas
	s  render.Style
	g  *graph.Graph
}

// draw begins a picture with room for so many lines of words below.
func (b *boards) draw(g *graph.Graph, s render.Style, lines int) *drawing {
	k := key{look: s.Theme.Look(), graph: g.String(), family: g.Family, lines: lines}
	board, on := b.Begin(k, func() *board { return newBoard(k, g) })
	return &drawing{board, on, s, g}
}

// position draws the values, and what will flow at the next firing.
func (b *boards) position(p *ade.Position, s render.Style) image.Image {
	return b.story(p, p.Values(), s, heading(p), news(p))
}

// story draws values over a heading and news. What a puzzle asks for may take a line
// more; all pictures of a table are of one size.
func (b *boards) story(p *ade.Position, v graph.Values, s render.Style, heading, news engine.Text) image.Image {
	lines := 1
	if p.Puzzle() != nil {
		lines = 2
	}
	d := b.draw(p.Graph(), s, lines)
	d.nodes(v, v.Positive())
	d.words(s.Words(heading), d.wrap(s.Caption(news), lines))
	return d.on.Paletted
}

// heading tells the graph and how far it has come.
func heading(p *ade.Position) engine.Text {
	title := p.Graph().Title()
	switch n := len(p.Trace()); {
	case p.Puzzle() != nil && p.Editing():
		return engine.T("Puzzle on %s", title)
	case p.Puzzle() != nil:
		return engine.T("Puzzle on %s, after %s", title, graph.Layers(n))
	case p.Editing():
		return engine.T("Set the values of %s", title)
	default:
		return engine.T("%s after %s", title, graph.Layers(n))
	}
}

// news tells the puzzle, what exhaust has found, or what fires next.
func news(p *ade.Position) engine.Text {
	total := graph.Short(p.Values().Total(), longestShort)
	switch {
	case p.Puzzle() != nil:
		return p.Task()
	case p.Verdict() != nil && p.Verdict().Ending != theory.Ends:
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
func (b *boards) moment(m ade.Moment, s render.Style) image.Image {
	v := m.Values()
	news := engine.T("Nothing is positive any more.")
	if m.Layer < len(m.Trace()) {
		v = m.Trace()[m.Layer].Values
	}
	if v.Positive() != 0 {
		news = engine.T("The next layer's total is %s.", graph.Short(v.Total(), longestShort))
	}
	s.Note = ""
	return b.story(m.Position, v, s, engine.T("%s after %s", m.Graph().Title(), graph.Layers(m.Layer)), news)
}

// suggestion says what is advised.
func (b *boards) suggestion(p *ade.Position, choice engine.Choice, s render.Style) image.Image {
	s.Note = ""
	return b.story(p, p.Values(), s, heading(p), engine.T("Advised: %s", choice.Move))
}

// duelSuggestion marks the nodes that are advised.
func (b *boards) duelSuggestion(p *duel.Position, choice engine.Choice, s render.Style) image.Image {
	return b.duelWith(p, s, p.Named(choice.Move))
}

// duel draws the game for two.
func (b *boards) duel(p *duel.Position, s render.Style) image.Image { return b.duelWith(p, s, 0) }

func (b *boards) duelWith(p *duel.Position, s render.Style, advised graph.Set) image.Image {
	d := b.draw(p.Graph(), s, 1)
	d.nodes(p.Values(), p.Values().Positive())
	for i, at := range d.at {
		switch {
		case advised.Has(i):
			d.on.Blend(d.halo, at.Round(), canvas.InkGreen)
		case p.Last().Has(i):
			d.on.Blend(d.halo, at.Round(), [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[(p.Shots()+1)%2])
		}
	}
	d.players(p)
	return d.on.Paletted
}

// nodes draws values, flows along the edges, and lights what is positive.
func (d *drawing) nodes(v graph.Values, lit graph.Set) {
	if len(d.edges) <= mostFlows {
		d.flows(v, lit)
	}
	for i, at := range d.at {
		switch sign := v[i].Sign(); {
		case lit.Has(i):
			d.on.Blend(d.glow, at.Round(), canvas.InkLit)
			d.on.Blend(d.disc, at.Round(), canvas.InkLit)
			d.number(at, v[i], onLit(d.Look))
		case sign < 0:
			d.on.Blend(d.disc, at.Round(), canvas.InkBlue)
			d.number(at, v[i], canvas.InkMark)
		default:
			d.number(at, v[i], canvas.InkMuted)
		}
	}
}

// number writes a value into a node, in the greatest size that fits.
func (d *drawing) number(at canvas.Point, n *big.Int, with canvas.Ink) {
	for i, face := range d.numbers {
		text := graph.Short(n, longestShort)
		if room := 1.78 * d.radius; face.Measure(text) <= room || i == len(d.numbers)-1 {
			canvas.Centred(d.on, face, at, text, with)
			return
		}
	}
}

// flows draws what each positive node will give to its neighbours: an arrow, and the
// number above it. There and back lie on different sides.
func (d *drawing) flows(v graph.Values, lit graph.Set) {
	for _, e := range d.edges {
		for _, way := range [][2]int{e, {e[1], e[0]}} {
			if lit.Has(way[0]) {
				d.flow(d.at[way[0]], d.at[way[1]], graph.Short(v[way[0]], longestFlow), lit.Has(way[1]))
			}
		}
	}
}

func (d *drawing) flow(from, to canvas.Point, amount string, back bool) {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := max(1, math.Hypot(dx, dy))
	ux, uy := dx/length, dy/length
	gap := length - 2*d.radius
	aside, with := 0.0, flowInk(d.Look)
	if back {
		aside = d.radius * flowAside
	}
	// On the left hand of who goes that way.
	nx, ny := uy, -ux
	along := func(r float64) canvas.Point {
		return canvas.Pt(from.X+ux*r+nx*aside, from.Y+uy*r+ny*aside)
	}
	tip, tail := along(length-d.radius*1.14), along(d.radius*1.14)
	size := min(d.radius*flowHead, gap*0.6)
	d.on.Line(tail, along(length-d.radius*1.14-size*0.8), d.stroke, with)
	d.on.Paint(canvas.Around(tip, size*1.3), canvas.Head(tip, ux, uy, size), with)
	middle := along(length / 2)
	width, height := d.small.Measure(amount), d.small.CapHeight()
	out := d.stroke + height*0.9 + (width-height)/2*math.Abs(nx)
	if gap > width*math.Abs(ux) || math.Abs(uy) > 0.5 {
		canvas.Centred(d.on, d.small, canvas.Pt(middle.X+nx*out, middle.Y+ny*out), amount, canvas.InkLabel)
	}
}

// players writes who plays, and who is to fire or has won.
func (d *drawing) players(p *duel.Position) {
	turn, winner := p.Turn(), p.Outcome().Winner
	words := d.s.Caption([]engine.Text{engine.T("First wins"), engine.T("Second wins"), engine.T("First to fire"), engine.T("Second to fire")}[choose(winner, turn)])
	box := d.band
	size := d.lineHeight()
	middle := canvas.Pt(float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y)+size)
	room := float64(box.Dx()) * middleShare
	words = d.bold.Legible(words)
	shots := engine.T("%s, shot %s", p.Graph().Title(), strconv.Itoa(p.Shots()+1))
	switch {
	case turn != engine.NoSeat:
	case p.Shots() == 1:
		shots = engine.T("%s, 1 shot", p.Graph().Title())
	default:
		shots = engine.T("%s, %s shots", p.Graph().Title(), strconv.Itoa(p.Shots()))
	}
	below, face, with := d.medium.Legible(d.s.Words(shots)), d.medium, canvas.InkMuted
	if first, rest := d.bold.Split(words, room); d.bold.Measure(words) > room && first != "" {
		words, below, face, with = first, rest, d.bold, canvas.InkText
	}
	canvas.Centred(d.on, d.bold, middle, d.bold.Fit(words, room), canvas.InkText)
	canvas.Centred(d.on, face, canvas.Pt(middle.X, middle.Y+size), face.Fit(below, room), with)
	for seat := range engine.Seat(2) {
		d.plate(seat, middle.Y, (float64(box.Dx())-room)/2, d.s.Stands(seat, turn, winner))
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
func (d *drawing) plate(seat engine.Seat, y, room float64, active bool) {
	face, with := d.medium, canvas.InkMuted
	if active {
		face, with = d.bold, canvas.InkText
	}
	name := d.s.Called(seat, ade.Game.Sides.List[seat].Title, face.Legible)
	size := d.lineHeight()
	colour := [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[seat]
	name = face.Fit(name, room-2.4*size)
	x := float64(d.band.Min.X) + size
	pen := x + 0.8*size
	if seat == 1 {
		x = float64(d.band.Max.X) - size
		pen = x - 0.8*size - face.Measure(name)
	}
	d.on.Paint(canvas.Around(canvas.Pt(x, y), size), canvas.Disc(size*0.42).At(canvas.Pt(x, y)), colour)
	d.on.Text(face, canvas.Pt(pen, y+face.CapHeight()/2), name, with)
	if active {
		under := int(y + 0.75*size)
		d.on.Bar(image.Rect(int(pen), under, int(pen+face.Measure(name)), under+max(2, int(size*0.12))), colour)
	}
}
