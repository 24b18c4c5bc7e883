package evaluation

import (
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// tempo is what windows are worth to the mover that are one hit from a row, by how many
// plies it is until the colour that completes them is placed, from 1: the opponent's,
// the mover's, the opponent's and so on.
type tempo [len(grid.Wheel) - 1]int32

// defaultWeights and defaultTempo were tuned by games of the search against itself at
// 3,000 nodes a move, by simultaneous perturbation (J. C. Spall, "Multivariate stochastic
// approximation using a simultaneous perturbation gradient approximation", 1992).
var (
	defaultWeights = weights{0, 46, 22, 11, 6, 5, 4, 2}
	defaultTempo   = tempo{-3, 54, -9, 30, -7}
)
