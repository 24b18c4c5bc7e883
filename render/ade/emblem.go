package ade

import (
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// drawEmblem draws a diagram with a branch, whose middle is lit.
func drawEmblem(s *render.Sheet) {
	middle := render.EmblemAt(0, 0.12)
	ends := [][2]canvas.Point{
		{render.EmblemAt(-0.38, 0.12), render.EmblemAt(-0.78, 0.12)},
		{render.EmblemAt(0.38, 0.12), render.EmblemAt(0.78, 0.12)},
		{render.EmblemAt(0, -0.28), render.EmblemAt(0, -0.68)},
	}
	lit, dark := embers(), canvas.GemOf(canvas.Mix(s.Look.Cell, s.Look.Line, 0.6))
	const node = 0.135 * render.EmblemRadius
	for _, arm := range ends {
		s.Line(middle, arm[1], 14, s.Look.Line)
	}
	for i, arm := range ends {
		s.Token(arm[0], node, dark)
		s.Token(arm[1], node, []canvas.Gem{lit, dark}[i%2])
	}
	s.Token(middle, 1.35*node, lit)
}
