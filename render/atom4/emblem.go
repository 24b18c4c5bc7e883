package atom4

import (
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// drawEmblem draws four atoms of four colours on the lattice.
func drawEmblem(s *render.Sheet) {
	const step = 0.52
	at := func(x, y float64) canvas.Point { return render.EmblemAt(step*(x+y/2), step*y*0.866) }
	for i := -1.0; i <= 1; i++ {
		s.Line(at(-1.5-min(i, 0)/2, i), at(1.5-max(i, 0)/2, i), 6, s.Look.Line)
		s.Line(at(i, -1.5-min(i, 0)/2), at(i, 1.5-max(i, 0)/2), 6, s.Look.Line)
		s.Line(at(i+1.5-max(i, 0)/2, -1.5+max(i, 0)/2), at(i-1.5-min(i, 0)/2, 1.5+min(i, 0)/2), 6, s.Look.Line)
	}
	for i, c := range []grid.Colour{grid.Red, grid.Yellow, grid.Blue, grid.Purple} {
		where := []canvas.Point{at(0, -1), at(0, 0), at(1, -1), at(-1, 1)}[i]
		s.Token(where, 0.23*render.EmblemRadius, canvas.GemOf(looksOf(s.Look).piece(c)))
	}
}
