package render

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Emblem is the scene of a game's emblem, the figure by which it is known on the cover of all games.
// Every game draws it around [EmblemAt] and no further than EmblemRadius.
var Emblem = engine.Figure{Name: "emblem"}

// EmblemRadius is the room around the middle of an emblem in pixels.
const EmblemRadius = 280.0

// EmblemAt returns the point at a distance from the middle of an emblem, in its radii.
func EmblemAt(x, y float64) canvas.Point {
	middle := canvas.Middle(canvas.Whole)
	return canvas.Pt(middle.X+x*EmblemRadius, middle.Y+y*EmblemRadius)
}

// EmblemPart is the part of the picture that an emblem takes.
func EmblemPart() image.Rectangle { return canvas.Around(EmblemAt(0, 0), EmblemRadius) }

// Token paints a token, lit as all are.
func (s *Sheet) Token(at canvas.Point, radius float64, g canvas.Gem) {
	s.SetFillStyle(g.Lit(at, radius))
	s.DrawCircle(at.X, at.Y, radius)
	s.Fill()
}
