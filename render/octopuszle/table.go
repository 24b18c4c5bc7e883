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
	handCell  = 84
	handLeft  = 666
	handTop   = 70
	handWide  = 110 // from one square to the next
	handHigh  = 140 // from one row to the next
	handLine  = 104 // from a square's upper edge to the centre of its number
	ringWidth = 6   // of the frame around a highlighted cell
	numberPad = 25  // from a square's corner to the centre of its number
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
	if last := p.Last(); last >= 0 && p.Outcome().Status == engine.Open {
		d.frame(d.box(last), canvas.InkText)
	}
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

// table draws the squares on the table, with a frame around a solved board.
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
	if p.Outcome().Status == engine.Solved {
		d.on.Frame(d.field().Inset(-ringWidth), ringWidth, canvas.InkGreen)
	}
}

// answer draws the squares of the solution that are not on the table, with a legend of the colours.
func (d *drawing) answer(p *octopuszle.Position, answer octopuszle.SmallBoard) {
	for at, square := range answer {
		if p.At(at) != square {
			d.square(at, square, ghost)
		}
	}
	d.legend([]sign{
		{tile{lines: octopuszle.Orthogonals, tint: given}, engine.T("as it lay")},
		{tile{lines: octopuszle.Orthogonals, tint: ghost}, engine.T("the answer")},
	})
}

// square draws a square of the little board on a cell, with its number in a corner.
func (d *drawing) square(at int, square int8, tint tint) {
	corner := d.at(at)
	d.on.Stamp(d.tile(tile{lines: octopuszle.SmallLines(square), tint: tint, side: d.cell}), corner)
	canvas.Centred(d.on, d.quiet, canvas.Pt(float64(corner.X+numberPad), float64(corner.Y+numberPad-2)), strconv.Itoa(int(square)), canvas.InkMuted)
}

func (d *drawing) frame(r image.Rectangle, with canvas.Ink) {
	d.on.Frame(r.Inset(int(gapShare*float64(r.Dx()))), ringWidth, with)
}

// hand draws the squares in hand with their numbers. Those outside fit are muted.
func (d *drawing) hand(p *octopuszle.Position, fit []int8) {
	left := p.Left()
	for square := range int8(octopuszle.SmallSquares) {
		corner, with := inHand(square), canvas.InkMuted
		if !slices.Contains(left, square) {
			d.on.Stamp(d.tile(tile{tint: free, side: handCell}), corner)
			continue
		}
		tint := given
		if slices.Contains(fit, square) {
			with, tint = canvas.InkText, plain
		}
		d.on.Stamp(d.tile(tile{lines: octopuszle.SmallLines(square), tint: tint, side: handCell}), corner)
		canvas.Centred(d.on, d.number, canvas.Pt(float64(corner.X)+handCell/2, float64(corner.Y+handLine)), strconv.Itoa(int(square)), with)
	}
}

func inHandBox(square int8) image.Rectangle {
	return image.Rectangle{inHand(square), inHand(square).Add(image.Pt(handCell, handCell))}
}

// sheet marks a cell and the squares that fit on it.
func (b *boards) sheet(sheet octopuszle.Sheet, s render.Style) *image.Paletted {
	d, p := b.draw(little, s), sheet.Position
	d.table(p)
	d.hand(p, sheet.Squares)
	d.frame(d.box(sheet.At), canvas.InkGreen)
	for _, square := range sheet.Squares {
		d.frame(inHandBox(square), canvas.InkGreen)
	}
	return d.captioned(p, sheet.Caption)
}

// suggestion marks the square to lay or to take back.
func (b *boards) suggestion(p *octopuszle.Position, choice engine.Choice, s render.Style) *image.Paletted {
	d := b.draw(little, s)
	d.table(p)
	d.hand(p, fitting(p))
	if square, at, ok := octopuszle.ParseMove(choice.Move); ok {
		if square != octopuszle.NoSquare {
			d.square(at, square, ghost)
			d.frame(inHandBox(square), canvas.InkGreen)
		}
		d.frame(d.box(at), canvas.InkGreen)
	}
	return d.captioned(p, engine.T("Hint: %s", choice.Move))
}
