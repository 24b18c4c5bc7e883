package ade

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// sheets keeps what sequence graphs are drawn of. It is safe for concurrent use.
type sheets struct{ canvas.Cache[sheetKey, *sheet] }

// mostSheets bounds the memory, some 0.2 MB each.
const mostSheets = 12

type sheetKey struct {
	look   *canvas.Look
	graph  string
	family string
	rings  int
}

// sheet is the columns of a graph, and the shapes in them. It is read-only.
type sheet struct {
	look               *canvas.Look
	palette            *canvas.Palette
	width              int
	column             []float64 // of each node
	step               float64   // between columns
	radius             float64
	rings              int            // most that have room
	masks              []*image.Alpha // of nodes, by the number of rings
	ground             *image.Alpha
	arrows             map[int]*image.Alpha // by the way to the right; nil where they would be too long together
	bold, medium, tiny *canvas.Typeface
}

func (s *sheets) sheet(q ade.Sequence, look *canvas.Look) *sheet {
	g := q.Graph()
	key := sheetKey{look, g.String(), g.Family, q.Rings}
	return s.Get(key, func() *sheet { return newSheet(key, g) })
}

func newSheet(key sheetKey, g *graph.Graph) *sheet {
	s := &sheet{look: key.look, palette: newPalette(key.look)}
	s.faces()
	units, span := sequenceColumns(g)
	s.step = min(float64(sequenceWidth-sequenceLeft-sequenceRight)/max(5, span), 130)
	if least := 2.2 * sequenceRing; s.step < least {
		s.step = min(least, float64(sequenceWidest-sequenceLeft-sequenceRight)/span)
	}
	s.width = max(sequenceWidth, int(span*s.step)+sequenceLeft+sequenceRight)
	free := float64(s.width-sequenceLeft-sequenceRight) - span*s.step
	for _, u := range units {
		s.column = append(s.column, math.Round(sequenceLeft+free/2+(u+0.5)*s.step))
	}
	closest := s.step
	if g.Family == "D" || g.Family == "E" {
		closest /= 2
	}
	s.radius = min(sequenceRing, closest*columnShare)
	s.rings = int((s.radius - sequenceDot) / ringGap)
	if key.rings > 0 {
		s.rings = min(s.rings, key.rings)
	}
	s.shapes(g)
	return s
}

// sequenceColumns are where the nodes' columns lie, in columns from the left; V0 has a
// half column of its own beside its neighbour.
func sequenceColumns(g *graph.Graph) (at []float64, span float64) {
	at = make([]float64, g.Len())
	branched := g.Family == "D" || g.Family == "E"
	for i := range at {
		at[i] = float64(i)
		if branched {
			at[i] = float64(i - 1)
		}
	}
	span = float64(len(at))
	if branched {
		at[0] = at[g.Neighbours(0)[0]] + 0.5
		span = max(span-1, at[0]+0.75)
	}
	return at, span
}

// shapes rasterises nodes by their rings, and the arrows between layers.
func (s *sheet) shapes(g *graph.Graph) {
	box := canvas.Around(canvas.Point{}, s.radius+2)
	s.ground = canvas.Rasterise(box, canvas.Disc(s.radius+1.5))
	shape := canvas.Disc(sequenceLone)
	for n := range s.rings + 1 {
		if n > 0 {
			if n == 1 {
				shape = canvas.Disc(sequenceDot)
			}
			shape = canvas.Both(shape, canvas.Ring(s.outer(n)-ringStroke1/2, ringStroke1))
		}
		s.masks = append(s.masks, canvas.Rasterise(box, shape))
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
			if s.arrows[dx] == nil {
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
	if rings == 0 {
		return sequenceLone
	}
	return sequenceDot + (s.radius-sequenceDot)*float64(rings)/float64(s.rings)
}

// arrow leads from the origin to the next row.
func (s *sheet) arrow(dx float64) *image.Alpha {
	length := math.Hypot(dx, sequenceRow)
	ux, uy := dx/length, sequenceRow/length
	away := s.radius + 3
	from, to := canvas.Pt(ux*away, uy*away), canvas.Pt(dx-ux*away, sequenceRow-uy*away)
	size := min(arrowHead1, (length-2*away)*0.8)
	shaft := canvas.Segment(from, canvas.Pt(to.X-ux*size*0.8, to.Y-uy*size*0.8), arrowStroke1)
	box := canvas.Around(from, 4).Union(canvas.Around(to, size))
	return canvas.Rasterise(box, canvas.Both(shaft, canvas.Head(to, ux, uy, size)))
}

func (s *sheet) faces() {
	s.bold, s.medium, s.tiny = canvas.Bold(sequenceText), canvas.Medium(sequenceText), canvas.Bold(sequenceSmall)
}

// foot writes a heading and a line below it at the bottom of a picture.
func (s *sheet) foot(on canvas.Canvas, heading, line string) {
	band := on.Rect
	band.Min.Y = band.Max.Y - footHeight
	on.Bar(band, canvas.InkBand)
	pen := canvas.Pt(textHeight, float64(band.Min.Y)+textHeight*lineShare*0.8)
	room := float64(band.Dx()) - 2*textHeight
	write := func(face *canvas.Typeface, words string, with canvas.Ink) {
		at := canvas.Pt(pen.X, pen.Y+face.CapHeight()/2)
		on.Text(face, at, face.Fit(face.Legible(words), room), with)
		pen.Y += textHeight * lineShare
	}
	write(s.bold, heading, canvas.InkText)
	write(s.medium, line, canvas.InkMuted)
}
