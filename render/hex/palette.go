package hex

import (
	"image/color"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
)

// On cells narrower than these, fewer colours look as good as 256, and since they repeat more, the
// file is smaller: by a tenth on plain boards, and by a fifth on those with more grounds or with
// lines on stones, which would else be too large. On larger cells the steps between colours would
// show, and heat maps and maps of the swap, which have few stones, need them all.
const (
	smallCell    = 56
	mediumCell   = 72  // of boards with chains in tints or numbers
	largeCell    = 108 // of boards with weights; the search for a chain leaves as many grounds on any
	fewColours   = 64  // of chains in tints and of numbers on small cells, and of weights on medium ones
	plainColours = 128
	fineColours  = 160 // of any board, on cells up to large ones
)

// Contrasts (WCAG), and the steps in which colours are sought.
const (
	pieceContrast = 3.02
	textContrast  = 4.55
	mixStep       = 0.05
	deepest       = 0.65 // most black in heavy cells
)

func (k key) colours(comb honeycomb) int {
	switch small := comb.width <= smallCell; {
	case k.hot || k.swaps:
		return quantise.MaxColours
	case (k.tinted || k.numbered) && small, k.weighted && comb.width <= mediumCell:
		return fewColours
	case small, (k.tinted || k.numbered) && comb.width <= mediumCell, k.weighted && comb.width <= largeCell:
		return plainColours
	case comb.width <= largeCell:
		return fineColours
	default:
		return quantise.MaxColours
	}
}

// tone is the ground of a cell of a plain board: those of a bridge have the same, and neighbours
// never.
func (b *board) tone(c hexgrid.Cell) fill {
	return toneFill[(int(c)%b.width+2*(int(c)/b.width))%len(toneFill)]
}

// graded is the look of a board with weights: the heaviest cells are as dark as stones on them
// allow.
func graded(l *canvas.Look) *canvas.Look {
	deep := *l
	for share := deepest; share > 0; share -= mixStep {
		if dark := canvas.Mix(l.Heavy, canvas.RGB(0), share); carries(l, dark) {
			deep.Heavy = dark
			break
		}
	}
	return &deep
}

// carries reports whether stones stand out from a ground, and from it as a search leaves it.
func carries(l *canvas.Look, ground color.RGBA) bool {
	visited := canvas.Mix(ground, l.Visited, visitedShare)
	for _, stone := range [...]canvas.Gem{l.Red, l.Blue} {
		if min(canvas.Contrast(stone.Base, ground), canvas.Contrast(stone.Base, visited)) < pieceContrast {
			return false
		}
	}
	return true
}

// cooler is the look of a heat map on which muted numbers stand out from all cells: its hottest
// ones are paler where those are dark, and darker where they are light.
func cooler(l *canvas.Look) *canvas.Look {
	cool, away := *l, l.Halo
	if canvas.Brightness(l.Muted) > canvas.Brightness(l.Cell) {
		away = l.Shadow
	}
	for share := mixStep; canvas.Contrast(cool.Heat, l.Muted) < textContrast && share <= 1; share += mixStep {
		cool.Heat = canvas.Mix(l.Heat, away, share)
	}
	return &cool
}

// fills lists the grounds that boards of this kind have, of which some cells are.
func (k key) fills(ground []fill) []fill {
	fills := []fill{fillBand, fillVisited}
	if k.weighted {
		for shade := range fill(weightShades) {
			if slices.Contains(ground, fillWeight+shade) {
				fills = append(fills, fillWeight+shade, (fillWeight + shade).visited())
			}
		}
	} else {
		fills = append(fills, toneFill[:]...)
	}
	if k.tinted {
		for tint := range fill(canvas.TintCount) {
			fills = append(fills, fillTint+tint)
		}
	}
	if k.hot {
		for step := range fill(heatSteps) {
			fills = append(fills, fillHeat+step)
		}
	}
	if k.swaps {
		for step := range fill(swapSteps) {
			fills = append(fills, fillSwap+step, fillLeave+step)
		}
	}
	return fills
}

// palette finds the colours of all tiles of a board, and of lines and letters: without
// loss those of large areas, and steps between inks and what lies under them.
func (k key) palette(l *canvas.Look, comb honeycomb, ground []fill) *canvas.Palette {
	const common = 8 // times as often as ghosts and cells with a ground of their own
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, l.Line)
	painter := newTilePainter(l, comb)
	for _, f := range k.fills(ground) {
		m.Exact(colourOf(l, f))
		painter.lay(f)
		for on := range stoneCount {
			if on >= redPlate && !k.numbered {
				continue
			}
			weight := 1
			if on < redGhost && f < fillVisited && !k.weighted || on < redGhost && f == fillWeight {
				weight = common
			}
			m.Picture(painter.paint(on), weight)
		}
	}
	const steps, weight = 8, 100
	for _, pair := range [][2]color.RGBA{
		{l.Background, l.Label},
		{l.Band, l.Text},
		{l.Band, l.Muted},
		{l.Background, l.Red.Edge},
		{l.Background, l.Blue.Edge},
		{l.Background, l.Line},
		{l.Cell, l.Line},
		{l.Red.Base, l.Mark},
		{l.Blue.Base, l.Mark},
		{l.Halo, l.Green},
		{l.Halo, l.Red.Base},
		{l.Halo, l.Blue.Base},
		{l.Cell, l.Number},
	} {
		m.Ramp(pair[0], pair[1], steps, weight)
	}
	return m.Palette(k.colours(comb))
}
