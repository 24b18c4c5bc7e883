package field

import "github.com/sixfold-bot/sixfold/engine/search/mcts"

// Weights of the priors in rollouts, tuned by matches on 11x11.
const (
	priorSave  = 20 // saves a bridge that was just intruded on
	priorClose = 6  // touches the last stone, or is a bridge away from it
)

// Priors implements [mcts.Heuristic]: it prefers answers to the last stone.
func (f *Field) Priors(moves []Point, priors []mcts.Prior) {
	if len(f.last) == 0 {
		return
	}
	last := f.last[len(f.last)-1]
	var prior [places]mcts.Prior
	for i, step := range f.steps {
		to := last + step
		prior[to&placeMask] = mcts.Prior{Value: 1, Weight: priorClose}
		prior[(to+f.steps[(i+1)%6])&placeMask] = mcts.Prior{Value: 1, Weight: priorClose}
	}
	var saves [6]Point
	for _, m := range f.AppendSaves(saves[:0]) {
		prior[m&placeMask] = mcts.Prior{Value: 1, Weight: priorSave}
	}
	for i, m := range moves {
		priors[i] = prior[m&placeMask]
	}
}

// AppendSaves appends the cells where the mover saves a bridge that the last stone has intruded on.
func (f *Field) AppendSaves(cells []Point) []Point {
	if len(f.last) == 0 {
		return cells
	}
	last := f.last[len(f.last)-1]
	saves := f.saves[f.turn&3][f.ring(&f.board, last)&rings]
	for i, step := range f.steps {
		if saves>>i&1 != 0 {
			cells = append(cells, last+step)
		}
	}
	return cells
}
