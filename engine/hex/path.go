package hex

import (
	"container/heap"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// unreached is the cost of a cell to which no chain leads.
const unreached = -1

// chain is what a search from edge to edge found.
type chain struct {
	cells   []hexgrid.Cell // from the first edge to the second; nil if there is none
	cost    int            // by the measure of the search
	visited []bool         // by cell: the search took it from its queue
}

// shortest finds the winner's chain: by breadth-first search on a plain board, by
// Dijkstra's algorithm on a weighted one.
func (p *Position) shortest(colour Colour) chain {
	if p.weighted {
		return p.search(colour, p.chainStep(colour)).chain
	}
	return p.fewest(colour)
}

// fewest is breadth-first search over the colour's stones: a chain of fewest
// stones, which is also its cost.
func (p *Position) fewest(colour Colour) chain {
	first, second := p.edges(colour)
	found := chain{visited: make([]bool, len(p.cells))}
	from := make([]hexgrid.Cell, len(p.cells))
	seen := make([]bool, len(p.cells))
	var queue []hexgrid.Cell
	reach := func(c, before hexgrid.Cell) {
		if p.cells[c] == colour && !seen[c] {
			seen[c], from[c] = true, before
			queue = append(queue, c)
		}
	}
	for _, c := range p.along(first) {
		reach(c, hexgrid.NoCell)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		found.visited[c] = true
		if p.touches(c, second) {
			found.cells = trace(from, c)
			found.cost = len(found.cells)
			return found
		}
		for _, n := range p.grid.Neighbours(c) {
			reach(n, c)
		}
	}
	return found
}

// stepCost is the cost of the step from a node to the next, false if there is no
// way. NoCell stands for an edge of the board.
type stepCost func(from, to hexgrid.Cell) (cost int, ok bool)

// chainStep is the weighted game's measure: over the colour's stones, a step costs
// the weights of both nodes.
func (p *Position) chainStep(colour Colour) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || p.cells[to] == colour
		return p.nodeWeight(from) + p.nodeWeight(to), ok
	}
}

// openStep is the same measure over the colour's stones and the empty cells.
func (p *Position) openStep(colour Colour) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		ok := to == hexgrid.NoCell || p.cells[to] != colour.Other()
		return p.nodeWeight(from) + p.nodeWeight(to), ok
	}
}

// lackingStep measures what a colour must still fill: an empty cell costs its
// weight, its own stones are free.
func (p *Position) lackingStep(colour Colour) stepCost {
	return func(_, to hexgrid.Cell) (int, bool) {
		switch {
		case to == hexgrid.NoCell || p.cells[to] == colour:
			return 0, true
		case p.cells[to] == Empty:
			return p.Weight(to), true
		default:
			return 0, false
		}
	}
}

func (p *Position) nodeWeight(c hexgrid.Cell) int {
	if c == hexgrid.NoCell {
		return edgeWeight
	}
	return p.Weight(c)
}

// costs is the answer of Dijkstra's algorithm.
type costs struct {
	chain
	least []int // by cell: the cost from the first edge, or unreached
}

// search is Dijkstra's algorithm from the colour's first edge. It stops when it
// takes the second edge from its queue; among equals, the cell nearer to a1 goes first.
func (p *Position) search(colour Colour, step stepCost) costs {
	d := p.dijkstra(colour, step)
	for d.queue.Len() > 0 {
		item := heap.Pop(&d.queue).(node)
		if item.cell == hexgrid.NoCell {
			d.found.cells, d.found.cost = trace(d.from, item.before), item.cost
			break
		}
		d.visit(item)
	}
	return costs{d.found, d.least}
}

// spread is Dijkstra's algorithm to every cell.
func (p *Position) spread(colour Colour, step stepCost) costs {
	d := p.dijkstra(colour, step)
	for d.queue.Len() > 0 {
		if item := heap.Pop(&d.queue).(node); item.cell != hexgrid.NoCell {
			d.visit(item)
		}
	}
	return costs{d.found, d.least}
}

// dijkstra is the state of a search.
type dijkstra struct {
	*Position
	step   stepCost
	target edge
	queue  queue
	from   []hexgrid.Cell
	least  []int
	found  chain
}

func (p *Position) dijkstra(colour Colour, step stepCost) *dijkstra {
	first, second := p.edges(colour)
	d := &dijkstra{
		Position: p, step: step, target: second,
		from:  make([]hexgrid.Cell, len(p.cells)),
		least: slices.Repeat([]int{unreached}, len(p.cells)),
		found: chain{visited: make([]bool, len(p.cells))},
	}
	for _, c := range p.along(first) {
		d.offer(hexgrid.NoCell, c, 0)
	}
	return d
}

// visit settles a cell, unless an entry of less cost has done so before.
func (d *dijkstra) visit(item node) {
	c := item.cell
	if d.found.visited[c] {
		return
	}
	d.found.visited[c] = true
	d.from[c] = item.before
	for _, n := range d.grid.Neighbours(c) {
		if !d.found.visited[n] {
			d.offer(c, n, item.cost)
		}
	}
	if d.touches(c, d.target) {
		if cost, ok := d.step(c, hexgrid.NoCell); ok {
			heap.Push(&d.queue, node{cell: hexgrid.NoCell, before: c, cost: item.cost + cost})
		}
	}
}

// offer puts a cell in the queue if the way through before is the best so far.
func (d *dijkstra) offer(before, c hexgrid.Cell, cost int) {
	step, ok := d.step(before, c)
	if !ok || d.least[c] != unreached && d.least[c] <= cost+step {
		return
	}
	d.least[c] = cost + step
	heap.Push(&d.queue, node{cell: c, before: before, cost: cost + step})
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

// node is an entry of the queue; NoCell is the edge that the search is to reach.
type node struct {
	cell, before hexgrid.Cell
	cost         int
}

// queue is a priority queue by cost.
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
