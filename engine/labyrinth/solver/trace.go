package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// maxTrace bounds a trace to 8 MB: a run from given pieces may go on without end.
const maxTrace = 1 << 20

// Step is a piece placed, or taken back: then it is the one placed last of those that lie.
type Step struct {
	board.Piece
	Undo bool
}

// Record makes the solver keep the steps of its last run for [Solver.Trace].
func (s *Solver) Record() { s.trace = new([]placement) }

// Trace is how the last solution was found, beginning after the given pieces. Shown is the
// solution as it was returned, or with its groups moved; the steps lie accordingly.
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
