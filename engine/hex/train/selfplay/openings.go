package selfplay

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// openings are the weights of first stones, by cell, so that nearly even ones are
// drawn: what the network says to the player who answers. nil until they are needed.
type openings []float64

// opening draws the first stone.
func (p *Player) opening() field.Point {
	f := p.tree.field
	if p.rand.Float64()*(1-p.config.Searched) >= p.config.Even {
		return f.ViewPoint(p.rand.Below(p.size * p.size))
	}
	if p.openings == nil {
		p.openings = p.weigh()
	}
	sum := 0.0
	for _, w := range p.openings {
		sum += w
	}
	left := p.rand.Float64() * sum
	for i, w := range p.openings {
		if left -= w; left < 0 {
			return f.ViewPoint(i)
		}
	}
	return f.ViewPoint(0)
}

// weigh asks the network about every first stone; half a turn leads from one half of
// them to the other.
func (p *Player) weigh() openings {
	f := p.tree.field
	o := make(openings, p.size*p.size)
	for i := range (len(o) + 1) / 2 {
		m := f.ViewPoint(i)
		f.Do(m)
		f.View(p.tree.view)
		away := (float64(p.tree.evaluate()) - 0.5) / evenSpread
		f.Undo(m)
		o[i] = math.Exp(-away * away / 2)
		o[len(o)-1-i] = o[i]
	}
	return o
}
