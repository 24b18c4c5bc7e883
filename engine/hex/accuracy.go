package hex

import (
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Accuracy rates a player's moves by the analyst's choices, from 0 to 100; NaN if no move counts.
//
// The loss of a move is the drop of the mover's winning probability, from 0 to 1, as the analyst
// evaluates the board before and after it. It is 0 for the analyst's own choice and for a move that
// the analyst rates higher. The accuracy of a move is
//
//	100 × (e^(−4 × loss) − e^−4) / (1 − e^−4)
//
// It is 100 for no loss and 0 for a loss of 1: a loss of a tenth gives 66, of a quarter 36, of a
// half 12. A player's accuracy is the mean over their moves. A move does not count if nothing was
// at stake before it: if stones and bridges of either side already joined its edges, or the mover's
// chance was below 2 %. That does not depend on the move itself, so no bad move improves the accuracy.
type Accuracy float64

const (
	// steepness is the rate at which the accuracy of a move falls with its loss.
	steepness = 4
	// hopeless is the winning probability below which nothing is at stake.
	hopeless = 0.02
)

func accuracyOf(loss float64) float64 {
	loss = min(max(loss, 0), 1)
	least := math.Exp(-steepness)
	return 100 * (math.Exp(-steepness*loss) - least) / (1 - least)
}

// Known reports whether any move counts.
func (a Accuracy) Known() bool { return !math.IsNaN(float64(a)) }

// String returns the accuracy rounded to an integer, but 100 only for moves without any loss.
func (a Accuracy) String() string {
	if a < 100 {
		return strconv.Itoa(int(min(math.Round(float64(a)), 99)))
	}
	return "100"
}

// data returns the accuracy for JSON; nil if no move counts.
func (a Accuracy) data() *float64 {
	if !a.Known() {
		return nil
	}
	value := float64(a)
	return &value
}

func (r *reviewer) accuracies() (red, blue Accuracy) {
	var sum [Blue + 1]float64
	var n [Blue + 1]float64
	for i := range len(r.boards) - 1 {
		if loss := r.loss(i); !math.IsNaN(loss) && !r.settled(i) {
			mover := r.boards[i].Mover()
			sum[mover] += accuracyOf(loss)
			n[mover]++
		}
	}
	return Accuracy(sum[Red] / n[Red]), Accuracy(sum[Blue] / n[Blue])
}

// loss returns the mover's loss by the move of a ply, NaN if unknown.
func (r *reviewer) loss(i int) float64 {
	mover := r.boards[i].Mover()
	loss := r.chance(mover, i) - r.chance(mover, i+1)
	if !math.IsNaN(loss) && r.choice[i].Move == r.played(i) {
		return 0
	}
	return max(loss, 0) // NaN stays NaN
}

// settled reports whether nothing was at stake before a ply.
func (r *reviewer) settled(i int) bool {
	p := r.boards[i]
	if r.chance(p.Mover(), i) < hopeless {
		return true
	}
	if p.CanSwap() {
		return false
	}
	f := p.PlayerPosition().Field()
	return f.Linked(uint8(Red)) || f.Linked(uint8(Blue))
}

func (r *reviewer) played(i int) string {
	last := r.boards[len(r.boards)-1]
	return last.moveName(last.moves[i])
}

func (s Review) accuracyWords() engine.Text {
	if !s.RedAccuracy.Known() && !s.BlueAccuracy.Known() {
		return engine.Text{}
	}
	return engine.T("Accuracy, of 100: %s.", s.both())
}

// Accuracies returns the known accuracies in brief.
func (s Review) Accuracies() engine.Text {
	if !s.RedAccuracy.Known() && !s.BlueAccuracy.Known() {
		return engine.Text{}
	}
	return engine.T("Accuracy: %s", s.both())
}

func (s Review) both() engine.Text {
	switch red, blue := s.RedAccuracy.String(), s.BlueAccuracy.String(); {
	case !s.BlueAccuracy.Known():
		return engine.T("Red %s", red)
	case !s.RedAccuracy.Known():
		return engine.T("Blue %s", blue)
	default:
		return engine.T("Red %s, Blue %s", red, blue)
	}
}
