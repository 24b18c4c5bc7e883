package hex

import (
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// drawEmblem draws the rim of a small board, joined from top to bottom.
func drawEmblem(s *render.Sheet) {
	const radius, across, down = 0.29, 0.29 * 1.732, 0.29 * 1.5
	at := func(col, row int) canvas.Point {
		return render.EmblemAt((float64(col-1)+0.5*float64(row-1))*across, float64(row-1)*down)
	}
	for col := range 3 {
		for row := range 3 {
			cell := render.Hexagon(at(col, row), radius*render.EmblemRadius, false)
			s.Polygon(cell, s.Look.Cell, 5, s.Look.Line)
		}
	}
	for i := range 3 {
		first, last := render.Hexagon(at(i, 0), radius*render.EmblemRadius, false), render.Hexagon(at(i, 2), radius*render.EmblemRadius, false)
		left, right := render.Hexagon(at(0, i), radius*render.EmblemRadius, false), render.Hexagon(at(2, i), radius*render.EmblemRadius, false)
		for _, side := range []struct {
			cell []canvas.Point
			from int
			gem  canvas.Gem
		}{{first, 3, s.Look.Red}, {last, 0, s.Look.Red}, {left, 1, s.Look.Blue}, {right, 4, s.Look.Blue}} {
			for k := range 2 {
				s.Line(side.cell[(side.from+k)%6], side.cell[(side.from+k+1)%6], 20, side.gem.Base)
			}
		}
	}
	stone := 0.21 * render.EmblemRadius
	for _, red := range []canvas.Point{at(2, 0), at(1, 1), at(1, 2)} {
		s.Token(red, stone, s.Look.Red)
	}
	for _, blue := range []canvas.Point{at(0, 1), at(2, 1)} {
		s.Token(blue, stone, s.Look.Blue)
	}
}
