package ade

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

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
