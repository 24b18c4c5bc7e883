package selfplay

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

func (p *Player) opening() field.Point {
	f := p.tree.field
	if p.rand.Float64()*(1-p.config.Searched) >= p.config.Even {
		return f.ViewPoint(p.rand.Below(p.size * p.size))
	}
	if p.openings == nil {
		p.openings = p.weigh()
	}
	return f.ViewPoint(p.rand.Draw(p.openings))
}

// weigh evaluates every first stone; half a turn maps one half of them to the other.
func (p *Player) weigh() []float64 {
	f := p.tree.field
	o := make([]float64, p.size*p.size)
	for i := range (len(o) + 1) / 2 {
		o[i] = p.even(f.ViewPoint(i))
		o[len(o)-1-i] = o[i]
	}
	return o
}

// even returns how even the network considers the game after a move: at most 1.
func (p *Player) even(m field.Point) float64 {
	f := p.tree.field
	f.Do(m)
	f.View(p.tree.view)
	away := (float64(p.tree.evaluate()) - 0.5) / evenSpread
	f.Undo(m)
	return math.Exp(-away * away / 2)
}
