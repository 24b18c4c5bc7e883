package render

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/ade"
)

// adeBoards keeps graphs without values. It is safe for concurrent use.
type adeBoards struct{ cache[adeKey, *adeBoard] }

// mostAdeBoards bounds the memory: a board takes at most 1.5 MB.
const mostAdeBoards = 12

// adeKey is all on which a board depends.
type adeKey struct {
	look   *look
	graph  string // its edges
	family string // by which it is laid out
	lines  int    // of words below
}

// Proportions, in distances between neighbours unless said otherwise.
const (
	adeWidth     = 1000 // pixels
	adeHeight    = 1200 // pixels at most, but for the words
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
	adeMargin    = 0.66 // around the nodes
	adeGlow      = 0.45 // of the glow's colour in the ground's
	adeText      = 30.0 // height of words, in pixels
	adeLine      = 1.35 // of a line, in heights
	leastRadius  = 9.0  // pixels
	adeMiddle    = 0.4  // of the width, for what stands between the players
	longestShort = 7    // characters of a value
	longestFlow  = 6
	mostFlows    = 140 // edges; more arrows cannot be told apart
)

// adeBoard is a graph without values, and what is drawn on it. It is read-only.
type adeBoard struct {
	look         *look
	palette      *palette
	base         *image.Paletted
	at           []vertex
	edges        [][2]int
	radius       float64
	stroke       float64
	band         image.Rectangle // of the words
	disc         *image.Alpha
	glow         *image.Alpha
	halo         *image.Alpha
	numbers      [3]*typeface
	small        *typeface // what flows
	name         *typeface // of nodes
	bold, medium *typeface // of words
}

func (b *adeBoards) board(key adeKey, g *ade.Graph) (*adeBoard, error) {
	return b.get(key, func() (*adeBoard, error) { return newAdeBoard(key, g) })
}

func newAdeBoard(key adeKey, g *ade.Graph) (*adeBoard, error) {
	b := &adeBoard{look: key.look, palette: adePalette(key.look), edges: g.Edges()}
	bounds := b.place(layOut(g), key.lines)
	if err := b.faces(); err != nil {
		return nil, err
	}
	reach := around(vertex{}, b.radius*1.6)
	b.disc = mask(reach, disc(b.radius))
	b.glow = mask(reach, adeGlowing(b.radius))
	b.halo = mask(reach, ring(b.radius*haloShare, b.radius*0.16))
	b.base = image.NewPaletted(bounds, b.palette.model)
	on := canvas{b.base, b.palette}
	on.bar(bounds, inkGround)
	on.plain(b.band, b.look.band)
	for _, e := range b.edges {
		on.line(b.at[e[0]], b.at[e[1]], b.stroke, inkLine)
	}
	for i, at := range b.at {
		on.paint(around(at, b.radius*1.2), disc(b.radius*(1+rimShare)).at(at), inkLine)
		on.blend(b.disc, at.round(), inkCell)
		b.label(on, i, g.Node(i))
	}
	return b, nil
}

// adeGlowing is a soft ring around a lit node.
func adeGlowing(radius float64) cover {
	return func(x, y float64) float64 {
		out := (math.Hypot(x, y) - radius) / (radius * (glowShare - 1))
		return adeGlow * max(0, min(1, 1-out)) * min(1, max(0, out+1))
	}
}

// place finds where the nodes lie in the picture, and its bounds.
func (b *adeBoard) place(l adeLayout, lines int) image.Rectangle {
	step := min(widestStep, adeWidth/(l.width+2*adeMargin), adeHeight/(l.height+2*adeMargin))
	b.radius = max(leastRadius, step*b.nodeSize(l))
	b.stroke = max(2.5, b.radius*edgeStroke)
	left := (adeWidth - l.width*step) / 2
	b.at = make([]vertex, len(l.at))
	for i, v := range l.at {
		b.at[i] = vertex{math.Round(left + v.x*step), math.Round((v.y + adeMargin) * step)}
	}
	graph := int((l.height+2*adeMargin)*step + 0.5)
	words := int(adeText*adeLine*float64(1+lines) + adeText)
	b.band = image.Rect(0, graph, adeWidth, graph+words)
	return image.Rect(0, 0, adeWidth, b.band.Max.Y)
}

// nodeSize is the radius of nodes, less where some lie closer than neighbours on a path.
func (b *adeBoard) nodeSize(l adeLayout) float64 {
	closest := 1.0
	for i := range l.at {
		for j := range i {
			closest = min(closest, math.Hypot(l.at[i].x-l.at[j].x, l.at[i].y-l.at[j].y))
		}
	}
	return nodeShare * closest
}

func (b *adeBoard) faces() error {
	f, err := loadFonts()
	if err != nil {
		return err
	}
	for _, t := range []struct {
		face **typeface
		bold bool
		size float64
	}{
		{&b.numbers[0], true, numberLarge * b.radius},
		{&b.numbers[1], true, numberMiddle * b.radius},
		{&b.numbers[2], true, numberSmall * b.radius},
		{&b.small, true, flowShare * b.radius},
		{&b.name, false, nameShare * b.radius},
		{&b.bold, true, adeText},
		{&b.medium, false, adeText},
	} {
		font := f.medium
		if t.bold {
			font = f.bold
		}
		if *t.face, err = newTypeface(font, t.size); err != nil {
			return err
		}
	}
	return nil
}

// label writes a node's name beside it, where no edge leads.
func (b *adeBoard) label(on canvas, i int, name string) {
	at := b.at[i]
	best, widest := vertex{}, -1.0
	for _, way := range []vertex{{0, 1}, {0.71, 0.71}, {-0.71, 0.71}, {0, -1}, {0.71, -0.71}, {-0.71, -0.71}, {1, 0}, {-1, 0}} {
		if room := b.clearance(i, way); room > widest+1e-6 {
			best, widest = way, room
		}
	}
	out := b.radius*1.4 + b.name.capHeight()*0.75
	half := b.name.measure(name) / 2
	side := out
	if math.Abs(best.x) > 0.5 {
		side = b.radius*1.4 + half/math.Abs(best.x)
	}
	centred(on, b.name, vertex{at.x + best.x*side, at.y + best.y*out}, name, inkLabel)
}

// clearance is by how much a way turns from all edges of a node.
func (b *adeBoard) clearance(i int, way vertex) float64 {
	least := 4.0
	for _, e := range b.edges {
		for _, ends := range [][2]int{e, {e[1], e[0]}} {
			if ends[0] != i {
				continue
			}
			dx, dy := b.at[ends[1]].x-b.at[i].x, b.at[ends[1]].y-b.at[i].y
			cos := (dx*way.x + dy*way.y) / max(1, math.Hypot(dx, dy))
			least = min(least, 1-cos)
		}
	}
	return min(least, 0.9) // as good as any: below comes first
}

func (b *adeBoard) lineHeight() float64 { return adeText * adeLine }

// wrap parts words in lines as wide as the picture, at most so many; what is too much is
// left out.
func (b *adeBoard) wrap(words string, most int) []string {
	room := float64(b.band.Dx()) - 2*adeText
	words = b.medium.legible(words)
	var lines []string
	for words != "" {
		if b.medium.measure(words) <= room {
			return append(lines, words)
		}
		first, rest := b.medium.split(words, room)
		if first == "" || len(lines) == most-1 {
			return append(lines, b.medium.fit(words, room))
		}
		lines, words = append(lines, first), rest
	}
	return lines
}

// words writes the heading, and the lines below it.
func (d *adeDrawing) words(heading string, lines []string) {
	x, y := float64(d.band.Min.X)+adeText, float64(d.band.Min.Y)+adeText/2+d.lineHeight()/2
	room := float64(d.band.Dx()) - 2*adeText
	d.on.text(d.bold, vertex{x, y + d.bold.capHeight()/2}, d.bold.fit(d.bold.legible(heading), room), inkText)
	for _, line := range lines {
		y += d.lineHeight()
		d.on.text(d.medium, vertex{x, y + d.medium.capHeight()/2}, line, inkMuted)
	}
}
