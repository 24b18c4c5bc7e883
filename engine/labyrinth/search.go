package labyrinth

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Search says how to look for transcendental solutions, and for which. The zero value
// looks for any, in the worst way: begin with [Ours] or [Source].
type Search struct {
	// Demand fills the door with the fewest candidates first, not the oldest one.
	Demand bool
	// High prefers pieces with many doors, Holes those with doors at 120 degrees.
	High, Holes bool
	// Random chooses by chance among pieces that are as good, not the least one.
	Random bool
	// Limit is how many pieces are laid, those that are taken back included, before the
	// search begins anew: at least [Pieces], or 0 for what is best.
	Limit int
	// Groups is how many groups a solution has, 0 for any number.
	Groups int
	// Largest is the number of pieces in its largest group, 0 for any.
	Largest int
	// Mirror is the line at which a solution is symmetric.
	Mirror Mirror
	// Given are pieces that lie where they are in every solution.
	Given []Piece
	// Frame is the board that a solution must fit on; without columns, the whole plane.
	Frame Frame
}

// Bounds of the options.
const (
	MostGroups = 23 // one piece alone, three pairs, and threes
	MostLimit  = 1_000_000
)

// The limits at which a search begins anew. Ours were measured: from 80 to 120 the rate
// is the same within a tenth, and at the source's it is less by a third. At an upright
// mirror half of all searches would find a solution if they were given the time.
const (
	ourLimit     = 100
	uprightLimit = 500
	sourceLimit  = 384
)

// Ours is the search that finds most solutions in a given time.
func Ours() Search { return Search{Demand: true, High: true, Holes: true, Random: true} }

// Source is the search with the defaults of the source.
func Source() Search {
	s := Ours()
	s.Limit = sourceLimit
	return s
}

// limit is that of a search that may leave it open.
func (o Search) limit() int {
	switch {
	case o.Limit > 0:
		return o.Limit
	case o.Mirror == Upright:
		return uprightLimit
	default:
		return ourLimit
	}
}

// check refuses what cannot be.
func (o Search) check() error {
	switch {
	case o.Limit != 0 && o.Limit < Pieces || o.Limit > MostLimit:
		return engine.Refuse("the limit of steps must be from %s to %s, since each of the pieces takes a step", strconv.Itoa(Pieces), strconv.Itoa(MostLimit))
	case o.Groups == 1:
		return engine.Refuse("there are at least 2 groups: the piece without doors is one by itself")
	case o.Groups < 0 || o.Groups > MostGroups:
		return engine.Refuse("groups must be from 2 to %s", strconv.Itoa(MostGroups))
	case o.Largest != 0 && (o.Largest < leastLargest || o.Largest >= Pieces):
		return engine.Refuse("the largest group must have from %s to %s pieces", strconv.Itoa(leastLargest), strconv.Itoa(Pieces-1))
	case o.Groups == 2 && o.Largest != 0 && o.Largest != Pieces-1:
		return engine.Refuse("with 2 groups the larger one has %s pieces: all but the one without doors", strconv.Itoa(Pieces-1))
	case o.Largest == Pieces-1 && o.Groups > 2:
		return engine.Refuse("a group of %s pieces leaves only the piece without doors: that makes 2 groups", strconv.Itoa(Pieces-1))
	case o.Mirror != NoMirror && len(o.Given) > 0:
		return engine.Refuse("a board that is begun cannot be asked to become symmetric")
	case o.Mirror != NoMirror && o.Frame != (Frame{}):
		return engine.Refuse("a symmetric solution cannot be asked to fit on a board")
	}
	return nil
}

// leastLargest: the piece with six doors is in a group of seven at least.
const leastLargest = Sides + 1

// classes are the pieces in the order of preference, those that are as good together.
func (o Search) classes() []uint64 {
	const kinds = 2*Sides + Sides/2 + 1
	var byKey [kinds]uint64
	for d := range Doors(Pieces) {
		key := 0
		if o.High {
			key += 2 * d.Count()
		}
		if o.Holes {
			key += d.corners()
		}
		byKey[kinds-1-key] |= 1 << d
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
	Restarts int `json:"restarts"` // searches begun, the present one included
	Steps    int `json:"steps"`    // pieces laid in all of them
	// Best is the most pieces that lay at the same time; 0 in a compact search, where all do.
	Best int `json:"best,omitempty"`
}
