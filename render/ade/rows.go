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
