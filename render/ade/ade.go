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
		part.Below = sentences(says.Below, engine.T("%s edges are not drawn.", strconv.Itoa(len(g.Edges()))))
	}
	return d.snapshot(p, layers, part)
}

func (d *drawing) snapshot(p *ade.Position, layers int, says render.Caption) *image.Paletted {
	v := p.Values()
	if layers < len(p.Trace()) {
		v = p.Trace()[layers].Values
	}
	lit := v.Positive()
	numbered, gives := d.amounts(v, lit)
	if !gives.Empty() {
		numbered, says.Below = false, sentences(says.Below, gives)
	}
	d.flow(v, lit, numbered)
	d.nodes(v, lit)
	if layers > 0 {
		d.surround(p.Trace()[layers-1].Fired, d.quiet, canvas.InkLabel)
	}
	if p.Puzzle() != nil {
		d.goal(p.Progress(layers))
	}
	d.s.Write(d.on, d.caption, says)
	return d.on.Paletted
}

// sentences joins two sentences and adds a missing full stop.
func sentences(first, second engine.Text) engine.Text {
	if strings.HasSuffix(first.String(), ".") {
		return engine.T("%s %s", first, second)
	}
	return engine.T("%s. %s", first, second)
}

func (d *drawing) goal(goal, progress engine.Text) {
	const side, most = 36.0, 400.0
	y := goalHeight/2 + d.name.CapHeight()/2
	right := d.name.Fit(d.name.Legible(d.s.Words(progress)), most)
	width := d.name.Measure(right)
	left := d.bold.Legible(d.s.Words(goal))
	d.on.Text(d.bold, canvas.Pt(side, y), d.bold.Fit(left, pictureWidth-3*side-width), canvas.InkText)
	d.on.Text(d.name, canvas.Pt(pictureWidth-side-width, y), right, canvas.InkLabel)
}

// heading names the graph and the progress.
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
		return after(p.Graph(), n)
	}
}

// after tells how many layers a run has; names of graphs that are words do not begin a line.
func after(g *graph.Graph, layers int) engine.Text {
	if g.Family == "" {
		return engine.T("After %s on %s", graph.Layers(layers), g.Title())
	}
	return engine.T("%s after %s", g.Title(), graph.Layers(layers))
}

// news tells about the puzzle, what exhaust has found, or what fires next.
func news(p *ade.Position) engine.Text {
	total := graph.Short(p.Values().Total(), longestShort)
	switch {
	case p.Puzzle() != nil && p.Outcome().Status != engine.Open:
		return engine.T("Solved: %s.", p.Outcome().Reason)
	case p.Puzzle() != nil && p.Values().Positive() == 0 && !p.Editing():
		return engine.T("It has ended without that: edit, and try again.")
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

func (b *boards) moment(m ade.Moment, s render.Style) *image.Paletted {
	v := m.Values()
	news := engine.T("Nothing is positive any more.")
	if m.Layer < len(m.Trace()) {
		v = m.Trace()[m.Layer].Values
	}
	if v.Positive() != 0 {
		news = engine.T("The next layer's total is %s.", graph.Short(v.Total(), longestShort))
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
	d.surround(about, d.mark, canvas.InkGreen)
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
	return b.duelWith(p, s, turnOf(p), 0)
}

func (b *boards) duelWith(p *duel.Position, s render.Style, words engine.Text, advised graph.Set) *image.Paletted {
	d := b.draw(p.Graph(), nil, s)
	numbered, _ := d.amounts(p.Values(), p.Values().Positive())
	d.flow(p.Values(), p.Values().Positive(), numbered)
	d.nodes(p.Values(), p.Values().Positive())
	if p.Shots() > 0 {
		d.surround(p.Last(), d.mark, [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[(p.Shots()+1)%2])
	}
	d.surround(advised, d.mark, canvas.InkGreen)
	shots := engine.T("%s, %s shots", p.Graph().Title(), strconv.Itoa(p.Shots()))
	if p.Shots() == 1 {
		shots = engine.T("%s, 1 shot", p.Graph().Title())
	}
	s.Write(d.on, d.caption, render.Caption{Words: words, Below: s.Latest(shots), Position: p, Sides: []render.Side{d.side(0), d.side(1)}})
	return d.on.Paletted
}

func turnOf(p *duel.Position) engine.Text {
	if winner := p.Outcome().Winner; winner != engine.NoSeat {
		return [...]engine.Text{engine.T("First wins"), engine.T("Second wins")}[winner]
	}
	return [...]engine.Text{engine.T("First to fire"), engine.T("Second to fire")}[p.Turn()]
}

func (d *drawing) side(seat engine.Seat) render.Side {
	colour := [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[seat]
	return render.Side{Title: ade.Game.Sides.List[seat].Title, Bar: colour, Token: func(end canvas.End) {
		radius := d.caption.Token / 2
		at := end.At(radius)
		d.on.Paint(canvas.Around(at, radius), canvas.Disc(radius).At(at), colour)
	}}
}
