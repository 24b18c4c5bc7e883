package ade

import (
	"image/color"
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"nodes":            drawNodes,
	"fire":             drawFire,
	"run":              drawRun,
	"shapes":           drawShapes,
}

// path is a row of nodes on a sheet.
type path struct {
	*render.Sheet
	left   canvas.Point // position of the first node
	step   float64      // to the next node
	radius float64
	values graph.Values
}

func (p path) at(i int) canvas.Point { return canvas.Pt(p.left.X+float64(i)*p.step, p.left.Y) }

func numbers(list ...int64) graph.Values { return engine.Map(list, big.NewInt) }

// fired is the row after a firing, drawn lower by a distance.
func (p path) fired(down float64) path {
	g, err := graph.New(graph.FamilyA, len(p.values))
	if err != nil {
		panic(err) // a path has any number of nodes
	}
	p.values, p.left.Y = g.Fire(p.values), p.left.Y+down
	return p
}

func (p path) draw() {
	for i := range p.values[1:] {
		p.Line(p.at(i), p.at(i+1), 8, boardLook(p.Look).Line)
	}
	for i, value := range p.values {
		p.node(p.at(i), p.radius, value)
	}
}

func (p path) node(at canvas.Point, radius float64, value *big.Int) {
	l := boardLook(p.Look)
	gem, ink, rim := canvas.Gem{Light: l.Cell, Base: l.Cell, Dark: l.Cell}, l.Label, l.Line
	switch value.Sign() {
	case 1:
		gem, ink, rim = embers(), l.Ink(onLit(l)), l.Ink(litRim(l))
		p.Disc(at, radius*glowShare, canvas.Mix(l.Background, gem.Base, glowOpacity), 0, l.Line)
	case -1:
		gem, ink = chilled(l), l.Ink(inkOn(l, chilled(l).Base))
	}
	p.Disc(at, radius*(1+rimStroke), gem.Base, radius*rimStroke, rim)
	p.Token(at, radius, gem)
	p.Sign(at, radius*0.98, minus(value.String()), ink)
}

// flow is the colour of arrows.
func (p path) flow() color.RGBA {
	l := boardLook(p.Look)
	return l.Ink(flowInk(l))
}

// minus writes a number with a typographic minus sign.
func minus(number string) string { return strings.Replace(number, "-", "−", 1) }

func drawNodes(s *render.Sheet) {
	p := path{s, canvas.Pt(200, 325), 350, 115, numbers(3, 0, -2)}
	p.draw()
	for i := range p.values {
		at := p.at(i)
		s.Sign(canvas.Pt(at.X, at.Y-195), 48, "V"+strconv.Itoa(i+1), s.Look.Label)
		s.Label(i, canvas.Pt(at.X, at.Y+245), 340)
	}
}

func drawFire(s *render.Sheet) {
	const radius = 78.0
	before := path{s, canvas.Pt(340, 140), 290, radius, numbers(1, 2, 0)}
	after := before.fired(420)
	before.draw()
	flow, aside := before.flow(), 0.42*radius
	for _, give := range []struct {
		from, to int
		up       float64
	}{{0, 1, -aside}, {1, 0, aside}, {1, 2, -aside}} {
		a, b := before.at(give.from), before.at(give.to)
		a.Y, b.Y = a.Y+give.up, b.Y+give.up
		s.Arrow(canvas.Towards(a, b, radius*1.15), canvas.Towards(b, a, radius*1.15), 10, flow)
		s.Sign(canvas.Pt((a.X+b.X)/2, a.Y+1.15*give.up), 42, before.values[give.from].String(), s.Look.Label)
	}
	for i, sum := range []string{"−1 + 2", "−2 + 1", "0 + 2"} {
		at := before.at(i)
		s.Sign(canvas.Pt(at.X, 325), 46, sum, s.Look.Text)
		s.Arrow(canvas.Pt(at.X, 370), canvas.Pt(at.X, 440), 9, s.Look.Muted)
	}
	after.draw()
	s.Remark(0, canvas.Pt(130, before.left.Y), 190)
	s.Remark(1, canvas.Pt(130, after.left.Y), 190)
}

func drawRun(s *render.Sheet) {
	const radius, down = 54.0, 165.0
	p := path{s, canvas.Pt(150, 102), 215, radius, numbers(1, 0, 0)}
	for layer := range 4 {
		p.draw()
		s.Label(layer, canvas.Pt(865, p.left.Y), 420)
		if next := p.fired(down); layer < 3 {
			from, to := p.at(layer), next.at(min(layer+1, 2))
			s.Arrow(canvas.Towards(from, to, radius*1.2), canvas.Towards(to, from, radius*1.2), 8, p.flow())
			p = next
		}
	}
}

func drawShapes(s *render.Sheet) {
	const radius, step = 46.0, 132.0
	for row, shape := range []struct {
		name        string
		nodes, fork int
		y           float64
	}{{"A5", 5, -1, 85}, {"D5", 4, 1, 335}, {"E6", 5, 2, 605}} {
		p := path{s, canvas.Pt(215, shape.y), step, radius, graph.Zeros(shape.nodes)}
		dot := func(at canvas.Point, name string) {
			s.Disc(at, radius, s.Look.Cell, 4, s.Look.Line)
			s.Sign(at, render.SmallSize, name, s.Look.Text)
		}
		s.Line(p.at(0), p.at(shape.nodes-1), 8, s.Look.Line)
		if shape.fork >= 0 {
			at := p.at(shape.fork)
			up := canvas.Pt(at.X, at.Y-step)
			s.Line(at, up, 8, s.Look.Line)
			dot(up, "V0")
		}
		for i := range shape.nodes {
			dot(p.at(i), "V"+strconv.Itoa(i+1))
		}
		s.Sign(canvas.Pt(95, shape.y), 60, shape.name, s.Look.Text)
		s.Remark(row, canvas.Pt(935, shape.y), 280)
	}
}
