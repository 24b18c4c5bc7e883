package board

import (
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Unreached is the cost of an unreachable cell.
const Unreached = -1

// Chain is the result of a search from edge to edge.
type Chain struct {
	Cells   []hexgrid.Cell // from the first edge (top or left) to the second; nil if there is no chain
	Cost    int            // by the measure of the search
	Visited []bool         // by cell: visited by the search
}

// Shortest finds a colour's chain of stones from edge to edge: on a plain board one of fewest
// stones, by breadth-first search, on a weighted one of least cost, by Dijkstra's algorithm.
func Shortest(b *Board, colour Colour) Chain {
	if b.weighted {
		return newDijkstra(b, colour, b.chainStep(colour)).chain()
	}
	return fewest(b, colour)
}

// Lacking finds the chain that is cheapest to complete: an empty cell costs its weight, own stones
// nothing.
func Lacking(b *Board, colour Colour) Chain {
	return newDijkstra(b, colour, b.lackingStep(colour)).chain()
}

// Costs returns, by cell, the least cost of a colour's chain from its first edge to the cell, over
// its stones and empty cells, or [Unreached]; after the end over its stones alone. On a plain board
// the cost is the number of cells.
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

// fewest is breadth-first search over the colour's stones. Like the paper's program it continues
// after reaching the second edge, from all stones at that edge, until its queue is empty. So it
// visits all stones that are joined to the chain.
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

func trace(from []hexgrid.Cell, last hexgrid.Cell) []hexgrid.Cell {
	var cells []hexgrid.Cell
	for c := last; c != hexgrid.NoCell; c = from[c] {
		cells = append(cells, c)
	}
	slices.Reverse(cells)
	return cells
}

// stepCost returns the cost of a step between nodes, false if there is none. NoCell is an edge of
// the board.
type stepCost func(from, to hexgrid.Cell) (cost int, ok bool)

// chainStep is the measure of the weighted game: a step over the colour's stones costs the weights
// of both nodes.
func (b *Board) chainStep(colour Colour) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || b.cells[to] == colour
		return b.nodeWeight(from) + b.nodeWeight(to), ok
	}
}

// openStep is the same measure over the colour's stones and empty cells.
func (b *Board) openStep(colour Colour) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || b.cells[to] != colour.Other()
		return b.nodeWeight(from) + b.nodeWeight(to), ok
	}
}

// lackingStep is the measure of [Lacking]: an empty cell costs its weight, own stones nothing.
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

// countSteps gives all steps the cost 1.
func countSteps(step stepCost) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		_, ok := step(from, to)
		return 1, ok
	}
}

// dijkstra is a run of Dijkstra's algorithm from a colour's first edge. Among equal costs the cell
// nearer to a1 goes first. On boards this small, looking through all cells for the next one takes no
// longer than a queue.
type dijkstra struct {
	*Board
	step    stepCost
	target  edge
	from    []hexgrid.Cell
	least   []int // by cell: the cost from the first edge, or Unreached
	visited []bool
}

func newDijkstra(b *Board, colour Colour, step stepCost) *dijkstra {
	first, second := b.edges(colour)
	d := &dijkstra{
		Board: b, step: step, target: second,
		from:    make([]hexgrid.Cell, len(b.cells)),
		least:   slices.Repeat([]int{Unreached}, len(b.cells)),
		visited: make([]bool, len(b.cells)),
	}
	for _, c := range b.along(first) {
		d.offer(hexgrid.NoCell, c, 0)
	}
	return d
}

// chain visits cells until none is nearer than the second edge.
func (d *dijkstra) chain() Chain {
	last, cost := hexgrid.NoCell, math.MaxInt
	for c := d.next(); c != hexgrid.NoCell && d.least[c] < cost; c = d.next() {
		d.visit(c)
		if step, _ := d.step(c, hexgrid.NoCell); d.touches(c, d.target) && d.least[c]+step < cost {
			last, cost = c, d.least[c]+step
		}
	}
	if last == hexgrid.NoCell {
		return Chain{Visited: d.visited}
	}
	return Chain{Cells: trace(d.from, last), Cost: cost, Visited: d.visited}
}

// costs visits all reachable cells.
func (d *dijkstra) costs() []int {
	for c := d.next(); c != hexgrid.NoCell; c = d.next() {
		d.visit(c)
	}
	return d.least
}

// next returns the nearest cell that was not visited, or NoCell.
func (d *dijkstra) next() hexgrid.Cell {
	next := hexgrid.NoCell
	for c := range hexgrid.Cell(len(d.least)) {
		if d.least[c] != Unreached && !d.visited[c] && (next == hexgrid.NoCell || d.least[c] < d.least[next]) {
			next = c
		}
	}
	return next
}

func (d *dijkstra) visit(c hexgrid.Cell) {
	d.visited[c] = true
	for _, n := range d.grid.Neighbours(c) {
		if !d.visited[n] {
			d.offer(c, n, d.least[c])
		}
	}
}

// offer notes the way to a cell through before if it is the cheapest so far.
func (d *dijkstra) offer(before, c hexgrid.Cell, cost int) {
	step, ok := d.step(before, c)
	if ok && (d.least[c] == Unreached || cost+step < d.least[c]) {
		d.least[c], d.from[c] = cost+step, before
	}
}
