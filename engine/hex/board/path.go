package board

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Unreached is the cost of a cell to which no chain leads.
const Unreached = -1

// Chain is what a search from edge to edge found.
type Chain struct {
	Cells   []hexgrid.Cell // from the first edge (top or left) to the second; nil if there is none
	Cost    int            // by the measure of the search
	Visited []bool         // by cell: the search came by
}

// Shortest finds a colour's chain of stones from edge to edge: on a plain board one of
// fewest stones, by breadth-first search, on a weighted one of least cost, by Dijkstra's
// algorithm.
func Shortest(b *Board, colour Colour) Chain {
	if b.weighted {
		return newDijkstra(b, colour, b.chainStep(colour)).chain()
	}
	return fewest(b, colour)
}

// Lacking finds the chain that a colour has to fill least for: each empty cell costs its
// weight, own stones nothing.
func Lacking(b *Board, colour Colour) Chain {
	return newDijkstra(b, colour, b.lackingStep(colour)).chain()
}

// Costs finds, by cell, the least cost of a colour's chain from its first edge to the
// cell, over its stones and empty cells, or [Unreached]. After the end chains are those
// of stones alone. On a plain board the cost is the number of cells.
func Costs(b *Board, colour Colour) []int {
	step := b.openStep(colour)
	if b.winner != Empty {
		step = b.chainStep(colour)
	}
	if !b.weighted {
		step = countSteps(step)
	}
	return newDijkstra(b, colour, step).costs()
}

// fewest is breadth-first search over the colour's stones. As in the paper's program, it
// goes on until its queue is empty, from the second edge on to all stones along that: all
// that are joined with the chain come to be visited.
func fewest(b *Board, colour Colour) Chain {
	first, second := b.edges(colour)
	found := Chain{Visited: make([]bool, len(b.cells))}
	from := make([]hexgrid.Cell, len(b.cells))
	var queue []hexgrid.Cell
	reach := func(c, before hexgrid.Cell) {
		if b.cells[c] == colour && !found.Visited[c] {
			found.Visited[c], from[c] = true, before
			queue = append(queue, c)
		}
	}
	for _, c := range b.along(first) {
		reach(c, hexgrid.NoCell)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, n := range b.grid.Neighbours(c) {
			reach(n, c)
		}
		if found.Cells == nil && b.touches(c, second) {
			found.Cells = trace(from, c)
			found.Cost = len(found.Cells)
			for _, n := range b.along(second) {
				reach(n, hexgrid.NoCell)
			}
		}
	}
	return found
}

// trace walks back from the last cell of a chain.
func trace(from []hexgrid.Cell, last hexgrid.Cell) []hexgrid.Cell {
	var cells []hexgrid.Cell
	for c := last; c != hexgrid.NoCell; c = from[c] {
		cells = append(cells, c)
	}
	slices.Reverse(cells)
	return cells
}

// stepCost is the cost of the step from a node to the next, false if there is no
// way. NoCell stands for an edge of the board.
type stepCost func(from, to hexgrid.Cell) (cost int, ok bool)

// chainStep is the weighted game's measure: over the colour's stones, a step costs
// the weights of both nodes.
func (b *Board) chainStep(colour Colour) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || b.cells[to] == colour
		return b.nodeWeight(from) + b.nodeWeight(to), ok
	}
}

// openStep is the same measure over the colour's stones and the empty cells.
func (b *Board) openStep(colour Colour) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || b.cells[to] != colour.Other()
		return b.nodeWeight(from) + b.nodeWeight(to), ok
	}
}

// lackingStep measures what a colour must still fill: an empty cell costs its
// weight, its own stones are free.
func (b *Board) lackingStep(colour Colour) stepCost {
	return func(_, to hexgrid.Cell) (int, bool) {
		switch {
		case to == hexgrid.NoCell || b.cells[to] == colour:
			return 0, true
		case b.cells[to] == Empty:
			return b.Weight(to), true
		default:
			return 0, false
		}
	}
}

// countSteps keeps the ways and lets each cell cost one.
func countSteps(step stepCost) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		_, ok := step(from, to)
		return 1, ok
	}
}
