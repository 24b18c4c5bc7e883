package ade

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// sheets caches the parts of sequence graphs. It is safe for concurrent use.
type sheets struct{ canvas.Cache[sheetKey, *sheet] }

// mostSheets bounds the memory; each takes some 0.2 MB.
const mostSheets = 12

type sheetKey struct {
	look    *canvas.Look
	graph   string
	family  string
	columns graph.Set
	whole   bool // an attached file, as wide as needed
	rings   int
	rows    int // rows that share the height
	most    int // most rings of a node on the page
}

// sheet is the columns of a graph and their masks. It is immutable.
type sheet struct {
	look    *canvas.Look
	palette *canvas.Palette
	width   int
	rows    int            // at least
	high    int            // of a row
	nodes   []int          // with a column, from the left
	column  []float64      // position of each node
	step    float64        // between columns
	dot     float64        // radius of a node's centre
	gap     float64        // between rings
	radius  float64        // of the largest node
	reach   float64        // radius that nodes take on the page
	numbers bool           // nodes hold numbers
	rings   int            // maximum number of rings
	masks   []*image.Alpha // of nodes, by the number of rings
	wide    canvas.Cache[extended, [2]*image.Alpha]
	ground  *image.Alpha
	arrows  map[int]*image.Alpha // by horizontal distance; nil if they are too long in total
	bold    *canvas.Typeface     // totals, and names if there is room
	name    *canvas.Typeface
	small   *canvas.Typeface // values
}

func (s *sheets) sheet(q ade.Sequence, look *canvas.Look) *sheet {
	g := q.Graph()
	key := sheetKey{look, g.String(), g.Family, columnsOf(q), q.IsWhole(), q.Rings, rowsOf(q), mostOf(q)}
	return s.Get(key, func() *sheet { return newSheet(key, g) })
}

// mostOf is the most rings of a node, up to one more than can be drawn.
func mostOf(q ade.Sequence) int {
	most := 0
	first, end := q.Layers()
	for _, layer := range q.Trace()[first:end] {
		for i, n := range layer.Values {
			if layer.Fired.Has(i) && most < mostRings+1 {
				most = max(most, ringsOf(n, q.Rings))
			}
		}
	}
	return min(most, mostRings+1)
}

// rowsOf is the number of rows that share the height of a page: at most eight.
func rowsOf(q ade.Sequence) int {
	first, end := q.Layers()
	if q.Pages > 1 || end-first > ade.PageLayers {
		return ade.PageLayers
	}
	return max(fewestRows, end-first)
}

// columnsOf returns the nodes with a column: for a large graph only those that fire on the page.
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
	s.wide.Limit = mostExtended
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
	s.dot, s.gap, s.numbers = sequenceDot, ringGap, s.step >= leastNumbered
	s.radius = min(sequenceRing, s.step*columnShare)
	if s.numbers {
		s.dot, s.gap = numberDot, numberGap
		s.radius = min(numberDot+mostRings*numberGap, s.step*numberShareOfColumn)
	}
	s.dot = min(s.dot, s.radius)
	s.rings = max(0, int((s.radius-s.dot)/s.gap+1e-9))
	if s.reach = s.radius; s.numbers {
		s.reach = s.outer(key.most)
	}
	s.shapes(g)
	return s
}

// columnOrder is the order of nodes from the left. The branch node of a path comes after its
// neighbour.
func columnOrder(g *graph.Graph) []int {
	order := upTo(0, g.Len())
	if g.Family == graph.FamilyD || g.Family == graph.FamilyE {
		next := g.Neighbours(0)[0]
		copy(order, order[1:next+1])
		order[next] = 0
	}
	return order
}

// shapes rasterises nodes by number of rings, and the arrows between layers.
func (s *sheet) shapes(g *graph.Graph) {
	reach := canvas.Around(canvas.Point{}, s.radius+2)
	s.ground = canvas.Rasterise(reach, canvas.Disc(s.reach+1.5))
	for n := range s.rings + 2 { // the last one is for more rings
		s.masks = append(s.masks, canvas.Rasterise(reach, s.ringed(0, n, true)))
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

func (s *sheet) across(e [2]int) int {
	return int(math.Abs(s.column[e[0]] - s.column[e[1]]))
}

// arrow is an arrow from the origin to the next row.
func (s *sheet) arrow(dx float64) *image.Alpha {
	dy := float64(s.high)
	length := canvas.Length(dx, dy)
	ux, uy := dx/length, dy/length
	away := s.reach + 3
	from, to := canvas.Pt(ux*away, uy*away), canvas.Pt(dx-ux*away, dy-uy*away)
	size := min(arrowHead, (length-2*away)*0.8)
	shaft := canvas.Segment(from, canvas.Pt(to.X-ux*size*0.8, to.Y-uy*size*0.8), arrowStroke)
	head := canvas.Head(to, ux, uy, size)
	return canvas.Rasterise(canvas.Around(from, 4).Union(canvas.Around(to, size)), func(x, y float64) float64 {
		if beside := math.Abs(x*uy - y*ux); beside > arrowHead { // most of a slanted arrow's box
			return 0
		}
		return max(shaft(x, y), head(x, y))
	})
}

// heads writes the names of the columns, as far as they fit.
func (s *sheet) heads(on canvas.Canvas, g *graph.Graph) {
	widest := 0.0
	for _, node := range s.nodes {
		widest = max(widest, s.name.Measure(g.Node(node))*headShare)
	}
	every := int(math.Ceil(widest / s.step))
	for i, node := range s.nodes {
		if i%every == 0 {
			canvas.Centred(on, s.name, canvas.Pt(s.column[node], sequenceHead/2), g.Node(node), canvas.InkLabel)
		}
	}
}
