package solver

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// Options select transcendental solutions and the search for them. The zero value accepts all and
// has no preferences, which is slow: start from [Default] or [Original].
type Options struct {
	// Demand fills the open cell with the fewest candidates first (minimum remaining values);
	// without it, a random one.
	Demand bool
	// High prefers candidates with many doors, Holes those with doors at 120 degrees.
	High, Holes bool
	// Random breaks ties among candidates at random; without it the first in the order wins.
	Random bool
	// Ordered breaks ties among cells by order, not at random, and lets solutions repeat. It
	// finds few solutions; stored readings were drawn with it.
	Ordered bool
	// Grain is the number of degrees of preference that count as equal: 1 to [MaxGrain], or 0 for
	// the measured best. At 1 pieces with more doors come first, and among equal numbers those
	// with more corners, as in the original.
	Grain int
	// Limit is the number of pieces placed, including those taken back, after which the search
	// restarts: at least [board.Pieces], or 0 for the measured best.
	Limit int
	// Patience is the number of pieces placed without a new solution after which the search gives
	// up, or 0 for some ten minutes.
	Patience int
	// Groups is the number of groups of a solution, 0 for any.
	Groups int
	// Largest is the number of pieces in its largest group, 0 for any.
	Largest int
	// Holed is the number of its groups with holes, 0 for any.
	Holed int
	// Mirror is the axis about which a solution is symmetric.
	Mirror board.Mirror
	// Given are pieces that every solution has on the same cells.
	Given []board.Piece
	// Frame is the board on which a solution must fit. The zero value is the plane.
	Frame board.Frame
}

// MaxGroups is the greatest number of groups. A solution has as many holes as groups (see
// [board.Connections]). On a walk around the rim of a hole, the way turns at each piece by 60
// degrees to one side for each side passed except one, and by 60 degrees to the other side on the
// way to the next piece. To complete the circle, at least six pieces must show the hole a single
// side between two doors; and all pieces together have 48 such sides, see [board.Doors.Corners].
const MaxGroups = 48 / board.Sides

// MinLargest is the least size of a largest group: the blank is one group, and the others have
// the remaining 63 pieces.
const MinLargest = (board.Pieces - 1 + MaxGroups - 2) / (MaxGroups - 1)

// Other bounds of the options.
const (
	MaxLimit = 1_000_000
	MaxGrain = 2*board.Sides + board.Sides/2 // makes all pieces equal
)

// Steps before a restart. The default search finds solutions at the same rate with 80 to 100, and
// at half the rate with the original's 384.
const (
	defaultLimit  = 80
	orderedLimit  = 100
	mirrorLimit   = 100
	originalLimit = 384
)

// Default returns the options that find most solutions in a given time.
func Default() Options { return Options{Demand: true, High: true, Holes: true, Random: true} }

// Original returns the options with the defaults of the 1997 program.
func Original() Options {
	o := Default()
	o.Limit, o.Grain = originalLimit, 1
	return o
}

func (o Options) limit() int {
	switch {
	case o.Limit > 0:
		return o.Limit
	case o.Ordered:
		return orderedLimit
	case o.Mirror != board.NoMirror:
		return mirrorLimit
	default:
		return defaultLimit
	}
}

func (o Options) framed() bool { return o.Frame != board.Frame{} }

// check returns an error if no solution can satisfy the options.
func (o Options) check() error {
	const largest = board.Pieces - 1
	switch {
	case o.Limit != 0 && o.Limit < board.Pieces || o.Limit > MaxLimit:
		return engine.Refuse("the limit of steps must be from %s to %s, since each of the pieces takes a step", strconv.Itoa(board.Pieces), strconv.Itoa(MaxLimit))
	case o.Grain < 0 || o.Grain > MaxGrain:
		return engine.Refuse("the grain of preferences must be from 1 to %s", strconv.Itoa(MaxGrain))
	case o.Groups == 1:
		return engine.Refuse("there are at least 2 groups: the piece without doors is one by itself")
	case o.Groups < 0 || o.Groups > MaxGroups:
		return engine.Refuse("groups must be from 2 to %s: no solution has more", strconv.Itoa(MaxGroups))
	case o.Largest != 0 && (o.Largest < MinLargest || o.Largest > largest):
		return engine.Refuse("the largest group must have from %s to %s pieces", strconv.Itoa(MinLargest), strconv.Itoa(largest))
	case o.Largest == largest-1:
		return engine.Refuse("a group of %s pieces leaves the piece without doors and one that needs others: no solution has it", strconv.Itoa(o.Largest))
	case o.Groups == 2 && o.Largest != 0 && o.Largest != largest:
		return engine.Refuse("with 2 groups the larger one has %s pieces: all but the one without doors", strconv.Itoa(largest))
	case o.Largest == largest && o.Groups > 2:
		return engine.Refuse("a group of %s pieces leaves only the piece without doors: that makes 2 groups", strconv.Itoa(largest))
	case o.Holed < 0 || o.Holed > MaxHoled:
		return engine.Refuse("groups with holes must be 1 or 2")
	case o.Groups > 0 && o.Holed >= o.Groups:
		return engine.Refuse("of %s groups at most %s can have holes: the piece without doors has none", strconv.Itoa(o.Groups), strconv.Itoa(o.Groups-1))
	case o.Mirror != board.NoMirror && len(o.Given) > 0:
		return engine.Refuse("a board with pieces on it cannot be asked to become symmetric")
	case o.Mirror != board.NoMirror && o.framed():
		return engine.Refuse("a symmetric solution cannot be asked to fit on a board")
	}
	return nil
}

// MaxHoled is the greatest Holed: a small ring and a large group. It is not known whether three
// groups can have holes.
const MaxHoled = 2

// grain returns the grain. It is coarser than the original's where a strict order reaches few
// solutions: symmetric ones, many groups, and small groups. For two groups it is faster, too.
func (o Options) grain() int {
	switch {
	case o.Grain > 0:
		return o.Grain
	case o.Mirror != board.NoMirror:
		return 10
	case o.Groups == 2, o.Largest == board.Pieces-1, 0 < o.Largest && o.Largest < 45:
		return 4
	case o.Groups > 4, 0 < o.Largest && o.Largest < 53:
		return 2
	default:
		return 1
	}
}

// strict reports whether the search detects more dead ends than the original, and so finds more
// solutions within a limit of steps. That changes which solutions are found, so it is off where
// any solution will do.
func (o Options) strict() bool {
	return o.Groups > 0 || o.Largest > 0 || o.Holed > 0 || o.Mirror != board.NoMirror || len(o.Given) > 0
}

// preference returns the priority of a piece; greater ones are tried first.
func (o Options) preference(d board.Doors) int {
	key := 0
	if o.High {
		key += 2 * d.Count()
	}
	if o.Holes {
		key += d.Corners()
	}
	return key / o.grain()
}

// closing returns the priority of a piece that is to close a small group around a hole: first
// those with two doors at 120 degrees, then those with fewer doors.
func closing(d board.Doors) int {
	if d.Count() == 2 && d.Corners() > 0 {
		return board.Sides
	}
	return board.Sides - max(1, d.Count())
}

// Progress is the progress of a search.
type Progress struct {
	Restarts int `json:"restarts"` // runs begun, including the present one
	Steps    int `json:"steps"`    // pieces placed in all runs
	// Best is the greatest number of pieces placed at the same time; 0 in a compact search, which
	// always has all pieces placed.
	Best int `json:"best,omitempty"`
}
