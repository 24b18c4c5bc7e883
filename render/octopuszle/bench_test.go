package octopuszle

import (
	"image"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// BenchmarkOctopuszle draws and encodes a table after a move, and the whole board.
func BenchmarkOctopuszle(b *testing.B) {
	table, all := laidOn(b, 9, 2), octopuszle.Picture{Board: solution(b), Caption: engine.T("A solution")}
	b.Run("table", func(b *testing.B) {
		rendertest.Compare(b, Drawers, render.Style{}, func(any) image.Image { return naiveTable(table) }, table)
	})
	b.Run("whole", func(b *testing.B) {
		rendertest.Compare(b, Drawers, render.Style{}, func(any) image.Image { return naiveWhole(all) }, all)
	})
}

// naiveBegin is a picture to draw on with package gg, in true colour.
func naiveBegin(k kind) (*board, *gg.Context) {
	b := &board{Board: canvas.Board{Look: render.Themes[0].Look()}, layout: layouts[k]}
	dc := gg.NewContext(b.size.X, b.size.Y)
	dc.SetColor(b.Look.Background)
	dc.Clear()
	return b, dc
}

// naiveTable draws the squares of a table and those in hand anew, and no words.
func naiveTable(p *octopuszle.Position) image.Image {
	b, dc := naiveBegin(little)
	b.gaps(dc)
	for at := range octopuszle.SmallSquares {
		if square := p.At(at); square != octopuszle.NoSquare {
			dc.DrawImage(b.paint(tile{lines: octopuszle.SmallLines(square), side: b.cell}), b.at(at).X, b.at(at).Y)
		}
	}
	for _, square := range p.LeftFor(0) {
		corner := inHand(square)
		dc.DrawImage(b.paint(tile{lines: octopuszle.SmallLines(square), side: handCell}), corner.X, corner.Y)
	}
	return dc.Image()
}

// naiveWhole draws the squares of a whole board anew.
func naiveWhole(p octopuszle.Picture) image.Image {
	b, dc := naiveBegin(whole)
	for at, lines := range p.Board {
		dc.DrawImage(b.paint(tile{lines: lines, side: b.cell, open: true}), b.at(at).X, b.at(at).Y)
	}
	return dc.Image()
}
