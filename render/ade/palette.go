package ade

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// lit are replacements for the lit colour in themes in which it is dark. A line around the node
// gives the contrast there.
var lit = map[string]color.RGBA{"light": canvas.RGB(0xf2b632), "contrast": canvas.RGB(0xf0e442)}

// leastLine is the contrast of edges and of the rims of nodes.
const leastLine = 3.1

// boardLook is the look of graphs in a theme: lit nodes are bright, and edges are not faint.
func boardLook(l *canvas.Look) *canvas.Look {
	look := *l
	if colour, ok := lit[l.Name]; ok {
		look.Lit = colour
	}
	for share := 0.0; canvas.Contrast(look.Line, l.Background) < leastLine && share < 1; share += 0.05 {
		look.Line = canvas.Mix(l.Line, l.Label, share)
	}
	return &look
}

// newPalette holds the blending steps between inks and their backgrounds.
func newPalette(l *canvas.Look) *canvas.Palette {
	lit := l.Ink(canvas.InkLit)
	glow := canvas.Mix(l.Background, lit, glowOpacity)
	m := canvas.NewMixture(l, canvas.AllInks, l.Cell, l.Line)
	m.Exact(glow)
	const steps, weight = 8, 100
	m.Ramps(l.Background, steps, weight, l.Text, l.Muted, l.Label, l.Line, l.Cell, lit, l.Blue.Base, l.Red.Base, l.Green)
	m.Ramps(glow, steps, weight, lit)
	m.Ramps(l.Cell, steps, weight, l.Line, l.Label)
	m.Ramps(l.Line, steps, weight, lit)
	m.Ramps(l.Label, steps, weight, lit, glow)
	m.Ramps(lit, steps, weight, l.Ink(onInk(l, canvas.InkLit)), l.Red.Base, l.Blue.Base)
	m.Ramps(l.Blue.Base, steps, weight, l.Ink(onInk(l, canvas.InkBlue)))
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted, l.Red.Base, l.Blue.Base)
	return m.Palette(canvas.MaxColours)
}

// onInk is the ink with most contrast to another one.
func onInk(l *canvas.Look, ground canvas.Ink) canvas.Ink {
	best := canvas.InkText
	for _, k := range []canvas.Ink{canvas.InkDark, canvas.InkMark} {
		if canvas.Contrast(l.Ink(k), l.Ink(ground)) > canvas.Contrast(l.Ink(best), l.Ink(ground)) {
			best = k
		}
	}
	return best
}

// flowInk is the ink of arrows: the lit colour, unless it is too pale for lines.
func flowInk(l *canvas.Look) canvas.Ink {
	const pale = 3.0
	if canvas.Contrast(l.Background, l.Ink(canvas.InkLit)) < pale {
		return canvas.InkText
	}
	return canvas.InkLit
}
