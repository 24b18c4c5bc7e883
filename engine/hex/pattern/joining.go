package pattern

import (
	"math/bits"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// region is a set of cells of a joining.
type region uint32

// maxCells is the greatest number of cells of a joining.
const maxCells = 32

// joining is the game of joining a stone to the edge below it within a few cells, with all other
// cells the opponent's. It is solved exactly, like by [field.Solver]: every proof has a carrier of
// empty cells, and when a move fails, only a move within the refutation's carrier can do better.
type joining struct {
	around []region // neighbours, by cell; the stone is cell 0
	edge   region   // cells at the edge
	own    region
	theirs region
	known  map[situation]proof
	left   int // positions that may still be visited
}

// situation is a position of a joining: stones, and whether the owner is to move.
type situation struct {
	own, theirs region
	mine        bool
}

// proof says who succeeds, and the empty cells that they need.
type proof struct {
	joined  bool
	carrier region
}

// joining returns the game for a stone within some cells, at most [maxCells] including the stone.
func (s *view) joining(stone hexgrid.Cell, within []hexgrid.Cell) *joining {
	_, height := s.size()
	all := append([]hexgrid.Cell{stone}, within...)
	j := &joining{around: make([]region, len(all)), known: map[situation]proof{}, left: maxSituations}
	for i, c := range all {
		if _, row := s.place(c); row == height-1 {
			j.edge |= 1 << i
		}
		switch s.cells[c] {
		case s.own:
			j.own |= 1 << i
		case s.own.Other():
			j.theirs |= 1 << i
		default: // it is empty
		}
		for k, other := range all {
			if touch(s.board.Grid(), c, other) {
				j.around[i] |= 1 << k
			}
		}
	}
	return j
}

// solve determines whether the stone can be joined, with the owner or the opponent to move; known
// is false if that takes too long.
func (j *joining) solve(mine bool) (joined, known bool) {
	p, known := j.search(situation{j.own, j.theirs, mine})
	return p.joined, known
}

// reach returns the cells of by that are connected to cell 0 within by.
func (j *joining) reach(by region) region { return j.reachFrom(1, by) }

// reachFrom returns the cells of by that are connected to some of from within by.
func (j *joining) reachFrom(from, by region) region {
	reached := by & from
	for next := reached; next != 0; {
		i := bits.TrailingZeros32(uint32(next))
		next &^= 1 << i
		fresh := j.around[i] & by &^ reached
		reached |= fresh
		next |= fresh
	}
	return reached
}

// linked reports whether stones and bridges that share no cell lead from cell 0 to the edge, and
// returns the carriers of the bridges. It may miss some.
func (j *joining) linked(own, theirs region) (carrier region, ok bool) {
	empty := j.all() &^ own &^ theirs
	group := j.reach(own)
	for next := group; next != 0; {
		if group&j.edge != 0 {
			return carrier, true
		}
		i := bits.TrailingZeros32(uint32(next))
		next &^= 1 << i
		free := j.around[i] & empty &^ carrier
		if down := free & j.edge; down&(down-1) != 0 {
			return carrier | twoOf(down), true
		}
		for rest := own &^ group; rest != 0; rest &= rest - 1 {
			k := bits.TrailingZeros32(uint32(rest))
			if both := free & j.around[k]; both&(both-1) != 0 {
				carrier |= both
				fresh := j.reachFrom(1<<k, own) &^ group
				group |= fresh
				next |= fresh
				rest &^= fresh &^ (1 << k)
				free &^= both
			}
		}
	}
	return 0, group&j.edge != 0
}

func twoOf(r region) region {
	one := r & -r
	rest := r &^ one
	return one | rest&-rest
}

func (j *joining) all() region { return region(1<<len(j.around)) - 1 }

// search solves a position; false if that takes too long.
func (j *joining) search(at situation) (proof, bool) {
	if carrier, ok := j.linked(at.own, at.theirs); ok {
		return proof{true, carrier}, true
	}
	empty := j.all() &^ at.own &^ at.theirs
	useful := j.reach(at.own|empty) & empty
	if j.reach(at.own|empty)&j.edge == 0 {
		return proof{}, true
	}
	if p, known := j.known[at]; known {
		return p, true
	}
	if j.left--; j.left < 0 {
		return proof{}, false
	}
	p, ok := j.try(at, useful)
	if ok {
		j.known[at] = p
	}
	return p, ok
}

// try tries the mover's moves, those beside stones connected to cell 0 first, until one succeeds or
// none is left that could.
func (j *joining) try(at situation, must region) (proof, bool) {
	lost := proof{joined: !at.mine}
	if at.mine { // one stone may be enough
		for moves := must; moves != 0; moves &= moves - 1 {
			stone := moves & -moves
			if carrier, ok := j.linked(at.own|stone, at.theirs); ok {
				return proof{true, carrier | stone}, true
			}
		}
	}
	for near := j.beside(at.own); must != 0; {
		stone := must & near
		if stone == 0 {
			stone = must
		}
		stone &= -stone
		next := situation{at.own, at.theirs | stone, true}
		if at.mine {
			next = situation{at.own | stone, at.theirs, false}
		}
		p, ok := j.search(next)
		switch {
		case !ok:
			return proof{}, false
		case p.joined == at.mine:
			return proof{at.mine, p.carrier | stone}, true
		}
		must &= p.carrier &^ stone
		lost.carrier |= p.carrier
	}
	return lost, true
}

// beside returns the neighbours of the stones connected to cell 0.
func (j *joining) beside(own region) (all region) {
	for group := j.reach(own); group != 0; group &= group - 1 {
		all |= j.around[bits.TrailingZeros32(uint32(group))]
	}
	return all
}

// brokenBridge finds a bridge between two stones that the last stone intruded on and the better
// move saves. It finds nothing if the stones are linked in another way.
func brokenBridge(q Question) (Finding, bool) {
	if q.Last == hexgrid.NoCell || q.Better == hexgrid.NoCell || q.Played == q.Better {
		return Finding{}, false
	}
	cut := views(q.Board, q.Mover)[0].put(q.Played, q.Mover).put(q.Better, q.Mover.Other()).links()
	both := commonNeighbours(q.Board.Grid(), q.Last, q.Better)
	if len(both) != 2 || !touch(q.Board.Grid(), q.Last, q.Better) {
		return Finding{}, false
	}
	if q.Board.At(both[0]) != q.Mover || q.Board.At(both[1]) != q.Mover || cut.joined(both[0], both[1]) {
		return Finding{}, false
	}
	return Finding{Kind: Bridge, Stones: both, Intruder: q.Last}, true
}

func touch(grid *hexgrid.Grid, a, b hexgrid.Cell) bool {
	return slices.Contains(grid.Neighbours(a), b)
}

// commonNeighbours returns the cells adjacent to both: two if the cells are adjacent and off the
// rim.
func commonNeighbours(grid *hexgrid.Grid, a, b hexgrid.Cell) (both []hexgrid.Cell) {
	for _, n := range grid.Neighbours(a) {
		if touch(grid, n, b) {
			both = append(both, n)
		}
	}
	return both
}
