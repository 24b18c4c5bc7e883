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
	cell := func(col, row int) []canvas.Point {
		return render.Hexagon(at(col, row), radius*render.EmblemRadius, false)
	}
	for i := range 9 {
		s.Polygon(cell(i/3, i%3), s.Look.Cell, 5, s.Look.Line)
	}
	for i := range 3 {
		for _, side := range []struct {
			cell []canvas.Point
			from int
			gem  canvas.Gem
		}{{cell(i, 0), 3, s.Look.Red}, {cell(i, 2), 0, s.Look.Red}, {cell(0, i), 1, s.Look.Blue}, {cell(2, i), 4, s.Look.Blue}} {
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
