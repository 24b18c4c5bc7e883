package hex

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// On smaller cells fewer colours look as good as 256 and, since they repeat more, make files
// smaller: by a tenth on plain boards, by a fifth on boards with more backgrounds or lines on
// stones, which would be too large otherwise. On larger cells the steps between colours would show.
// Heat maps and swap maps, which have few stones, need all colours.
const (
	smallCell    = 56
	mediumCell   = 72  // for boards with tinted chains or numbers
	largeCell    = 108 // for boards with weights, and for any board: the search for a chain adds as many backgrounds
	fewColours   = 64  // tinted chains and numbers on small cells, weights on medium ones
	plainColours = 128
	fineColours  = 160 // any board, up to large cells
)

// Contrasts (WCAG), and the step of the search for colours.
const (
	textContrast = 4.55
	mixStep      = 0.05
	heaviest     = 0.9  // share of the heat colour in the heaviest cells, on which stones stand out
	lightest     = 0.6  // share of the ground in the lightest cells of a dark board with weights
	heavyLine    = 0.35 // share of letters' colour in the lines between its cells
)

func (k key) colours(comb honeycomb) int {
	switch small := comb.width <= smallCell; {
	case k.hot || k.swaps:
		return canvas.MaxColours
	case (k.tinted || k.numbered) && small, k.weighted && comb.width <= mediumCell:
		return fewColours
	case small, (k.tinted || k.numbered) && comb.width <= mediumCell, k.weighted && comb.width <= largeCell:
		return plainColours
	case comb.width <= largeCell:
		return fineColours
	default:
		return canvas.MaxColours
	}
}

// tone is the background of a cell of a plain board. The two cells of a bridge share it, adjacent
// cells never do.
func (b *board) tone(c hexgrid.Cell) fill {
	return toneFill[(int(c)%b.width+2*(int(c)/b.width))%len(toneFill)]
}

// weightLook is the look of a board with weights: the heavier a cell, the warmer it is, and in the
// dark theme the lighter.
func weightLook(l *canvas.Look) *canvas.Look {
	warm := *l
	warm.Heavy = canvas.Mix(l.Cell, l.Heat, heaviest)
	if l.IsDark() {
		warm.Cell, warm.Line = canvas.Mix(l.Cell, l.Background, lightest), canvas.Mix(l.Line, l.Label, heavyLine)
	}
	return &warm
}

// fills lists the backgrounds that boards of this kind have; ground has those of the empty board.
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
	for f := fillTint; f < fillBand; f++ {
		if k.tinted && f < fillHeat || k.hot && f >= fillHeat && f < fillSwap || k.swaps && f >= fillSwap {
			fills = append(fills, f)
		}
	}
	return fills
}

// palette chooses the colours of all tiles, lines and letters of a board. Those of large areas are
// exact; blending steps are approximated.
func (k key) palette(l *canvas.Look, comb honeycomb, ground []fill) *canvas.Palette {
	const common = 8 // how much more frequent they are than special backgrounds
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, l.Line, l.Lit)
	painter := newTilePainter(l, comb)
	for _, f := range k.fills(ground) {
		m.Exact(colourOf(l, f))
		painter.lay(f)
		for on := range stoneCount {
			if on >= redPlate && !k.numbered {
				continue
			}
			weight := 1
			if on < redPlate && f < fillVisited && !k.weighted || on < redPlate && f == fillWeight {
				weight = common
			}
			m.Picture(painter.paint(on), weight)
		}
	}
	const steps, weight = 8, 100
	m.Ramps(l.Background, steps, weight, l.Label, l.Red.Base, l.Blue.Base, l.Line)
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted)
	m.Ramps(l.Cell, steps, weight, l.Line, l.Number, l.Red.Base, l.Blue.Base)
	m.Ramps(l.Red.Base, steps, weight, l.Mark)
	m.Ramps(l.Blue.Base, steps, weight, l.Mark)
	m.Ramps(l.Halo, steps, weight, l.Green, l.Red.Base, l.Blue.Base)
	return m.Palette(k.colours(comb))
}
