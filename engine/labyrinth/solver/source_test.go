package solver_test

import (
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
// the neighbours of a cell for each candidate, and never gives the same solution twice.
type source struct {
	options solver.Options
	random  *rand.Rand
	at      []int8 // doors, or -1, by place
	used    [board.Pieces]bool
	laid    []board.Piece
	next    int // column where the next group begins
	steps   int
	seen    map[key]bool
}

// The plane has room for all groups side by side.
const (
	sourceHalf  = board.Pieces + 2
	sourceWidth = 2 * sourceHalf * solver.MaxGroups
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
	s.used, s.laid = [board.Pieces]bool{}, nil
	s.next, s.steps = 0, 0
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
func (s *source) choose(open []board.Cell) (which int, fit []board.Doors) {
	if !s.options.Demand {
		which = s.random.IntN(len(open))
		return which, s.fitting(open[which])
	}
	for k, i := range s.random.Perm(len(open)) {
		if list := s.fitting(open[i]); k == 0 || len(list) < len(fit) {
			which, fit = i, list
		}
	}
	return which, fit
}

// apart begins the next group.
func (s *source) apart() bool {
	var free []board.Doors
	for d := range board.Doors(board.Pieces) {
		if !s.used[d] {
			free = append(free, d)
		}
	}
	s.next += 2 * board.Pieces
	return s.place(board.Cell{Q: s.next}, s.ordered(free)[0], nil)
}

func (s *source) place(c board.Cell, d board.Doors, open []board.Cell) bool {
	s.steps++
	s.at[s.index(c)], s.used[d] = int8(d), true
	s.laid = append(s.laid, board.Piece{Cell: c, Doors: d})
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
	s.at[s.index(c)] = -1
	s.used[d] = false
	s.laid = s.laid[:len(s.laid)-1]
	return false
}

func contains(cells []board.Cell, c board.Cell) bool {
	for _, o := range cells {
		if o == c {
			return true
		}
	}
	return false
}

// fitting are the free pieces whose doors meet the neighbours' doors, and whose closed
// sides have no neighbour.
func (s *source) fitting(c board.Cell) []board.Doors {
	var list []board.Doors
	for d := range board.Doors(board.Pieces) {
		if !s.used[d] && s.fits(c, d) {
			list = append(list, d)
		}
	}
	return list
}

func (s *source) fits(c board.Cell, d board.Doors) bool {
	for side := range board.Side(board.Sides) {
		n := c.Next(side)
		other, lies := s.look(n)
		if lies && (!d.Has(side) || !other.Has(side.Opposite())) {
			return false
		}
		if lies {
			continue
		}
		for t := range board.Side(board.Sides) {
			if third, near := s.look(n.Next(t)); near && third.Has(t.Opposite()) != d.Has(side) {
				return false
			}
		}
	}
	return true
}

// enough reports whether there are free doors for the open ones, by direction.
func (s *source) enough(open []board.Cell) bool {
	var wanted, free [board.Sides]int
	for _, c := range open {
		for side := range board.Side(board.Sides) {
			if other, lies := s.look(c.Next(side)); lies && other.Has(side.Opposite()) {
				wanted[side]++
			}
		}
	}
	for d := range board.Doors(board.Pieces) {
		for side := range board.Side(board.Sides) {
			if !s.used[d] && d.Has(side) {
				free[side]++
			}
		}
	}
	for side := range wanted {
		if wanted[side] > free[side] {
			return false
		}
	}
	return true
}

// ordered puts the candidates in the order in which they are tried.
func (s *source) ordered(list []board.Doors) []board.Doors {
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
