package labyrinth

import (
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// drawEmblem draws a labyrinth of hexagrams: a piece and those around it, joined by lines.
func drawEmblem(s *render.Sheet) {
	const radius, across, down = 0.31, 0.31 * 1.732, 0.31 * 1.5
	middle := render.EmblemAt(0, 0)
	around := make([]canvas.Point, 6)
	for i, d := range [][2]float64{{0.5, -1}, {1, 0}, {0.5, 1}, {-0.5, 1}, {-1, 0}, {-0.5, -1}} {
		around[i] = render.EmblemAt(d[0]*across, d[1]*down)
	}
	blue := canvas.Mix(s.Look.Blue.Base, s.Look.Background, 0.15)
	for i, at := range append([]canvas.Point{middle}, around...) {
		fill := blue
		if i == 2 || i == 5 {
			fill = s.Look.Lit
		}
		s.Polygon(render.Hexagon(at, radius*render.EmblemRadius, false), fill, 6, s.Look.Background)
	}
	paper := canvas.RGB(0xffffff)
	for i, at := range around {
		if i != 1 && i != 4 {
			s.Line(middle, at, 18, paper)
		}
		if i == 2 || i == 5 {
			s.Line(at, around[(i+1)%6], 18, paper)
		}
	}
	s.Pen.Disc(middle, 24, paper)
}
