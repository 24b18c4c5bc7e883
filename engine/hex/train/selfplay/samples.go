package selfplay

import "github.com/sixfold-bot/sixfold/engine/hex/field"

// samples returns the samples of the game that has just ended.
func (p *Player) samples() []Sample {
	n := p.size * p.size
	won := make([]uint8, n) // by cell, row by row: the winner's chain
	p.ended.Chain(
		func(c field.Point) { won[p.tree.field.Cell(c)] = OwnChain },
		func(c field.Point) { won[p.tree.field.Cell(c)] = OwnCarrier },
	)
	chain := make([]uint8, n)
	samples := make([]Sample, len(p.plies))
	next := float32(0) // target of the next position, for the player to move there
	if p.winner == p.tree.field.Mover() {
		next = 1
	}
	for i := len(samples) - 1; i >= 0; i-- {
		now := &p.plies[i]
		p.shown(chain, won, now.mover)
		value := (1-lambda)*now.value + lambda*(1-next)
		clipped := min(max(value, minValue), 1-minValue)
		samples[i] = NewSample(p.size, now.view, now.policy, clipped, chain)
		next = value
	}
	return samples
}

// shown writes the winner's chain in a mover's view.
func (p *Player) shown(chain, won []uint8, mover uint8) {
	for i, c := range won {
		if c != NoChain && mover != p.winner {
			c++ // to OpponentChain, OpponentCarrier
		}
		if mover != field.Red {
			i = i%p.size*p.size + i/p.size
		}
		chain[i] = c
	}
}
