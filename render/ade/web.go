package ade

import (
	"image"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of a web, in pixels.
const (
	webStroke    = 2 // of edges,
	webFine      = 1 // and of more than mostCoarse of them
	mostCoarse   = 100
	mostInWeb    = 20   // nodes; more would make a hairball
	webNode      = 34.0 // least radius of a node, with room for two digits
	largestInWeb = 56.0
	webGap       = 5.0  // between nodes or names
	webSide      = 12.0 // between names and the picture's sides
)

// webbed places the nodes of a dense graph on an ellipse, with thin lines as edges. An edge may
// pass below a node that is joined to both its ends, so that the drawing shows no false edge. It
// returns false if other edges would, or if there are too many nodes.
func webbed(g *graph.Graph, room image.Rectangle, names []float64) (*placed, bool) {
	if g.Len() > mostInWeb {
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

// unambiguous reports whether every node above an edge is joined to both its ends.
func (b *placed) unambiguous(g *graph.Graph) bool {
	for i, at := range b.at {
		for _, e := range b.edges {
			if i == e[0] || i == e[1] || g.Adjacent(i, e[0]) && g.Adjacent(i, e[1]) {
				continue
			}
			if apart(at, b.at[e[0]], b.at[e[1]]) < b.radius*(1+rimStroke)+b.stroke {
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
