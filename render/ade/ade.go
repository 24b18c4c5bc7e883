// Package ade draws the ADE game: values on a graph with the flows of the next firing (board.go,
// laid out by layout.go), the game for two, and a run of the machine as a graph of its layers
// (sequence.go) or as bars of their totals (totals.go).
package ade

import (
	"image"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of ADE: *ade.Position, *duel.Position, ade.Moment, ade.Sequence,
// ade.Totals, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.Cache[key, *board]{Limit: mostBoards}}
	sheets := &sheets{canvas.Cache[sheetKey, *sheet]{Limit: mostSheets}}
	return []render.Drawer{
		render.For(b.position),
		render.For(b.duel),
		render.For(b.moment),
		render.ForSuggestion(b.suggestion),
		render.ForSuggestion(b.duelSuggestion),
		render.For(sheets.sequence),
		render.For(sheets.totals),
		render.Figures(figures),
	}
}

type drawing struct {
	*board
	on canvas.Canvas
	s  render.Style
	g  *graph.Graph
}

// draw begins a picture; a puzzle has a line for its goal above.
func (b *boards) draw(g *graph.Graph, z *ade.Puzzle, s render.Style) *drawing {
	k := key{look: s.Theme.Look(), graph: g.String(), family: g.Family, goal: z != nil}
	if z != nil && z.Task == ade.TaskEnd {
		k.ends = strings.Join(z.End.Strings(), " ")
	}
	board := b.Get(k, func() *board { return newBoard(k, g) })
	return &drawing{board, board.Begin(), s, g}
}

// position draws the values and the flows of the next firing.
func (b *boards) position(p *ade.Position, s render.Style) *image.Paletted {
	return b.snapshot(p, len(p.Trace()), s, heading(p), news(p))
}

// snapshot draws the values after so many layers above a heading and news. It offers the whole
// graph as a file if the edges are omitted or too dense to follow.
func (b *boards) snapshot(p *ade.Position, layers int, s render.Style, heading, news engine.Text) *image.Paletted {
	says := render.Caption{Words: heading, Below: news}
	if s.Note != "" {
		says.Below = heading
	}
	g := p.Graph()
	d := b.draw(g, p.Puzzle(), s)
	if d.edgesOmitted || d.web {
		s.Cut(func() *image.Paletted {
			large := newBoard(key{look: s.Theme.Look(), graph: g.String(), family: g.Family, whole: true}, g)
			return (&drawing{large, large.Begin(), s, g}).snapshot(p, layers, says)
		})
	}
	part := says
	if d.edgesOmitted && s.Note == "" {
		part.Below = engine.T("%s, %s edges are not drawn", says.Below, strconv.Itoa(len(g.Edges())))
	}
	return d.snapshot(p, layers, part)
}

func (d *drawing) snapshot(p *ade.Position, layers int, says render.Caption) *image.Paletted {
	v := p.After(layers)
	lit := v.Positive()
	d.flow(v, lit)
	var last graph.Set
	if layers > 0 {
		last = p.Trace()[layers-1].Fired
	}
	d.nodes(v, lit, last)
	if p.Puzzle() != nil {
		d.goal(p.Progress(layers))
	}
	d.s.Write(d.on, d.caption, says)
	return d.on.Paletted
}

func (d *drawing) goal(goal, progress engine.Text) {
	const side, most = 36.0, 400.0
	y := goalHeight/2 + d.name.CapHeight()/2
	right := d.name.Fit(d.name.Legible(d.s.Words(progress)), most)
	width := d.name.Measure(right)
	left := d.bold.Legible(d.s.Words(goal))
	d.on.Text(d.bold, canvas.Pt(side, y), d.bold.Fit(left, canvas.Width-3*side-width), canvas.InkText)
	d.on.Text(d.name, canvas.Pt(canvas.Width-side-width, y), right, canvas.InkLabel)
}

// called names a graph in words that need no theory: a type that has a family, or else a shape.
func called(g *graph.Graph) engine.Text {
	switch {
	case g.Family == "" && isCycle(g):
		return engine.T("a ring of %s nodes", strconv.Itoa(g.Len()))
	case g.Family == "" && g.Type().Class != graph.Finite:
		return engine.T("a graph of %s nodes", strconv.Itoa(g.Len()))
	default:
		return g.Title()
	}
}

// heading names the graph and the progress.
func heading(p *ade.Position) engine.Text {
	title := called(p.Graph())
	switch n := len(p.Trace()); {
	case p.Puzzle() != nil && p.Editing():
		return engine.T("Puzzle on %s", title)
	case p.Puzzle() != nil:
		return engine.T("Puzzle on %s, after %s", title, graph.Layers(n))
	case p.Editing():
		return engine.T("Set the numbers of %s", title)
	default:
		return after(p.Graph(), n)
	}
}

// after tells how many layers a run has; names of graphs that are words do not begin a line.
func after(g *graph.Graph, layers int) engine.Text {
	if g.Family == "" {
		return engine.T("After %s on %s", graph.Layers(layers), called(g))
	}
	return engine.T("%s after %s", called(g), graph.Layers(layers))
}

// news tells about the puzzle, what exhaust has found, or what fires next.
func news(p *ade.Position) engine.Text {
	switch {
	case p.Puzzle() != nil && p.Outcome().Status != engine.Open:
		return engine.T("Solved: %s", p.Outcome().Reason)
	case p.Puzzle() != nil && p.Values().Positive() == 0 && !p.Editing():
		return engine.T("It has ended without that: edit, and try again")
	case p.Verdict() != nil && p.Verdict().Ending != theory.Ends:
		return engine.T("%s", p.Verdict().Short())
	case p.Outcome().Status != engine.Open:
		return over
	case p.Values().Positive() == 0:
		return engine.T("Nothing is above 0 yet: set a number")
	default:
		return next(p.Values())
	}
}

var over = engine.T("Nothing is above 0 any more: the run is over")

// next tells what can fire.
func next(v graph.Values) engine.Text {
	return engine.T("Amber nodes fire next, %s in all", graph.Short(v.Total(), longestShort))
}

func (b *boards) moment(m ade.Moment, s render.Style) *image.Paletted {
	news := over
	if v := m.After(m.Layer); v.Positive() != 0 {
		news = next(v)
	}
	s.Note = ""
	return b.snapshot(m.Position, m.Layer, s, after(m.Graph(), m.Layer), news)
}

// suggestion describes a suggestion and marks its nodes.
func (b *boards) suggestion(p *ade.Position, choice engine.Choice, s render.Style) *image.Paletted {
	d := b.draw(p.Graph(), p.Puzzle(), s)
	d.s.Note = ""
	about := p.Values().Positive()
	if named := namedIn(p.Graph(), choice.Move); named != 0 {
		about = named
	}
	d.snapshot(p, len(p.Trace()), render.Caption{Words: engine.T("Hint: %s", choice.Move), Below: heading(p)})
	d.advise(about)
	return d.on.Paletted
}

func namedIn(g *graph.Graph, line string) (set graph.Set) {
	for word := range strings.FieldsSeq(line) {
		if i, ok := g.Index(word); ok {
			set |= 1 << i
		}
	}
	return set
}

func (b *boards) duelSuggestion(p *duel.Position, choice engine.Choice, s render.Style) *image.Paletted {
	return b.duelWith(p, s, engine.T("Hint: %s", choice.Move), p.Named(choice.Move))
}

func (b *boards) duel(p *duel.Position, s render.Style) *image.Paletted {
	return b.duelWith(p, s, engine.Text{}, 0)
}

// duelWith draws the game for two with words in place of those of the state of the game, if not
// empty.
func (b *boards) duelWith(p *duel.Position, s render.Style, words engine.Text, advised graph.Set) *image.Paletted {
	d := b.draw(p.Graph(), nil, s)
	lit := p.Values().Positive()
	d.flow(p.Values(), lit)
	d.nodes(p.Values(), lit, p.Last())
	d.advise(advised)
	below := engine.T("One amber node or several")
	if p.Outcome().Status != engine.Open || s.Note != "" {
		below = s.Latest(engine.T("%s, %s", p.Graph().Title(), engine.Count(p.Shots(), "1 move", "%s moves")))
	}
	if words.Empty() {
		words = d.turn(p)
	}
	s.Write(d.on, d.caption, render.Caption{Words: words, Below: below, Position: p, Sides: []render.Side{d.side(0), d.side(1)}})
	return d.on.Paletted
}

// turn says who is to fire, or has won.
func (d *drawing) turn(p *duel.Position) engine.Text {
	name := func(seat engine.Seat) engine.Text {
		return d.s.Mention(seat, ade.Game.Sides.List[seat].Title, d.caption)
	}
	if winner := p.Outcome().Winner; winner != engine.NoSeat {
		return engine.T("%s wins", name(winner))
	}
	return engine.T("%s to fire", name(p.Turn()))
}

func (d *drawing) side(seat engine.Seat) render.Side {
	colour := [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[seat]
	return render.Side{Title: ade.Game.Sides.List[seat].Title, Bar: colour, Token: func(end canvas.End) {
		radius := d.caption.Token / 2
		at := end.At(radius)
		d.on.Paint(canvas.Around(at, radius), canvas.Disc(radius).At(at), colour)
	}}
}
