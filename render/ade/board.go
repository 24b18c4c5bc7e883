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

type key struct {
	look   *canvas.Look
	graph  string // its edges
	family string // determines the layout
	goal   bool   // there is a line for a goal above
	ends   string // values that a puzzle must end in, separated by blanks; may be empty
	whole  bool   // an attached file, which has room for large graphs
}

const mostBoards = 12 // in the cache: a board takes at most 1.5 MB

// Sizes in pixels.
const (
	goalHeight  = 70
	wholeWidth  = 3000 // of an attached file
	wholeHeight = 2200
)

// Proportions of nodes and edges, in radii of a node.
const (
	glowShare    = 1.22 // of a lit node's glow
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
	glow    *image.Alpha
	lit     *body // of positive values,
	cold    *body // and of negative ones
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
		name:  canvas.Medium(canvas.LeastText),
		bold:  canvas.Bold(canvas.LeastText),
	}
	b.bounds = canvas.Whole
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

func (b *board) shape() disc { return disc{b.wide - b.radius, b.radius} }

func (b *board) shapes() {
	d, lit, cold := b.shape(), embers(), chilled(b.Look)
	if b.web { // whose edges make a large file as it is
		lit.Light, lit.Dark, cold.Light, cold.Dark = lit.Base, lit.Base, cold.Base, cold.Base
	}
	b.lit, b.cold = newBody(b.Palette, lit, d), newBody(b.Palette, cold, d)
	b.glow = canvas.Rasterise(d.around(0.4*b.radius), glowing(d.long, d.radius))
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
	d := b.shape()
	rim, cell := canvas.Rasterise(d.around(d.rim()), d.cover(d.rim())), canvas.Rasterise(d.around(0), d.cover(0))
	for i, at := range b.at {
		on.Blend(rim, at.Round(), canvas.InkLine)
		on.Blend(cell, at.Round(), canvas.InkCell)
		if name := b.names[i]; name != (box{}) {
			canvas.Centred(on, b.name, canvas.Between(name.low, name.high, 0.5), b.labels[i], canvas.InkLabel)
		}
	}
}

// amber is what is lit, in all themes. A line around it gives the contrast to a light ground.
var amber = canvas.RGB(0xf0b030)

// embers are the shades of what is lit: amber turns brown in the dark, and not olive.
func embers() canvas.Gem {
	g := canvas.GemOf(amber)
	g.Dark = canvas.Mix(amber, canvas.RGB(0x7a3c00), 0.42)
	return g
}

// chilled are the shades of what is negative: violet, which is no player's colour.
func chilled(l *canvas.Look) canvas.Gem {
	if l.IsDark() {
		return canvas.GemOf(canvas.RGB(0xa88cf0))
	}
	return canvas.GemOf(canvas.RGB(0x502c8a))
}

// boardLook is the look of graphs in a theme: lit nodes are bright, and edges are not faint.
func boardLook(l *canvas.Look) *canvas.Look {
	const leastLine = 3.1 // contrast of edges and of the rims of nodes
	look := *l
	look.Lit = amber
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
	m.Ramps(lit, steps, weight, l.Ink(onLit(l)), l.Red.Base, l.Blue.Base)
	m.Ramps(chilled(l).Base, steps, weight, l.Ink(inkOn(l, chilled(l).Base)))
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted, l.Red.Base, l.Blue.Base, lit, l.Line)
	for _, g := range []canvas.Gem{embers(), chilled(l)} {
		m.Ramps(g.Base, 2*steps, 4*weight, g.Light, g.Dark)
		m.Ramps(g.Light, steps, weight, l.Ink(inkOn(l, g.Base)))
	}
	scale := heats(l)
	m.Exact(scale[:]...)
	for _, c := range scale {
		m.Ramps(c, steps, weight, l.Ink(inkOn(l, c)))
	}
	return m.Palette(canvas.MaxColours)
}

// onLit is the ink with most contrast to what is lit.
func onLit(l *canvas.Look) canvas.Ink { return inkOn(l, l.Lit) }

// inkOn is the ink with most contrast to a colour.
func inkOn(l *canvas.Look, ground color.RGBA) canvas.Ink {
	best := canvas.InkText
	for _, k := range []canvas.Ink{canvas.InkDark, canvas.InkMark} {
		if canvas.Contrast(l.Ink(k), ground) > canvas.Contrast(l.Ink(best), ground) {
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

// litRim is the ink of the line around lit nodes: it stands out where these are pale.
func litRim(l *canvas.Look) canvas.Ink {
	if flowInk(l) != canvas.InkLit {
		return canvas.InkLabel
	}
	return canvas.InkLine
}
