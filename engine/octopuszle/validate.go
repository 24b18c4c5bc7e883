package octopuszle

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// Name returns the name of a place; a1 is the upper left one.
func Name(at int) string { return hexgrid.Name(at%Size, at/Size) }

// Validate checks a whole board independently of the search: each square is placed once, each
// line continues in the neighbour, and none leaves the board. The error is an [*engine.Refusal].
func Validate(b *Board) error {
	var lies [Squares]int
	for at, l := range b {
		if lies[l] > 0 {
			return engine.Refuse("square %s lies on %s and on %s: each is there once", strconv.Itoa(int(l)), Name(lies[l]-1), Name(at))
		}
		lies[l] = at + 1
	}
	for at, l := range b {
		for d := range Direction(Directions) {
			next, inside := Next(at, d)
			switch {
			case !inside && l.Has(d):
				return engine.Refuse("the line of %s to the %s leaves the board", Name(at), d.Name())
			case inside && l.Has(d) != b[next].Has(d.Opposite()):
				return engine.Refuse("the line between %s and %s does not meet: one of them lacks it", Name(at), Name(next))
			}
		}
	}
	return nil
}

// CheckComplex returns an [*engine.Refusal] if no solution can have these diagonals: they must
// meet and stay on the board, each pattern of them must be on 16 squares, and these squares must
// be able to take the 16 orthogonal patterns, each of which needs room on the board.
func CheckComplex(b *Board) error {
	for at, l := range b {
		for i, d := range diagonal {
			next, inside := Next(at, d)
			switch {
			case !inside && l.Has(d):
				return engine.Refuse("the diagonal of %s to the %s leaves the board", Name(at), d.Name())
			case inside && i < 2 && l.Has(d) != b[next].Has(d.Opposite()):
				return engine.Refuse("the diagonal between %s and %s does not meet: one of them lacks it", Name(at), Name(next))
			}
		}
	}
	var members [patterns][]int
	for at, p := range b.patterns(diagonal) {
		members[p] = append(members[p], at)
	}
	for p, list := range members {
		if len(list) != perClass {
			return engine.Refuse("%s squares have the diagonals %s; there are %s such squares, one for each set of orthogonal lines",
				strconv.Itoa(len(list)), diagonalNames(p), strconv.Itoa(perClass))
		}
	}
	for p, list := range members {
		if !localsearch.Matchable(rooms(list)) {
			return engine.Refuse("the 16 squares with the diagonals %s cannot share out the 16 sets of orthogonal lines: too many of them lie on the rim",
				diagonalNames(p))
		}
	}
	return nil
}

// rooms returns, for each square, the orthogonal patterns that stay on the board, as bits.
func rooms(places []int) []uint64 {
	rows := make([]uint64, len(places))
	for i, at := range places {
		off := 0 // the lines that would leave the board
		for bit, d := range orthogonal {
			if _, inside := Next(at, d); !inside {
				off |= 1 << bit
			}
		}
		for p := range patterns {
			if p&off == 0 {
				rows[i] |= 1 << p
			}
		}
	}
	return rows
}
