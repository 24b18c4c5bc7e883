package ade

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// longestPath returns a longest path of a tree, from the lower of its ends.
func longestPath(g *graph.Graph) []int {
	farthest := func(from int) (node int, distances []int) {
		distances = g.Distances(from)
		for i, d := range distances {
			if d > distances[node] {
				node = i
			}
		}
		return node, distances
	}
	end, _ := farthest(0)
	other, distances := farthest(end)
	if distances[other] == 0 {
		return []int{end}
	}
	path := []int{other}
	for at := other; at != end; {
		for _, j := range g.Neighbours(at) {
			if distances[j] < distances[at] {
				at = j
				break
			}
		}
		path = append(path, at)
	}
	if path[0] > path[len(path)-1] {
		slices.Reverse(path)
	}
	return path
}

// longestBranch is the maximum length of a branch of a spine.
const longestBranch = 2

// spine lays out a tree along its longest path, with branches of one or two nodes upwards, or
// downwards where one goes up already. It returns no plan for other trees.
func spine(g *graph.Graph) []plan {
	path := longestPath(g)
	if len(path) > mostInRow {
		return nil
	}
	at := make([]canvas.Point, g.Len())
	placed := graph.Set(0)
	for i, node := range path {
		at[node] = canvas.Pt(float64(i), 0)
		placed |= 1 << node
	}
	for i, node := range path {
		up := -1.0
		for _, j := range g.Neighbours(node) {
			if placed.Has(j) {
				continue
			}
			last, next := node, j
			for long := 1; ; long++ {
				if up > 1 || long > longestBranch {
					return nil
				}
				at[next] = canvas.Pt(float64(i), up*float64(long))
				placed |= 1 << next
				if len(g.Neighbours(next)) == 1 {
					break
				}
				if len(g.Neighbours(next)) > 2 {
					return nil
				}
				last, next = next, g.Neighbours(next)[btoi(g.Neighbours(next)[0] == last)]
			}
			up += 2
		}
	}
	return []plan{{at: at}}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mostSided is the most branches that are distributed over both sides in all ways.
const mostSided = 6

// mindMaps lays out a tree to both sides of each node of its longest path, with all distributions
// of the branches.
func mindMaps(g *graph.Graph) (list []plan) {
	path := longestPath(g)
	for _, root := range path[1:max(1, len(path)-1)] {
		branches := slices.Clone(g.Neighbours(root))
		if len(branches) > mostSided {
			continue
		}
		for right := graph.Set(0); right < 1<<(len(branches)-1); right++ {
			list = append(list, mindMap(g, root, branches, right))
		}
	}
	root := path[len(path)/2]
	return append(list, mindMap(g, root, g.Neighbours(root), evenSides(g, root)))
}

// evenSides returns the branches of a root that go to the right when branches are assigned from the
// largest on, to balance the leaves.
func evenSides(g *graph.Graph, root int) (right graph.Set) {
	m := &treeLayout{g: g}
	branches := g.Neighbours(root)
	order := upTo(0, len(branches))
	slices.SortStableFunc(order, func(a, b int) int { return m.leaves(branches[b], root) - m.leaves(branches[a], root) })
	var high [2]int // leaves on either side
	for _, k := range order {
		side := btoi(high[0] > high[1])
		high[side] += m.leaves(branches[k], root)
		right |= graph.Set(side) << k
	}
	return right
}

// mindMap lays out a tree to both sides of a root: columns are distances from the root, and no
// edges cross.
func mindMap(g *graph.Graph, root int, branches []int, right graph.Set) plan {
	m := &treeLayout{g: g, at: make([]canvas.Point, g.Len())}
	var high [2]int // leaves on either side
	for k, b := range branches {
		high[btoi(right.Has(k))] += m.leaves(b, root)
	}
	most := max(high[0], high[1])
	for side := range 2 {
		m.step = min(widestLeaves, float64(most-1)/float64(max(1, high[side]-1)))
		m.next = (float64(most-1) - m.step*float64(high[side]-1)) / 2
		for k, b := range branches {
			if btoi(right.Has(k)) == side {
				m.place(b, root, 1, float64(2*side-1))
			}
		}
	}
	m.at[root] = canvas.Pt(0, float64(most-1)/2)
	return plan{at: m.at}
}

// widestLeaves is the most distance, in rows, between leaves on the side with fewer of them.
const widestLeaves = 1.75

type treeLayout struct {
	g    *graph.Graph
	at   []canvas.Point
	next float64 // next free row
	step float64 // from one leaf to the next
}

func (m *treeLayout) leaves(node, parent int) int {
	n := 0
	for _, j := range m.g.Neighbours(node) {
		if j != parent {
			n += m.leaves(j, node)
		}
	}
	return max(1, n)
}

// place lays out a branch and returns its row, half-way between those of its own branches.
func (m *treeLayout) place(node, parent, depth int, way float64) float64 {
	first, last, found := 0.0, 0.0, false
	for _, j := range m.g.Neighbours(node) {
		if j == parent {
			continue
		}
		last = m.place(j, node, depth+1, way)
		if !found {
			first, found = last, true
		}
	}
	row := (first + last) / 2
	if !found {
		row = m.next
		m.next += m.step
	}
	m.at[node] = canvas.Pt(way*float64(depth), row)
	return row
}
