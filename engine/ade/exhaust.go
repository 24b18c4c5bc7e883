package ade

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// playExhaust decides how firing goes on, and fires to the end where there is one, once
// round where it repeats, and else not at all; nor where the trace has no room, which the
// verdict then says.
func (p *Position) playExhaust() error {
	if p.Outcome().Status != engine.Open {
		return p.over()
	}
	if err := p.armed(); err != nil {
		return err
	}
	verdict := p.decide()
	layers := 0
	switch verdict.Ending {
	case theory.Ends:
		layers = max(0, verdict.Layers)
	case theory.Repeats:
		layers = verdict.From + verdict.Period
	case theory.Never, theory.Undecided:
	}
	_, verdict.Unfired = p.fire(layers)
	verdict.Done = p.ended()
	p.verdict = verdict
	return nil
}

// decide says how firing goes on from the present values.
func (p *Position) decide() *theory.Verdict {
	if p.verdict != nil && p.verdict.After == len(p.trace) {
		return p.verdict
	}
	verdict := p.theory().Decide(p.values)
	verdict.After = len(p.trace)
	return verdict
}

// conserved checks on a finite type that the sum of the totals is x.(start - end), and
// returns both sides times the common denominator.
func (p *Position) conserved() (totals, fall *big.Int, ok bool) {
	if p.graph.Type().Class != graph.Finite || p.Editing() {
		return nil, nil, false
	}
	t := p.theory()
	totals = new(big.Int)
	for _, layer := range p.trace {
		totals.Add(totals, layer.Total)
	}
	totals.Mul(totals, t.Denominator)
	fall = p.start.Dot(t.Weights)
	return totals, fall.Sub(fall, p.values.Dot(t.Weights)), true
}
