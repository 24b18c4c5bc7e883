package labyrinth

import (
	"image"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// BenchmarkLabyrinth draws and encodes a puzzle of 20 missing pieces, an empty board with 64
// pieces in hand, and a solution; and, in turn with it, does the same naively.
func BenchmarkLabyrinth(b *testing.B) {
	begun, empty := puzzle(b, 7, 20, 0), table(b, 0, engine.Options{})
	solution := labyrinth.NewPicture(sample(b), labyrinth.Blue, engine.T("A solution"))
	for _, k := range []struct {
		name  string
		scene any
		naive func(any) image.Image
	}{
		{"puzzle", begun, func(any) image.Image { return naive(begun.Picture(), frameOfTable(begun)) }},
		{"empty", empty, func(any) image.Image { return naive(empty.Picture(), frameOfTable(empty)) }},
		{"solution", solution, func(any) image.Image { return naive(solution, frameOfPlain(solution)) }},
	} {
		b.Run(k.name, func(b *testing.B) { rendertest.Compare(b, Drawers, render.Style{}, k.naive, k.scene) })
	}
}

// naive draws the cells and pieces of a board anew with package gg, in true colour, with nothing
// beside it and no words.
func naive(p labyrinth.Picture, f frame) image.Image {
	l, found := render.Themes[0].Look(), survey(p)
	t := newTiles(f.width, l, nil)
	dc := gg.NewContext(wide, tall)
	dc.SetColor(l.Background)
	dc.Clear()
	for row := f.part.Min.Y; row < f.part.Max.Y && !p.Plain; row++ {
		for col := f.part.Min.X; col < f.part.Max.X; col++ {
			t.empty(dc, canvas.At(f.centre(connexion.CellAt(col, row))))
		}
	}
	for i, piece := range p.Pieces {
		k := tile{doors: piece.Doors, colour: p.Colour, group: found.group[i]}
		t.piece(dc, canvas.At(f.centre(piece.Cell)), k, t.paintOf(k, p.Colour))
	}
	return canvas.Drawn(dc)
}
