package ade

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// Bounds of descriptions.
const (
	mostLayers  = 12  // of a run
	shortNumber = 12  // characters
	mostRead    = 400 // characters of a verdict with its reasons
	mostRows    = 40  // layers in the text form of the position
)

// Describe implements [engine.Scene]: what can fire, and the graph node by node.
func (p *Position) Describe() engine.Text {
	said := engine.Sentences(p.title(), p.puzzleWords(), p.endWords(), p.verdictWords(), p.firedLast(), p.canFire())
	var ways []engine.Text
	for _, read := range p.graph.Ways(p.values) {
		ways = append(ways, engine.Sentences(said, read, p.traceWords()), engine.Sentences(said, read))
	}
	return engine.Fit(engine.MostDescribed, append(ways, engine.Sentences(p.title(), p.puzzleWords()))...)
}

func (p *Position) title() engine.Text {
	if p.Editing() {
		return engine.T("ADE on %s: nothing has fired yet.", p.graph.Title())
	}
	return engine.T("ADE on %s, after %s.", p.graph.Title(), graph.Layers(len(p.trace)))
}

// endWords says how a run has ended; empty while it is open.
func (p *Position) endWords() engine.Text {
	switch o := p.Outcome(); {
	case o.Status == engine.Open, p.puzzle == nil && p.Verdict() != nil:
		return engine.Text{}
	case p.puzzle != nil:
		return engine.T("Solved: %s.", o.Reason)
	default:
		return engine.T("It is over: %s.", o.Reason)
	}
}

func (p *Position) canFire() engine.Text {
	if p.Outcome().Status != engine.Open {
		return engine.Text{}
	}
	return engine.T("Can fire: %s.", p.graph.Told(p.values.Positive()))
}

// firedLast names the nodes of the last layer; empty before the first.
func (p *Position) firedLast() engine.Text {
	if p.Editing() {
		return engine.Text{}
	}
	return engine.T("Fired last: %s.", p.graph.Told(p.trace[len(p.trace)-1].Fired))
}

func (p *Position) traceWords() engine.Text {
	n := len(p.trace)
	if n < 2 {
		return engine.Text{}
	}
	newest := func(i int) engine.Text { return p.graph.Told(p.trace[n-1-i].Fired) }
	if n > mostLayers {
		return engine.T("The last %s layers, the newest first: %s.", strconv.Itoa(mostLayers), repeated(mostLayers, "; ", newest))
	}
	return engine.T("All layers, the newest first: %s.", repeated(n, "; ", newest))
}

// repeated lists say(0) to say(n-1). Equal neighbours are listed once with their number.
func repeated(n int, between string, say func(i int) engine.Text) engine.Text {
	var list []engine.Text
	for i := 0; i < n; {
		words, times := say(i), 1
		for i++; i < n && say(i).String() == words.String(); i++ {
			times++
		}
		if times > 1 {
			words = engine.T("%s times %s", strconv.Itoa(times), words)
		}
		list = append(list, words)
	}
	return engine.List(between, list)
}

// Describe implements [engine.Scene]: the nodes that fire in each layer of the page, with their
// values.
func (s Sequence) Describe() engine.Text {
	n := len(s.trace)
	from, to := s.Layers()
	head := engine.T("The firing sequence graph on %s: %s.", s.graph.Title(), graph.Layers(n))
	if n == 0 {
		return engine.T("%s Nothing has fired yet.", head)
	}
	if s.Rings > 0 {
		head = engine.T("%s Rings up to %s.", head, strconv.Itoa(s.Rings))
	}
	if s.Pages > 1 {
		head = engine.T("%s Shown are layers %s to %s.", head, strconv.Itoa(from+1), strconv.Itoa(to))
	}
	if s.ended() && s.Page == s.Pages-1 {
		head = engine.T("%s Then nothing is positive.", head)
	}
	ways := []engine.Text{}
	for _, count := range []int{s.size, 20, 10, 5} {
		if first := to - count; count == s.size || first > from {
			ways = append(ways, s.layersWords(head, max(from, first), to, true), s.layersWords(head, max(from, first), to, false))
		}
	}
	return engine.Fit(engine.MostDescribed, append(ways, head)...)
}

// layersWords lists the nodes that fire in a range of layers, with or without their values.
func (s Sequence) layersWords(head engine.Text, from, to int, valued bool) engine.Text {
	var list []string
	for i, l := range s.trace[from:to] {
		var fired []string
		for node, name := range s.graph.Nodes() {
			switch {
			case !l.Fired.Has(node):
			case valued:
				fired = append(fired, name+" "+graph.Short(l.Values[node], shortNumber))
			default:
				fired = append(fired, name)
			}
		}
		list = append(list, strconv.Itoa(from+i+1)+": "+strings.Join(fired, " "))
	}
	if valued {
		return engine.T("%s What fires, by layer, with its value: %s.", head, strings.Join(list, "; "))
	}
	return engine.T("%s What fires, by layer: %s.", head, strings.Join(list, "; "))
}

// Describe implements [engine.Scene]: the heights of the bars.
func (t Totals) Describe() engine.Text {
	head := engine.T("Bars for the totals of %s on %s.", graph.Layers(len(t.trace)), t.graph.Title())
	var ways []engine.Text
	for _, count := range []int{len(t.trace), 80, 40, 20} {
		first := max(0, len(t.trace)-count)
		totals := repeated(len(t.trace)-first, ", ", func(i int) engine.Text { return engine.T("%s", graph.Short(t.trace[first+i].Total, shortNumber)) })
		if first == 0 {
			ways = append(ways, engine.T("%s They are: %s.", head, totals))
		} else {
			ways = append(ways, engine.T("%s From layer %s on they are: %s.", head, strconv.Itoa(first+1), totals))
		}
	}
	return engine.Fit(engine.MostDescribed, append(ways, head)...)
}

func (p *Position) filmWords(layers int) engine.Text {
	head := engine.T("A film of the run on %s, %s.", p.graph.Title(), graph.Layers(layers))
	ends := engine.T("It begins with the values %s and ends with %s.", theory.List(p.start), theory.List(p.After(layers)))
	fired := repeated(layers, "; ", func(i int) engine.Text { return p.graph.Told(p.trace[i].Fired) })
	return engine.Fit(engine.MostDescribed,
		engine.T("%s %s What fires, by layer: %s.", head, ends, fired), engine.Sentences(head, ends), head)
}

// Told implements [engine.Teller]: after exhaust, its verdict and the reasons. That a run has ended is
// told by its outcome, or by what it misses.
func (p *Position) Told() engine.Text {
	v := p.Verdict()
	switch {
	case v == nil:
		return p.missedWords()
	case !p.ended():
		return engine.Sentences(v.Words(p.graph), p.missedWords())
	}
	said := engine.Map(v.Why(p.graph), func(why engine.Text) engine.Text { return engine.T("%s.", why) })
	return engine.Sentences(append(said, p.missedWords())...)
}

// missedWords says why a finished run does not solve the puzzle; empty otherwise.
func (p *Position) missedWords() engine.Text {
	if p.puzzle == nil || !p.ended() || p.puzzle.Solved(p.run()) {
		return engine.Text{}
	}
	return engine.T("%s.", p.puzzle.Missed(p.run()))
}

// puzzleWords describes the puzzle, if any.
func (p *Position) puzzleWords() engine.Text {
	if p.puzzle == nil {
		return engine.Text{}
	}
	return engine.Sentences(engine.T("%s.", p.puzzle.Words()), p.missedWords())
}

// verdictWords describes what exhaust found: in full if that is short, else without the reasons.
func (p *Position) verdictWords() engine.Text {
	v := p.Verdict()
	if v == nil {
		return engine.Text{}
	}
	if words := v.Words(p.graph); len(words.String()) <= mostRead {
		return words
	}
	return engine.T("%s.", v.Short())
}

// String implements [engine.Position]: the newest values of the trace and the present ones, a
// line each below the names of the nodes.
func (p *Position) String() string {
	rows := engine.Map(p.trace[max(0, len(p.trace)-mostRows):], func(l Layer) graph.Values { return l.Values })
	return p.graph.Table(append(rows, p.values)...)
}

func showHelp(_ context.Context, position engine.Position, o engine.Options) (engine.Answer, error) {
	if o.Text("about") != "" {
		return engine.Answer{Text: sequenceHelp}, nil
	}
	text := introduction
	switch p := position.(type) {
	case *duel.Position:
		text = p.Help()
	case *Position:
		text = p.help()
	}
	return engine.Answer{Text: text}, nil
}

var introduction = engine.List("\n\n", []engine.Text{
	engine.T("**ADE.** Put numbers on the nodes of a graph, fire, and see whether the run ever ends. %s opens a table: type A, D or E with its degree, or any graph by its edges. %s is a puzzle, %s a game for two.",
		engine.Command("ade new"), engine.Command("ade puzzle"), engine.Command("ade play")),
	firing, exhausting,
})

func (p *Position) help() engine.Text {
	var parts []engine.Text
	if p.puzzle != nil {
		parts = append(parts, engine.T("**The puzzle.** %s. %s gives one step of a solution.", p.puzzle.Words(), engine.Command("ade hint")))
	}
	parts = append(parts, firing)
	switch {
	case p.Editing():
		parts = append(parts,
			engine.T("**Now editing.** %s sets one value, %s all in the order %s, %s the same everywhere; %s takes negative ones too.",
				engine.Command("ade set V3 5"), engine.Command("ade set 1 0 0 2"), p.graph.Range(), engine.Command("ade set all 1"), engine.Command("ade free V3 -5")),
			engine.T("Fire, once a node is above 0, leaves editing and fires one layer; %s fires five.", engine.Command("ade fire 5")))
	case p.ended():
		parts = append(parts, engine.T("**The run has ended.** Undo takes back one layer at a time. Edit goes back to editing."), looking)
	default:
		parts = append(parts, engine.T("**Now playing.** Fire fires one layer, %s fires five. Undo takes back one layer at a time. Edit goes back to editing.", engine.Command("ade fire 5")), looking)
	}
	return engine.List("\n\n", append(parts, exhausting))
}

// Paragraphs that all modes for one player share.
var (
	firing     = engine.T("**Firing.** All positive nodes fire at the same time: each turns its value negative and adds it to each neighbour. Zero does not fire. The run is over when no node is positive.")
	looking    = engine.T("Graph shows the firing sequence graph, %s the totals of the layers, %s an animation, %s all values.", engine.Command("ade view name:totals"), engine.Command("ade view name:film"), engine.Command("ade view name:trace"))
	exhausting = engine.T("Exhaust decides by theorems whether the run ever ends. If so it fires to the end; if the values repeat, one period; otherwise nothing, and it says why. %s gives the whole proof.", engine.Command("ade verdict"))
)

var sequenceHelp = engine.List("\n\n", []engine.Text{
	engine.T("**The firing sequence graph.** Each row is a layer, the first one on top, and in it are the nodes that fire, each in its own column with its value. Arrows lead to the neighbours that fire next."),
	engine.T("**Rings.** The larger a value the more rings, all filled: the node grows. With *Rings up to 3* it stops growing at 3, so that small values can be told apart; *All rings* sets no limit. %s takes any other.", engine.Command("ade graph rings:5")),
	engine.T("**Totals.** On the right is the sum of the values that fire in the layer."),
	engine.T("**Layers.** Below is how many have fired. A page has %s of them, and a map of colours, where nodes or edges are many, %s.", strconv.Itoa(PageLayers), strconv.Itoa(MapLayers)),
	engine.T("**Buttons.** *Fire*, *Exhaust* and *Undo* go on with the run. *Save* gives one picture of all pages or of many, with this limit. *Close* goes back to the board."),
})
