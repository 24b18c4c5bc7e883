package iching

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render"
)

// drawEmblem draws hexagram 63, of all lines in their places.
func drawEmblem(s *render.Sheet) {
	for i := range 6 {
		at, half := render.EmblemAt(0, 0.24*(float64(i)-2.5)), image.Pt(150, 22)
		drawLine(s, image.Rectangle{at.Round().Sub(half), at.Round().Add(half)}, []book.Line{8, 7}[i%2], s.Look.Text)
	}
}
