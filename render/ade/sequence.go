package ade

import (
	"image"
	"math"
	"math/big"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the firing sequence graph, in pixels.
const (
	sequenceWidth  = 860  // at least,
	sequenceWidest = 1800 // and at most
	sequenceRow    = 56
	sequenceRing   = 18.0 // radius of the outermost ring, where columns allow it
	sequenceDot    = 4.5  // of a node's middle
	sequenceLone   = 7.0  // of a node without rings
	ringGap        = 3.0  // between rings at least
	ringStroke1    = 1.5
	sequenceLeft   = 78 // for layers' numbers
	sequenceRight  = 150
	sequenceHead   = 52
	sequenceText   = 24.0 // height of numbers and names
	sequenceSmall  = 20.0 // of nodes' values
	valueGap       = 3.0  // between a node and its value
	arrowStroke1   = 1.8
	arrowHead1     = 11.0
	linkDip        = 0.40 // of a link around other nodes, in rows
	leastWritten   = 3    // characters of a value where there is little room
	columnShare    = 0.42 // of a column that a node's radius may take
	footHeight     = 105
)

// Bounds of what joins nodes, in pixels from column to column: drawing takes some 100 ns for
// each. Beyond, nothing could be told apart.
const (
	mostJoined = 600_000 // of the arrows on a page, and of the dashes
	mostArrows = 75_000  // of an arrow along each edge there and back, which are kept
)

// sequence draws a page of the firing sequence graph.
func (s *sheets) sequence(q ade.Sequence, style render.Style) image.Image {
	sheet := s.sheet(q, style.Theme.Look())
	first := q.Page * ade.PageLayers
	layers := q.Trace()[first:min(len(q.Trace()), first+ade.PageLayers)]
	bounds := image.Rect(0, 0, sheet.width, sequenceHead+len(layers)*sequenceRow+footHeight)
	d := &sequenceDrawing{sheet, canvas.Blank(bounds, sheet.palette), style, q, layers, first, joins{}}
	d.joins = d.measure()
	d.paper()
	for row := range layers {
		if d.joins.dashes {
			d.links(row)
		}
		if row > 0 && d.joins.arrows {
			d.between(row)
		}
	}
	for row := range layers {
		d.row(row)
	}
	d.notes()
	return d.on.Paletted
}

// sequenceDrawing is a sequence graph in the making.
type sequenceDrawing struct {
	*sheet
	on     canvas.Canvas
	s      render.Style
	q      ade.Sequence
	layers []ade.Layer
	first  int
	joins  joins
}

// joins are what joins nodes on a page: arrows from layer to layer, and dashes within one.
type joins struct{ arrows, dashes bool }

// measure says what of a page can be drawn.
func (d *sequenceDrawing) measure() joins {
	arrows, dashes, before := 0, 0, graph.Set(0)
	for _, layer := range d.layers {
		for _, e := range d.q.Graph().Edges() {
			if layer.Fired.Has(e[0]) && layer.Fired.Has(e[1]) {
				dashes += d.across(e)
			}
			for _, way := range [][2]int{e, {e[1], e[0]}} {
				if before.Has(way[0]) && layer.Fired.Has(way[1]) {
					arrows += d.across(e)
				}
			}
		}
		before = layer.Fired
	}
	return joins{arrows: d.sheet.arrows != nil && arrows <= mostJoined, dashes: dashes <= mostJoined}
}

// legend says what joins nodes, or that it is left out.
func (j joins) legend() engine.Text {
	switch {
	case j.arrows && j.dashes:
		return engine.T("Dashes join neighbours that fire together.")
	case j.dashes:
		return engine.T("Dashes join neighbours that fire together. There are too many arrows to draw.")
	case j.arrows:
		return engine.T("Too many neighbours fire together to join them by dashes.")
	default:
		return engine.T("There are too many arrows and dashes to draw.")
	}
}

func (d *sequenceDrawing) y(row int) float64 {
	return sequenceHead + (float64(row)+0.5)*sequenceRow
}

// paper draws bands, columns and their names.
func (d *sequenceDrawing) paper() {
	b := d.on.Rect
	bottom := b.Max.Y - footHeight
	for row := 0; row < len(d.layers); row += 2 {
		top := sequenceHead + row*sequenceRow
		d.on.Fill(image.Rect(0, top, b.Max.X, top+sequenceRow), d.look.Band)
	}
	names := d.medium
	for i, x := range d.column {
		d.on.Bar(image.Rect(int(x), sequenceHead, int(x)+1, bottom), canvas.InkLine)
		name := d.q.Graph().Node(i)
		if d.step < names.Measure(name)*1.1 {
			name = name[1:] // V goes without saying
		}
		canvas.Centred(d.on, names, canvas.Pt(x, sequenceHead/2), name, canvas.InkLabel)
	}
	total := d.medium.Fit(d.medium.Legible(d.s.Words(engine.T("total"))), sequenceRight-16)
	d.on.Text(d.medium, canvas.Pt(float64(b.Max.X)-24-d.medium.Measure(total), sequenceHead/2+d.medium.CapHeight()/2), total, canvas.InkMuted)
}

// between draws the arrows from a row's predecessors.
func (d *sequenceDrawing) between(row int) {
	g := d.q.Graph()
	for i, x := range d.column {
		if !d.layers[row-1].Fired.Has(i) {
			continue
		}
		for _, j := range g.Neighbours(i) {
			if d.layers[row].Fired.Has(j) {
				d.on.Blend(d.arrows[int(d.column[j]-x)], image.Pt(int(x), int(d.y(row-1))), canvas.InkLabel)
			}
		}
	}
}

// links joins neighbours that fire together by dashes, around what lies between them.
func (d *sequenceDrawing) links(row int) {
	fired, y := d.layers[row].Fired, d.y(row)
	for _, e := range d.q.Graph().Edges() {
		if !fired.Has(e[0]) || !fired.Has(e[1]) {
			continue
		}
		a, b := min(d.column[e[0]], d.column[e[1]]), max(d.column[e[0]], d.column[e[1]])
		direct := true
		for i, x := range d.column {
			direct = direct && !(fired.Has(i) && x > a && x < b)
		}
		dip := 0.0
		if !direct {
			dip = linkDip * sequenceRow
		}
		d.link(a, b, y, dip)
	}
}

const (
	linkStroke = 2.6
	linkDash   = 6.0
	linkSpace  = 5.0
)

// link draws a dashed curve that hangs by dip.
func (d *sequenceDrawing) link(a, b, y, dip float64) {
	at := func(x float64) float64 {
		t := (x - a) / (b - a)
		return y + dip*min(1, 4*t*(1-t)*1.5)
	}
	for x := a + linkSpace; x < b; x += linkDash + linkSpace {
		end := min(x+linkDash, b)
		d.on.Line(canvas.Pt(x, at(x)), canvas.Pt(end, at(end)), linkStroke, canvas.InkGreen)
	}
}

// row draws a layer's nodes, its number and its total.
func (d *sequenceDrawing) row(row int) {
	layer, y := d.layers[row], d.y(row)
	for i, x := range d.column {
		if !layer.Fired.Has(i) {
			continue
		}
		at := canvas.Pt(x, y).Round()
		d.on.Blend(d.ground, at, d.paperInk(row))
		d.on.Blend(d.masks[d.ringsOf(layer.Values[i])], at, flowInk(d.look))
	}
	for i := range d.column {
		if layer.Fired.Has(i) {
			d.value(layer.Values[i], row, i)
		}
	}
	number := strconv.Itoa(d.first + row + 1)
	d.on.Text(d.medium, canvas.Pt(sequenceLeft*0.62-d.medium.Measure(number), y+d.medium.CapHeight()/2), number, canvas.InkMuted)
	total := graph.Short(layer.Total, 9)
	d.on.Text(d.bold, canvas.Pt(float64(d.width)-24-d.bold.Measure(total), y+d.bold.CapHeight()/2), total, canvas.InkText)
}

// ringsOf is the number of rings around a value.
func (d *sequenceDrawing) ringsOf(n *big.Int) int {
	if n.IsInt64() && n.Int64() < int64(d.rings) {
		return int(n.Int64())
	}
	return d.rings
}

// room is how wide a number over a node may be beside those of other nodes.
func (d *sequenceDrawing) room(node int, fired graph.Set) float64 {
	room := 2 * float64(d.width-sequenceRight+40) // as far as the totals
	room -= 2 * d.column[node]
	for i, x := range d.column {
		if fired.Has(i) && i != node {
			room = min(room, math.Abs(x-d.column[node])-valueGap)
		}
	}
	return room
}

// paperInk is what lies below a row.
func (d *sequenceDrawing) paperInk(row int) canvas.Ink {
	if row%2 == 0 {
		return canvas.InkBand
	}
	return canvas.InkGround
}

// value writes a number over a node, where no arrow arrives, on paper of its own so that
// the column's line does not cross it.
func (d *sequenceDrawing) value(n *big.Int, row, node int) {
	x, bottom := d.column[node], d.y(row)-d.outer(d.ringsOf(n))-valueGap
	room := d.room(node, d.layers[row].Fired)
	for most := longestShort; most > 0; most-- {
		text := graph.Short(n, most)
		width := d.tiny.Measure(text)
		if width > room && most > leastWritten {
			continue
		}
		left := x - width/2
		d.clear(row, image.Rect(int(left)-1, int(bottom-d.tiny.CapHeight())-1, int(left+width)+2, int(bottom)+2))
		d.on.Text(d.tiny, canvas.Pt(left, bottom), text, canvas.InkText)
		return
	}
}

// clear lays paper over a part of a row, and of that above it.
func (d *sequenceDrawing) clear(row int, part image.Rectangle) {
	top := sequenceHead + row*sequenceRow
	above, below := part, part
	above.Max.Y, below.Min.Y = min(part.Max.Y, top), max(part.Min.Y, top)
	d.on.Bar(above, d.paperInk(row-1))
	d.on.Bar(below, d.paperInk(row))
}

// notes writes the number of layers, and what is bounded.
func (d *sequenceDrawing) notes() {
	p := d.q.Position
	n := len(p.Trace())
	title := p.Graph().Title()
	words := engine.T("%s: %s so far", title, graph.Layers(n))
	if p.Values().Positive() == 0 {
		words = engine.T("%s: %s, then nothing is positive", title, graph.Layers(n))
	}
	if d.q.Pages > 1 {
		words = engine.T("%s (page %s of %s)", words, strconv.Itoa(d.q.Page+1), strconv.Itoa(d.q.Pages))
	}
	rings := engine.T("Rings: the value, at most %s. %s", strconv.Itoa(d.rings), d.joins.legend())
	if d.rings == 0 {
		rings = engine.T("No rings. %s", d.joins.legend())
	}
	d.foot(d.on, d.s.Words(words), d.s.Words(rings))
}
