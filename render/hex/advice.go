package hex

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// suggestion outlines the suggested move, and draws the expected continuation as numbered ghost
// stones.
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
			d.swapMark(last)
		}
		if i == 0 {
			next = c
		}
		mover = mover.Other()
	}
	d.hint(next) // over the stones beside it
	if placed {
		d.markLast()
	}
}

// ghost draws where a stone would be.
func (d *drawing) ghost(c hexgrid.Cell, colour hex.Colour) {
	growth := d.comb.scale(d.ghostShare(colour) - d.pieceShare(colour))
	d.on.Ghost(d.piece(c, colour).Grown(growth), inkOf(colour))
}

// ghostShare is the inner radius of a ghost stone, in which a number has room.
func (d *drawing) ghostShare(colour hex.Colour) float64 {
	share := ghostRound
	if gemOf(d.Look, stoneOf(colour)).Square {
		share = ghostSquare
	}
	if roomy := leastGhost / d.comb.scale(1); roomy <= ghostMost {
		return max(share, roomy)
	}
	return share
}

// hint marks an advised cell, if there is one.
func (d *drawing) hint(c hexgrid.Cell) {
	if c != hexgrid.NoCell {
		d.on.Hint(d.cell(c).Grown(d.comb.scale(hintGrowth)), 0)
	}
}

// analysis shades each cell by its share of attention and writes the mover's chance on visited
// cells; proved cells have a tick or a cross instead. The best move is outlined.
func (b *boards) analysis(view hex.Analysis, s render.Style) *image.Paletted {
	return b.draw(view.Position, s, key{hot: true}, func(d *drawing) {
		d.stones(func(c hexgrid.Cell) fill { return d.heat(view, c) })
		d.chances(view.Cells)
		d.markLast()
		d.best(view.Choice.Move)
		d.signs = engine.T("Brighter: looked at longer")
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

// chances writes the chances of the cells that were looked at, and what is proved of them.
func (d *drawing) chances(all []hex.CellThought) {
	numbers := d.numerals("00")
	for c := range d.all() {
		switch {
		case d.p.At(c) != hex.Empty:
		case all[c].Proof == search.Win:
			d.mark(c, shapeTick, canvas.InkNumber)
		case all[c].Proof == search.Loss:
			d.mark(c, shapeCross, canvas.InkNumber)
		case all[c].Visits > 0:
			numbers.write(c, percent(all[c].Value))
		}
	}
}

// best outlines the best move, a cell or the stone that a swap takes over.
func (d *drawing) best(move string) {
	c, err := d.p.Grid().Parse(move)
	if err != nil {
		c, _ = d.p.Last()
	}
	d.hint(c)
}

// estimate tells who is to move and the chance of winning.
func (d *drawing) estimate(c engine.Choice) engine.Text {
	mover := d.called(d.p.Mover())
	switch {
	case c.Proved && c.Value > 0.5:
		return engine.T("%s wins by %s, proved", mover, c.Move)
	case c.Proved:
		return engine.T("%s is lost, proved", mover)
	default:
		return engine.T("%s to move: %s %%", mover, percent(c.Value))
	}
}
