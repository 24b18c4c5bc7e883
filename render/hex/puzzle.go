package hex

import (
	"image"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// puzzle draws a puzzle with a cross on each wrong answer, and with the refutation once the answer
// may be shown.
func (b *boards) puzzle(p *hex.Puzzle, s render.Style) image.Image {
	words := engine.T("Puzzle %s: Red to move and win", strconv.Itoa(p.Number()))
	if p.Solved() {
		words = engine.T("Solved: Red wins")
		s.Winners = []engine.Seat{hex.Red.Seat()}
	}
	if p.GivenUp() {
		words = engine.T("Given up: this was the way")
	}
	return b.draw(p.Board(), s, key{}, func(d *drawing) {
		d.stones(d.ground)
		for _, c := range p.Tried() {
			if p.Solved() || p.GivenUp() {
				break
			}
			d.on.shape(d.cells, d.centre(c), shapeCross, canvas.InkNumber)
		}
		d.continuation(render.Ahead(p.Sequel()))
		d.caption(words)
	})
}

// puzzleHint marks the region of the winning cell, or shows the winning line.
func (b *boards) puzzleHint(hint hex.PuzzleHint, s render.Style) image.Image {
	return b.draw(hint.Board(), s, key{hot: true}, func(d *drawing) {
		d.stones(func(c hexgrid.Cell) fill {
			if slices.Contains(hint.Region, c) {
				return fillHeat + heatSteps - 1
			}
			return d.ground(c)
		})
		numbers := d.numerals("?")
		for _, c := range hint.Region {
			numbers.write(c, "?")
		}
		if hint.Line == nil {
			d.caption(engine.T("One of these wins for Red"))
			return
		}
		line := hint.Line
		if hint.Solved() {
			line = hint.Sequel()
		}
		d.continuation(render.Ahead(line))
		d.caption(engine.T("Red wins by %s", hint.Line[0]))
	})
}
