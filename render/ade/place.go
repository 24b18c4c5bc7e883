package ade

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Proportions of nodes, in radii unless stated otherwise.
const (
	largestNode = 84.0 // radius in pixels
	leastNode   = 38.0 // smallest radius with numbers readable on a phone
	gapShare    = 0.78 // least gap between neighbours,
	leastGap    = 36.0 // and in pixels
	strangerGap = 14.0 // least gap between other nodes
	widestStep  = 5.6  // most distance between columns,
	highestStep = 4.2  // and between rows
	marginShare = 1.23 // around the nodes,
	marginMore  = 10.0 // and in pixels
	reachShare  = 1.20 // radius of a node with its marks
	flowGap     = 14.0 // pixels between a number at an edge and other text
	nameGap     = 8.0  // pixels between a node and its name,
	nameHeight  = 25.0 // height of a name,
	nameWidth   = 70.0 // and usual maximum width
	cornerWidth = 40.0 // how far a name at the corner of a node extends sideways
	namesGap    = 18.0 // between names
	goodNode    = 44.0 // radius in pixels; if a plan gives smaller nodes, a later one is used
	betterShare = 1.12 // whose nodes are larger by so much
	coarse      = 4.0  // step in pixels of the first search for a radius
)

// strangers are distances of a name from other nodes, in distances from its own: one that is sought
// first, and the least.
var strangers = [2]float64{2.4, 1.4}

// placed is a graph in a picture: the positions of nodes and names.
type placed struct {
	edges        [][2]int
	flowing      bool             // flows along edges are visible
	lines        [][]canvas.Point // edges without visible flows
	edgesOmitted bool             // edges are not drawn,
	web          bool             // or are, but too densely to follow
	room         box
	at           []canvas.Point
	radius       float64 // of nodes, and of the ends of extended ones
	wide         float64 // half the width of a node
	stroke       float64 // of edges
	lane         float64 // half the width of an edge with its arrows
	names        []box   // of nodes, by index; may be empty
}

// largest places a graph by the plan, and at the size, that gives the largest nodes whose names all
// fit: with flows along the edges if there is room, or else without. It returns nil if none fits.
func largest(g *graph.Graph, plans []plan, room image.Rectangle, names []float64) *placed {
	if len(g.Edges()) <= mostFlows {
		if best := largestOf(g, plans, room, names, true); best != nil {
			return best
		}
	}
	return largestOf(g, plans, room, names, false)
}

func largestOf(g *graph.Graph, plans []plan, room image.Rectangle, names []float64, flowing bool) (best *placed) {
	preferred := false
	for _, plan := range plans {
		least := leastNode
		if best != nil {
			if preferred || best.radius >= goodNode {
				break
			}
			least = best.radius*betterShare + 1
		}
		fits := func(radius float64) bool {
			for _, way := range plan.ways(g) {
				if p := way.in(g, room, radius, flowing); p.apart(g, way.loose) && p.named(way, names) {
					p.centre()
					best, preferred = p, way.preferred
					return true
				}
			}
			return false
		}
		for radius := largestNode; radius > least-coarse; radius -= coarse {
			if !fits(max(radius, least)) {
				continue
			}
			for finer := radius + coarse - 1; finer > radius && finer <= largestNode && !fits(finer); finer-- {
				continue
			}
			break
		}
	}
	return best
}

// in stretches a plan to a room with nodes of a radius.
func (p plan) in(g *graph.Graph, room image.Rectangle, radius float64, flowing bool) *placed {
	units, width, height := fitted(p.at)
	margin, below := radius*marginShare+marginMore, nameGap+nameHeight
	scale := func(room, units, margin, most float64) float64 {
		if units == 0 {
			return 0
		}
		return min(most*radius, (room-2*margin)/units)
	}
	side := margin
	if p.sideways() {
		side += nameWidth
	} else if p.all.X != 0 {
		side += cornerWidth
	}
	across, down := widestStep, highestStep
	if p.loose {
		across, down = math.Inf(1), math.Inf(1)
	}
	sx := scale(float64(room.Dx()), width, side, across)
	sy := scale(float64(room.Dy()), height, margin+below, down)
	middle := canvas.Middle(room)
	b := &placed{
		edges: g.Edges(), flowing: flowing, radius: radius, wide: radius, stroke: max(4, radius*edgeStroke), at: make([]canvas.Point, len(units)),
		room: box{canvas.At(room.Min), canvas.At(room.Max)}.wider(-8),
	}
	if b.lane = radius * laneShare; !flowing {
		b.lane = b.stroke/2 + 6
	}
	for i, v := range units {
		b.at[i] = canvas.At(canvas.Pt(middle.X+(v.X-width/2)*sx, middle.Y+(v.Y-height/2)*sy).Round())
	}
	return b
}

// apart reports whether nodes keep their distance from each other and, unless loose, from edges.
func (b *placed) apart(g *graph.Graph, loose bool) bool {
	for i, at := range b.at {
		for j := range i {
			gap := strangerGap
			if !loose && g.Adjacent(i, j) {
				gap = max(leastGap, gapShare*b.radius)
			}
			if canvas.Distance(at, b.at[j]) < 2*b.radius+gap {
				return false
			}
		}
		for _, e := range b.edges {
			if !loose && e[0] != i && e[1] != i && apart(at, b.at[e[0]], b.at[e[1]]) < reachShare*b.radius+b.lane {
				return false
			}
		}
	}
	return true
}

// centre centres nodes and names vertically.
func (b *placed) centre() {
	top, bottom := math.Inf(1), math.Inf(-1)
	for i, at := range b.at {
		top, bottom = min(top, at.Y-b.radius*reachShare, b.names[i].low.Y), max(bottom, at.Y+b.radius*reachShare, b.names[i].high.Y)
	}
	by := math.Round((b.room.low.Y + b.room.high.Y - top - bottom) / 2)
	for i := range b.at {
		b.at[i].Y += by
		b.names[i].low.Y += by
		b.names[i].high.Y += by
	}
}

// ways are the directions from a node to its name, the best first.
var ways = func() []canvas.Point {
	list := []canvas.Point{{X: 0, Y: 1}, {X: 0, Y: -1}, {X: 1, Y: 0}, {X: -1, Y: 0}}
	for _, turn := range []float64{45, 135, -45, -135, 22.5, 67.5, 112.5, 157.5, -22.5, -67.5, -112.5, -157.5} {
		sin, cos := math.Sincos(turn * math.Pi / 180)
		list = append(list, canvas.Pt(cos, sin))
	}
	return list
}()

// ways returns variants of a plan: all names at the lower right of their nodes, for graphs with
// cycles, which often have edges below nodes; and each name placed separately.
func (p plan) ways(g *graph.Graph) []plan {
	if p.outward != nil || p.loose || len(g.Edges()) < g.Len() {
		return []plan{p}
	}
	corner := p
	corner.all = canvas.Pt(math.Sqrt2/2, math.Sqrt2/2)
	return []plan{corner, p}
}

// named places the names and reports whether all fit.
func (b *placed) named(p plan, widths []float64) bool {
	b.names = make([]box, len(b.at))
	for i := range b.at {
		list := ways
		if p.all != (canvas.Point{}) {
			list = []canvas.Point{p.all}
		} else if p.outward != nil {
			list = append([]canvas.Point{p.outward[i]}, ways...)
		}
		if !slices.ContainsFunc(strangers[:], func(times float64) bool {
			return slices.ContainsFunc(list, func(way canvas.Point) bool {
				b.names[i] = b.beside(i, way, widths[i])
				return p.loose || b.free(b.names[i], i, times)
			})
		}) {
			return false
		}
	}
	return true
}

// beside is the box of a name as close to its node in a direction as possible.
func (b *placed) beside(i int, way canvas.Point, width float64) box {
	reach := b.radius*reachShare + nameGap
	for far := reach; ; far += 2 {
		if at := boxAround(canvas.Pt(b.at[i].X+way.X*far, b.at[i].Y+way.Y*far), width, nameHeight); at.from(b.at[i]) >= reach {
			return at
		}
	}
}

// free reports whether the name of a node overlaps no node, edge or earlier name, and is clearly
// so many times nearer to its own node than to any other.
func (b *placed) free(at box, node int, times float64) bool {
	return at.in(b.room) && b.clear(at, -1) && b.belongs(at, node, times) && !slices.ContainsFunc(b.names[:node], at.wider(namesGap).overlaps)
}

// belongs reports whether a name is so many times further from all other nodes than from its own.
func (b *placed) belongs(name box, node int, times float64) bool {
	least := times * (name.from(b.at[node]) - b.radius)
	for i, at := range b.at {
		if i != node && name.from(at)-b.radius < least {
			return false
		}
	}
	return true
}

// clear reports whether a box overlaps no node, and no edge except one.
func (b *placed) clear(at box, but int) bool {
	for _, node := range b.at {
		if at.from(node) < b.radius*reachShare+4 {
			return false
		}
	}
	for k, e := range b.edges {
		if k != but && at.wider(b.lane).overlaps(boxOf(b.at[e[0]], b.at[e[1]])) && at.fromLine(b.at[e[0]], b.at[e[1]]) < b.lane {
			return false
		}
	}
	return true
}

// box is a rectangle with fractional coordinates.
type box struct{ low, high canvas.Point }

func boxAround(c canvas.Point, width, height float64) box {
	return box{canvas.Pt(c.X-width/2, c.Y-height/2), canvas.Pt(c.X+width/2, c.Y+height/2)}
}

// boxOf returns the bounding box of two points, slightly enlarged.
func boxOf(p, q canvas.Point) box {
	return box{canvas.Pt(min(p.X, q.X), min(p.Y, q.Y)), canvas.Pt(max(p.X, q.X), max(p.Y, q.Y))}.wider(1)
}

// wider returns the box enlarged on each side.
func (b box) wider(by float64) box {
	return box{canvas.Pt(b.low.X-by, b.low.Y-by), canvas.Pt(b.high.X+by, b.high.Y+by)}
}

func (b box) overlaps(c box) bool {
	return b.low.X < c.high.X && c.low.X < b.high.X && b.low.Y < c.high.Y && c.low.Y < b.high.Y
}

func (b box) in(c box) bool {
	return b.low.X >= c.low.X && b.low.Y >= c.low.Y && b.high.X <= c.high.X && b.high.Y <= c.high.Y
}

// from is the distance of a point from the box.
func (b box) from(p canvas.Point) float64 {
	dx := max(b.low.X-p.X, 0, p.X-b.high.X)
	dy := max(b.low.Y-p.Y, 0, p.Y-b.high.Y)
	return canvas.Length(dx, dy)
}

// fromLine is the distance of the box from a line between two points.
func (b box) fromLine(p, q canvas.Point) float64 {
	corners := [...]canvas.Point{b.low, canvas.Pt(b.high.X, b.low.Y), b.high, canvas.Pt(b.low.X, b.high.Y)}
	least := min(b.from(p), b.from(q))
	for i, c := range corners {
		if cross(p, q, c, corners[(i+1)%4]) {
			return 0
		}
		least = min(least, apart(c, p, q))
	}
	return least
}

// apart is the distance of a point from a line between two others.
func apart(v, a, b canvas.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := max(0, min(1, ((v.X-a.X)*dx+(v.Y-a.Y)*dy)/max(1e-9, dx*dx+dy*dy)))
	dx, dy = v.X-a.X-t*dx, v.Y-a.Y-t*dy
	return canvas.Length(dx, dy)
}

// cross reports whether two lines between points have a common point.
func cross(a, b, c, d canvas.Point) bool {
	side := func(p, q, v canvas.Point) float64 { return (q.X-p.X)*(v.Y-p.Y) - (q.Y-p.Y)*(v.X-p.X) }
	return side(a, b, c)*side(a, b, d) <= 0 && side(c, d, a)*side(c, d, b) <= 0 &&
		max(a.X, b.X) >= min(c.X, d.X) && max(c.X, d.X) >= min(a.X, b.X) &&
		max(a.Y, b.Y) >= min(c.Y, d.Y) && max(c.Y, d.Y) >= min(a.Y, b.Y)
}

// Sizes of the rows of a graph that is too large for the usual layouts, in pixels.
const (
	rowsSide    = 96.0 // least space beside rows with named ends
	rowsMargin  = 24.0 // beside these names, for the line that closes a cycle
	rowsTop     = 18.0
	rowsGap     = 28.0 // between nodes
	highestNode = 31.0 // half the height of a node
	widestNode  = 84.0 // half the width of a node
	listedSide  = 14.0
	listedGap   = 10.0
	mostListed  = 9 // rows, before columns are added
	mostColumns = 5
)

// inRows lays out a large graph in rows: a long path or a cycle with its edges, naming only the
// ends of rows; any other graph as a web, or as a grid of named nodes without edges.
func inRows(g *graph.Graph, room image.Rectangle, names []float64) *placed {
	if path, branch, ok := branchedPath(g); ok {
		return joinedRows(g, path, branch, room, names)
	}
	if isCycle(g) {
		return joinedRows(g, cycleOrder(g), -1, room, names)
	}
	if b, ok := webbed(g, room, names); ok {
		return b
	}
	return listed(g, room, names)
}

// joinedRows lays out a path in winding rows, with the branch node above.
func joinedRows(g *graph.Graph, path []int, branch int, room image.Rectangle, names []float64) *placed {
	rows := (len(path) + mostInRow - 1) / mostInRow
	closed := branch < 0 && g.Adjacent(path[0], path[len(path)-1])
	first := btoi(branch >= 0)
	side := max(rowsSide, slices.Max(names)+nameGap+rowsMargin-rowsGap/2)
	step := (float64(room.Dx()) - 2*side) / mostInRow
	high := min(2.6*highestNode, (float64(room.Dy())-2*rowsTop)/float64(rows+first))
	top := canvas.Middle(room).Y - high*float64(rows+first)/2
	b := &placed{
		at: make([]canvas.Point, g.Len()), names: make([]box, g.Len()), stroke: 8,
		wide: (step - rowsGap) / 2, radius: math.Floor(min(highestNode, high*0.36)),
	}
	for i, node := range path {
		at := alongRows(i, mostInRow)
		b.at[node] = canvas.At(canvas.Pt(float64(room.Min.X)+side+(at.X+0.5)*step, top+(at.Y+float64(first)+0.5)*high).Round())
		if at.X == 0 || at.X == mostInRow-1 || i == len(path)-1 {
			b.aside(node, names[node], at.X == 0 || i == len(path)-1 && int(at.Y)%2 == 1)
		}
	}
	if branch >= 0 {
		b.at[branch] = b.at[g.Neighbours(branch)[0]]
		b.at[branch].Y -= math.Round(high)
		b.aside(branch, names[branch], false)
	}
	for _, e := range g.Edges() {
		if !closed || e != [2]int{min(path[0], path[len(path)-1]), max(path[0], path[len(path)-1])} {
			b.lines = append(b.lines, []canvas.Point{b.at[e[0]], b.at[e[1]]})
		}
	}
	if closed {
		b.lines = append(b.lines, b.around(b.at[path[0]], b.at[path[len(path)-1]], float64(room.Min.X)+14))
	}
	return b
}

// aside places a name to the left or to the right of a node.
func (b *placed) aside(node int, width float64, left bool) {
	far := b.wide + (reachShare-1)*b.radius + nameGap + width/2
	if left {
		far = -far
	}
	b.names[node] = boxAround(canvas.Pt(b.at[node].X+far, b.at[node].Y), width, nameHeight)
}

// around leads from a node at the top around the left side to a node at the bottom.
func (b *placed) around(first, last canvas.Point, left float64) []canvas.Point {
	away := b.radius + 10
	return []canvas.Point{
		first, canvas.Pt(first.X, first.Y-away), canvas.Pt(left, first.Y-away),
		canvas.Pt(left, last.Y+away), canvas.Pt(last.X, last.Y+away), last,
	}
}

// listed places nodes in a grid, each beside its name.
func listed(g *graph.Graph, room image.Rectangle, names []float64) *placed {
	columns := min(mostColumns, max(3, (g.Len()+mostListed-1)/mostListed))
	rows := (g.Len() + columns - 1) / columns
	step := (float64(room.Dx()) - 2*listedSide) / float64(columns)
	high := min(2.6*highestNode, (float64(room.Dy())-2*rowsTop)/float64(rows))
	top := canvas.Middle(room).Y - high*float64(rows)/2
	named := slices.Max(names) + nameGap
	b := &placed{
		at: make([]canvas.Point, g.Len()), names: make([]box, g.Len()), edgesOmitted: true,
		radius: math.Floor(min(highestNode, high*0.37)),
	}
	rim := (reachShare - 1) * b.radius
	b.wide = min(widestNode, (step-named-listedGap)/2-rim)
	free := (step - named - 2*(b.wide+rim)) / 2
	for i := range b.at {
		left := float64(room.Min.X) + listedSide + float64(i%columns)*step + free
		b.at[i] = canvas.At(canvas.Pt(left+named+rim+b.wide, top+(float64(i/columns)+0.5)*high).Round())
		b.aside(i, names[i], true)
	}
	return b
}
