package solver

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// Options say which transcendental solutions to search for, and how. The zero value
// accepts all and orders nothing, which is slow: begin with [Default] or [Original].
type Options struct {
	// Demand orders cells by minimum remaining values: the open cell with the fewest
	// candidates comes first, else the one that has been open longest.
	Demand bool
	// High prefers candidates with many doors, Holes those with doors at 120 degrees.
	High, Holes bool
	// Random breaks ties among candidates at random, else the smallest one comes first.
	Random bool
	// Limit is the number of pieces placed, those taken back included, after which the
	// search restarts: at least [board.Pieces], or 0 for the measured best.
	Limit int
	// Groups is how many groups a solution has, 0 for any number.
	Groups int
	// Largest is the number of pieces in its largest group, 0 for any.
	Largest int
	// Mirror is the axis about which a solution is symmetric.
	Mirror board.Mirror
	// Given are pieces that every solution has where they lie.
	Given []board.Piece
	// Frame is the board on which a solution must fit; its zero value is the whole plane.
	Frame board.Frame
}

// Bounds of the options.
const (
	MaxGroups = 23 // the blank, three pairs, and groups of three
	MaxLimit  = 1_000_000
)

// Limits of steps before a restart. From 80 to 120 the default search finds solutions at
// the same rate within a tenth, and at the original's 384 at two thirds of it. About an
// upright axis half of all runs would find a solution if they were not cut off.
const (
	defaultLimit  = 100
	uprightLimit  = 500
	originalLimit = 384
)

// Default is the search that finds most solutions in a given time.
func Default() Options { return Options{Demand: true, High: true, Holes: true, Random: true} }

// Original is the search with the defaults of the 1997 program.
func Original() Options {
	o := Default()
	o.Limit = originalLimit
	return o
}

func (o Options) limit() int {
	switch {
	case o.Limit > 0:
		return o.Limit
	case o.Mirror == board.Upright:
		return uprightLimit
	default:
		return defaultLimit
	}
}

func (o Options) framed() bool { return o.Frame != board.Frame{} }

// check refuses options that no solution can meet.
func (o Options) check() error {
	const largest = board.Pieces - 1
	switch {
	case o.Limit != 0 && o.Limit < board.Pieces || o.Limit > MaxLimit:
		return engine.Refuse("the limit of steps must be from %s to %s, since each of the pieces takes a step", strconv.Itoa(board.Pieces), strconv.Itoa(MaxLimit))
	case o.Groups == 1:
		return engine.Refuse("there are at least 2 groups: the piece without doors is one by itself")
	case o.Groups < 0 || o.Groups > MaxGroups:
		return engine.Refuse("groups must be from 2 to %s", strconv.Itoa(MaxGroups))
	case o.Largest != 0 && (o.Largest < MinLargest || o.Largest > largest):
		return engine.Refuse("the largest group must have from %s to %s pieces", strconv.Itoa(MinLargest), strconv.Itoa(largest))
	case o.Groups == 2 && o.Largest != 0 && o.Largest != largest:
		return engine.Refuse("with 2 groups the larger one has %s pieces: all but the one without doors", strconv.Itoa(largest))
	case o.Largest == largest && o.Groups > 2:
		return engine.Refuse("a group of %s pieces leaves only the piece without doors: that makes 2 groups", strconv.Itoa(largest))
	case o.Mirror != board.NoMirror && len(o.Given) > 0:
		return engine.Refuse("a board with pieces on it cannot be asked to become symmetric")
	case o.Mirror != board.NoMirror && o.framed():
		return engine.Refuse("a symmetric solution cannot be asked to fit on a board")
	}
	return nil
}

// MinLargest is the least size of a largest group: the piece with six doors has six
// neighbours.
const MinLargest = board.Sides + 1

// classes are the pieces in order of preference, those of equal preference together.
func (o Options) classes() []uint64 {
	const keys = 2*board.Sides + board.Sides/2 + 1
	var byKey [keys]uint64
	for d := range board.Doors(board.Pieces) {
		key := 0
		if o.High {
			key += 2 * d.Count()
		}
		if o.Holes {
			key += d.Corners()
		}
		byKey[keys-1-key] |= 1 << d
	}
	var list []uint64
	for _, class := range byKey {
		if class != 0 {
			list = append(list, class)
		}
	}
	return list
}

// Progress is how far a search has come.
type Progress struct {
	Restarts int `json:"restarts"` // runs begun, the present one included
	Steps    int `json:"steps"`    // pieces placed in all of them
	// Best is the greatest number of pieces placed at the same time; 0 in a compact
	// search, where all always are.
	Best int `json:"best,omitempty"`
}
