package ade

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards caches graphs without values. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

// mostBoards bounds the memory: a board takes at most 1.5 MB.
const mostBoards = 12

type key struct {
	look   *canvas.Look
	graph  string // its edges
	family string // determines the layout
	goal   bool   // there is a line for a goal above
	ends   string // values that a puzzle must end in, separated by blanks; may be empty
	whole  bool   // an attached file, which has room for large graphs
}

// Size of the picture, in pixels: twice the size that Discord shows.
const (
	pictureWidth  = canvas.Width
	pictureHeight = 720
	goalHeight    = 84
	wholeWidth    = 3000 // of an attached file
	wholeHeight   = 2200
)

// Text sizes in pixels: wholeText for what a move needs, quietText for the rest.
const (
	wholeText = 39.6
	quietText = 27.0
)

// Proportions of nodes and edges, in radii of a node.
const (
	glowShare    = 1.22  // of a lit node's glow
	rimShare     = 0.065 // line around a node
	markRadius   = 1.20  // of the ring around nodes that fired or are suggested,
	markStroke   = 0.11  // its width,
	markGap      = 0.10  // and the gap inside
	tinyNode     = 20    // pixels; the value fills smaller nodes, so their rims stay
	quietStroke  = 0.06  // line around nodes that fired before
	edgeStroke   = 0.10
	flowAside    = 0.30 // distance between the arrows of the two directions of an edge
	flowHead     = 0.34 // length of an arrowhead
	flowAway     = 1.17 // from a node to an arrow
	laneShare    = 0.50
	glowOpacity  = 0.45 // share of the lit colour in the glow
	longestWhole = 9    // characters of an unshortened value,
	longestShort = 6    // and of a shortened one
	longestFlow  = 6
	mostFlows    = 60 // edges; more arrows would be too dense
)

// board is a graph without values, with its masks and typefaces. It is immutable.
type board struct {
	canvas.Board
	*placed
	labels  []string  // of nodes
	slotted [][2]slot // places of the numbers of flows, by edge and direction; nil if there is no room
	bounds  image.Rectangle
	band    image.Rectangle // of the caption
	node    *image.Alpha
	glow    *image.Alpha
	mark    *image.Alpha // around nodes that fired in the game for two or are suggested
	gap     *image.Alpha // between mark and the node
	quiet   *image.Alpha // around nodes that fired before
	rim     *image.Alpha // around lit nodes
	value   *valueFaces
	name    *canvas.Typeface // of nodes, flows and goals
	bold    *canvas.Typeface // of goals
	caption *canvas.Caption
}

func newBoard(k key, g *graph.Graph) *board {
	b := layOutBoard(k, g)
	b.shapes()
	b.paint()
	return b
}

// layOutBoard returns a board without its drawings.
func layOutBoard(k key, g *graph.Graph) *board {
	look := boardLook(k.look)
	b := &board{
		Board: canvas.Board{Look: look, Palette: newPalette(look)},
		name:  canvas.Medium(wholeText),
		bold:  canvas.Bold(wholeText),
	}
	b.bounds = image.Rect(0, 0, pictureWidth, pictureHeight)
	ways := keptPlans
	if k.whole {
		b.bounds = image.Rect(0, 0, wholeWidth, wholeHeight)
		ways = widePlans
	}
	room := b.bounds
	b.band = canvas.Foot(b.bounds)
	b.caption = canvas.NewCaption(b.band)
	room.Max.Y = b.band.Min.Y
	if k.goal {
		room.Min.Y += goalHeight
	}
	b.labels = labels(g, k.ends)
	if b.placed = largest(g, ways(g), room, b.widths()); b.placed == nil {
		b.placed = inRows(g, room, b.widths())
	}
	if b.flowing {
		b.slotted = b.slots(b.name)
	}
	b.value = newValueFaces(b.wide, b.radius)
	return b
}

// labels are the names of the nodes, with the values that they must end in.
func labels(g *graph.Graph, ends string) []string {
	list := slices.Clone(g.Nodes())
	for i, end := range strings.Fields(ends) {
		list[i] += " → " + minus(end)
	}
	return list
}

func (b *board) widths() []float64 { return engine.Map(b.labels, b.name.Measure) }

func (b *board) shapes() {
	long := canvas.Pt(b.wide-b.radius, 0)
	reach := image.Rectangle{}.Union(canvas.Around(long, b.radius*1.4)).Union(canvas.Around(canvas.Pt(-long.X, 0), b.radius*1.4))
	round := func(radius float64) canvas.Cover { return capsule(long.X, radius) }
	ring := func(inner, outer float64) canvas.Cover {
		within, whole := round(inner*b.radius), round(outer*b.radius)
		return func(x, y float64) float64 { return whole(x, y) - within(x, y) }
	}
	b.node = canvas.Rasterise(reach, round(b.radius))
	b.glow = canvas.Rasterise(reach, glowing(long.X, b.radius))
	b.mark = canvas.Rasterise(reach, ring(markRadius-markStroke, markRadius))
	within := markRadius - markStroke - markGap
	if b.radius < tinyNode {
		within = 1 + 0.5/b.radius
	}
	b.gap = canvas.Rasterise(reach, ring(within, markRadius-markStroke/2))
	b.quiet = canvas.Rasterise(reach, ring(markRadius-quietStroke, markRadius))
	b.rim = canvas.Rasterise(reach, ring(1, 1+rimShare))
}

// capsule is a disc extended to both sides.
func capsule(long, radius float64) canvas.Cover {
	return canvas.Segment(canvas.Pt(-long, 0), canvas.Pt(long, 0), 2*radius)
}

// glowing is a soft ring around a lit node.
func glowing(long, radius float64) canvas.Cover {
	return func(x, y float64) float64 {
		out := (canvas.Length(max(0, math.Abs(x)-long), y) - radius) / (radius * (glowShare - 1))
		return glowOpacity * max(0, min(1, 1-out)) * min(1, max(0, out+1))
	}
}

func (b *board) paint() {
	on := b.Flat(b.bounds, b.band)
	for _, e := range b.edges {
		if b.web {
			thinLine(on, b.at[e[0]], b.at[e[1]], b.stroke)
		} else {
			on.Line(b.at[e[0]], b.at[e[1]], b.stroke, canvas.InkLine)
		}
	}
	for _, line := range b.lines {
		for i := range line[1:] {
			on.Line(line[i], line[i+1], b.stroke, canvas.InkLine)
		}
	}
	long, rim := b.wide-b.radius, rimShare*b.radius
	for i, at := range b.at {
		around := canvas.Around(canvas.Pt(at.X-long, at.Y), b.radius+rim+1).Union(canvas.Around(canvas.Pt(at.X+long, at.Y), b.radius+rim+1))
		on.Paint(around, capsule(long, b.radius+rim).At(at), canvas.InkLine)
		on.Blend(b.node, at.Round(), canvas.InkCell)
		if name := b.names[i]; name != (box{}) {
			canvas.Centred(on, b.name, canvas.Between(name.low, name.high, 0.5), b.labels[i], canvas.InkLabel)
		}
	}
}

// lit are replacements for the lit colour in themes in which it is dark. A line around the node
// gives the contrast there.
var lit = map[string]color.RGBA{"light": canvas.RGB(0xf2b632), "contrast": canvas.RGB(0xf0e442)}

// leastLine is the contrast of edges and of the rims of nodes.
const leastLine = 3.1

// boardLook is the look of graphs in a theme: lit nodes are bright, and edges are not faint.
func boardLook(l *canvas.Look) *canvas.Look {
	look := *l
	if colour, ok := lit[l.Name]; ok {
		look.Lit = colour
	}
	for share := 0.0; canvas.Contrast(look.Line, l.Background) < leastLine && share < 1; share += 0.05 {
		look.Line = canvas.Mix(l.Line, l.Label, share)
	}
	return &look
}

// newPalette holds the blending steps between inks and their backgrounds.
func newPalette(l *canvas.Look) *canvas.Palette {
	lit := l.Ink(canvas.InkLit)
	glow := canvas.Mix(l.Background, lit, glowOpacity)
	m := canvas.NewMixture(l, canvas.AllInks, l.Cell, l.Line)
	m.Exact(glow)
	const steps, weight = 8, 100
	m.Ramps(l.Background, steps, weight, l.Text, l.Muted, l.Label, l.Line, l.Cell, lit, l.Blue.Base, l.Red.Base, l.Green)
	m.Ramps(glow, steps, weight, lit)
	m.Ramps(l.Cell, steps, weight, l.Line, l.Label)
	m.Ramps(l.Line, steps, weight, lit)
	m.Ramps(l.Label, steps, weight, lit, glow)
	m.Ramps(lit, steps, weight, l.Ink(onInk(l, canvas.InkLit)), l.Red.Base, l.Blue.Base)
	m.Ramps(l.Blue.Base, steps, weight, l.Ink(onInk(l, canvas.InkBlue)))
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted, l.Red.Base, l.Blue.Base)
	return m.Palette(canvas.MaxColours)
}

// onInk is the ink with most contrast to another one.
func onInk(l *canvas.Look, ground canvas.Ink) canvas.Ink {
	best := canvas.InkText
	for _, k := range []canvas.Ink{canvas.InkDark, canvas.InkMark} {
		if canvas.Contrast(l.Ink(k), l.Ink(ground)) > canvas.Contrast(l.Ink(best), l.Ink(ground)) {
			best = k
		}
	}
	return best
}

// flowInk is the ink of arrows: the lit colour, unless it is too pale for lines.
func flowInk(l *canvas.Look) canvas.Ink {
	const pale = 3.0
	if canvas.Contrast(l.Background, l.Ink(canvas.InkLit)) < pale {
		return canvas.InkText
	}
	return canvas.InkLit
}
