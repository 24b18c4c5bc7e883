package solver_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// source is the algorithm of the "Programmer's Introduction" as written, slow and plain,
// with which the solver is compared: a random first piece; then the open cell with the
// fewest candidates (demand), of several a random one; of the candidates those with most
// doors first (high), among them those with doors at 120 degrees (holes), of several a
// random one (random) or else the least; a finished group is put apart; counts of open
// and of free doors, by direction, prune; after a limit of steps it restarts. It looks at
// the board anew for each open cell, and never gives the same solution twice.
type source struct {
	options solver.Options
	random  *rand.Rand
	at      []int8           // doors, or -1, by place
	left    uint64           // pieces not yet laid, by doors
	free    [board.Sides]int // doors of these pieces, by side
	laid    []board.Piece
	next    int // column where the next group begins
	steps   int
	seen    map[key]bool
}

// The plane has room for all groups side by side: the blank, three pairs, and groups of
// three.
const (
	sourceHalf  = board.Pieces + 2
	sourceWidth = 2 * sourceHalf * 23
)

func newSource(o solver.Options, seed uint64) *source {
	s := &source{options: o, random: rand.New(rand.NewPCG(seed, 9)), at: make([]int8, 2*sourceHalf*sourceWidth), seen: map[key]bool{}}
	for i := range s.at {
		s.at[i] = -1
	}
	return s
}

func (s *source) index(c board.Cell) int {
	return (c.R+sourceHalf)*sourceWidth + c.Q + sourceHalf
}

// look tells what lies on a cell.
func (s *source) look(c board.Cell) (board.Doors, bool) {
	d := s.at[s.index(c)]
	return board.Doors(d), d >= 0
}

// solve searches until it finds a new solution.
func (s *source) solve(tb testing.TB) []board.Piece {
	tb.Helper()
	for {
		s.reset()
		first := board.Doors(1 + s.random.IntN(board.Pieces-1))
		if !s.place(board.Cell{}, first, nil) {
			continue
		}
		if k := keyOf(tb, s.laid); !s.seen[k] {
			s.seen[k] = true
			return s.laid
		}
	}
}

// reset takes back all pieces.
func (s *source) reset() {
	for _, p := range s.laid {
		s.at[s.index(p.Cell)] = -1
	}
	s.left, s.laid = 1<<board.Pieces-1, nil
	s.next, s.steps = 0, 0
	for side := range s.free {
		s.free[side] = board.Pieces / 2
	}
}

func (s *source) fill(open []board.Cell) bool {
	if len(s.laid) == board.Pieces {
		return len(open) == 0
	}
	if len(open) == 0 {
		return s.apart()
	}
	if !s.enough(open) {
		return false
	}
	which, fit := s.choose(open)
	rest := append(append([]board.Cell{}, open[:which]...), open[which+1:]...)
	for _, d := range s.ordered(fit) {
		if s.steps >= s.options.Limit {
			return false
		}
		if s.place(open[which], d, rest) {
			return true
		}
	}
	return false
}

// choose picks the cell to fill, with its candidates.
func (s *source) choose(open []board.Cell) (which int, fit uint64) {
	if !s.options.Demand {
		which = s.random.IntN(len(open))
		return which, s.fitting(open[which])
	}
	for k, i := range s.random.Perm(len(open)) {
		if set := s.fitting(open[i]); k == 0 || bits.OnesCount64(set) < bits.OnesCount64(fit) {
			which, fit = i, set
		}
	}
	return which, fit
}

// apart begins the next group.
func (s *source) apart() bool {
	s.next += 2 * board.Pieces
	return s.place(board.Cell{Q: s.next}, s.ordered(s.left)[0], nil)
}

func (s *source) place(c board.Cell, d board.Doors, open []board.Cell) bool {
	s.steps++
	s.lay(c, d)
	next := append([]board.Cell{}, open...)
	for side := range board.Side(board.Sides) {
		n := c.Next(side)
		if _, lies := s.look(n); d.Has(side) && !lies && !contains(next, n) {
			next = append(next, n)
		}
	}
	if s.fill(next) {
		return true
	}
	s.lift()
	return false
}

func (s *source) lay(c board.Cell, d board.Doors) {
	s.at[s.index(c)] = int8(d)
	s.left &^= 1 << d
	s.laid = append(s.laid, board.Piece{Cell: c, Doors: d})
	for side := range s.free {
		s.free[side] -= int(d >> side & 1)
	}
}

// lift takes back the piece laid last.
func (s *source) lift() {
	p := s.laid[len(s.laid)-1]
	s.at[s.index(p.Cell)] = -1
	s.left |= 1 << p.Doors
	s.laid = s.laid[:len(s.laid)-1]
	for side := range s.free {
		s.free[side] += int(p.Doors >> side & 1)
	}
}

func contains(cells []board.Cell, c board.Cell) bool {
	return slices.Contains(cells, c)
}

// fitting are the pieces, not yet laid, whose doors meet the neighbours' doors, and whose
// closed sides have no neighbour.
func (s *source) fitting(c board.Cell) uint64 {
	with, without := s.around(c)
	var set uint64
	for d := range board.Doors(board.Pieces) {
		if d&with == with && d&without == 0 {
			set |= 1 << d
		}
	}
	return set & s.left
}

// around tells at which sides of a cell a piece must have a door, and at which none. Where a
// neighbour lies, both have a door to the other. Where none lies yet, one will if a third
// piece has a door to there, and none will if one has no door to there.
func (s *source) around(c board.Cell) (with, without board.Doors) {
	for side := range board.Side(board.Sides) {
		n := c.Next(side)
		if other, lies := s.look(n); lies {
			with |= 1 << side
			if !other.Has(side.Opposite()) {
				without |= 1 << side
			}
			continue
		}
		for t := range board.Side(board.Sides) {
			if third, near := s.look(n.Next(t)); near && third.Has(t.Opposite()) {
				with |= 1 << side
			} else if near {
				without |= 1 << side
			}
		}
	}
	return with, without
}

// enough reports whether there are free doors for the open ones, by direction.
func (s *source) enough(open []board.Cell) bool {
	var wanted [board.Sides]int
	for _, c := range open {
		for side := range board.Side(board.Sides) {
			if other, lies := s.look(c.Next(side)); lies && other.Has(side.Opposite()) {
				wanted[side]++
			}
		}
	}
	for side := range wanted {
		if wanted[side] > s.free[side] {
			return false
		}
	}
	return true
}

// ordered puts a set of pieces in the order in which they are tried.
func (s *source) ordered(set uint64) []board.Doors {
	var list []board.Doors
	for ; set != 0; set &= set - 1 {
		list = append(list, board.Doors(bits.TrailingZeros64(set)))
	}
	if s.options.Random {
		s.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	key := func(d board.Doors) int {
		k := 0
		for side := range board.Side(board.Sides) {
			if s.options.High && d.Has(side) {
				k += 8
			}
			if s.options.Holes && d.Has(side) && !d.Has((side+1)%board.Sides) && d.Has((side+2)%board.Sides) {
				k++
			}
		}
		return k
	}
	slices.SortStableFunc(list, func(a, b board.Doors) int { return key(b) - key(a) })
	return list
}
