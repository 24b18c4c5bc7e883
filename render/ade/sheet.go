package ade

import (
	"image"
	"math"
	"math/big"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the firing sequence graph, in pixels.
const (
	sequenceHead  = 58 // for the names of columns
	sequenceLeft  = 96 // for layer numbers
	sequenceRight = 128
	sequenceRim   = 14
	widestColumn  = 150
	leastColumn   = 44 // of a file
	fewestRows    = 4  // least number of rows that share a page's height
	numberSide    = 5  // least space beside a number in its node
	longestTotal  = 5
	arrowStroke   = 2.6
	arrowHead     = 13.0
	leastDisc     = 20.0 // radius of a node of 1,
	largestDisc   = 42.0 // and most radius of the largest number
	discShare     = 0.47 // the same, in column widths
)

// sheets caches the parts of sequence graphs. It is safe for concurrent use.
type sheets struct{ canvas.Cache[sheetKey, *sheet] }

const (
	mostSheets = 12 // in the cache; each takes some 0.2 MB,
	mostBodies = 40 // and each body of a sheet some 15 KB
)

type sheetKey struct {
	look   *canvas.Look
	graph  string
	family string
	asMap  bool
	rows   int     // rows that share the height
	step   float64 // between columns, of a file; 0 for as much as the picture has room for
}

// sheet is the columns of a graph and their masks. It is immutable.
type sheet struct {
	key     sheetKey
	look    *canvas.Look
	palette *canvas.Palette
	width   int
	high    int       // of a row
	nodes   []int     // from the left
	column  []float64 // position of each node
	step    float64   // between columns
	bodies  canvas.Cache[disc, *body]
	arrows  map[int]*image.Alpha // by horizontal distance
	name    *canvas.Typeface
	small   *canvas.Typeface // values and totals
}

func (s *sheets) sheet(k sheetKey, g *graph.Graph) *sheet {
	return s.Get(k, func() *sheet { return newSheet(k, g) })
}

func newSheet(k sheetKey, g *graph.Graph) *sheet {
	look := boardLook(k.look)
	s := &sheet{key: k, look: look, palette: newPalette(look), nodes: columnOrder(g), column: make([]float64, g.Len())}
	s.bodies.Limit = mostBodies
	s.name, s.small = canvas.Medium(canvas.LeastText), canvas.Bold(canvas.LeastText)
	s.high = (canvas.Field.Dy() - sequenceHead - s.legendHeight()) / k.rows
	n := float64(len(s.nodes))
	s.width, s.step = canvas.Width, min(widestColumn, (canvas.Width-sequenceLeft-sequenceRight)/n)
	if k.step > 0 {
		s.step = k.step
		s.width = max(s.width, int(n*k.step)+sequenceLeft+sequenceRight)
	}
	left := sequenceLeft + (float64(s.width-sequenceLeft-sequenceRight)-n*s.step)/2
	for i, node := range s.nodes {
		s.column[node] = math.Round(left + (float64(i)+0.5)*s.step)
	}
	if !k.asMap {
		s.aim(g)
	}
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

// aim makes the arrows from each row to the next.
func (s *sheet) aim(g *graph.Graph) {
	s.arrows = map[int]*image.Alpha{}
	for _, e := range g.Edges() {
		for _, way := range [][2]int{e, {e[1], e[0]}} {
			if dx := int(s.column[way[1]] - s.column[way[0]]); s.arrows[dx] == nil {
				s.arrows[dx] = s.arrow(float64(dx))
			}
		}
	}
}

// arrow is an arrow from the origin to the next row.
func (s *sheet) arrow(dx float64) *image.Alpha {
	dy := float64(s.high)
	length := canvas.Length(dx, dy)
	ux, uy := dx/length, dy/length
	away := s.largest() + 4
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

// largest is the radius of the node of the largest number.
func (s *sheet) largest() float64 { return min(largestDisc, discShare*s.step, 0.47*float64(s.high)) }

// size is the radius of the node of a number, whose area grows with it up to the largest one.
func (s *sheet) size(n, most *big.Int) float64 {
	ratio := 1.0
	if n.Cmp(most) < 0 {
		ratio, _ = new(big.Rat).SetFrac(n, most).Float64()
	}
	return math.Sqrt(leastDisc*leastDisc + ratio*(s.largest()*s.largest()-leastDisc*leastDisc))
}

// heads writes the names of the columns, as far as they fit.
func (s *sheet) heads(on canvas.Canvas, g *graph.Graph) {
	every := labelEvery(s.step, slices.Max(engine.Map(g.Nodes(), s.name.Measure)))
	for i := 0; i < len(s.nodes); i += every {
		node := s.nodes[i]
		canvas.Centred(on, s.name, canvas.Pt(s.column[node], sequenceHead/2), g.Node(node), canvas.InkLabel)
	}
}
