package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// maxTrace bounds a trace to 8 MB, since a run from given pieces may be unlimited.
const maxTrace = 1 << 20

// Step is a piece placed, or the removal of the last piece.
type Step struct {
	board.Piece
	Undo bool
}

// Record makes the solver record the steps of its last run for [Solver.Trace].
func (s *Solver) Record() { s.trace = new([]placement) }

// Trace returns the steps to the last solution, after the given pieces. Shown is the solution as
// returned, possibly with its groups moved; the steps are moved in the same way.
func (s *Solver) Trace(shown []board.Piece) []Step {
	if s.trace == nil {
		return nil
	}
	nearer := s.nearer()
	var shifts [maxLayers]board.Cell
	for i, p := range s.placed {
		layer, c := nearer(p.at)
		shifts[layer] = shown[i].Sub(c)
	}
	steps := make([]Step, len(*s.trace))
	for i, p := range *s.trace {
		if p.at < 0 {
			steps[i].Undo = true
			continue
		}
		layer, c := nearer(p.at)
		steps[i].Piece = board.Piece{Cell: c.Add(shifts[layer]), Doors: p.doors}
	}
	return steps
}

func (s *Solver) record(p placement) {
	if s.trace != nil && len(*s.trace) < maxTrace {
		*s.trace = append(*s.trace, p)
	}
}
