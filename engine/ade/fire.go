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

// numberWork is what a number of a layer takes beside its words, in words.
const numberWork = 7

// fire fires so many layers, fewer if the run ends; or none at all, and says why the
// trace has no room for them.
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

// full adds to why the trace has no room what can be done.
func (p *Position) full(why engine.Text, room int) engine.Text {
	switch {
	case room > 0:
		return engine.T("%s: %s fires as many as fit", why, engine.Command("ade fire "+strconv.Itoa(room)))
	case p.Editing():
		return engine.T("%s: set smaller values", why)
	}
	return engine.T("%s: go back to editing", why)
}
