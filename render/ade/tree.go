package ade

import (
	"cmp"
	"math"
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

// Limits of layouts.
const (
	longestBranch = 2    // nodes of a branch of a spine
	mostSided     = 6    // branches that are distributed over both sides in all ways
	widestLeaves  = 1.75 // rows between leaves on the side with fewer of them
	mostCycles    = 400  // cycles around which a graph is drawn,
	mostSteps     = 20_000
	mostNested    = 10  // and of these, such as are tried at all angles
	relaxations   = 60  // iterations of the nodes inside a cycle
	nestedUnit    = 3.0 // radius of the unit circle in units of a plan, large enough to fill the space
)

// ringShares are candidate sizes of the innermost ring, in distances between rings.
var ringShares = []float64{0.45, 0.65, 0.85, 1.05}

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

// nested draws a graph inside each of its cycles: the cycle on the outside, every other node at the
// centre of its neighbours (W. T. Tutte, How to draw a graph, 1963), with the rings spread out.
// This shows symmetry, and no edges of a polyhedron cross.
func nested(g *graph.Graph) []plan {
	type round struct {
		at   []canvas.Point
		step float64 // half the angle from a node of the cycle to the next
		cost float64
	}
	var rounds []round
	for _, cycle := range cycles(g) {
		in := within(g, cycle)
		for _, share := range ringShares {
			r := round{at: in.spread(share), step: math.Pi / float64(len(cycle))}
			r.cost = min(turned(r.at, 0).cost(g), turned(r.at, r.step).cost(g))
			rounds = append(rounds, r)
			if in.rings == 0 || in.size[in.rings] == 0 { // there is no ring around the centre
				break
			}
		}
	}
	slices.SortStableFunc(rounds, func(a, b round) int { return cmp.Compare(a.cost, b.cost) })
	rounds = slices.CompactFunc(rounds, func(a, b round) bool { return sameCost(a.cost, b.cost) })
	var list []plan
	for _, r := range rounds[:min(mostNested, len(rounds))] {
		for angle := 0.0; angle < 2*math.Pi-r.step/2; angle += r.step {
			list = append(list, turned(r.at, angle))
		}
	}
	return list
}

// cycles lists cycles of a graph, each once, from its lowest node towards that node's lower
// neighbour, until the search limit is reached.
func cycles(g *graph.Graph) (list [][]int) {
	steps := 0
	var path []int
	var follow func(on graph.Set)
	follow = func(on graph.Set) {
		first, last := path[0], path[len(path)-1]
		for _, next := range g.Neighbours(last) {
			if steps++; steps > mostSteps || len(list) == mostCycles {
				return
			}
			switch {
			case next == first && len(path) > 2 && path[1] < last:
				list = append(list, slices.Clone(path))
			case next > first && !on.Has(next):
				path = append(path, next)
				follow(on | 1<<next)
				path = path[:len(path)-1]
			}
		}
	}
	for first := range g.Len() {
		path = append(path[:0], first)
		follow(1 << first)
	}
	return list
}

// ringed is a graph inside one of its cycles.
type ringed struct {
	at    []canvas.Point // the cycle on the unit circle
	ring  []int          // of each node: its distance from the cycle, in edges
	rings int            // inside the cycle
	size  []float64      // of each ring; 0 if it is a single point
}

// within places a cycle on the unit circle and each inner node at the centre of its neighbours.
func within(g *graph.Graph, cycle []int) *ringed {
	r := &ringed{at: make([]canvas.Point, g.Len()), ring: slices.Repeat([]int{g.Len()}, g.Len())}
	for i, node := range cycle {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(cycle)))
		r.at[node] = canvas.Pt(sin, -cos)
		for j, d := range g.Distances(node) {
			r.ring[j] = min(r.ring[j], d)
		}
	}
	for range relaxations {
		for i := range r.at {
			if r.ring[i] > 0 {
				r.at[i] = r.between(g.Neighbours(i))
			}
		}
	}
	r.rings = slices.Max(r.ring)
	r.size = make([]float64, r.rings+1)
	for i, v := range r.at {
		if far := canvas.Length(v.X, v.Y); far > 0.01 {
			r.size[r.ring[i]] = max(r.size[r.ring[i]], far)
		}
	}
	return r
}

func (r *ringed) between(nodes []int) (middle canvas.Point) {
	for _, j := range nodes {
		middle.X += r.at[j].X / float64(len(nodes))
		middle.Y += r.at[j].Y / float64(len(nodes))
	}
	return middle
}

// spread makes the distances between rings, and to the cycle, equal.
func (r *ringed) spread(share float64) []canvas.Point {
	steps := float64(r.rings)
	if r.size[r.rings] > 0 {
		steps += share
	}
	at := slices.Clone(r.at)
	for i, v := range at {
		if ring := r.ring[i]; ring > 0 && r.size[ring] > 0 {
			by := (1 - float64(ring)/steps) / r.size[ring]
			at[i] = canvas.Pt(v.X*by, v.Y*by)
		}
	}
	return at
}

// turned returns a plan of points in the unit circle, turned clockwise and stretched to the shape
// of a picture.
func turned(at []canvas.Point, angle float64) plan {
	sin, cos := math.Sincos(angle)
	p := plan{at: make([]canvas.Point, len(at)), outward: make([]canvas.Point, len(at))}
	for i, v := range at {
		v = canvas.Pt(v.X*cos-v.Y*sin, v.X*sin+v.Y*cos)
		p.at[i] = canvas.Pt(nestedUnit*ellipseShape*v.X, nestedUnit*v.Y)
		p.outward[i] = outward(v, ellipseShape)
	}
	return p
}

func crossings(g *graph.Graph, at []canvas.Point) (n int) {
	edges := g.Edges()
	for k, e := range edges {
		for _, f := range edges[:k] {
			if e[0] != f[0] && e[0] != f[1] && e[1] != f[0] && e[1] != f[1] {
				n += btoi(cross(at[e[0]], at[e[1]], at[f[0]], at[f[1]]))
			}
		}
	}
	return n
}
