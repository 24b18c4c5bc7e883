package ade

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// sheets keeps what sequence graphs are drawn of. It is safe for concurrent use.
type sheets struct{ canvas.Cache[sheetKey, *sheet] }

// mostSheets bounds the memory, some 0.2 MB each.
const mostSheets = 12

type sheetKey struct {
	look    *canvas.Look
	graph   string
	family  string
	columns graph.Set
	whole   bool // a file beside, as wide as it needs
	rings   int
	rows    int // that share the height
}

// sheet is the columns of a graph, and the shapes in them. It is read-only.
type sheet struct {
	look    *canvas.Look
	palette *canvas.Palette
	width   int
	rows    int       // at least
	high    int       // of a row
	nodes   []int     // that have a column, from the left
	column  []float64 // of each node
	step    float64   // between columns
	radius  float64
	rings   int            // most that are drawn
	masks   []*image.Alpha // of nodes, by the number of rings
	ground  *image.Alpha
	arrows  map[int]*image.Alpha // by the way to the right; nil where they would be too long together
	bold    *canvas.Typeface     // totals, and names where there is room
	name    *canvas.Typeface
	small   *canvas.Typeface // values
}

func (s *sheets) sheet(q ade.Sequence, look *canvas.Look) *sheet {
	g := q.Graph()
	key := sheetKey{look, g.String(), g.Family, columnsOf(q), q.IsWhole(), q.Rings, rowsOf(q)}
	return s.Get(key, func() *sheet { return newSheet(key, g) })
}

// rowsOf is how many rows share the height of a page: eight, or fewer where that is all.
func rowsOf(q ade.Sequence) int {
	first, end := q.Layers()
	if q.Pages > 1 || end-first > ade.PageLayers {
		return ade.PageLayers
	}
	return max(fewestRows, end-first)
}

// columnsOf are the nodes that have a column: of a large graph only those that fire on the
// page.
func columnsOf(q ade.Sequence) (set graph.Set) {
	first, end := q.Layers()
	if n := q.Graph().Len(); n <= mostColumnsShown || q.IsWhole() || first == end {
		return ^graph.Set(0) >> (graph.MostNodes - n)
	}
	for _, layer := range q.Trace()[first:end] {
		set |= layer.Fired
	}
	return set
}

func newSheet(key sheetKey, g *graph.Graph) *sheet {
	s := &sheet{look: key.look, palette: newPalette(key.look), column: make([]float64, g.Len())}
	s.rows, s.high = key.rows, ade.PageLayers*sequenceRow/key.rows
	s.bold, s.name = canvas.Bold(wholeText), canvas.Medium(wholeText)
	s.small = canvas.Bold(quietText)
	for _, node := range columnOrder(g) {
		if key.columns.Has(node) {
			s.nodes = append(s.nodes, node)
		}
	}
	n := float64(len(s.nodes))
	s.width, s.step = pictureWidth, min(widestColumn, (pictureWidth-sequenceLeft-sequenceRight)/n)
	if key.whole && s.step < wholeColumn {
		s.step = wholeColumn
		s.width = int(n*wholeColumn) + sequenceLeft + sequenceRight
	}
	left := sequenceLeft + (float64(s.width-sequenceLeft-sequenceRight)-n*s.step)/2
	for i, node := range s.nodes {
		s.column[node] = math.Round(left + (float64(i)+0.5)*s.step)
	}
	s.radius = min(sequenceRing, s.step*columnShare)
	s.rings = max(0, int((s.radius-sequenceDot)/ringGap+1e-9))
	s.shapes(g)
	return s
}

// columnOrder is the order of the nodes from the left: of a path with a node beside it, that
// one stands behind its neighbour.
func columnOrder(g *graph.Graph) []int {
	order := upTo(0, g.Len())
	if g.Family == graph.FamilyD || g.Family == graph.FamilyE {
		next := g.Neighbours(0)[0]
		copy(order, order[1:next+1])
		order[next] = 0
	}
	return order
}

// shapes rasterises nodes by their rings, and the arrows between layers.
func (s *sheet) shapes(g *graph.Graph) {
	reach := canvas.Around(canvas.Point{}, s.radius+2)
	s.ground = canvas.Rasterise(reach, canvas.Disc(s.radius+1.5))
	dot := min(sequenceDot, s.radius)
	for n := range s.rings + 1 {
		shape := canvas.Disc(dot)
		for ring := range n {
			shape = canvas.Both(shape, canvas.Ring(dot+float64(ring+1)*ringGap-ringStroke/2, ringStroke))
		}
		s.masks = append(s.masks, canvas.Rasterise(reach, shape))
	}
	long := 0
	for _, e := range g.Edges() {
		long += s.across(e)
	}
	if long > mostArrows {
		return
	}
	s.arrows = map[int]*image.Alpha{}
	for _, e := range g.Edges() {
		for _, way := range [][2]int{e, {e[1], e[0]}} {
			dx := int(s.column[way[1]] - s.column[way[0]])
			if s.arrows[dx] == nil && s.column[e[0]] > 0 && s.column[e[1]] > 0 {
				s.arrows[dx] = s.arrow(float64(dx))
			}
		}
	}
}

// across is how far apart the columns of an edge's nodes are.
func (s *sheet) across(e [2]int) int {
	return int(math.Abs(s.column[e[0]] - s.column[e[1]]))
}

// outer is the radius of a node with so many rings.
func (s *sheet) outer(rings int) float64 {
	if rings > s.rings {
		return s.radius
	}
	return min(sequenceDot, s.radius) + float64(rings)*ringGap
}

// arrow leads from the origin to the next row.
func (s *sheet) arrow(dx float64) *image.Alpha {
	dy := float64(s.high)
	length := math.Hypot(dx, dy)
	ux, uy := dx/length, dy/length
	away := s.radius + 3
	from, to := canvas.Pt(ux*away, uy*away), canvas.Pt(dx-ux*away, dy-uy*away)
	size := min(arrowHead, (length-2*away)*0.8)
	shaft := canvas.Segment(from, canvas.Pt(to.X-ux*size*0.8, to.Y-uy*size*0.8), arrowStroke)
	return canvas.Rasterise(canvas.Around(from, 4).Union(canvas.Around(to, size)), canvas.Both(shaft, canvas.Head(to, ux, uy, size)))
}

// heads writes the names of the columns, as many as have room.
func (s *sheet) heads(on canvas.Canvas, g *graph.Graph) {
	face, with, skip := s.name, canvas.InkLabel, 0
	widest := func(name string) float64 { return face.Measure(name) * 1.12 }
	longest := ""
	for _, node := range s.nodes {
		if name := g.Node(node); len(name) > len(longest) {
			longest = name
		}
	}
	if widest(longest) > s.step {
		face, with = s.small, canvas.InkMuted
	}
	if widest(longest) > s.step {
		skip, longest = 1, longest[1:] // V goes without saying
	}
	every := int(math.Ceil(widest(longest) / s.step))
	for i, node := range s.nodes {
		if i%every == 0 {
			canvas.Centred(on, face, canvas.Pt(s.column[node], sequenceHead/2), g.Node(node)[skip:], with)
		}
	}
}

// node draws a node with so many rings, or their number where they are too many, on paper of
// its own. It returns how high it is above its middle, and whether a number stands in it.
func (s *sheet) node(on canvas.Canvas, at canvas.Point, rings string, paper canvas.Ink) (high float64, numbered bool) {
	if n, err := strconv.Atoi(rings); err == nil && n <= s.rings {
		on.Blend(s.ground, at.Round(), paper)
		on.Blend(s.masks[n], at.Round(), flowInk(s.look))
		return s.outer(n), false
	}
	wide, numbered := s.wide(rings)
	for k, with := range []canvas.Ink{flowInk(s.look), paper} {
		radius := s.radius - float64(k)*thickRing
		on.Paint(canvas.Around(at, wide+2), capsule(wide-s.radius, radius).At(at), with)
	}
	if numbered {
		canvas.Centred(on, s.small, at, rings, canvas.InkMuted)
	}
	return s.radius, numbered
}

// wide is half the width of a node with so many rings, and whether it is that of their number.
func (s *sheet) wide(rings string) (wide float64, numbered bool) {
	if n, err := strconv.Atoi(rings); err == nil && n <= s.rings {
		return s.outer(n), false
	}
	if wide = max(s.radius, s.small.Measure(rings)/2+9); 2*wide <= s.step-4 {
		return wide, true
	}
	return s.radius, false
}
