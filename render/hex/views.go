package hex

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// sets tints the chains, links their stones and marks the root of each with a dot, which is on an
// edge of the board if the root is the edge's node.
func (b *boards) sets(view hex.Sets, s render.Style) image.Image {
	return b.draw(view.Position, s, key{tinted: true}, func(d *drawing) {
		d.stones(d.tints())
		d.links(shapeEastRim, canvas.InkText)
		d.links(shapeEastLink, canvas.InkMark)
		for c := range d.all() {
			if d.p.At(c) != hex.Empty && d.p.Root(c) == int(c) {
				d.dot(d.centre(c))
			}
		}
		for edge, middle := range d.edgeMiddles() {
			if node := int(d.all()) + edge; d.p.Root(hexgrid.Cell(node)) == node {
				d.dot(middle)
			}
		}
		d.signs = engine.T("Line: chain · dot: its root")
		d.caption(d.standing())
	})
}

// tints gives each chain of two or more stones its own tint, as far as there are enough.
func (d *drawing) tints() func(hexgrid.Cell) fill {
	members := map[int]int{}
	for c := range d.all() {
		members[d.p.Root(c)]++
	}
	byRoot := map[int]fill{}
	return func(c hexgrid.Cell) fill {
		root := d.p.Root(c)
		if d.p.At(c) == hex.Empty || members[root] < 2 {
			return d.board.ground[c]
		}
		if _, ok := byRoot[root]; !ok {
			byRoot[root] = fillTint + fill(len(byRoot)%canvas.TintCount)
		}
		return byRoot[root]
	}
}

// links draws lines between adjacent stones of one colour.
func (d *drawing) links(east shape, with canvas.Ink) {
	for c := range d.all() {
		for _, next := range d.p.Grid().Neighbours(c) {
			if next > c && d.p.At(c) != hex.Empty && d.p.At(next) == d.p.At(c) {
				from, direction := d.step(c, next)
				d.on.shape(d.cells, d.centre(from), east+direction, with)
			}
		}
	}
}

func (d *drawing) dot(at image.Point) {
	d.on.shape(d.cells, at, shapeDotRim, canvas.InkText)
	d.on.shape(d.cells, at, shapeDot, canvas.InkMark)
}

// edgeMiddles returns the middles of the edges in the order of their nodes.
func (d *drawing) edgeMiddles() (middles [4]image.Point) {
	for i, rim := range d.rims() {
		at := rim[len(rim)/2]
		middles[i] = canvas.Between(at.inner, at.outer, 0.5).Round()
	}
	return middles
}

func (b *boards) weights(view hex.Weights, s render.Style) image.Image {
	return b.draw(view.Position, s, key{numbered: true}, func(d *drawing) {
		d.stones(d.ground)
		d.numerals(d.widest(view.Cost)).costs(view.Cost)
		d.caption(either(view.Side, engine.T("Costs for Red"), engine.T("Costs for Blue")))
	})
}

// path draws a shortest chain of a side, with ghost stones on the cells that it lacks.
func (b *boards) path(view hex.PathView, s render.Style) image.Image {
	return b.draw(view.Position, s, key{}, func(d *drawing) {
		ground := func(c hexgrid.Cell) fill {
			if int(c) < len(view.Visited) && view.Visited[c] {
				return d.board.ground[c].visited()
			}
			return d.board.ground[c]
		}
		d.stones(ground)
		lacking := 0
		for _, c := range view.Path {
			if d.p.At(c) == hex.Empty {
				d.ghostOn(ground(c), c, view.Side)
				lacking++
			}
		}
		d.chain(view.Path)
		d.markLast()
		d.caption(d.lacks(view.Side, view.Path, lacking))
	})
}

func (d *drawing) lacks(side hex.Colour, path []hexgrid.Cell, lacking int) engine.Text {
	switch count := strconv.Itoa(lacking); {
	case d.p.Winner() != hex.Empty:
		return d.standing()
	case path == nil:
		return either(side, engine.T("Red can no longer join"), engine.T("Blue can no longer join"))
	default:
		return either(side, engine.T("Cells that Red lacks: %s", count), engine.T("Cells that Blue lacks: %s", count))
	}
}

// suggestion draws the suggested move as a ghost stone with a ring, and the expected continuation
// as numbered ghost stones.
func (b *boards) suggestion(p *hex.Position, choice engine.Choice, s render.Style) image.Image {
	return b.draw(p, s, key{}, func(d *drawing) {
		d.stones(d.ground)
		d.chain(p.Path())
		d.continuation(render.Line(choice))
		d.caption(hinted(choice))
	})
}

func hinted(c engine.Choice) engine.Text {
	switch {
	case c.Proved && c.Value > 0.5:
		return engine.T("Hint: %s, a proved win", c.Move)
	case c.Proved:
		return engine.T("Hint: %s, though lost, proved", c.Move)
	default:
		return engine.T("Hint: %s (%s %%)", c.Move, percent(c.Value))
	}
}

// percent returns a chance in per cent, from 1 to 99: only proofs are certain.
func percent(chance float64) string {
	return strconv.Itoa(min(max(int(math.Round(100*chance)), 1), 99))
}

// continuation draws numbered ghost stones in the order of play.
func (d *drawing) continuation(line []string) {
	grid, mover := d.p.Grid(), d.p.Mover()
	last, placed := d.p.Last()
	numbers := d.numerals("0")
	next := hexgrid.NoCell
	for i, move := range line {
		c, err := grid.Parse(move)
		switch {
		case err == nil:
			numbers.order(c, i, mover)
		case placed && i == 0: // the swap
			placed, c = false, grid.Mirror(last)
			d.ghost(c, mover)
			d.on.shape(d.cells, d.centre(c), shapeSwap, canvas.InkMark)
		}
		if i == 0 {
			next = c
		}
		mover = mover.Other()
	}
	d.outline(next) // after the adjacent cells, which would cover it
	if placed {
		d.markLast()
	}
}

// ghost draws a ghost stone with a rim that stays visible on small cells.
func (d *drawing) ghost(c hexgrid.Cell, colour hex.Colour) { d.ghostOn(d.ground(c), c, colour) }

func (d *drawing) ghostOn(ground fill, c hexgrid.Cell, colour hex.Colour) {
	d.on.tile(d.cells, d.centre(c), ground, ghostOf(colour))
	rim := shapeGhost
	if gemOf(d.Look, ghostOf(colour)).Square {
		rim = shapeGhostSquare
	}
	d.on.shape(d.cells, d.centre(c), rim, inkOf(colour))
}

// outline draws a line around the cell of the best move, if there is one.
func (d *drawing) outline(c hexgrid.Cell) {
	if c != hexgrid.NoCell {
		d.on.shape(d.cells, d.centre(c), shapeCell, canvas.InkGreen)
	}
}
