package ade

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

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

// Sizes of a web, in pixels.
const (
	webStroke    = 2 // of edges,
	webFine      = 1 // and of more than mostCoarse of them
	mostCoarse   = 100
	webNode      = 34.0 // least radius of a node, with room for two digits
	largestInWeb = 56.0
	webGap       = 5.0  // between nodes or names
	webSide      = 12.0 // between names and the picture's sides
)

// webbed places the nodes of a dense graph on an ellipse, with thin lines as edges. An edge may
// pass below a node that is joined to both its ends, so that the drawing shows no false edge. It
// returns false if other edges would, or if there are too many nodes.
func webbed(g *graph.Graph, room image.Rectangle, names []float64) (*placed, bool) {
	if g.Len() > mostDrawn {
		return nil, false
	}
	for radius := largestInWeb; radius >= webNode; radius-- {
		if b := newWeb(g, room, radius, names); b.spaced() {
			return b, b.unambiguous(g)
		}
	}
	return nil, false
}

// newWeb lays out a web with nodes of a radius, and names outside.
func newWeb(g *graph.Graph, room image.Rectangle, radius float64, names []float64) *placed {
	b := &placed{
		edges: g.Edges(), web: true, radius: radius, wide: radius, stroke: webStroke,
		at: make([]canvas.Point, g.Len()), names: make([]box, g.Len()),
		room: box{canvas.At(room.Min), canvas.At(room.Max)},
	}
	if len(b.edges) > mostCoarse {
		b.stroke = webFine
	}
	out, middle := radius*reachShare+nameGap+webSide, canvas.Middle(room)
	across, down := float64(room.Dx())/2-out-slices.Max(names), float64(room.Dy())/2-out-nameHeight
	round := ellipse(ellipseOrder(g), across/down)
	_, width, height := fitted(round.at)
	for i, v := range round.at {
		b.at[i] = canvas.At(canvas.Pt(middle.X+v.X*2*across/width, middle.Y+v.Y*2*down/height).Round())
		b.names[i] = b.beside(i, round.outward[i], names[i])
	}
	return b
}

// spaced reports whether nodes and names do not overlap.
func (b *placed) spaced() bool {
	for i, at := range b.at {
		for j, other := range b.at {
			if j < i && (canvas.Distance(at, other) < 2*b.radius*reachShare+webGap || b.names[i].wider(webGap).overlaps(b.names[j])) {
				return false
			}
			if j != i && b.names[i].from(other) < b.radius*reachShare {
				return false
			}
		}
	}
	return true
}

// rimOut is the outer radius of the rim of a node, in radii.
const rimOut = 1 + rimShare

// unambiguous reports whether every node above an edge is joined to both its ends.
func (b *placed) unambiguous(g *graph.Graph) bool {
	for i, at := range b.at {
		for _, e := range b.edges {
			if i == e[0] || i == e[1] || g.Adjacent(i, e[0]) && g.Adjacent(i, e[1]) {
				continue
			}
			if apart(at, b.at[e[0]], b.at[e[1]]) < b.radius*rimOut+b.stroke {
				return false
			}
		}
	}
	return true
}

// thinLine draws an edge of a web without antialiasing. Scaling the picture down smooths it, and so
// many soft lines would make a large file.
func thinLine(on canvas.Canvas, from, to canvas.Point, stroke float64) {
	a, b := from.Round(), to.Round()
	way := b.Sub(a)
	long := max(way.X, -way.X, way.Y, -way.Y)
	for i := range long {
		at := a.Add(way.Mul(i).Div(long))
		on.Bar(image.Rectangle{at, at.Add(image.Pt(int(stroke), int(stroke)))}, canvas.InkLine)
	}
}
