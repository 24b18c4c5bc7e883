package field

import (
	"math/bits"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Region is a set of cells, row by row from bit 0, of a board with at most 64 cells, the limit of
// [Solver].
type Region uint64

// Has reports whether a cell belongs to the region.
func (r Region) Has(cell int) bool { return r>>cell&1 != 0 }

// Solver determines the winner of a position exactly, by depth-first search with a table of solved
// positions. Three things keep the search small.
//   - A side with linked edges has won, and so has the mover who can link them.
//   - Every proof has a carrier, the empty cells on which it rests. When a move of the mover
//     fails, only a move within the carrier of the opponent's win can do better: moves are
//     restricted to the intersection of all these carriers, the must-play region (R. Hayward,
//     Y. Björnsson, M. Johanson, M. Kan, N. Po, J. van Rijswijck, "Solving 7x7 Hex: virtual
//     connections and game-state reduction", 2003).
//   - Transpositions are solved once.
//
// The zero value is ready for use, for boards of one size with the same edges. It is not safe for
// concurrent use. Results depend only on the positions given to it and their order.
type Solver struct {
	// Limit bounds the positions that one call visits; 0: no bound.
	Limit int

	known  map[positionKey]Verdict
	depths []*scratch
	nodes  int
}

// maxKnown bounds the memory of a solver to about 100 MB.
const maxKnown = 1 << 21

// Verdict is the result of a solved position.
type Verdict struct {
	// Win: the mover wins, for instance by Move. Otherwise Move resists as long as the search could
	// tell.
	Win  bool
	Move Point
	// Carrier has the empty cells that the winner needs: the win does not depend on any others.
	Carrier Region
}

// positionKey is a position: stones by colour, and who moves. The edges are the same for all
// positions of a solver.
type positionKey struct {
	red, blue Region
	turn      uint8
}

// scratch is the memory of one depth of the search.
type scratch struct {
	survey survey
	moves  []Point
	order  order
}

// Solve solves a position that is not over; ok is false if that exceeds Limit. The field is
// unchanged afterwards.
func (s *Solver) Solve(f *Field) (v Verdict, ok bool) {
	if s.known == nil || len(s.known) > maxKnown {
		s.known = map[positionKey]Verdict{}
	}
	s.nodes = 0
	return s.solve(f, f.position(), 0)
}

func (f *Field) position() positionKey {
	p := positionKey{turn: f.turn}
	for i := range f.Cells() {
		switch f.board[f.Point(hexgrid.Cell(i))] {
		case Red:
			p.red |= 1 << i
		case Blue:
			p.blue |= 1 << i
		}
	}
	return p
}

func (p positionKey) after(stone Region) positionKey {
	if p.turn == Red {
		p.red |= stone
	} else {
		p.blue |= stone
	}
	p.turn ^= Red | Blue
	return p
}

func (f *Field) bit(c Point) Region { return 1 << f.Cell(c) }

func (s *Solver) solve(f *Field, p positionKey, depth int) (Verdict, bool) {
	if v, ok := s.known[p]; ok {
		return v, true
	}
	if s.nodes++; s.Limit > 0 && s.nodes > s.Limit {
		return Verdict{}, false
	}
	if depth == len(s.depths) {
		s.depths = append(s.depths, new(scratch))
	}
	l := s.depths[depth]
	v, ok := l.survey.decided(f)
	if !ok {
		if v, ok = s.search(f, p, depth); !ok {
			return v, false
		}
	}
	s.known[p] = v
	return v, true
}

// search tries the mover's moves until one wins or none is left that could.
func (s *Solver) search(f *Field, p positionKey, depth int) (Verdict, bool) {
	l := s.depths[depth]
	must, lost := l.survey.mustPlay(f)
	l.moves = append(l.moves[:0], f.open...)
	l.order.sort(f, l.moves, must)
	longest := Verdict{Carrier: lost}
	for _, m := range l.moves {
		stone := f.bit(m)
		if must&stone == 0 || dead()[f.ring(&f.board, m)&rings] {
			continue
		}
		f.Do(m)
		v, ok := s.solve(f, p.after(stone), depth+1)
		f.Undo(m)
		switch {
		case !ok:
			return v, false
		case !v.Win:
			return Verdict{Win: true, Move: m, Carrier: v.Carrier | stone}, true
		}
		must &= v.Carrier
		longest.Carrier |= v.Carrier
		if longest.Move == 0 {
			longest.Move = m
		}
	}
	if longest.Move == 0 {
		longest.Move = l.moves[0]
	}
	return longest, true
}

// decided returns what links prove, if they decide the position.
func (s *survey) decided(f *Field) (Verdict, bool) {
	switch j := s.prove(f); {
	case s.proof == search.Loss:
		return Verdict{Move: slices.Min(f.open), Carrier: s.theirs.carrierOf(f)}, true
	case s.winning != noPlace:
		s.own.need(f, s.winning, j, &s.need)
		return Verdict{Win: true, Move: s.winning, Carrier: f.region(&s.need)}, true
	case s.proof == search.Win:
		return Verdict{Win: true, Move: slices.Min(f.open), Carrier: s.own.carrierOf(f)}, true
	}
	return Verdict{}, false
}

// mustPlay returns the region where the mover must play to stop all threats of the opponent to link
// their edges by one stone, and the union of those threats' carriers. It uses the surveys of
// decided.
func (s *survey) mustPlay(f *Field) (must, threats Region) {
	must = ^Region(0)
	for _, c := range f.open {
		if j, wins := s.theirs.joins(f, c); wins {
			s.theirs.need(f, c, j, &s.need)
			carrier := f.region(&s.need)
			must &= carrier
			threats |= carrier
		}
	}
	return must, threats
}

func (l *Links) carrierOf(f *Field) Region {
	var r Region
	l.Chain(func(Point) {}, func(c Point) { r |= f.bit(c) })
	return r
}

func (f *Field) region(marks *[places]bool) Region {
	var r Region
	for _, c := range f.open {
		if marks[c&placeMask] {
			r |= f.bit(c)
		}
	}
	return r
}

// order sorts moves, the most promising first: those that leave the opponent the smallest must-play
// region, and among them those on short paths of both sides, where a stone helps one and hinders
// the other.
type order struct {
	ahead survey
	value [places]int
	far   [places]int
	queue []Point
}

const (
	// unreachable exceeds the length of every path.
	unreachable = 100
	// roomy weighs the opponent's room above all paths: threats come first.
	roomy = 8 * unreachable
)

// sort orders moves; those outside the mover's region are in no useful order.
func (o *order) sort(f *Field, moves []Point, must Region) {
	clear(o.value[:])
	for _, colour := range []uint8{Red, Blue} {
		for _, side := range []uint8{near, far} {
			o.spread(f, colour, side)
			for _, c := range moves {
				o.value[c&placeMask] += o.far[c&placeMask]
			}
		}
	}
	for _, m := range moves {
		if must&f.bit(m) != 0 {
			f.Do(m)
			o.value[m&placeMask] += roomy * o.ahead.room(f)
			f.Undo(m)
		}
	}
	middle := f.At(0, 0) + f.At(f.width-1, f.height-1)
	off := func(c Point) int { return max(int(2*c-middle), int(middle-2*c)) }
	slices.SortFunc(moves, func(a, b Point) int {
		if d := o.value[a&placeMask] - o.value[b&placeMask]; d != 0 {
			return d
		}
		if d := off(a) - off(b); d != 0 {
			return d
		}
		return int(a - b)
	})
}

// room returns the number of moves that the mover has to consider: none if the opponent's edges are
// linked, more than there are cells if the mover wins.
func (s *survey) room(f *Field) int {
	if v, ok := s.decided(f); ok && v.Win {
		return places
	} else if ok {
		return 0
	}
	must, _ := s.mustPlay(f)
	return min(bits.OnesCount64(uint64(must)), len(f.open))
}

// spread measures a colour's distance from one of its edges to each cell by a breadth-first search
// in which own stones cost nothing and an empty cell costs one, by a step or a bridge.
func (o *order) spread(f *Field, colour, side uint8) {
	for i := range o.far {
		o.far[i] = unreachable
	}
	o.queue = o.queue[:0]
	for c := range f.side {
		if f.side[c] == side && f.board[c] == colour {
			o.far[c] = 0
			o.queue = append(o.queue, Point(c))
		}
	}
	for next := 0; next < len(o.queue); next++ {
		c := o.queue[next]
		for i, step := range f.steps {
			one, two := c+step, c+f.steps[(i+1)%6]
			o.enter(f, c, one, colour)
			if f.board[one&placeMask] == Empty && f.board[two&placeMask] == Empty {
				o.enter(f, c, one+f.steps[(i+1)%6], colour)
			}
		}
	}
}

// enter extends a path to a cell if that is shorter than all before.
func (o *order) enter(f *Field, from, to Point, colour uint8) {
	to &= placeMask
	way := o.far[from&placeMask]
	switch {
	case f.side[to] != 0 || f.board[to] != colour && f.board[to] != Empty:
		return
	case f.board[to] == Empty:
		way++
	}
	if way < o.far[to] {
		o.far[to] = way
		o.queue = append(o.queue, to)
	}
}
