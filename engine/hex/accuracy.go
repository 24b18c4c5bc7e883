package hex

import (
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Accuracy is how near a player's moves came to the analyst's, from 0 to 100; NaN where
// no move of theirs counts.
//
// The loss of a move is how much of the mover's chance to win it cost, as the analyst sees
// the board before and after it: from 0 to 1, and 0 for a move that the analyst would have
// made itself, or that it likes better than its own. The accuracy of a move is
//
//	100 × (e^(−4 × loss) − e^−4) / (1 − e^−4)
//
// which is 100 for no loss, falls with every loss, and is 0 for a won game thrown away: a
// loss of a tenth leaves 66, of a quarter 36, of a half 12. A player's accuracy is the mean
// over their moves. A move does not count where nothing was at stake before it: when the
// stones and bridges of either side had joined its edges already, or the mover's chance was
// below 2 %. That does not depend on what was played, so that no bad move helps.
type Accuracy float64

const (
	// steepness is how quickly the accuracy of a move falls with its loss.
	steepness = 4
	// hopeless is the chance below which there is nothing to lose.
	hopeless = 0.02
)

// accuracyOf is that of a move that lost so much of the chance to win.
func accuracyOf(loss float64) float64 {
	loss = min(max(loss, 0), 1)
	least := math.Exp(-steepness)
	return 100 * (math.Exp(-steepness*loss) - least) / (1 - least)
}

// Known reports whether any move counts.
func (a Accuracy) Known() bool { return !math.IsNaN(float64(a)) }

// String is the accuracy in whole points. Only moves without any loss make 100.
func (a Accuracy) String() string {
	if a < 100 {
		return strconv.Itoa(int(min(math.Round(float64(a)), 99)))
	}
	return "100"
}

// data is the accuracy for programs; nil where no move counts.
func (a Accuracy) data() *float64 {
	if !a.Known() {
		return nil
	}
	value := float64(a)
	return &value
}

// accuracies are those of Red and of Blue.
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

// loss is what the move of a ply cost the mover's chance, NaN where it is not known.
func (r *reviewer) loss(i int) float64 {
	mover := r.boards[i].Mover()
	loss := r.chance(mover, i) - r.chance(mover, i+1)
	if !math.IsNaN(loss) && r.choice[i].Move == r.played(i) {
		return 0
	}
	return max(loss, 0) // NaN stays
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

// played is the move of a ply in words.
func (r *reviewer) played(i int) string {
	last := r.boards[len(r.boards)-1]
	return last.moveName(last.moves[i])
}

// accuracyWords are the sentence about how accurate the players were, as far as that is
// known.
func (s Review) accuracyWords() engine.Text {
	if !s.RedAccuracy.Known() && !s.BlueAccuracy.Known() {
		return engine.Text{}
	}
	return engine.T("Accuracy, of 100: %s.", s.both())
}

// Accuracies are the same in few words.
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
