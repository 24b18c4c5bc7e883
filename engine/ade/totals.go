package ade

import (
	"context"
	"math/big"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// Totals is the scene of view "totals".
type Totals struct{ *Position }

func showTotals(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	text := engine.T("**%s**: the totals of %s.", p.graph.Title(), graph.Layers(len(p.trace)))
	if more := p.checks(); !more.Empty() {
		text = engine.T("%s %s", text, more)
	}
	totals := engine.Map(p.trace, func(l Layer) string { return l.Total.String() })
	return engine.Answer{Text: text, Data: totals, Scenes: []engine.Scene{Totals{p}}}, nil
}

// checks compares the totals of a finished run with the theorem's sum. It is empty before the end
// and on other than finite types.
func (p *Position) checks() engine.Text {
	totals, fall, ok := p.conserved()
	if !ok || !p.ended() {
		return engine.Text{}
	}
	t := p.theory()
	sum := theory.Over(theory.Sum(p.graph, t.Weights), t.Denominator)
	if totals.Cmp(fall) != 0 {
		return engine.T("The totals do not add up: the trace is damaged.")
	}
	return engine.T("Check: the totals add up to %s, which is by how much %s has fallen.", graph.Short(totals.Quo(totals, t.Denominator), theory.LongNumber), sum)
}

// conserved returns, on a finite type, both sides of the theorem that the sum of the totals
// equals x.(start - end), times the common denominator.
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
