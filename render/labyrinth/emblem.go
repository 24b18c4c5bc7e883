package labyrinth

import (
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
)

// drawEmblem draws a labyrinth: the piece with all doors, and six around it that are joined to it
// and to each other.
func drawEmblem(s *render.Sheet) {
	const width = 164
	c := newComb(s, width, render.EmblemAt(0, 0))
	c.lay(0, 0, connexion.AllDoors, 0)
	for side := range connexion.Side(connexion.Sides) {
		at := connexion.Cell{}.Next(side)
		back := side.Opposite()
		c.lay(at.Q, at.R, doors(back, (back+1)%connexion.Sides, (back+connexion.Sides-1)%connexion.Sides), 0)
	}
}
