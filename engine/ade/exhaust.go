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

// exhaustion is what exhaust did. Its verdict is worked out when it is first asked for:
// where the move has its result with it, replaying decides nothing anew.
type exhaustion struct {
	after   int // layers before it
	fired   int
	verdict func() *theory.Verdict
}

// decision is a verdict and the values of which it is one.
type decision struct {
	values  graph.Values
	verdict *theory.Verdict
}

// decide says how firing goes on from the present values.
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

// decideOnce is decide, and keeps the verdict and counts its work.
func (p *Position) decideOnce() *theory.Verdict {
	v := p.decide()
	if p.decided == nil || !p.decided.values.Equal(p.values) {
		p.decided = &decision{p.values, v}
		p.work += v.Work
	}
	return v
}

// wanted is how many layers exhaust fires by a verdict: to the end where there is one, one
// period where it repeats, and else none.
func wanted(v *theory.Verdict) int {
	switch v.Ending {
	case theory.Ends:
		return max(0, v.Layers)
	case theory.Repeats:
		return v.From + v.Period
	case theory.Never, theory.Undecided:
	}
	return 0
}

// complete adds to exhaust the number of layers that it fires, "exhaust 11", so that
// replaying it need not decide anew. It refuses all moves of a table that has taken too much
// work already.
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
	layers := wanted(p.decideOnce())
	if _, full := p.scratch().fire(layers); !full.Empty() {
		layers = 0
	}
	return exhaustVerb + " " + strconv.Itoa(layers), nil
}

// scratch is a copy that may fire without a trace of it here.
func (p *Position) scratch() *Position {
	q := *p
	q.trace = slices.Clip(p.trace)
	return &q
}

// playExhaust decides how firing goes on, and fires what is wanted; nothing where the trace
// has no room, which the verdict then says. A result that comes with it is checked by the
// values: they end, or come back, with the last of so many layers and not before.
func (p *Position) playExhaust(result string) (line string, err error) {
	if p.Outcome().Status != engine.Open {
		return "", p.over()
	}
	if err := p.armed(); err != nil {
		return "", err
	}
	before, fired := p.scratch(), 0
	if result == "" {
		if p.exhausted != nil && p.exhausted.fired == 0 && p.exhausted.after == len(p.trace) {
			return exhaustVerb, nil // nothing has changed since
		}
		layers := wanted(p.decideOnce())
		before.decided = p.decided
		fired, _ = p.fire(layers)
	} else if fired, err = p.fireResult(result); err != nil {
		return "", err
	}
	ended := p.ended()
	p.last = fired
	p.exhausted = &exhaustion{len(before.trace), fired, sync.OnceValue(func() *theory.Verdict {
		v := before.decide()
		if v.Done = ended; fired == 0 {
			_, v.Unfired = before.scratch().fire(wanted(v))
		}
		return v
	})}
	if result == "" {
		return exhaustVerb, nil
	}
	return exhaustVerb + " " + strconv.Itoa(fired), nil
}

// fireResult fires as many layers as are said to be what exhaust fires; 0 leaves it open why
// it fires none.
func (p *Position) fireResult(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MostLayers {
		return 0, graph.RefuseSyntax("nothing follows exhaust but the number of layers that it fires")
	}
	run := p.scratch()
	if fired, _ := run.fire(n); fired < n || n > 0 && !run.settled(len(p.trace)) {
		return 0, engine.Refuse("exhaust does not fire %s here: leave the number out", graph.Layers(n))
	}
	*p = *run
	return n, nil
}

// settled reports whether the run since a layer is over, or has just come back to values that
// it had. What follows a repetition is one, too: so it is the first if the layer before is
// none.
func (p *Position) settled(since int) bool {
	run := p.trace[since:]
	last := len(run) - 1
	p.work += 2 * len(run) * p.graph.Len()
	return !has(run[:last], run[last].Values) && (p.values.Positive() == 0 || has(run, p.values))
}

// has reports whether a layer had these values.
func has(run []Layer, v graph.Values) bool {
	return slices.ContainsFunc(run, func(l Layer) bool { return l.Values.Equal(v) })
}
