package field

import "github.com/sixfold-bot/sixfold/engine/search"

// Weights of the advice, in rollouts, tuned by matches on 11x11.
const (
	adviceSave  = 20 // saves a bridge that was just broken into
	adviceClose = 6  // touches the last stone, or lies a bridge away from it
)

// Advise implements [search.Advisor]: first look at answers to the last stone.
func (f *Field) Advise(moves []Point, priors []search.Prior) {
	if len(f.last) == 0 {
		return
	}
	last := f.last[len(f.last)-1]
	var advice [places]search.Prior
	for i, step := range f.steps {
		to := last + step
		advice[to&placeMask] = search.Prior{Value: 1, Weight: adviceClose}
		advice[(to+f.steps[(i+1)%6])&placeMask] = search.Prior{Value: 1, Weight: adviceClose}
	}
	var saves [6]Point
	for _, m := range f.AppendSaves(saves[:0]) {
		advice[m&placeMask] = search.Prior{Value: 1, Weight: adviceSave}
	}
	for i, m := range moves {
		priors[i] = advice[m&placeMask]
	}
}

// AppendSaves appends the cells where the mover saves a bridge into which the last
// stone has just broken.
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
