package hex

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
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
	return b.draw(view.Position, s, key{numbered: true}, func(d *drawing) {
		d.stones(d.ground)
		d.numerals(d.widest(view.Cost)).costs(view.Cost)
		d.caption(either(view.Side, engine.T("Costs for Red"), engine.T("Costs for Blue")))
	})
}

// path draws a shortest chain of a side, with ghost stones on the cells that it lacks.
func (b *boards) path(view hex.PathView, s render.Style) *image.Paletted {
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
func (b *boards) suggestion(p *hex.Position, choice engine.Choice, s render.Style) *image.Paletted {
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
			d.mark(c, shapeSwap, canvas.InkMark)
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
	d.on.Stamp(d.cells.tile(ground, ghostOf(colour)), d.centre(c))
	rim := shapeGhost
	if gemOf(d.Look, ghostOf(colour)).Square {
		rim = shapeGhostSquare
	}
	d.on.Blend(d.cells.shape(rim), d.centre(c), inkOf(colour))
}

// outline draws a line around the cell of the best move, if there is one.
func (d *drawing) outline(c hexgrid.Cell) {
	if c != hexgrid.NoCell {
		d.mark(c, shapeCell, canvas.InkGreen)
	}
}

// analysis shades each cell by its share of attention and writes the mover's chance on visited
// cells; proved cells have a tick or a cross instead. The best move is outlined.
func (b *boards) analysis(view hex.Analysis, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{hot: true}, func(d *drawing) {
		d.stones(func(c hexgrid.Cell) fill { return d.heat(view, c) })
		d.chances(view.Cells, d.best(view.Choice.Move))
		d.markLast()
		d.caption(d.estimate(view.Choice))
	})
}

// heat is the background of a cell by its share of attention. The square root spreads the shades,
// so that the second choice differs from the last one.
func (d *drawing) heat(view hex.Analysis, c hexgrid.Cell) fill {
	if step := int(math.Round(heatSteps * math.Sqrt(view.Cells[c].Heat))); step > 0 && d.p.At(c) == hex.Empty {
		return fillHeat + fill(min(step, heatSteps)-1)
	}
	return d.board.ground[c]
}

// chances writes the chances in order of attention, because small cells leave no room for all of
// them.
func (d *drawing) chances(all []hex.CellThought, best hexgrid.Cell) {
	var looked []hexgrid.Cell
	for c := range d.all() {
		if d.p.At(c) == hex.Empty && (all[c].Visits > 0 || all[c].Proof != search.Unproved) {
			looked = append(looked, c)
		}
	}
	slices.SortStableFunc(looked, func(a, b hexgrid.Cell) int { return cmp.Compare(all[b].Heat, all[a].Heat) })
	numbers := d.quiet("00")
	rank := 0
	for _, c := range looked {
		switch at := d.centre(c); all[c].Proof {
		case search.Win:
			d.on.Blend(d.cells.shape(shapeTick), at, canvas.InkNumber)
			numbers.reserve(c)
		case search.Loss:
			d.on.Blend(d.cells.shape(shapeCross), at, canvas.InkNumber)
			numbers.reserve(c)
		default:
			numbers.chance(c, rank, all[c].Value, c == best)
			rank++
		}
	}
}

// best outlines the best move, a cell or the stone that a swap takes over, and returns it.
func (d *drawing) best(move string) hexgrid.Cell {
	c, err := d.p.Grid().Parse(move)
	if err != nil {
		c, _ = d.p.Last()
	}
	d.outline(c)
	return c
}

// estimate tells who is to move and the chance of winning.
func (d *drawing) estimate(c engine.Choice) engine.Text {
	mover := d.p.Mover()
	switch {
	case c.Proved && c.Value > 0.5:
		return either(mover, engine.T("Red wins by %s, proved", c.Move), engine.T("Blue wins by %s, proved", c.Move))
	case c.Proved:
		return either(mover, engine.T("Red is lost, proved"), engine.T("Blue is lost, proved"))
	default:
		return either(mover, engine.T("Red to move: %s %%", percent(c.Value)), engine.T("Blue to move: %s %%", percent(c.Value)))
	}
}

// nearEven is how far a chance may be from one half to be written on small cells.
const nearEven = 0.15

// swapMap shades each cell by the side that leads after a first stone there, darker the clearer the
// lead, and writes Red's chance on it; on small cells only close chances, as far as there is room.
func (b *boards) swapMap(view hex.SwapMap, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{swaps: true}, func(d *drawing) {
		d.stones(func(c hexgrid.Cell) fill { return d.swapFill(view.Chances[c], c) })
		numbers := d.numerals("00")
		for _, c := range nearestEven(view) {
			if chance := view.Chances[c]; numbers.fits || math.Abs(chance-0.5) <= nearEven {
				numbers.write(c, percent(chance))
			}
		}
		d.cut = d.cut || !numbers.fits
		d.signs = engine.T("Red's chance in per cent")
		d.caption(engine.T("Red: swap, blue: leave"))
	})
}

// nearestEven returns all cells, those with the closest chances first.
func nearestEven(view hex.SwapMap) []hexgrid.Cell {
	var all []hexgrid.Cell
	for c := range view.Chances {
		all = append(all, hexgrid.Cell(c))
	}
	slices.SortStableFunc(all, func(a, b hexgrid.Cell) int {
		return cmp.Compare(math.Abs(view.Chances[a]-0.5), math.Abs(view.Chances[b]-0.5))
	})
	return all
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
		for _, c := range p.Tried() {
			if p.Solved() || p.GivenUp() {
				break
			}
			d.mark(c, shapeCross, canvas.InkNumber)
		}
		d.continuation(render.Ahead(p.Sequel()))
		d.caption(words)
	})
}

// puzzleHint marks the region of the winning cell, or shows the winning line.
func (b *boards) puzzleHint(hint hex.PuzzleHint, s render.Style) *image.Paletted {
	return b.draw(hint.Board(), s, key{hot: true}, func(d *drawing) {
		d.stones(func(c hexgrid.Cell) fill {
			if slices.Contains(hint.Region, c) {
				return fillHeat + heatSteps - 1
			}
			return d.ground(c)
		})
		numbers := d.numerals("?")
		for _, c := range hint.Region {
			numbers.write(c, "?")
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
