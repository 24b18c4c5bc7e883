package board

import (
	"container/heap"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// dijkstra is a run of Dijkstra's algorithm from a colour's first edge. Among equal costs the cell
// nearer to a1 goes first.
type dijkstra struct {
	*Board
	step   stepCost
	target edge
	queue  queue
	from   []hexgrid.Cell
	least  []int // by cell: the cost from the first edge, or Unreached
	found  Chain
}

func newDijkstra(b *Board, colour Colour, step stepCost) *dijkstra {
	first, second := b.edges(colour)
	d := &dijkstra{
		Board: b, step: step, target: second,
		from:  make([]hexgrid.Cell, len(b.cells)),
		least: slices.Repeat([]int{Unreached}, len(b.cells)),
		found: Chain{Visited: make([]bool, len(b.cells))},
	}
	for _, c := range b.along(first) {
		d.offer(hexgrid.NoCell, c, 0)
	}
	return d
}

// chain runs until the second edge leaves the queue.
func (d *dijkstra) chain() Chain {
	for d.queue.Len() > 0 {
		item := heap.Pop(&d.queue).(node)
		if item.cell == hexgrid.NoCell {
			d.found.Cells, d.found.Cost = trace(d.from, item.before), item.cost
			break
		}
		d.visit(item)
	}
	return d.found
}

// costs runs until all reachable cells are visited.
func (d *dijkstra) costs() []int {
	for d.queue.Len() > 0 {
		if item := heap.Pop(&d.queue).(node); item.cell != hexgrid.NoCell {
			d.visit(item)
		}
	}
	return d.least
}

// visit visits a cell, unless a cheaper entry did so before.
func (d *dijkstra) visit(item node) {
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
	if d.touches(c, d.target) {
		if cost, ok := d.step(c, hexgrid.NoCell); ok {
			heap.Push(&d.queue, node{cell: hexgrid.NoCell, before: c, cost: item.cost + cost})
		}
	}
}

// offer queues a cell if the way through before is the cheapest so far.
func (d *dijkstra) offer(before, c hexgrid.Cell, cost int) {
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
