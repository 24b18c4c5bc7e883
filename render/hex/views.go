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
func (b *boards) sets(view hex.Sets, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{tinted: true}, func(d *drawing) {
		d.stones(d.tints())
		d.links(shapeLinkRim, canvas.InkText)
		d.links(shapeLink, canvas.InkMark)
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
		d.signs = d.groups()
		d.caption(d.standing())
	})
}

// groups counts the groups of stones, of which each has a dot.
func (d *drawing) groups() engine.Text {
	count := map[hex.Colour]int{}
	for c := range d.all() {
		if d.p.Root(c) == int(c) {
			count[d.p.At(c)]++
		}
	}
	return engine.T("Groups: %s red, %s blue", strconv.Itoa(count[hex.Red]), strconv.Itoa(count[hex.Blue]))
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
func (d *drawing) links(line shape, with canvas.Ink) {
	for c := range d.all() {
		for _, next := range d.p.Grid().Neighbours(c) {
			if next > c && d.p.At(c) != hex.Empty && d.p.At(next) == d.p.At(c) {
				from, direction := d.step(c, next)
				d.mark(from, line+direction, with)
			}
		}
	}
}

func (d *drawing) dot(at image.Point) {
	d.on.Blend(d.cells.shape(shapeDotRim), at, canvas.InkText)
	d.on.Blend(d.cells.shape(shapeDot), at, canvas.InkMark)
}

// edgeMiddles returns the middles of the edges in the order of their nodes.
func (d *drawing) edgeMiddles() (middles [4]image.Point) {
	for i, rim := range d.rims() {
		at := rim[len(rim)/2]
		middles[i] = canvas.Between(at.inner, at.outer, 0.5).Round()
	}
	return middles
}

func (b *boards) weights(view hex.Weights, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{numbered: true, hot: !view.Weighted()}, func(d *drawing) {
		d.stones(d.shades(view))
		d.costs(view)
		d.caption(d.way(view))
	})
}

func (d *drawing) way(view hex.Weights) engine.Text {
	name := d.called(view.Side)
	switch {
	case d.p.Path() != nil:
		return engine.T("%s's chain costs %s", name, strconv.Itoa(d.p.Chain().Cost))
	case view.Side == d.p.TopBottom():
		return engine.T("%s's way down", name)
	default:
		return engine.T("%s's way across", name)
	}
}

// path draws a shortest chain of a side, with hollow dots on the cells that it lacks.
func (b *boards) path(view hex.PathView, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{}, func(d *drawing) {
		d.stones(d.ground)
		d.markLast()
		d.line(view.Side, view.Path)
		d.caption(d.needs(view))
	})
}

// line draws a chain of a side: a line with hollow dots on the cells that it lacks, or the band of
// what has won.
func (d *drawing) line(side hex.Colour, path []hexgrid.Cell) {
	if d.p.Winner() != hex.Empty {
		d.chain(path)
		return
	}
	dot := d.comb.scale(wayShare)
	edge := func(c, towards hexgrid.Cell) canvas.Point {
		if d.p.At(c) != hex.Empty {
			return canvas.At(d.centre(c))
		}
		return canvas.Towards(canvas.At(d.centre(c)), canvas.At(d.centre(towards)), dot)
	}
	for i, c := range path {
		if d.p.At(c) == hex.Empty {
			d.on.Ghost(canvas.Circle(canvas.At(d.centre(c)), dot), inkOf(side))
		}
		if i > 0 {
			d.on.Line(edge(path[i-1], c), edge(c, path[i-1]), max(leastWay, d.comb.scale(wayStroke)), canvas.InkText)
		}
	}
}

func (d *drawing) needs(view hex.PathView) engine.Text {
	name, lacks := d.called(view.Side), strconv.Itoa(view.Lacks)
	switch {
	case d.p.Winner() != hex.Empty:
		return d.standing()
	case view.Path == nil:
		return engine.T("%s can no longer join", name)
	case d.p.Weighted():
		return engine.T("%s needs weight %s", name, lacks)
	default:
		return engine.T("%s needs %s", name, lacks)
	}
}

// swapMap shades each cell by the side that leads after a first stone there, darker the clearer the
// lead, and writes Red's chance on it.
func (b *boards) swapMap(view hex.SwapMap, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{swaps: true}, func(d *drawing) {
		d.stones(func(c hexgrid.Cell) fill { return d.swapFill(view.Chances[c], c) })
		numbers := d.numerals("00")
		for c, chance := range view.Chances {
			numbers.write(hexgrid.Cell(c), percent(chance))
		}
		d.signs = engine.T("Red's chance in per cent if nobody swaps")
		d.captionOf(engine.T("Swap a first stone on red cells, leave one on blue cells"))
	})
}

// swapFill is the background of a cell by Red's chance; even cells keep their own. The square root
// spreads the shades, because most chances are close to one half.
func (d *drawing) swapFill(chance float64, c hexgrid.Cell) fill {
	step := fill(min(int(math.Ceil(swapSteps*math.Sqrt(2*math.Abs(chance-0.5)))), swapSteps))
	switch {
	case step == 0:
		return d.board.ground[c]
	case chance > 0.5:
		return fillSwap + step - 1
	default:
		return fillLeave + step - 1
	}
}

// swapDepth is the largest share of a stone's colour in a background that leaves numbers enough
// contrast.
func swapDepth(l *canvas.Look, stone canvas.Gem) (share float64) {
	for share = hottest; share > mixStep; share -= mixStep {
		if canvas.Contrast(canvas.Mix(l.Cell, stone.Base, share), l.Number) >= textContrast {
			break
		}
	}
	return share
}

// puzzle draws a puzzle with a cross on each wrong answer, and with the refutation once the answer
// may be shown.
func (b *boards) puzzle(p *hex.Puzzle, s render.Style) *image.Paletted {
	words := engine.T("Puzzle %s: Red to move and win", strconv.Itoa(p.Number()))
	if p.Solved() {
		words = engine.T("Solved: Red wins")
		s.Winners = []engine.Seat{hex.Red.Seat()}
	}
	if p.GivenUp() {
		words = engine.T("Given up: this was the way")
	}
	return b.draw(p.Board(), s, key{}, func(d *drawing) {
		d.stones(d.ground)
		if !p.Solved() && !p.GivenUp() {
			for _, c := range p.Tried() {
				d.mark(c, shapeCross, canvas.InkNumber)
			}
		}
		d.continuation(render.Ahead(p.Sequel()))
		d.caption(words)
	})
}

// puzzleHint marks the region of the winning cell, or shows the winning line.
func (b *boards) puzzleHint(hint hex.PuzzleHint, s render.Style) *image.Paletted {
	return b.draw(hint.Board(), s, key{}, func(d *drawing) {
		d.stones(d.ground)
		for _, c := range hint.Region {
			d.hint(c)
		}
		if hint.Line == nil {
			d.caption(engine.T("One of these wins for Red"))
			return
		}
		line := hint.Line
		if hint.Solved() {
			line = hint.Sequel()
		}
		d.continuation(render.Ahead(line))
		d.caption(engine.T("Red wins by %s", hint.Line[0]))
	})
}
