package render

import "image/color"

// On plain boards of cells no wider than smallCell, plainColours look as good as 256,
// and since they repeat more, the file is a tenth smaller. On larger cells the
// steps between them would show, and boards with more grounds need them all.
const (
	smallCell    = 56
	plainColours = 128
)

func (k hexKey) colours(comb honeycomb) int {
	if k.weighted || k.tinted || k.hot || comb.width > smallCell {
		return maxColours
	}
	return plainColours
}

// fills lists the grounds that boards of this kind have.
func (k hexKey) fills() []fill {
	fills := []fill{fillWeight, fillVisited, fillBand}
	if k.weighted {
		for shade := fill(1); shade < weightShades; shade++ {
			fills = append(fills, fillWeight+shade, fillVisited+shade)
		}
	}
	if k.tinted {
		for tint := range fill(tintCount) {
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

// palette finds the colours of all tiles of a board, and of lines and letters.
func (k hexKey) palette(comb honeycomb) *palette {
	const common = 8 // times as often as ghosts and cells with a ground of their own
	used := map[color.RGBA]int{}
	for _, f := range k.fills() {
		for on := range stoneCount {
			img := k.look.paintTile(comb, f, on)
			weight := 1
			if on < redGhost && f == fillWeight {
				weight = common
			}
			for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
				for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
					used[img.RGBAAt(x, y)] += weight
				}
			}
		}
	}
	return newPalette(k.look, k.colours(comb), k.exact(used), used)
}

// exact lists the colours that pictures show without loss: those of large areas, and
// steps between inks and what lies under them.
func (k hexKey) exact(used map[color.RGBA]int) []color.RGBA {
	l := k.look
	list := []color.RGBA{l.background, l.band, l.cell, l.line}
	for k := range inkCount {
		list = append(list, l.ink(k))
	}
	for _, f := range k.fills() {
		list = append(list, l.fill(f))
	}
	pairs := [][2]color.RGBA{
		{l.background, l.label},
		{l.band, l.text},
		{l.band, l.muted},
		{l.background, l.red.edge},
		{l.background, l.blue.edge},
		{l.background, l.line},
		{l.cell, l.line},
		{l.red.base, l.mark},
		{l.blue.base, l.mark},
		{l.halo, l.green},
		{l.halo, l.red.base},
		{l.halo, l.blue.base},
		{l.cell, l.number},
	}
	const steps, rampWeight = 8, 100
	for _, pair := range pairs {
		for i := 1; i < steps; i++ {
			used[mix(pair[0], pair[1], float64(i)/steps)] += rampWeight
		}
	}
	return list
}
