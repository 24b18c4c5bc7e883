package octopuszle

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestPieces tests the contrast of lines to every background of squares.
func TestPieces(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		b := &board{Board: canvas.Board{Look: l}}
		pairs := map[string][2]color.RGBA{}
		for ground := plain; ground < dim; ground++ {
			pairs[fmt.Sprintf("straight lines on ground %d", ground)] = [2]color.RGBA{b.blue(), b.ground(ground)}
			pairs[fmt.Sprintf("diagonals on ground %d", ground)] = [2]color.RGBA{b.orange(), b.ground(ground)}
		}
		return pairs
	})
}

// TestLinesAreApart: straight lines and diagonals are told from each other in every theme and
// with every kind of colour vision.
func TestLinesAreApart(t *testing.T) {
	for _, theme := range render.Themes {
		b := &board{Board: canvas.Board{Look: theme.Look()}}
		rendertest.Apart(t, theme.ID, b.blue(), b.orange(), 60)
		rendertest.Named(t, theme.ID, b.blue(), "blue")
	}
}

// TestDiagonalsAreThinner than straight lines on the whole board, where they lie closer to each
// other: between two of them there is more of the ground than of a line.
func TestDiagonalsAreThinner(t *testing.T) {
	for _, k := range []kind{whole, large} {
		b := newBoard(key{render.Themes[0].Look(), k})
		count := func(lines octopuszle.Lines, c color.RGBA) (n int) {
			return rendertest.Count(b.Palette.Convert(b.paint(tile{lines: lines, side: b.cell, open: true})), c)
		}
		straight, slanting := count(octopuszle.Orthogonals, b.blue()), count(octopuszle.Diagonals, b.orange())
		if slanting == 0 || 10*slanting > 11*straight { // though they are longer by two fifths
			t.Errorf("%d pixels of diagonals in a cell of %d, and %d of straight lines", slanting, b.cell, straight)
		}
	}
}
