package ade

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

type decision struct {
	values  graph.Values
	verdict *theory.Verdict
}

// decide returns the verdict on the present values, from the last decision if it fits.
func (p *Position) decide() *theory.Verdict {
	var v theory.Verdict
	if p.decided != nil && p.decided.values.Equal(p.values) {
		v = *p.decided.verdict
	} else {
		v = *p.theory().Decide(p.values)
	}
	v.After = len(p.trace)
	return &v
}

// decideOnce is decide, but stores the verdict and counts its work.
func (p *Position) decideOnce() *theory.Verdict {
	v := p.decide()
	if p.decided == nil || !p.decided.values.Equal(p.values) {
		p.decided = &decision{p.values, v}
		p.work += v.Work
	}
	return v
}

// layersToFire returns how many layers exhaust fires: all to the end of a run, one period of a
// run that repeats, else 0.
func layersToFire(v *theory.Verdict) int {
	if v.Ending == theory.Repeats {
		return v.From + v.Period
	}
	return max(0, v.Layers)
}

// complete adds to an exhaust move the number of layers that it fires ("exhaust 11"), so that
// replaying it decides nothing. It refuses every move of a table whose work exceeds
// [engine.MostWork].
func complete(_ engine.Env, position engine.Position, text string) (string, error) {
	p, ok := position.(*Position)
	if !ok {
		return text, nil
	}
	if p.work > engine.MostWork {
		return "", engine.RefuseMove(text, engine.ErrIllegal, "the moves of this table have taken as much work as a table may take: undo some, or open a new one")
	}
	if !strings.EqualFold(strings.TrimSpace(text), exhaustVerb) || p.Outcome().Status != engine.Open || p.values.Positive() == 0 {
		return text, nil
	}
	layers := layersToFire(p.decideOnce())
	if _, full := p.scratch().fire(layers); !full.Empty() {
		layers = 0
	}
	return exhaustVerb + " " + strconv.Itoa(layers), nil
}

// scratch returns a copy that can fire without changing p.
func (p *Position) scratch() *Position {
	q := *p
	q.trace = slices.Clip(p.trace)
	return &q
}

// playExhaust decides how the run goes on and fires the layers of [layersToFire]. It fires none
// if the trace lacks room; the verdict then says so. A given number of layers is checked against
// the values: after the last layer, and not before, the run must be over or repeat.
func (p *Position) playExhaust(result string) (line string, err error) {
	if err := p.requirePositive(); err != nil {
		return "", err
	}
	before, fired := p.scratch(), 0
	if result == "" {
		if p.exhausted != nil && p.last == 0 {
			return exhaustVerb, nil // nothing has changed since
		}
		layers := layersToFire(p.decideOnce())
		before.decided = p.decided
		fired, _ = p.fire(layers)
	} else if fired, err = p.fireResult(result); err != nil {
		return "", err
	}
	ended := p.ended()
	p.last = fired
	p.exhausted = sync.OnceValue(func() *theory.Verdict {
		v := before.decide()
		if v.Done = ended; fired == 0 {
			_, v.Unfired = before.scratch().fire(layersToFire(v))
		}
		return v
	})
	if result == "" {
		return exhaustVerb, nil
	}
	return exhaustVerb + " " + strconv.Itoa(fired), nil
}

// idle answers an exhaust that has fired nothing by its verdict.
func idle(position engine.Position) error {
	p := position.(*Position)
	if p.exhausted == nil || p.last > 0 {
		return nil
	}
	return engine.Refuse("%s", p.Verdict().Clauses(p.graph))
}

// fireResult fires the number of layers that a stored exhaust move names, if exhaust would fire
// as many here. It always accepts 0: the verdict finds the reason.
func (p *Position) fireResult(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MostLayers {
		return 0, graph.RefuseSyntax("nothing follows exhaust but the number of layers that it fires")
	}
	run := p.scratch()
	if fired, _ := run.fire(n); fired < n || n > 0 && !run.endsOrRepeats(len(p.trace)) {
		return 0, engine.Refuse("exhaust does not fire %s here: leave the number out", graph.Layers(n))
	}
	*p = *run
	return n, nil
}

// endsOrRepeats reports whether the run since a layer is over, or has just returned for the first
// time to earlier values of it. Once a layer repeats every later one does; so it checks only that
// the layer before does not.
func (p *Position) endsOrRepeats(since int) bool {
	run := p.trace[since:]
	last := len(run) - 1
	p.work += 2 * len(run) * p.graph.Len()
	return !has(run[:last], run[last].Values) && (p.values.Positive() == 0 || has(run, p.values))
}

func has(run []Layer, v graph.Values) bool {
	return slices.ContainsFunc(run, func(l Layer) bool { return l.Values.Equal(v) })
}
