package ade

import (
	"image"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the firing sequence graph, in pixels.
const (
	sequenceHead     = 60
	sequenceRow      = 82
	sequenceLegend   = 64
	sequenceLeft     = 82 // for layer numbers
	sequenceRight    = 140
	sequenceDrop     = 11.0 // from the middle of a row to its nodes, if values are above these
	sequenceRing     = 19.0 // maximum radius of the outermost ring
	widestColumn     = 220
	fewestRows       = 4  // least number of rows that share a page's height
	wholeColumn      = 76 // least width in an attached file
	mostColumnsShown = 14 // of graphs that show all nodes
	valueGap         = 2.5
	valuePaper       = 3.0 // around a value
	arrowStroke      = 2.2
	arrowHead        = 12.0
	linkDip          = 0.36 // drop of a link around other nodes, in rows
	leastWritten     = 3    // least characters of a shortened value
	columnShare      = 0.42 // maximum radius of a node, in column widths
	headShare        = 1.05 // width of a column's name, in column widths, at which it still fits
	longestTotal     = 5
	numberShare      = 0.93 // right end of layer numbers, as a share of sequenceLeft
)

// Limits of arrows and dashes, in pixels from column to column. Drawing takes some 100 ns per
// pixel; more would be too dense.
const (
	mostJoined = 15_000 // per layer, of the arrows on a page and of the dashes
	mostArrows = 75_000 // of the cached arrows, one per edge and direction
)

// sequence draws a page of the firing sequence graph, or the whole graph for a file.
func (s *sheets) sequence(q ade.Sequence, style render.Style) *image.Paletted {
	if q.Pages > 1 && !q.IsWhole() {
		style.Cut(func() *image.Paletted { return s.sequence(q.Whole(), style) })
	}
	sheet := s.sheet(q, style.Theme.Look())
	first, end := q.Layers()
	layers := q.Trace()[first:end]
	rows := max(sheet.rows, len(layers))
	high := max(ade.PageLayers*sequenceRow, rows*sheet.high)
	bounds := image.Rect(0, 0, sheet.width, sequenceHead+high+sequenceLegend+canvas.CaptionHeight)
	d := &sequenceDrawing{sheet, canvas.Blank(bounds, sheet.palette), style, q, layers, first, joins{}}
	d.joins = d.measure()
	d.paper(rows)
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
	d.legend(bounds.Max.Y - canvas.CaptionHeight - sequenceLegend/2)
	d.notes()
	return d.on.Paletted
}

type sequenceDrawing struct {
	*sheet
	on     canvas.Canvas
	s      render.Style
	q      ade.Sequence
	layers []ade.Layer
	first  int
	joins  joins
}

// joins tells which joins of a page are drawn: arrows between layers, and dashes within a layer.
type joins struct{ arrows, dashes bool }

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
	most := mostJoined * max(ade.PageLayers, len(d.layers))
	return joins{arrows: d.sheet.arrows != nil && arrows <= most, dashes: dashes <= most}
}

func (d *sequenceDrawing) y(row int) float64 {
	if d.numbers {
		return d.middle(row)
	}
	return d.middle(row) + sequenceDrop
}

func (d *sequenceDrawing) middle(row int) float64 {
	return sequenceHead + (float64(row)+0.5)*float64(d.high)
}

func (d *sequenceDrawing) paper(rows int) {
	b := d.on.Rect
	for row := 0; row < rows; row += 2 {
		top := sequenceHead + row*d.high
		d.on.Fill(image.Rect(0, top, b.Max.X, top+d.high), d.look.Band)
	}
	bottom := sequenceHead + rows*d.high
	for _, node := range d.nodes {
		x := int(d.column[node])
		d.on.Bar(image.Rect(x, sequenceHead, x+1, bottom), canvas.InkLine)
	}
	d.heads(d.on, d.q.Graph())
	total := d.small.Fit(d.small.Legible(d.s.Words(engine.T("total"))), sequenceRight-40)
	d.on.Text(d.small, canvas.Pt(float64(b.Max.X)-20-d.small.Measure(total), sequenceHead/2+d.small.CapHeight()/2), total, canvas.InkMuted)
}

// between draws the arrows into a row.
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

// links draws dashes between neighbours that fire together, around the nodes between them.
func (d *sequenceDrawing) links(row int) {
	fired, y := d.layers[row].Fired, d.y(row)
	for _, e := range d.q.Graph().Edges() {
		if !fired.Has(e[0]) || !fired.Has(e[1]) {
			continue
		}
		a, b := min(d.column[e[0]], d.column[e[1]]), max(d.column[e[0]], d.column[e[1]])
		dip := 0.0
		for i, x := range d.column {
			if fired.Has(i) && x > a && x < b {
				dip = linkDip * float64(d.high)
			}
		}
		d.link(a, b, y, dip)
	}
}

const (
	linkStroke = 3.0
	linkDash   = 7.0
	linkSpace  = 6.0
)

// link draws a dashed curve that sags by dip.
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

func (d *sequenceDrawing) row(row int) {
	layer, y := d.layers[row], d.y(row)
	free := sequenceLeft*numberShare + valuePaper + 2 // from the left, behind the layer's number
	for i, x := range d.column {
		if layer.Fired.Has(i) {
			d.node(d.on, canvas.Pt(x, y), layer.Values[i], ringsOf(layer.Values[i], d.q.Rings), d.paperInk(row))
		}
	}
	for _, i := range d.nodes {
		if layer.Fired.Has(i) && !d.numbers {
			free = d.value(layer.Values[i], row, i, d.outer(ringsOf(layer.Values[i], d.q.Rings)), free)
		}
	}
	number := strconv.Itoa(d.first + row + 1)
	face, with := d.name, canvas.InkLabel
	if face.Measure(number) > sequenceLeft*numberShare-4 {
		face, with = d.small, canvas.InkMuted
	}
	d.on.Text(face, canvas.Pt(sequenceLeft*numberShare-face.Measure(number), d.middle(row)+face.CapHeight()/2), number, with)
	total := graph.Short(layer.Total, longestTotal)
	d.on.Text(d.bold, canvas.Pt(float64(d.width)-20-d.bold.Measure(total), d.middle(row)+d.bold.CapHeight()/2), total, canvas.InkText)
}

// paperInk is the background of a row.
func (d *sequenceDrawing) paperInk(row int) canvas.Ink {
	if row%2 == 0 {
		return canvas.InkBand
	}
	return canvas.InkGround
}

// value writes a number above a node, to the right, clear of incoming arrows and of earlier
// numbers, on a background that hides the column's line. Without room it writes nothing. It returns
// where the next number may begin.
func (d *sequenceDrawing) value(n *big.Int, row, node int, outer, free float64) float64 {
	x, bottom := d.column[node], d.y(row)-outer-valueGap
	beyond := float64(d.width - sequenceRight + 6) // up to the totals
	for _, other := range d.nodes {
		if right := d.column[other]; right > x && d.layers[row].Fired.Has(other) {
			beyond = min(beyond, (x+right)/2+d.step*0.3)
			break
		}
	}
	number := graph.NewShortener(n, longestShort)
	for most := longestShort; most >= leastWritten; most-- {
		text := number.Short(most)
		width := d.small.Measure(text)
		arrow := d.step * (outer + valueGap + 2) / float64(d.high)
		left := max(min(x+2, x+arrow-4-width), x-width/2-2, free)
		if left+width > beyond || left > x+outer {
			continue
		}
		paper := boxAround(canvas.Pt(left+width/2, bottom-d.small.CapHeight()/2), width, d.small.CapHeight()).wider(valuePaper)
		top := sequenceHead + row*d.high
		d.on.Bar(image.Rect(int(paper.low.X), max(top, int(paper.low.Y)), int(paper.high.X)+1, int(paper.high.Y)), d.paperInk(row))
		d.on.Text(d.small, canvas.Pt(left, bottom), text, canvas.InkMuted)
		return left + width + 5
	}
	return free
}

// notes writes the number of layers, and which of them are shown.
func (d *sequenceDrawing) notes() {
	p := d.q.Position
	n := len(p.Trace())
	title := p.Graph().Title()
	words := engine.T("%s: %s so far", title, graph.Layers(n))
	if p.Values().Positive() == 0 {
		words = engine.T("%s: %s, then nothing is positive", title, graph.Layers(n))
	}
	below := engine.T("Rings: the value")
	if d.q.Rings > 0 {
		below = engine.T("Rings: the value, at most %s", strconv.Itoa(d.q.Rings))
	}
	if d.q.Pages > 1 {
		below = engine.T("Page %s of %s · %s", strconv.Itoa(d.q.Page+1), strconv.Itoa(d.q.Pages), below)
	}
	d.s.Foot(d.on, render.Caption{Words: words, Below: below})
}

func (d *sequenceDrawing) legend(y int) {
	pen := canvas.Pt(sequenceLeft*0.4, float64(y))
	say := func(words string) {
		words = d.small.Fit(d.small.Legible(words), float64(d.width)-pen.X-24)
		d.on.Text(d.small, canvas.Pt(pen.X, pen.Y+d.small.CapHeight()/2), words, canvas.InkMuted)
		pen.X += d.small.Measure(words) + 26
	}
	for _, n := range d.samples() {
		half := d.radius
		if n <= d.rings {
			half = d.outer(n)
		}
		pen.X += half
		d.node(d.on, pen, big.NewInt(int64(n)), n, canvas.InkGround)
		pen.X += half + 10
		switch {
		case n > d.rings:
			say(d.s.Words(engine.T("more")))
		case !d.numbers:
			say(strconv.Itoa(n))
		case n == min(shownRings, d.most(shownRings)):
			say(d.s.Words(engine.T("rings")))
		}
	}
	if d.joins.dashes {
		d.link(pen.X, pen.X+54, pen.Y, 0)
		pen.X += 64
		say(d.s.Words(engine.T("fire together")))
	}
	if d.joins.arrows {
		tip := canvas.Pt(pen.X+44, pen.Y)
		d.on.Line(pen, canvas.Pt(tip.X-arrowHead, tip.Y), arrowStroke, canvas.InkLabel)
		d.on.Paint(canvas.Around(tip, arrowHead*1.3), canvas.Head(tip, 1, 0, arrowHead), canvas.InkLabel)
		pen.X += 56
		say(d.s.Words(engine.T("then")))
	}
	if j := d.joins; !j.arrows || !j.dashes {
		say(d.s.Words(j.omitted()))
	}
}

// most is n, or the limit on rings if that is lower.
func (d *sequenceDrawing) most(n int) int {
	if d.q.Rings > 0 {
		return min(n, d.q.Rings)
	}
	return n
}

// samples are the numbers of rings in the legend; one more than drawn stands for all larger ones.
func (d *sequenceDrawing) samples() (list []int) {
	shown := d.rings
	if d.numbers {
		shown = min(shown, shownRings)
	}
	for n := 1; n <= d.most(shown); n++ {
		list = append(list, n)
	}
	if d.rings > 0 && d.most(d.rings+1) > d.rings {
		list = append(list, d.rings+1)
	}
	return list
}

// omitted tells which joins are omitted.
func (j joins) omitted() engine.Text {
	switch {
	case j.dashes:
		return engine.T("too many arrows to draw")
	case j.arrows:
		return engine.T("too many dashes to draw")
	default:
		return engine.T("too many arrows and dashes to draw")
	}
}

// Sizes of the nodes of a sequence graph, in pixels.
const (
	sequenceDot         = 3.4 // of a node's centre in columns too narrow for numbers
	numberDot           = 22.0
	ringGap             = 2.6  // between rings there,
	numberGap           = 2.15 // and around numbers
	ringStroke          = 1.3
	thickRing           = 2.5 // replaces surplus rings
	thickAway           = 5.5 // and extends beyond the centre by
	leastNumbered       = 60  // least width of a column whose nodes hold numbers
	numberShareOfColumn = 0.48
	numberSide          = 5.0 // least space beside a number in its node
	mostRings           = 6   // around a number
	shownRings          = 3   // in the legend
)

// ringsOf is the number of rings of a value, at most bound if that is not 0.
func ringsOf(n *big.Int, bound int) int {
	const most = 1000 // more than can be requested
	if bound == 0 {
		bound = most
	}
	if n.IsInt64() {
		return int(min(n.Int64(), int64(bound)))
	}
	return bound
}

// outer is the radius of a node with so many rings.
func (s *sheet) outer(rings int) float64 {
	switch {
	case rings <= s.rings:
		return s.dot + float64(rings)*s.gap
	case s.numbers:
		return s.dot + thickAway
	default:
		return s.radius
	}
}

// ringed is a node extended to both sides, with its rings; a thick ring replaces surplus ones. Its
// centre may be empty.
func (s *sheet) ringed(long float64, rings int, full bool) canvas.Cover {
	band := func(far, radius, stroke float64) float64 {
		return max(0, min(1, stroke/2-math.Abs(far-radius)+0.5))
	}
	return func(x, y float64) float64 {
		far := canvas.Length(max(0, math.Abs(x)-long), y)
		cover := max(0, min(1, s.dot-far+0.5))
		if !full {
			cover = band(far, s.dot, ringStroke)
		}
		if rings > s.rings {
			return max(cover, band(far, s.outer(rings)-thickRing/2, thickRing))
		}
		for n := range rings {
			cover = max(cover, band(far, s.dot+float64(n+1)*s.gap-ringStroke/2, ringStroke))
		}
		return cover
	}
}

// node draws a node with so many rings, and its value if nodes hold numbers.
func (s *sheet) node(on canvas.Canvas, at canvas.Point, n *big.Int, rings int, paper canvas.Ink) {
	text, face := "", s.bold
	if s.numbers {
		text, face, rings = s.valueText(n, rings)
	}
	rings = min(rings, s.rings+1)
	full, with := face == s.bold, canvas.InkMuted
	if full {
		with = onInk(s.look, flowInk(s.look))
	}
	ground, mask := s.ground, s.masks[rings]
	if long := s.long(face, text); long > 0 || !full {
		k := extended{long, rings, full}
		both := s.wide.Get(k, func() [2]*image.Alpha { return s.extended(k) })
		ground, mask = both[0], both[1]
	}
	on.Blend(ground, at.Round(), paper)
	on.Blend(mask, at.Round(), flowInk(s.look))
	if text != "" {
		canvas.Centred(on, face, at, text, with)
	}
}

type extended struct {
	long  float64
	rings int
	full  bool
}

// mostExtended bounds the memory; each takes some 15 KB.
const mostExtended = 24

func (s *sheet) extended(k extended) [2]*image.Alpha {
	area := image.Rectangle{}
	for _, end := range []float64{-k.long, k.long} {
		area = area.Union(canvas.Around(canvas.Pt(end, 0), s.outer(k.rings)+2))
	}
	return [2]*image.Alpha{
		canvas.Rasterise(area, capsule(k.long, s.outer(k.rings)+1.5)),
		canvas.Rasterise(area, s.ringed(k.long, k.rings, k.full)),
	}
}

// long is how far a node extends to each side for a number.
func (s *sheet) long(face *canvas.Typeface, number string) float64 {
	return max(0, face.Measure(number)/2+numberSide-s.dot)
}

// valueText returns the text of a value in its node, its typeface, and the number of rings that fit
// around it. A value that is too long is shortened, or reduced to its magnitude.
func (s *sheet) valueText(n *big.Int, rings int) (string, *canvas.Typeface, int) {
	number := graph.NewShortener(n, longestShort)
	fits := func(text string) (*canvas.Typeface, int, bool) {
		for _, face := range []*canvas.Typeface{s.bold, s.small} {
			for _, around := range []int{rings, s.rings + 1} {
				if s.long(face, text)+s.outer(around) <= s.step/2-1 {
					return face, around, true
				}
			}
		}
		return nil, 0, false
	}
	for most := longestShort; most >= leastWritten; most-- {
		text := number.Short(most)
		if face, around, ok := fits(text); ok {
			return text, face, around
		}
	}
	text := strings.TrimLeft(number.Short(1), "0123456789")
	if face, around, ok := fits(text); ok {
		return text, face, around
	}
	return "", s.bold, s.rings + 1
}
