package hex

import (
	"cmp"
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// nearEven is how far a chance may be from one half to be written on small cells.
const nearEven = 0.15

// swapMap shades each cell by the side that leads after a first stone there, darker the clearer the
// lead, and writes Red's chance on it; on small cells only close chances, as far as there is room.
func (b *boards) swapMap(view hex.SwapMap, s render.Style) image.Image {
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
