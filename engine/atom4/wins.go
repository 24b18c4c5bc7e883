package atom4

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// wins reports whether a piece of the phase's colour would complete a row on the present board.
func (t *evaluated) wins(phase int) bool {
	if t.sum.readyFor(phase) == 0 {
		return false
	}
	piece := grid.Wheel[phase]
	goal := grid.GoalOf(piece)
	var hits [6]grid.Hit
	for _, p := range t.legal {
		n := t.Hits(p, piece, &hits)
		for i := range n {
			if hits[i].Colour == goal && t.completes(hits[i].At, hits[:n], goal) {
				return true
			}
		}
	}
	return false
}

func (t *evaluated) completes(at grid.Point, hits []grid.Hit, goal grid.Colour) bool {
	for _, axis := range grid.Axes {
		run := 1
		for p := at + axis; t.becomes(p, hits, goal); p += axis {
			run++
		}
		for p := at - axis; t.becomes(p, hits, goal); p -= axis {
			run++
		}
		if run >= grid.RowLength {
			return true
		}
	}
	return false
}

func (t *evaluated) becomes(p grid.Point, hits []grid.Hit, goal grid.Colour) bool {
	return t.At[p%grid.Points] == goal || slices.Contains(hits, grid.Hit{At: p, Colour: goal})
}

func (t *evaluated) canWin() bool { return t.wins(t.phase) }
