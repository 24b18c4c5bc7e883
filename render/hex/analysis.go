package hex

import (
	"cmp"
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// analysis shades each cell by its share of attention and writes the mover's chance on visited
// cells; proved cells have a tick or a cross instead. The best move is outlined.
func (b *boards) analysis(view hex.Analysis, s render.Style) image.Image {
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
			d.on.shape(d.cells, at, shapeTick, canvas.InkNumber)
			numbers.reserve(c)
		case search.Loss:
			d.on.shape(d.cells, at, shapeCross, canvas.InkNumber)
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
		var placed bool
		if c, placed = d.p.Last(); !placed {
			return hexgrid.NoCell
		}
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
