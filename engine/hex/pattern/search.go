package pattern

import (
	"math/bits"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// joining is a search of whether a stone can be joined to a goal within some cells, all others being
// the opponent's: the two sides fill the cells in turn, and the owner wins who has joined the two at
// the end. As in [field.Solver], which joins an edge to an edge, bridges decide positions early, and
// every win has a carrier, outside which the other side need not play.
type joining struct {
	near       neighbours
	pairs      []pair
	from, goal set
	known      map[[2]set]result
	left       int // positions that may still be looked at
}

// Bounds of a search: of the cells, and of the positions, which take some hundred milliseconds.
// Templates take a hundredth of it. All searches for one kind of finding take four times that at most.
const (
	maxCells     = 64
	maxPositions = 5_000
)

// set has a bit for each of the cells, by their index; neighbours has the adjacent ones of each.
type (
	set        uint64
	neighbours [maxCells]set
)

// first returns the first cell of a set that is not empty.
func (s set) first() int { return bits.TrailingZeros64(uint64(s)) }

// pair is the carrier of a bridge, two adjacent cells, of which a side that answers in it gets one.
// Ends are the cells that touch both. Beyond the cells, an end is the edge to be joined or the
// opponent's.
type pair struct {
	carrier, ends  set
	edge, opponent bool
}

// result is who wins, and the empty cells that this rests on.
type result struct {
	joined  bool
	carrier set
}

// joins determines whether a stone can be joined within some cells to a goal, with the owner or the
// opponent to move. The goal is another stone, or NoCell for the edge below. known is false if that takes too long.
func (s *view) joins(goal, stone hexgrid.Cell, within []hexgrid.Cell, mine bool) (joined, known bool) {
	within = append([]hexgrid.Cell{stone}, within...)
	if len(within) > maxCells {
		return false, false
	}
	of := func(cells ...hexgrid.Cell) (in set) {
		for _, c := range cells {
			if i := slices.Index(within, c); i >= 0 {
				in |= 1 << i
			}
		}
		return in
	}
	atEdge := func(c hexgrid.Cell) bool { return goal == hexgrid.NoCell && s.board.Touches(c, s.edge()) }
	g := joining{from: of(stone), goal: of(goal), known: map[[2]set]result{}, left: min(*s.positions, maxPositions)}
	*s.positions -= g.left
	var holding [board.Blue + 1]set
	for i, c := range within {
		holding[s.cells[c]] |= 1 << i
		if atEdge(c) {
			g.goal |= 1 << i
		}
		g.near[i] = of(s.board.Grid().Neighbours(c)...)
		for rest := g.near[i] & (1<<i - 1); rest != 0; rest &= rest - 1 {
			n := within[rest.first()]
			p := pair{carrier: of(c, n), ends: of(commonNeighbours(s.board.Grid(), c, n)...), edge: atEdge(c) && atEdge(n)}
			p.opponent = !p.edge && bits.OnesCount64(uint64(p.ends)) < 2
			g.pairs = append(g.pairs, p)
		}
	}
	r := g.search(holding[s.own], holding[board.Empty], mine)
	*s.positions += g.left
	return r.joined, g.left > 0
}

// search solves a position.
func (g *joining) search(own, empty set, mine bool) result {
	for _, side := range []bool{true, false} {
		if won, carrier := g.won(own, empty, side); won {
			return result{side, carrier}
		}
	}
	key := [2]set{own, empty}
	if mine {
		key[1] = ^empty
	}
	if r, ok := g.known[key]; ok || g.left == 0 {
		return r
	}
	g.left--
	r := g.try(own, empty, mine)
	g.known[key] = r
	return r
}

// try tries the mover's moves until one wins or none is left that could: at first those that decide
// at once, and only those that meet every threat of the opponent to decide.
func (g *joining) try(own, empty set, mine bool) result {
	must, lost := empty, result{joined: !mine}
	for _, side := range []bool{mine, !mine} {
		for rest := empty; rest != 0; rest &= rest - 1 {
			m := rest & -rest
			own, empty := after(own, empty, m, side)
			won, carrier := g.won(own, empty, side)
			switch {
			case won && side == mine:
				return result{mine, carrier | m}
			case won:
				must &= carrier | m
				lost.carrier |= carrier | m
			}
		}
	}
	for _, m := range g.nearest(own, empty, must) {
		if must&m == 0 {
			continue
		}
		own, empty := after(own, empty, m, mine)
		r := g.search(own, empty, !mine)
		if r.joined == mine {
			return result{mine, r.carrier | m}
		}
		must &= r.carrier
		lost.carrier |= r.carrier
	}
	return lost
}

func after(own, empty, m set, mine bool) (set, set) {
	if mine {
		own |= m
	}
	return own, empty &^ m
}

// won reports whether stones and bridges of a side join the stone to the goal, or keep it away.
func (g *joining) won(own, empty set, owner bool) (won bool, carrier set) {
	if owner {
		return g.linked(own, empty)
	}
	return g.walled(own, empty)
}

// linked reports whether own stones and bridges that share no cell join the stone to the goal.
func (g *joining) linked(own, empty set) (joined bool, carrier set) {
	all := g.near.flood(g.from, own)
	for grown := true; grown && all&g.goal == 0; {
		grown = false
		for _, p := range g.pairs {
			free := p.carrier&^(empty&^carrier) == 0 && p.ends&^own == 0 && !p.opponent
			switch {
			case !free || p.ends&all == 0:
			case p.edge:
				return true, carrier | p.carrier
			case p.ends&^all != 0:
				carrier |= p.carrier
				all |= g.near.flood(p.ends, own)
				grown = true
			}
		}
	}
	return all&g.goal != 0, carrier
}

// walled reports whether the opponent's stones and bridges that share no cell keep the stone from the
// goal: of the carrier of a bridge the owner gets one cell only, and cannot go from one to the other.
func (g *joining) walled(own, empty set) (cut bool, carrier set) {
	near := g.near
	for _, p := range g.pairs {
		if !p.edge && p.carrier&^(empty&^carrier) == 0 && p.ends&(own|empty) == 0 {
			carrier |= p.carrier
			for rest := p.carrier; rest != 0; rest &= rest - 1 {
				near[rest.first()] &^= p.carrier
			}
		}
	}
	return near.flood(g.from, own|empty)&g.goal == 0, carrier
}

// flood returns some cells and those that they reach within others.
func (near *neighbours) flood(from, within set) set {
	all := from
	for todo := all; todo != 0; {
		more := near[todo.first()] & within &^ all
		all |= more
		todo = todo&(todo-1) | more
	}
	return all
}

// nearest lists moves, those on the shortest ways from the stone to the goal first, and of these the
// nearest to the stone. The length of a way is the number of its empty cells.
func (g *joining) nearest(own, empty, moves set) (sorted []set) {
	var length [maxCells]int
	for i, ends := range [][2]set{{g.from, 0}, {g.goal & own, g.goal & empty}} {
		from, next, seen := ends[0], ends[1], set(0)
		for d := 0; from|next != 0; d++ {
			from = g.near.flood(from&^seen, own&^seen)
			seen |= from
			for rest := from; rest != 0; rest &= rest - 1 {
				length[rest.first()] += d * (maxCells + 1 - i)
				next |= g.near[rest.first()] & empty
			}
			from, next = next&^seen, 0
		}
	}
	for ; moves != 0; moves &= moves - 1 {
		sorted = append(sorted, moves&-moves)
	}
	slices.SortStableFunc(sorted, func(a, b set) int { return length[a.first()] - length[b.first()] })
	return sorted
}
