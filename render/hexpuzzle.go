package render

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// puzzle draws a puzzle; once it is solved, with how the game would go on.
func (b *hexBoards) puzzle(p *hex.Puzzle, s Style) (image.Image, error) {
	words := engine.T("Puzzle %s: Red to move and win", strconv.Itoa(p.Number()))
	if p.Solved() {
		words = engine.T("Solved: Red wins")
		s.Winners = []engine.Seat{hex.Red.Seat()}
	}
	return b.draw(p.Board(), s, hexKey{}, func(d *hexDrawing) {
		d.stones(d.ground)
		d.continuation(p.Sequel())
		d.caption(words)
	})
}

// puzzleHint marks the cells among which the winning one is, or shows the winning line.
func (b *hexBoards) puzzleHint(hint hex.PuzzleHint, s Style) (image.Image, error) {
	region := map[hexgrid.Cell]bool{}
	for _, c := range hint.Region {
		region[c] = true
	}
	return b.draw(hint.Board(), s, hexKey{hot: true}, func(d *hexDrawing) {
		d.stones(func(c hexgrid.Cell) fill {
			if region[c] {
				return fillHeat + heatSteps - 1
			}
			return d.ground(c)
		})
		for c := range d.all() {
			if region[c] {
				centred(d.on, d.large, place(d.centre(c)), "?", inkNumber)
			}
		}
		if hint.Line == nil {
			d.caption(engine.T("One of these wins for Red"))
			return
		}
		if hint.Solved() {
			d.continuation(hint.Sequel())
		} else {
			d.continuation(hint.Line)
		}
		d.caption(engine.T("Red wins by %s", hint.Line[0]))
	})
}
