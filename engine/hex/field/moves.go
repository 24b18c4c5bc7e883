package field

import (
	"slices"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// survey is what links show about a position.
type survey struct {
	own, theirs Links
	proof       search.Proof
	winning     Point        // the first cell at which one stone links the mover's edges, or noPlace
	must        [places]bool // where the mover must play, if threatened
	threatened  bool
	need        [places]bool
}

// AppendMoves implements [search.Position]. It omits dead cells and, if one stone links the mover's
// edges, all other moves. If the opponent threatens to link edges, it omits moves that do not stop
// that.
func (f *Field) AppendMoves(moves []Point) []Point {
	from := len(moves)
	s := f.survey
	if s.update(f); s.winning != noPlace {
		return append(moves, s.winning)
	}
	for _, c := range f.open {
		if s.proof == search.Unproved && s.stops(c) && !dead()[f.ring(&f.board, c)&rings] {
			moves = append(moves, c)
		}
	}
	if len(moves) == from {
		moves = append(moves, f.open...)
	}
	slices.Sort(moves[from:])
	return moves
}

// Proof implements [search.Prover] with the result of the last AppendMoves.
func (f *Field) Proof() search.Proof { return f.survey.proof }

// Proofs returns, by cell, what links prove about a stone of the mover: it wins if it links the
// mover's edges and loses if it leaves a threat.
func (f *Field) Proofs() []search.Proof {
	proofs := make([]search.Proof, f.Cells())
	s := f.survey
	s.update(f)
	for _, c := range f.open {
		switch {
		case s.proof == search.Win:
			if _, wins := s.own.joins(f, c); wins || s.own.Won() {
				proofs[f.Cell(c)] = search.Win
			}
		case s.proof == search.Loss || !s.stops(c):
			proofs[f.Cell(c)] = search.Loss
		}
	}
	return proofs
}

// stops reports whether a stone at c meets all threats.
func (s *survey) stops(c Point) bool { return !s.threatened || s.must[c&placeMask] }

// prove determines whether links decide the position: a side's edges are linked, or one stone of the
// mover links them, in the way that is returned.
func (s *survey) prove(f *Field) joint {
	s.proof, s.winning = search.Unproved, noPlace
	if s.theirs.Survey(f, f.turn^(Red|Blue)); s.theirs.Won() {
		s.proof = search.Loss
		return joint{}
	}
	if s.own.Survey(f, f.turn); s.own.Won() {
		s.proof = search.Win
		return joint{}
	}
	for _, c := range f.open {
		if j, wins := s.own.joins(f, c); wins {
			s.proof, s.winning = search.Win, c
			return j
		}
	}
	return joint{}
}

// update determines whether links decide the position, and where the mover must play.
func (s *survey) update(f *Field) {
	s.threatened = false
	if s.prove(f); s.proof != search.Unproved {
		return
	}
	for _, c := range f.open {
		if j, wins := s.theirs.joins(f, c); wins {
			s.theirs.need(f, c, j, &s.need)
			s.restrict()
		}
	}
	if s.threatened && !slices.Contains(s.must[:], true) {
		s.proof = search.Loss
	}
}

// restrict intersects the must-play region with the carrier of a further threat.
func (s *survey) restrict() {
	if !s.threatened {
		s.must, s.threatened = s.need, true
		return
	}
	for i, needed := range s.need {
		s.must[i] = s.must[i] && needed
	}
}

// dead reports, by the ring around an empty cell, that the cell is dead: however its empty
// neighbours fill up, those of each colour stay adjacent around it, so that a stone on it joins
// nothing that does not touch already.
var dead = sync.OnceValue(func() *[rings + 1]bool {
	t := new([rings + 1]bool)
	for ring := range t {
		t[ring] = !canMatter(ring, 0)
	}
	return t
})

// canMatter tries all ways to fill the empty neighbours from the i-th on.
func canMatter(ring, i int) bool {
	if i == 6 {
		changes := 0
		for j := range 6 {
			if ring>>(2*j)&3 != ring>>(2*((j+1)%6))&3 {
				changes++
			}
		}
		return changes > 2
	}
	if ring>>(2*i)&3 != int(Empty) {
		return canMatter(ring, i+1)
	}
	return canMatter(ring|int(Red)<<(2*i), i+1) || canMatter(ring|int(Blue)<<(2*i), i+1)
}

// Finish returns a move that links the mover's edges, of these the one that leaves the fewest
// stones to place, so that a won game ends quickly. ok is false if no move links them.
func (f *Field) Finish() (move Point, ok bool) {
	colour := f.turn
	least := places
	var l Links
	for _, m := range slices.Sorted(slices.Values(f.open)) {
		f.Do(m)
		if l.Survey(f, colour); l.Won() {
			if d := f.distance(colour); d < least {
				move, least, ok = m, d, true
			}
		}
		f.Undo(m)
	}
	return move, ok
}

// distance returns the number of stones that the colour lacks to join its edges if the opponent
// passes, or places if they are cut off. It is a breadth-first search from the near edge in which
// own stones cost nothing.
func (f *Field) distance(colour uint8) int {
	var seen [places]bool
	now := make([]Point, 0, places)
	next := make([]Point, 0, places)
	for c := range f.side {
		if f.side[c] == near && f.board[c] == colour {
			now = append(now, Point(c))
		}
	}
	for d := 0; len(now) > 0; d++ {
		for len(now) > 0 {
			c := now[len(now)-1]
			now = now[:len(now)-1]
			for _, step := range f.steps {
				n := (c + step) & placeMask
				if seen[n] || f.side[n] != 0 && f.side[c] != 0 {
					continue // from row to row, opposite edges are adjacent in memory
				}
				switch f.board[n] {
				case colour:
					if f.side[n] == far {
						return d
					}
					now = append(now, n)
				case Empty:
					next = append(next, n)
				default:
					continue
				}
				seen[n] = true
			}
		}
		now, next = next, now
	}
	return places
}

// Do implements [search.Position].
func (f *Field) Do(m Point) {
	f.board[m&placeMask] = f.turn
	f.turn ^= Red | Blue
	f.last = append(f.last, m)
	// The move is swapped to the end of the list, which is then shortened. Undone in reverse order,
	// moves reappear by lengthening the list.
	i, end := f.where[m&placeMask], len(f.open)-1
	other := f.open[end]
	f.open[i], f.where[other&placeMask] = other, i
	f.open[end], f.where[m&placeMask] = m, int16(end)
	f.open = f.open[:end]
}

// Undo implements [search.Position].
func (f *Field) Undo(m Point) {
	f.board[m&placeMask] = Empty
	f.turn ^= Red | Blue
	f.last = f.last[:len(f.last)-1]
	f.open = f.open[:len(f.open)+1]
}

// Terminal implements [search.Ender]. Only the player who moved last can have won.
func (f *Field) Terminal() (value float64, over bool) {
	return 0, len(f.last) > 0 && f.joins(f.last[len(f.last)-1])
}

// joins reports whether the stone at c belongs to a chain from edge to edge.
func (f *Field) joins(c Point) bool {
	colour := f.board[c&placeMask]
	own := 0
	for _, step := range f.steps {
		if f.board[(c+step)&placeMask] == colour {
			own++
		}
	}
	if own < 2 {
		return false // the stone is at the end of a chain, and edges count as stones
	}
	var seen [places]bool
	stack := append(make([]Point, 0, places), c)
	seen[c&placeMask] = true
	var sides uint8
	for len(stack) > 0 {
		c = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, step := range f.steps {
			n := (c + step) & placeMask
			if seen[n] || f.board[n] != colour {
				continue
			}
			seen[n] = true
			if side := f.side[n]; side != 0 {
				sides |= side
				continue
			}
			stack = append(stack, n)
		}
		if sides == near|far {
			return true
		}
	}
	return false
}

// Clone implements [mcts.Position].
func (f *Field) Clone() mcts.Position[Point] {
	g := *f
	g.survey = new(survey)
	g.last = slices.Clone(f.last)
	g.open = slices.Clone(f.open[:cap(f.open)])[:len(f.open)]
	g.order = make([]Point, len(f.order))
	return &g
}

// Turn implements [mcts.Tracer].
func (f *Field) Turn() int { return int(f.turn - Red) }

// Key implements [search.Keyer].
func (f *Field) Key(m Point) uint16 { return uint16(m) }

// Trace implements [mcts.Tracer]: the owner of a cell at the end of the rollout made the move
// there.
func (f *Field) Trace() []uint8 { return f.end[:] }
