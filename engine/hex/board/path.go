package board

import (
	"container/heap"
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

// Shortest finds the winner's chain of stones from edge to edge: on a plain board one of fewest
// stones, by breadth-first search, on a weighted one of least cost, by Dijkstra's algorithm.
func Shortest(b *Board, colour Colour) Chain {
	if b.weighted {
		chain, _ := dijkstra(b, colour, b.chainStep(colour, true), false)
		return chain
	}
	return fewest(b, colour)
}

// Lacking finds the chain that is cheapest to complete: an empty cell costs its weight, own stones
// nothing. Of several it is the most central one, the one that a player would draw.
func Lacking(b *Board, colour Colour) Chain {
	found, _ := dijkstra(b, colour, b.lackingStep(colour), false)
	found.Cost /= central
	return found
}

// central is more than how far from the middle of the board a chain can be, see [Board.aside].
const central = 1 << 24

// lackingStep is the measure of [Lacking], times central, plus how far from the middle the cell is,
// which decides among equal costs.
func (b *Board) lackingStep(colour Colour) stepCost {
	return func(_, to hexgrid.Cell) (int, bool) {
		switch {
		case to == hexgrid.NoCell:
			return 0, true
		case b.cells[to] == colour:
			return b.aside(to), true
		default:
			return central*b.Weight(to) + b.aside(to), b.cells[to] == Empty
		}
	}
}

// aside is the square of a cell's distance from the middle of the board, in half cells.
func (b *Board) aside(c hexgrid.Cell) int {
	x, y := 2*b.grid.Column(c)-b.Width()+1, 2*b.grid.Row(c)-b.Height()+1
	return x*x + x*y + y*y
}

// fewest is breadth-first search over the colour's stones. Like the paper's program it continues
// after reaching the second edge, from all stones at that edge, until its queue is empty. So it
// visits all stones that are joined to the chain.
func fewest(b *Board, colour Colour) Chain {
	first, second := b.Edges(colour)
	found := Chain{Visited: make([]bool, len(b.cells))}
	from := make([]hexgrid.Cell, len(b.cells))
	var queue []hexgrid.Cell
	reach := func(c, before hexgrid.Cell) {
		if b.cells[c] == colour && !found.Visited[c] {
			found.Visited[c], from[c] = true, before
			queue = append(queue, c)
		}
	}
	for _, c := range b.Along(first) {
		reach(c, hexgrid.NoCell)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, n := range b.grid.Neighbours(c) {
			reach(n, c)
		}
		if found.Cells == nil && b.Touches(c, second) {
			found.Cells = trace(from, c)
			found.Cost = len(found.Cells)
			for _, n := range b.Along(second) {
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

// chainStep is the measure of a game: a step over the colour's stones, before the end also over empty
// cells, costs the weights of both nodes in the weighted one, else 1.
func (b *Board) chainStep(colour Colour, weighted bool) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || b.cells[to] == colour || b.cells[to] == Empty && b.winner == Empty
		if !weighted {
			return 1, ok
		}
		return b.nodeWeight(from) + b.nodeWeight(to), ok
	}
}

// run is a run of Dijkstra's algorithm from a colour's first edge. Among equal costs the cell nearer
// to a1 goes first.
type run struct {
	*Board
	step   stepCost
	target Edge
	queue  queue
	from   []hexgrid.Cell
	least  []int // by cell: the cost from the first edge, or Unreached
	found  Chain
}

// dijkstra runs until the second edge leaves the queue, or on until all reachable cells are visited.
// It returns the chain, and the costs of the cells.
func dijkstra(b *Board, colour Colour, step stepCost, on bool) (Chain, []int) {
	first, second := b.Edges(colour)
	d := &run{
		Board: b, step: step, target: second,
		from:  make([]hexgrid.Cell, len(b.cells)),
		least: slices.Repeat([]int{Unreached}, len(b.cells)),
		found: Chain{Visited: make([]bool, len(b.cells))},
	}
	for _, c := range b.Along(first) {
		d.offer(hexgrid.NoCell, c, 0)
	}
	for d.queue.Len() > 0 && (on || d.found.Cells == nil) {
		switch item := heap.Pop(&d.queue).(node); {
		case item.cell != hexgrid.NoCell:
			d.visit(item)
		case d.found.Cells == nil:
			d.found.Cells, d.found.Cost = trace(d.from, item.before), item.cost
		}
	}
	return d.found, d.least
}

// visit visits a cell, unless a cheaper entry did so before.
func (d *run) visit(item node) {
	c := item.cell
	if d.found.Visited[c] {
		return
	}
	d.found.Visited[c] = true
	d.from[c] = item.before
	for _, n := range d.grid.Neighbours(c) {
		if !d.found.Visited[n] {
			d.offer(c, n, item.cost)
		}
	}
	if d.Touches(c, d.target) {
		if cost, ok := d.step(c, hexgrid.NoCell); ok {
			heap.Push(&d.queue, node{cell: hexgrid.NoCell, before: c, cost: item.cost + cost})
		}
	}
}

// offer queues a cell if the way through before is the cheapest so far.
func (d *run) offer(before, c hexgrid.Cell, cost int) {
	step, ok := d.step(before, c)
	if !ok || d.least[c] != Unreached && d.least[c] <= cost+step {
		return
	}
	d.least[c] = cost + step
	heap.Push(&d.queue, node{cell: c, before: before, cost: cost + step})
}

// node is an entry of the queue; cell is NoCell for the target edge.
type node struct {
	cell, before hexgrid.Cell
	cost         int
}

type queue []node

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].cost < q[j].cost || q[i].cost == q[j].cost && q[i].cell < q[j].cell
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface].
func (q *queue) Push(x any) { *q = append(*q, x.(node)) }

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// Wave is how a search spread from a colour's first edge.
type Wave struct {
	Cost  []int          // by cell: its distance by the measure of the search, or [Unreached]
	Cells []hexgrid.Cell // the chain found, as in [Chain]
}

// Rings is the wave of breadth-first search: the distance of a cell is the number of cells on the way,
// over the colour's stones and empty cells; after the end over its stones alone.
func Rings(b *Board, colour Colour) Wave { return b.wave(colour, false) }

// Spread is the wave of Dijkstra's algorithm over the same cells by the measure of [Shortest], which
// on a plain board is that of [Rings].
func Spread(b *Board, colour Colour) Wave { return b.wave(colour, b.weighted) }

func (b *Board) wave(colour Colour, weighted bool) Wave {
	chain, costs := dijkstra(b, colour, b.chainStep(colour, weighted), true)
	return Wave{costs, chain.Cells}
}
