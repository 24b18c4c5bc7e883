// Package iching draws the oracle: a table before the throw (table.go), a throw and the hexagram
// that it leads to (sheet.go), a leaf of the book (leaf.go), the clock of hours and seasons
// (wheel.go) and a natal chart (natal.go). bars.go draws the lines of a hexagram, page.go has the
// typefaces.
//
// Package labyrinth draws the Connexion of a throw.
package iching

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
)

// Drawers draws the scenes of the oracle: *iching.Position, *iching.Sheet, *iching.Connexion,
// *iching.Leaf, *iching.Wheel, *iching.Horoscope, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	pages := &pages{canvas.Cache[*canvas.Look, *page]{Limit: len(render.Themes)}}
	return []render.Drawer{
		render.For(pages.position),
		render.For(pages.sheet),
		render.For(pages.leaf),
		render.For(pages.wheel),
		render.For(pages.horoscope),
		render.For(func(c *iching.Connexion, s render.Style) image.Image { return labyrinth.Picture(c.Picture, s) }),
		render.Figures(figures),
	}
}
