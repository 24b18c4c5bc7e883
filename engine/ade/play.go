package ade

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Play implements [engine.Position]: "set V3 5", "set 1 0 0 2", "free V3 -5", "fire", "fire 5",
// "exhaust", "edit", "load E 8", "load 1-2 2-3". A stored exhaust has its number of layers, see complete.
func (p *Position) Play(text string) (string, error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	var err error
	line := strings.ToLower(word)
	switch line {
	case setVerb, freeVerb:
		line, err = p.playSet(line, rest)
	case fireVerb:
		line, err = p.playFire(rest)
	case exhaustVerb:
		line, err = p.playExhaust(strings.TrimSpace(rest))
	case editVerb:
		err = p.playEdit(strings.TrimSpace(rest))
	case loadVerb:
		line, err = p.playLoad(rest)
	default:
		err = graph.RefuseSyntax("moves are set V1 2, fire, fire 5, exhaust, edit and load E 8")
	}
	return line, graph.RefuseLine(text, err)
}

func (p *Position) over() error {
	return &engine.MoveError{Why: engine.T("the run is over: %s; go back to editing", p.Outcome().Reason), Err: engine.ErrOver}
}

func (p *Position) playSet(verb, text string) (string, error) {
	switch {
	case p.Outcome().Status != engine.Open:
		return "", p.over()
	case !p.Editing():
		return "", engine.Refuse("values are set in editing: go back by edit first")
	}
	values, canonical, err := graph.Assign(p.graph, p.values, text, p.free || verb == freeVerb)
	if err != nil {
		return "", err
	}
	if p.puzzle != nil {
		if err := p.puzzle.Allows(values); err != nil {
			return "", err
		}
	}
	p.values, p.exhausted, p.last = values, nil, 0
	return verb + " " + canonical, nil
}

// playEdit clears the trace and the values; in a puzzle the values that were set come back.
func (p *Position) playEdit(rest string) error {
	switch {
	case rest != "":
		return graph.RefuseSyntax("nothing follows %s", editVerb)
	case p.Editing():
		return engine.Refuse("this is editing already: set values, or fire")
	}
	values := graph.Zeros(p.graph.Len())
	if p.puzzle != nil {
		values = p.start
	}
	p.values, p.start, p.trace, p.size = values, nil, nil, 0
	p.runs++
	p.exhausted, p.last = nil, 0
	return nil
}

// playLoad goes back to editing on another graph.
func (p *Position) playLoad(text string) (string, error) {
	if p.puzzle != nil {
		return "", engine.Refuse("the graph of a puzzle stays")
	}
	if words := strings.Fields(text); len(words) == 2 && slices.Contains(families, strings.ToUpper(words[0])) {
		text = words[0] + words[1] // two words could be two nodes
	}
	g, err := graph.Parse(text)
	if err != nil {
		return "", err
	}
	name := g.String()
	if g.Family != "" {
		name = g.Family + " " + strconv.Itoa(g.Len())
	}
	loaded := newPosition(g, graph.Zeros(g.Len()))
	loaded.free, loaded.work = p.free, p.work+loadWork*max(len(text), len(name)) // never more when it is replayed
	*p = *loaded
	return loadVerb + " " + name, nil
}

func fireLine(layers int) string {
	if layers == 1 {
		return fireVerb
	}
	return fireVerb + " " + strconv.Itoa(layers)
}

// undo takes back one layer at a time.
func undo(position engine.Position) string {
	p, ok := position.(*Position)
	if !ok || p.last < 2 {
		return ""
	}
	return fireLine(p.last - 1)
}

// playFire fires the given number of layers, fewer if the run ends.
func (p *Position) playFire(text string) (string, error) {
	if err := p.requirePositive(); err != nil {
		return "", err
	}
	times, err := parseTimes(text)
	if err != nil {
		return "", err
	}
	fired, full := p.fire(times)
	if !full.Empty() {
		return "", engine.Refuse("%s", full)
	}
	p.exhausted, p.last = nil, fired
	return fireLine(fired), nil
}

func (p *Position) requirePositive() error {
	switch {
	case p.Outcome().Status != engine.Open:
		return p.over()
	case p.values.Positive() != 0:
		return nil
	case p.Editing():
		return engine.Refuse("nothing is positive, so nothing fires: set a value above 0 first")
	}
	return engine.Refuse("nothing is positive any more, so nothing fires: go back to editing")
}

func parseTimes(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MostLayers {
		return 0, graph.RefuseSyntax("%q is not a number of layers: fire 1 to %s of them", graph.Quote(text), strconv.Itoa(MostLayers))
	}
	return n, nil
}

// Bounds on a table's trace, and work in machine words.
const (
	MostLayers    = 1000
	mostTraceSize = 1 << 20 // machine words, 8 MB
	numberWork    = 7       // for each number of a layer beside its machine words
	loadWork      = 2000    // for a byte of a graph that is read
)

// fire fires up to times layers, fewer if the run ends. If the trace has no room for them it
// fires none and returns the reason.
func (p *Position) fire(times int) (fired int, full engine.Text) {
	values, trace, size := p.values, p.trace, p.size
	for ; fired < times; fired++ {
		set := values.Positive()
		if set == 0 {
			break
		}
		size += values.Words()
		switch {
		case len(trace) == MostLayers:
			return 0, p.full(engine.T("the trace holds %s of at most %s layers, and would be too long", strconv.Itoa(len(p.trace)), strconv.Itoa(MostLayers)), fired)
		case size > mostTraceSize:
			return 0, p.full(engine.T("the numbers get so long that the trace cannot hold them all"), fired)
		}
		p.work += p.graph.Effort(values.Words() + numberWork*len(values))
		trace = append(trace, Layer{values, set, values.Total()})
		values = p.graph.Fire(values)
	}
	if p.Editing() {
		p.start = p.values
	}
	p.values, p.trace, p.size = values, trace, size
	return fired, engine.Text{}
}

// full appends advice to the reason why the trace is full. Room is the number of layers that fit.
func (p *Position) full(why engine.Text, room int) engine.Text {
	switch {
	case room > 0:
		return engine.T("%s: %s fires as many as fit", why, engine.Command("ade fire "+strconv.Itoa(room)))
	case p.Editing():
		return engine.T("%s: set smaller values", why)
	}
	return engine.T("%s: go back to editing", why)
}
