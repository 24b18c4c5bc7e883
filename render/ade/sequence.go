package ade

import (
	"image"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// sequence draws a page of the firing sequence graph, or the whole of it for a file.
func (s *sheets) sequence(q ade.Sequence, style render.Style) *image.Paletted {
	d := s.begin(q, style)
	if !q.IsWhole() && (q.Pages > 1 || d.digits == 0) {
		style.Cut(func() *image.Paletted { return s.sequence(q.Whole(), style) })
	}
	d.draw()
	return d.on.Paletted
}

// begin lays a page out: as nodes with arrows from layer to layer, or as a map of colours where
// these would be a tangle or have no room for their numbers.
func (s *sheets) begin(q ade.Sequence, style render.Style) *sequenceDrawing {
	first, end := q.Layers()
	d := &sequenceDrawing{s: style, q: q, layers: q.Trace()[first:end], first: first}
	k := sheetKey{look: style.Theme.Look(), graph: q.Graph().String(), family: q.Graph().Family, asMap: q.IsMap(), rows: d.rows()}
	if q.IsWhole() && k.asMap {
		k.step = max(leastColumn, d.widest(longestShort)+2*numberSide)
	}
	d.sheet = s.sheet(k, q.Graph())
	if d.digits = d.fitting(); d.digits == 0 && !k.asMap {
		k.asMap = true
		d.sheet = s.sheet(k, q.Graph())
	}
	return d
}

type sequenceDrawing struct {
	*sheet
	on     canvas.Canvas
	s      render.Style
	q      ade.Sequence
	layers []ade.Layer
	first  int
	digits int // characters of the longest number, with which all have room; 0 if they have none
	dashed bool
}

// rows is how many rows share the height of the page.
func (d *sequenceDrawing) rows() int {
	if d.q.Pages > 1 {
		return d.q.PageSize()
	}
	return max(fewestRows, min(len(d.layers), d.q.PageSize()))
}

// fitting returns the most characters of a number with which every number has room in its node.
func (d *sequenceDrawing) fitting() int {
	for most := longestShort; most >= leastShort; most-- {
		if d.widest(most) <= d.step-2*numberSide {
			return most
		}
	}
	return 0
}

// widest is the width of the widest number of at most so many characters.
func (d *sequenceDrawing) widest(most int) (width float64) {
	face := canvas.Bold(canvas.LeastText)
	d.each(func(_, _ int, n *big.Int) { width = max(width, face.Measure(graph.Short(n, most))) })
	return width
}

// each calls a function with all that fires on the page.
func (d *sequenceDrawing) each(what func(row, node int, n *big.Int)) {
	for row, layer := range d.layers {
		for node, n := range layer.Values {
			if layer.Fired.Has(node) {
				what(row, node, n)
			}
		}
	}
}

// most is the largest number on the page, or the bound of what makes nodes larger.
func (d *sequenceDrawing) most() *big.Int {
	most := big.NewInt(1)
	d.each(func(_, _ int, n *big.Int) {
		if n.Cmp(most) > 0 {
			most = n
		}
	})
	if bound := big.NewInt(int64(d.q.Rings)); d.q.Rings > 0 && bound.Cmp(most) < 0 {
		return bound
	}
	return most
}

func (d *sequenceDrawing) draw() {
	rows := max(d.key.rows, len(d.layers))
	bottom := sequenceHead + rows*d.high
	foot := max(bottom+d.legendHeight(), canvas.Height-canvas.CaptionHeight)
	d.on = canvas.Blank(image.Rect(0, 0, d.width, foot+canvas.CaptionHeight), d.palette)
	d.heads(d.on, d.q.Graph())
	d.paper(rows)
	if d.key.asMap {
		d.cells(rows)
	} else {
		d.joins()
		d.discs()
	}
	for row, layer := range d.layers {
		number, total := strconv.Itoa(d.first+row+1), graph.Short(layer.Total, longestTotal)
		y := d.middle(row) + d.name.CapHeight()/2
		d.on.Text(d.name, canvas.Pt(sequenceLeft-sequenceRim-d.name.Measure(number), y), number, canvas.InkLabel)
		d.on.Text(d.small, canvas.Pt(float64(d.width)-sequenceRim-d.small.Measure(total), y), total, canvas.InkText)
	}
	d.notes()
}

func (d *sequenceDrawing) middle(row int) float64 {
	return sequenceHead + (float64(row)+0.5)*float64(d.high)
}

// paper draws bands along which a row can be followed to its total, and the lines of the columns.
func (d *sequenceDrawing) paper(rows int) {
	total := d.small.Legible(d.s.Words(engine.T("total")))
	total = d.small.Fit(total, sequenceRight)
	d.on.Text(d.small, canvas.Pt(float64(d.width)-sequenceRim-d.small.Measure(total), sequenceHead/2+d.small.CapHeight()/2), total, canvas.InkMuted)
	if d.key.asMap {
		return
	}
	for row := 0; row < rows; row += 2 {
		top := sequenceHead + row*d.high
		d.on.Bar(image.Rect(0, top, d.width, top+d.high), canvas.InkBand)
	}
	for _, node := range d.nodes {
		x := int(d.column[node])
		d.on.Bar(image.Rect(x, sequenceHead, x+1, sequenceHead+rows*d.high), canvas.InkLine)
	}
}

// joins draws dashes between neighbours that fire together, and arrows to those that fire next.
func (d *sequenceDrawing) joins() {
	for row, layer := range d.layers {
		for _, e := range d.q.Graph().Edges() {
			if layer.Fired.Has(e[0]) && layer.Fired.Has(e[1]) {
				d.link(row, min(d.column[e[0]], d.column[e[1]]), max(d.column[e[0]], d.column[e[1]]))
			}
			for _, way := range [][2]int{e, {e[1], e[0]}} {
				if row > 0 && d.layers[row-1].Fired.Has(way[0]) && layer.Fired.Has(way[1]) {
					from := d.column[way[0]]
					d.on.Blend(d.arrows[int(d.column[way[1]]-from)], image.Pt(int(from), int(d.middle(row-1))), canvas.InkLabel)
				}
			}
		}
	}
}

// Dashes between nodes that fire together, in pixels.
const (
	linkStroke = 3.5
	linkDash   = 8.0
	linkSpace  = 7.0
	linkDip    = 0.42 // drop of a link around other nodes, in rows
)

// link draws dashes from column to column, around the nodes between them.
func (d *sequenceDrawing) link(row int, a, b float64) {
	dip := 0.0
	d.dashed = true
	if slices.ContainsFunc(d.nodes, func(i int) bool {
		return d.layers[row].Fired.Has(i) && d.column[i] > a && d.column[i] < b
	}) {
		dip = linkDip * float64(d.high)
	}
	at := func(x float64) canvas.Point {
		t := (x - a) / (b - a)
		return canvas.Pt(x, d.middle(row)+dip*min(1, 6*t*(1-t)))
	}
	for x := a + linkSpace; x < b; x += linkDash + linkSpace {
		d.on.Line(at(x), at(min(x+linkDash, b)), linkStroke, canvas.InkLabel)
	}
}

// discs draws the nodes, each as large as its number says, with the number.
func (d *sequenceDrawing) discs() {
	most := d.most()
	d.each(func(row, node int, n *big.Int) {
		at := canvas.Pt(d.column[node], d.middle(row)).Round()
		text := graph.Short(n, d.digits)
		radius := math.Round(2*d.size(n, most)) / 2
		long := math.Ceil(max(0, d.small.Measure(text)/2+numberSide-radius))
		d.body(disc{long, radius}).draw(d.on, at, litRim(d.look))
		canvas.Centred(d.on, d.small, canvas.At(at), text, onLit(d.look))
	})
}

// notes writes the number of layers, and which of them are shown.
func (d *sequenceDrawing) notes() {
	layers := graph.Layers(len(d.q.Trace()))
	words := engine.T("%s so far on %s", layers, called(d.q.Graph()))
	if d.q.Values().Positive() == 0 {
		words = engine.T("Ended after %s on %s", layers, called(d.q.Graph()))
	}
	below := engine.T("Each row is a layer, each column a node")
	if d.dashed {
		below = engine.T("Dashes join what fires together")
	}
	if d.q.Pages > 1 {
		below = engine.T("%s · page %s of %s", below, strconv.Itoa(d.q.Page+1), strconv.Itoa(d.q.Pages))
	}
	d.s.Foot(d.on, render.Caption{Words: words, Below: below})
}
