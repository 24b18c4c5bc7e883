// Package selfplay plays games of Hex by a small search with a network and converts them to samples
// for training.
//
// The search is Gumbel AlphaZero's (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement
// by planning with Gumbel", ICLR 2022): few evaluations per move, distributed among candidate moves
// by sequential halving, and a target that improves on the network's own policy whatever their
// number.
//
// Cells are row-major in the mover's view: the mover joins top and bottom, the opponent left and
// right. Training itself is in engine/hex/train.
package selfplay

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// Config configures the games. Zero values are not defaults; start from [DefaultConfig].
type Config struct {
	// Evaluations is the number of simulations per move, each of which costs at most one evaluation
	// of the network.
	Evaluations int
	// Decided is that number in positions that the network considers decided.
	Decided int
	// Candidates is the number of moves with which a search starts.
	Candidates int
	// Even is the share of games whose first stone is nearly even by the network, Searched that of
	// games whose first stone is searched like all others. The rest have a random first stone.
	Even, Searched float64
}

// DefaultConfig returns a configuration that did well in a first training of this network: many
// cheap searches rather than fewer deep ones. After an eighth of the training, 24 evaluations are
// better than 16.
func DefaultConfig() Config {
	return Config{Evaluations: 16, Decided: 6, Candidates: 8, Even: 0.7, Searched: 0.05}
}

// The scale of values relative to logits: sigma(q) = (valueVisits + most visits) · valueScale · q.
// The paper has 50 and 0.1 for values rescaled to their range; these are winning probabilities,
// which differ less.
const (
	valueVisits = 50
	valueScale  = 0.3
)

// A position counts as decided beyond these values of the network.
const (
	decidedLow  = 0.03
	decidedHigh = 0.97
)

const (
	lambda     = 0.9   // of TD(λ), for the value target
	minValue   = 0.005 // value targets are kept this far from 0 and 1
	evenSpread = 0.1   // standard deviation from ½ of openings considered even
)

// noise returns the scale of Gumbel noise at a ply, counted from 0: games should vary early and be
// played well later.
func noise(ply, size int) float64 {
	switch {
	case ply < size:
		return 1
	case ply < 2*size:
		return 0.7
	}
	return 0.4
}

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
