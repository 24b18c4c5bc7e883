package octopuszle

import (
	"image"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Positions of the squares in hand, in pixels. Each square has a fixed place, which stays empty
// once it is laid.
const (
	handCell  = 92
	handLeft  = 662
	handTop   = 46
	handWide  = 110 // from one square to the next
	handHigh  = 140 // from one row to the next
	markInset = 6
	handLine  = 112 // from a square's upper edge to the centre of its number
	numberPad = 35  // from a square's corner to the centre of its number
)

// inHand returns the upper left corner of a square in hand.
func inHand(square int8) image.Point {
	return image.Pt(handLeft+int(square)%octopuszle.Small*handWide, handTop+int(square)/octopuszle.Small*handHigh)
}

func (b *boards) position(p *octopuszle.Position, s render.Style) *image.Paletted {
	shown := little
	if p.Outcome().Status == engine.Solved {
		shown = done
	}
	d := b.draw(shown, s)
	d.table(p)
	if answer, told := p.GivenUp(); told {
		d.answer(p, answer)
	} else if shown == little {
		d.hand(p, fitting(p))
	}
	return d.captioned(p, standing(p))
}

func standing(p *octopuszle.Position) engine.Text {
	if _, told := p.GivenUp(); told {
		return engine.T("Given up: this was the way")
	}
	if p.Outcome().Status == engine.Solved {
		return engine.T("Solved: all lines meet")
	}
	return engine.T("%s of 16 squares laid", strconv.Itoa(p.Laid()))
}

// captioned writes the caption, with the last move below.
func (d *drawing) captioned(p *octopuszle.Position, words engine.Text) *image.Paletted {
	d.s.Write(d.on, d.caption, render.Caption{Words: words, Position: p})
	return d.on.Paletted
}

// fitting returns the squares that can be laid somewhere.
func fitting(p *octopuszle.Position) []int8 {
	var list []int8
	for _, move := range p.Moves() {
		if square, _, ok := octopuszle.ParseMove(move); ok && !slices.Contains(list, square) {
			list = append(list, square)
		}
	}
	return list
}

// table draws the squares on the table, and marks the last one, or a solved board.
func (d *drawing) table(p *octopuszle.Position) {
	for at := range octopuszle.SmallSquares {
		if square := p.At(at); square != octopuszle.NoSquare {
			tint := plain
			if p.Fixed(at) {
				tint = given
			}
			d.square(at, square, tint)
		}
	}
	switch last := p.Last(); {
	case p.Outcome().Status == engine.Solved:
		d.on.Won(outline(d.field().Inset(-2 * markInset)))
	case p.Outcome().Status == engine.Open && last >= 0:
		d.on.Last(outline(d.box(last)))
	}
}

// answer draws the squares of the solution that are not on the table, with a legend of the colours.
func (d *drawing) answer(p *octopuszle.Position, answer octopuszle.SmallBoard) {
	for at, square := range answer {
		if p.At(at) != square {
			d.square(at, square, bare)
			d.on.Ghost(outline(d.box(at)), canvas.InkLabel)
		}
	}
	d.legend([]sign{
		{tile{lines: octopuszle.Orthogonals, tint: given}, false, engine.T("as it lay")},
		{tile{lines: octopuszle.Orthogonals, tint: bare}, true, engine.T("the answer")},
	})
}

// square draws a square of the little board on a cell, with its number in a corner.
func (d *drawing) square(at int, square int8, tint tint) {
	corner := d.at(at)
	d.on.Stamp(d.tile(tile{lines: octopuszle.SmallLines(square), tint: tint, side: d.cell}), corner)
	canvas.Centred(d.on, d.quiet, canvas.Pt(float64(corner.X+numberPad), float64(corner.Y+numberPad-2)), strconv.Itoa(int(square)), canvas.InkLabel)
}

// outline is the outline of a square that fills a box, but for what marks need beside it.
func outline(box image.Rectangle) canvas.Outline {
	b := box.Inset(markInset)
	return canvas.Corners(canvas.At(b.Min), canvas.At(image.Pt(b.Max.X, b.Min.Y)), canvas.At(b.Max), canvas.At(image.Pt(b.Min.X, b.Max.Y)))
}

func boxAt(corner image.Point, side int) image.Rectangle {
	return image.Rectangle{corner, corner.Add(image.Pt(side, side))}
}

// hand draws the squares in hand with their numbers. Those outside fit are dim.
func (d *drawing) hand(p *octopuszle.Position, fit []int8) {
	left := p.Left()
	for square := range int8(octopuszle.SmallSquares) {
		if !slices.Contains(left, square) {
			continue
		}
		corner, with, tint := inHand(square), canvas.InkMuted, dim
		if slices.Contains(fit, square) {
			with, tint = canvas.InkText, plain
		}
		d.on.Stamp(d.tile(tile{lines: octopuszle.SmallLines(square), tint: tint, side: handCell}), corner)
		canvas.Centred(d.on, d.number, canvas.Pt(float64(corner.X)+handCell/2, float64(corner.Y+handLine)), strconv.Itoa(int(square)), with)
	}
}

// sheet marks a cell, and shows the squares that fit on it among those in hand.
func (b *boards) sheet(sheet octopuszle.Sheet, s render.Style) *image.Paletted {
	d, p := b.draw(little, s), sheet.Position
	d.table(p)
	d.hand(p, sheet.Squares)
	d.on.Here(outline(d.box(sheet.At)))
	return d.captioned(p, sheet.Caption)
}

// suggestion marks the square to lay, on its cell too, or to take back.
func (b *boards) suggestion(p *octopuszle.Position, choice engine.Choice, s render.Style) *image.Paletted {
	d := b.draw(little, s)
	d.table(p)
	d.hand(p, fitting(p))
	if advised, at, ok := octopuszle.ParseMove(choice.Move); ok {
		if advised != octopuszle.NoSquare {
			d.square(at, advised, bare)
			d.on.Hint(outline(boxAt(inHand(advised), handCell)), 0)
		}
		d.on.Hint(outline(d.box(at)), 0)
	}
	return d.captioned(p, engine.T("Hint: %s", choice.Move))
}
