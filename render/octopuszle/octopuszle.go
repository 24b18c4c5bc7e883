// Package octopuszle draws the Octopuszle: its 256 squares with their lines (whole.go), and the
// little version of 16 squares that people play, with the squares in hand beside the board
// (table.go).
package octopuszle

import (
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Octopuszle: octopuszle.Picture, octopuszle.Sheet,
// *octopuszle.Position, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.Cache[key, *board]{Limit: 3 * len(render.Themes)}}
	return []render.Drawer{render.For(b.picture), render.For(b.sheet), render.For(b.position), render.ForSuggestion(b.suggestion), render.Figures(figures)}
}

type drawing struct {
	*board
	on canvas.Canvas
	s  render.Style
}

func (b *boards) draw(k kind, s render.Style) *drawing {
	look := s.Theme.Look()
	board := b.Get(key{look, k}, func() *board { return newBoard(key{look, k}) })
	return &drawing{board, board.Begin(), s}
}
