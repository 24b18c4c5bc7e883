package theory

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Words describes a verdict in sentences, with its reasons. Layers to come are counted from the
// values decided, those of proofs from the start.
func (v *Verdict) Words(g *graph.Graph) engine.Text {
	text := v.Short()
	for _, c := range v.Reasons {
		if said := c.words(g, v.After); !said.Empty() {
			text = engine.T("%s. %s", text, said)
		}
	}
	switch {
	case v.Followed > 0 && v.Ending == Never:
		text = engine.T("%s. Whether it repeats, and how fast it grows, is not decided after %s", text, v.more(v.Followed))
	case v.Ratio != "":
		text = engine.T("%s. Measured, not proved: totals grow by a factor of %s in two layers", text, v.Ratio)
	}
	if !v.Unfired.Empty() {
		text = engine.T("%s. Nothing has fired, as %s", text, v.Unfired)
	}
	return engine.T("%s.", text)
}

// Short describes a verdict in one clause, without the reasons.
func (v *Verdict) Short() engine.Text {
	switch {
	case v.Ending == Ends && v.Layers < 0:
		return engine.T("It ends, but after more than %s", v.more(v.Followed))
	case v.Ending == Ends && v.Layers == 0 && v.After == 0:
		return engine.T("Nothing is positive, so nothing fires")
	case v.Ending == Ends && v.Layers == 0:
		return engine.T("It has ended: nothing is positive")
	case v.Ending == Ends && v.Done && v.After > 0:
		return engine.T("It has ended after %s, %s in all", v.more(v.Layers), strconv.Itoa(v.After+v.Layers))
	case v.Ending == Ends && v.Done:
		return engine.T("It has ended after %s", graph.Layers(v.Layers))
	case v.Ending == Ends && v.After > 0:
		return engine.T("It ends after %s, %s in all", v.more(v.Layers), strconv.Itoa(v.After+v.Layers))
	case v.Ending == Ends:
		return engine.T("It ends after %s", graph.Layers(v.Layers))
	case v.Ending == Repeats && v.Period == 1 && v.From == 0:
		return engine.T("It repeats at once: nodes fire, and the values stay as they are")
	case v.Ending == Repeats && v.From == 0:
		return engine.T("It repeats: after %s the values are back", graph.Layers(v.Period))
	case v.Ending == Repeats:
		return engine.T("It repeats: after %s it comes round %s", v.more(v.From), every(v.Period))
	case v.Ending == Never && v.Pace == Linear:
		return engine.T("It never ends: it grows linearly")
	case v.Ending == Never && v.Pace == Exponential:
		return engine.T("It never ends: it grows exponentially")
	case v.Ending == Never:
		return engine.T("It never ends")
	}
	return engine.T("It is not decided after %s", v.more(v.Followed))
}

// more formats a number of layers from the values decided.
func (v *Verdict) more(n int) engine.Text {
	if v.After == 0 {
		return graph.Layers(n)
	}
	return engine.Count(n, "1 more layer", "%s more layers")
}

func every(n int) engine.Text {
	if n == 1 {
		return engine.T("every layer")
	}
	return engine.T("every %s", graph.Layers(n))
}
