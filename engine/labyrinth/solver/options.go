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
	// candidates comes first, else any at random.
	Demand bool
	// High prefers candidates with many doors, Holes those with doors at 120 degrees.
	High, Holes bool
	// Random breaks ties among candidates at random, else the smallest one comes first.
	Random bool
	// Ordered takes cells with equally few candidates in order and not at random, and lets
	// solutions repeat. So readings were drawn that were kept before; it finds few solutions.
	Ordered bool
	// Grain is how many steps of preference count as equal: 1 to [MaxGrain], or 0 for the
	// measured best. At 1 pieces with more doors come first, and among those with as many
	// the ones with more corners, as in the original.
	Grain int
	// Limit is the number of pieces placed, those taken back included, after which the
	// search restarts: at least [board.Pieces], or 0 for the measured best.
	Limit int
	// Patience is the number of pieces placed in a row without a new solution after which
	// the search gives up, or 0 for ten minutes' worth.
	Patience int
	// Groups is how many groups a solution has, 0 for any number.
	Groups int
	// Largest is the number of pieces in its largest group, 0 for any.
	Largest int
	// Holed is how many of its groups have holes, 0 for any number.
	Holed int
	// Mirror is the axis about which a solution is symmetric.
	Mirror board.Mirror
	// Given are pieces that every solution has where they lie.
	Given []board.Piece
	// Frame is the board on which a solution must fit; its zero value is the whole plane.
	Frame board.Frame
}

// MaxGroups is the greatest number of groups. A solution has as many holes as groups (see
// [board.Connections]). Walk around a hole along its rim: at each piece the way turns by 60
// degrees once less to the one side than sides are passed, and once to the other side on
// the way to the next piece. To come around, six pieces at least must show the hole a single
// side between two doors; and of all pieces [board.Doors.Corners] counts 48 such sides.
const MaxGroups = 48 / board.Sides

// MinLargest is the least size of a largest group: all but the blank are in the others.
const MinLargest = (board.Pieces - 1 + MaxGroups - 2) / (MaxGroups - 1)

// Other bounds of the options.
const (
	MaxLimit = 1_000_000
	MaxGrain = 2*board.Sides + board.Sides/2 // all pieces are equal
)

// Limits of steps before a restart. From 80 to 100 the default search finds solutions at
// the same rate, and at the original's 384 at half of it.
const (
	defaultLimit  = 80
	orderedLimit  = 100
	mirrorLimit   = 100
	originalLimit = 384
)

// Default is the search that finds most solutions in a given time.
func Default() Options { return Options{Demand: true, High: true, Holes: true, Random: true} }

// Original is the search with the defaults of the 1997 program.
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

func (o Options) patience() int {
	if o.Patience > 0 {
		return o.Patience
	}
	return 1 << 33
}

func (o Options) framed() bool { return o.Frame != board.Frame{} }

// check refuses options that no solution can meet.
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

// MaxHoled is the greatest number of groups with holes that can be asked for: a small ring
// and a large group. Whether there can be three is not known.
const MaxHoled = 2

// grain is coarser than the original's where so strict an order reaches few solutions: the
// symmetric ones, many groups, and small ones. Those of two groups are even found faster.
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

// strict reports whether a search sees more dead ends than the original's, and so finds more
// solutions in a limit of steps. These are others: where any is welcome, it does not.
func (o Options) strict() bool {
	return o.Groups > 0 || o.Largest > 0 || o.Holed > 0 || o.Mirror != board.NoMirror || len(o.Given) > 0
}

// preference is the greater the sooner a piece is tried.
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

// closing is the greater the likelier a small group closes around a hole with a piece:
// those with two doors at 120 degrees come first, of others those with fewer doors.
func closing(d board.Doors) int {
	if d.Count() == 2 && d.Corners() > 0 {
		return board.Sides
	}
	return board.Sides - max(1, d.Count())
}

// Progress is how far a search has come.
type Progress struct {
	Restarts int `json:"restarts"` // runs begun, the present one included
	Steps    int `json:"steps"`    // pieces placed in all of them
	// Best is the greatest number of pieces placed at the same time; 0 in a compact
	// search, where all always are.
	Best int `json:"best,omitempty"`
}
