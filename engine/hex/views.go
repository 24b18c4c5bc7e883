package hex

import (
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Sets is the scene of view "sets": the position with the root of every chain
// marked, see [Position.Root].
type Sets struct{ *Position }

// Weights is the scene of view "weights": each cell's weight and its least cost.
type Weights struct {
	*Position
	// Side is the colour whose costs are shown: the mover, after the end the winner.
	Side Colour
	// Cost is, by cell, the least cost of a chain of Side from its first edge (top
	// or left) to the cell: over its stones and empty cells, after the end over its
	// stones alone. -1 where none leads. On a plain board it counts stones.
	Cost []int
}

// PathView is the scene of view "path": the chain that joins a colour's edges, or
// that lacks least to do so.
type PathView struct {
	*Position
	// Side is the mover, after the end the winner.
	Side Colour
	// Path is the chain from the first edge (top or left) to the second; nil if
	// there is none. Its empty cells are those that Side still has to fill.
	Path []hexgrid.Cell
	// Visited tells, by cell, where the search came by.
	Visited []bool
	// Lacks is the least weight of the cells still to fill, their number on a plain
	// board; 0 after the end.
	Lacks int
}

// side is the colour that a view is about.
func (p *Position) side() Colour {
	if p.winner != Empty {
		return p.winner
	}
	return p.Mover()
}

// NewWeights makes the scene of view "weights". Costs come from one run of
// Dijkstra's algorithm.
func NewWeights(p *Position) Weights {
	side := p.side()
	step := p.openStep(side)
	if p.winner != Empty {
		step = p.chainStep(side)
	}
	if !p.weighted {
		step = countSteps(step)
	}
	return Weights{Position: p, Side: side, Cost: p.spread(side, step).least}
}

// countSteps keeps the ways and lets each cell cost one.
func countSteps(step stepCost) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		_, ok := step(from, to)
		return 1, ok
	}
}

// NewPathView makes the scene of view "path". Before the end it searches once by
// Dijkstra's algorithm; after it, the chain is the one found at the last stone.
func NewPathView(p *Position) PathView {
	view := PathView{Position: p, Side: p.side(), Path: p.chain.cells, Visited: p.chain.visited}
	if p.winner == Empty {
		found := p.search(view.Side, p.lackingStep(view.Side))
		view.Path, view.Visited, view.Lacks = found.cells, found.visited, found.cost
	}
	return view
}
