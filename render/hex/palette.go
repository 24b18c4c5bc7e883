package hex

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
)

// On plain boards of cells no wider than smallCell, plainColours look as good as 256,
// and since they repeat more, the file is a tenth smaller. On larger cells the
// steps between them would show, and boards with more grounds need them all.
const (
	smallCell    = 56
	plainColours = 128
)

func (k key) colours(comb honeycomb) int {
	if k.weighted || k.tinted || k.hot || comb.width > smallCell {
		return quantise.MaxColours
	}
	return plainColours
}

// fills lists the grounds that boards of this kind have.
func (k key) fills() []fill {
	fills := []fill{fillBand, fillVisited}
	if k.weighted {
		for shade := range fill(weightShades) {
			fills = append(fills, fillWeight+shade, (fillWeight + shade).visited())
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
	return fills
}

// palette finds the colours of all tiles of a board, and of lines and letters: without
// loss those of large areas, and steps between inks and what lies under them.
func (k key) palette(l *canvas.Look, comb honeycomb) *canvas.Palette {
	const common = 8 // times as often as ghosts and cells with a ground of their own
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, l.Line)
	for _, f := range k.fills() {
		m.Exact(colourOf(l, f))
		for on := range stoneCount {
			if on >= redPlate && !k.numbered {
				continue
			}
			weight := 1
			if on < redGhost && f < fillVisited && !k.weighted || on < redGhost && f == fillWeight {
				weight = common
			}
			m.Picture(paintTile(l, comb, f, on), weight)
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
