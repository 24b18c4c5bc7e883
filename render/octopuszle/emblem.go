package octopuszle

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// drawEmblem draws a knot over nine squares.
func drawEmblem(s *render.Sheet) {
	const step = 0.48
	at := func(x, y float64) canvas.Point { return render.EmblemAt(step*x, step*y) }
	const half = 0.226 * render.EmblemRadius
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			p := at(x, y)
			s.SetColor(s.Look.Cell)
			s.DrawRoundedRectangle(p.X-half, p.Y-half, 2*half, 2*half, 14)
			s.Fill()
		}
	}
	loops := [][]canvas.Point{
		{at(-1, -1), at(0, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, -1)},
		{at(1, -1), at(0, -1), at(-1, 0), at(0, 1), at(1, 1), at(1, -1)},
	}
	colours := []color.RGBA{s.Look.Blue.Base, orangeOf(s.Look)} // as of the lines on the board
	for i, loop := range loops {
		for k := range len(loop) - 1 {
			s.Line(loop[k], loop[k+1], 24, colours[i])
		}
	}
}
