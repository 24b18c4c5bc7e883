package ade

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps graphs without values. It is safe for concurrent use.
type boards struct {
	*canvas.Boards[key, *board]
}

// mostBoards bounds the memory: a board takes at most 1.5 MB.
const mostBoards = 12

// key is all on which a board depends.
type key struct {
	look   *canvas.Look
	graph  string // its edges
	family string // by which it is laid out
	lines  int    // of words below
}

// Proportions, in distances between neighbours unless said otherwise.
const (
	pictureWidth = 1000 // pixels
	mostHeight   = 1200 // pixels at most, but for the words
	widestStep   = 190  // pixels
	nodeShare    = 0.29 // radius of a node
	glowShare    = 1.24 // of a lit node's glow, in radii
	haloShare    = 1.30 // of the ring around nodes that were fired or are advised
	rimShare     = 0.07 // line around a node, in radii
	edgeStroke   = 0.11 // in radii
	flowAside    = 0.34 // between the two ways along an edge, in radii
	flowHead     = 0.36 // length of an arrow's head, in radii
	nameShare    = 0.46 // height of a node's name, in radii
	flowShare    = 0.50 // of what flows
	numberLarge  = 0.98 // of a node's value, in radii,
	numberMiddle = 0.66
	numberSmall  = 0.46 // of long ones
	marginShare  = 0.66 // around the nodes
	glowOpacity  = 0.45 // of the glow's colour in the ground's
	textHeight   = 30.0 // height of words, in pixels
	lineShare    = 1.35 // of a line, in heights
	leastRadius  = 9.0  // pixels
	middleShare  = 0.4  // of the width, for what stands between the players
	longestShort = 7    // characters of a value
	longestFlow  = 6
	mostFlows    = 140 // edges; more arrows cannot be told apart
)

// board is a graph without values, and what is drawn on it. It is read-only.
type board struct {
	canvas.Board
	at           []canvas.Point
	edges        [][2]int
	radius       float64
	stroke       float64
	band         image.Rectangle // of the words
	disc         *image.Alpha
	glow         *image.Alpha
	halo         *image.Alpha
	numbers      [3]*canvas.Typeface
	small        *canvas.Typeface // what flows
	name         *canvas.Typeface // of nodes
	bold, medium *canvas.Typeface // of words
}

func newBoard(k key, g *graph.Graph) *board {
	b := &board{Board: canvas.Board{Look: k.look, Palette: newPalette(k.look)}, edges: g.Edges()}
	bounds := b.place(layOut(g), k.lines)
	b.faces()
	reach := canvas.Around(canvas.Point{}, b.radius*1.6)
	b.disc = canvas.Rasterise(reach, canvas.Disc(b.radius))
	b.glow = canvas.Rasterise(reach, glowing(b.radius))
	b.halo = canvas.Rasterise(reach, canvas.Ring(b.radius*haloShare, b.radius*0.16))
	on := b.Flat(bounds, b.band)
	for _, e := range b.edges {
		on.Line(b.at[e[0]], b.at[e[1]], b.stroke, canvas.InkLine)
	}
	for i, at := range b.at {
		on.Paint(canvas.Around(at, b.radius*1.2), canvas.Disc(b.radius*(1+rimShare)).At(at), canvas.InkLine)
		on.Blend(b.disc, at.Round(), canvas.InkCell)
		b.label(on, i, g.Node(i))
	}
	return b
}

// glowing is a soft ring around a lit node.
func glowing(radius float64) canvas.Cover {
	return func(x, y float64) float64 {
		out := (math.Hypot(x, y) - radius) / (radius * (glowShare - 1))
		return glowOpacity * max(0, min(1, 1-out)) * min(1, max(0, out+1))
	}
}

// place finds where the nodes lie in the picture, and its bounds.
func (b *board) place(l layout, lines int) image.Rectangle {
	step := min(widestStep, pictureWidth/(l.width+2*marginShare), mostHeight/(l.height+2*marginShare))
	b.radius = max(leastRadius, step*b.nodeSize(l))
	b.stroke = max(2.5, b.radius*edgeStroke)
	left := (pictureWidth - l.width*step) / 2
	b.at = make([]canvas.Point, len(l.at))
	for i, v := range l.at {
		b.at[i] = canvas.Pt(math.Round(left+v.X*step), math.Round((v.Y+marginShare)*step))
	}
	graph := int((l.height+2*marginShare)*step + 0.5)
	words := int(textHeight*lineShare*float64(1+lines) + textHeight)
	b.band = image.Rect(0, graph, pictureWidth, graph+words)
	return image.Rect(0, 0, pictureWidth, b.band.Max.Y)
}

// nodeSize is the radius of nodes, less where some lie closer than neighbours on a path.
func (b *board) nodeSize(l layout) float64 {
	closest := 1.0
	for i := range l.at {
		for j := range i {
			closest = min(closest, math.Hypot(l.at[i].X-l.at[j].X, l.at[i].Y-l.at[j].Y))
		}
	}
	return nodeShare * closest
}

func (b *board) faces() {
	for i, share := range [...]float64{numberLarge, numberMiddle, numberSmall} {
		b.numbers[i] = canvas.Bold(share * b.radius)
	}
	b.small, b.name = canvas.Bold(flowShare*b.radius), canvas.Medium(nameShare*b.radius)
	b.bold, b.medium = canvas.Bold(textHeight), canvas.Medium(textHeight)
}

// label writes a node's name beside it, where no edge leads.
func (b *board) label(on canvas.Canvas, i int, name string) {
	at := b.at[i]
	best, widest := canvas.Point{}, -1.0
	for _, way := range []canvas.Point{canvas.Pt(0, 1), canvas.Pt(0.71, 0.71), canvas.Pt(-0.71, 0.71), canvas.Pt(0, -1), canvas.Pt(0.71, -0.71), canvas.Pt(-0.71, -0.71), canvas.Pt(1, 0), canvas.Pt(-1, 0)} {
		if room := b.clearance(i, way); room > widest+1e-6 {
			best, widest = way, room
		}
	}
	out := b.radius*1.4 + b.name.CapHeight()*0.75
	half := b.name.Measure(name) / 2
	side := out
	if math.Abs(best.X) > 0.5 {
		side = b.radius*1.4 + half/math.Abs(best.X)
	}
	canvas.Centred(on, b.name, canvas.Pt(at.X+best.X*side, at.Y+best.Y*out), name, canvas.InkLabel)
}

// clearance is by how much a way turns from all edges of a node.
func (b *board) clearance(i int, way canvas.Point) float64 {
	least := 4.0
	for _, e := range b.edges {
		for _, ends := range [][2]int{e, {e[1], e[0]}} {
			if ends[0] != i {
				continue
			}
			dx, dy := b.at[ends[1]].X-b.at[i].X, b.at[ends[1]].Y-b.at[i].Y
			cos := (dx*way.X + dy*way.Y) / max(1, math.Hypot(dx, dy))
			least = min(least, 1-cos)
		}
	}
	return min(least, 0.9) // as good as any: below comes first
}

func (b *board) lineHeight() float64 { return textHeight * lineShare }

// wrap parts words in lines as wide as the picture, at most so many; what is too much is
// left out.
func (b *board) wrap(words string, most int) []string {
	room := float64(b.band.Dx()) - 2*textHeight
	words = b.medium.Legible(words)
	var lines []string
	for words != "" {
		if b.medium.Measure(words) <= room {
			return append(lines, words)
		}
		first, rest := b.medium.Split(words, room)
		if first == "" || len(lines) == most-1 {
			return append(lines, b.medium.Fit(words, room))
		}
		lines, words = append(lines, first), rest
	}
	return lines
}

// words writes the heading, and the lines below it.
func (d *drawing) words(heading string, lines []string) {
	x, y := float64(d.band.Min.X)+textHeight, float64(d.band.Min.Y)+textHeight/2+d.lineHeight()/2
	room := float64(d.band.Dx()) - 2*textHeight
	d.on.Text(d.bold, canvas.Pt(x, y+d.bold.CapHeight()/2), d.bold.Fit(d.bold.Legible(heading), room), canvas.InkText)
	for _, line := range lines {
		y += d.lineHeight()
		d.on.Text(d.medium, canvas.Pt(x, y+d.medium.CapHeight()/2), line, canvas.InkMuted)
	}
}
