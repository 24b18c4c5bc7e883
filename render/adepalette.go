package render

import "image/color"

// adePalette holds the steps between the inks and what they lie on: pictures of ADE are
// flat.
func adePalette(l *look) *palette {
	exact := []color.RGBA{l.background, l.band, l.cell, l.line}
	for k := range allInks {
		exact = append(exact, l.ink(k))
	}
	lit := l.ink(inkLit)
	glow := mix(l.background, lit, adeGlow)
	exact = append(exact, glow)
	used := map[color.RGBA]int{}
	const steps, weight = 8, 100
	for _, pair := range [][2]color.RGBA{
		{l.background, l.text},
		{l.background, l.muted},
		{l.background, l.label},
		{l.background, l.line},
		{l.background, l.cell},
		{l.background, lit},
		{glow, lit},
		{l.background, l.blue.base},
		{l.background, l.red.base},
		{l.background, l.green},
		{l.cell, l.line},
		{l.cell, l.muted},
		{l.line, lit},
		{lit, l.ink(l.onLit())},
		{lit, l.red.base},
		{lit, l.blue.base},
		{l.blue.base, l.mark},
		{l.band, l.text},
		{l.band, l.muted},
		{l.band, l.red.base},
		{l.band, l.blue.base},
	} {
		for i := 1; i < steps; i++ {
			used[mix(pair[0], pair[1], float64(i)/steps)] += weight
		}
	}
	return newPalette(l, maxColours, exact, used)
}

// onLit is the ink that stands out best on what is lit.
func (l *look) onLit() ink {
	best := inkText
	for _, k := range []ink{inkDark, inkMark} {
		if contrastOf(l.ink(k), l.ink(inkLit)) > contrastOf(l.ink(best), l.ink(inkLit)) {
			best = k
		}
	}
	return best
}

// flowInk is that of arrows: what is lit, unless it is too pale for lines.
func (l *look) flowInk() ink {
	const pale = 1.5
	if contrastOf(l.background, l.ink(inkLit)) < pale {
		return inkText
	}
	return inkLit
}
