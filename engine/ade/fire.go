package ade

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Bounds on a table's trace.
const (
	MostLayers    = 1000
	mostTraceSize = 1 << 20 // machine words, 8 MB
)

// numberWork is the work for each number of a layer beside its machine words, in words.
const numberWork = 7

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
