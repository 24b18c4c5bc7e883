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
	large, solved := p.Size() == octopuszle.Size, p.Outcome().Status == engine.Solved
	shown := little
	switch {
	case large && solved:
		shown = alone
	case large:
		shown = whole
	case solved:
		shown = done
	}
	d := b.draw(shown, s)
	d.table(p)
	switch answer, told := p.GivenUp(); {
	case told:
		d.answer(p, answer)
	case shown == whole:
		d.key(d.field())
	case shown == little:
		d.hand(p, 0, fitting(p))
	}
	return d.captioned(p, standing(p))
}

// key explains the tints of a table of 16 x 16, beside what is shown of it.
func (d *drawing) key(field image.Rectangle) {
	d.legend(field, []sign{
		{tile{lines: octopuszle.Diagonals, tint: bare}, false, engine.T("a gap")},
		{tile{lines: octopuszle.Orthogonals | octopuszle.Diagonals}, false, engine.T("a square")},
	})
}

func standing(p *octopuszle.Position) engine.Text {
	if _, told := p.GivenUp(); told {
		return engine.T("Given up: this was the way")
	}
	if p.Outcome().Status == engine.Solved {
		return engine.T("Solved: all lines meet")
	}
	return engine.T("%s of %s squares laid", strconv.Itoa(p.Laid()), strconv.Itoa(p.Size()*p.Size()))
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
		if square, _, ok := p.ParseMove(move); ok && !slices.Contains(list, square) {
			list = append(list, square)
		}
	}
	return list
}

// tintOf is the tint of a place on a table.
func tintOf(p *octopuszle.Position, at int) tint {
	switch {
	case p.Fixed(at):
		return given
	case p.At(at) == octopuszle.NoSquare:
		return bare
	default:
		return plain
	}
}

// onTable is a place of the 16 x 16 on a table.
func onTable(p *octopuszle.Position, at int) tile {
	return tile{lines: p.With(at, p.At(at)), tint: tintOf(p, at), edged: true, gap: p.At(at) == octopuszle.NoSquare}
}

// table draws the squares on the table, and marks the last one, or a solved board.
func (d *drawing) table(p *octopuszle.Position) {
	if p.Size() == octopuszle.Size {
		d.squares(wholeBoard, func(at int) tile { return onTable(p, at) })
	} else {
		for at := range octopuszle.SmallSquares {
			if square := p.At(at); square != octopuszle.NoSquare {
				d.square(p, at, square, tintOf(p, at))
			}
		}
	}
	switch last := p.Last(); {
	case p.Outcome().Status == engine.Solved:
		box := d.field().Inset(-markInset)
		if p.Size() == octopuszle.Small { // further from its letters
			box = box.Inset(-markInset)
		}
		d.on.Won(outline(box))
	case p.Outcome().Status == engine.Open && last >= 0:
		box := d.box(last)
		if p.Size() == octopuszle.Size { // too small for a mark within
			box = box.Inset(-markInset)
		}
		d.on.Last(outline(box))
	}
}

// answer draws the squares of the solution that are not on the table, with a legend of the colours.
func (d *drawing) answer(p *octopuszle.Position, answer []int8) {
	little := p.Size() == octopuszle.Small
	if !little {
		d.squares(wholeBoard, func(at int) tile { return tile{lines: p.With(at, answer[at]), tint: tintOf(p, at), edged: true} })
	}
	for at, square := range answer {
		if little && p.At(at) != square {
			d.square(p, at, square, bare)
			d.on.Ghost(outline(d.box(at)), canvas.InkLabel)
		}
	}
	d.legend(d.field(), []sign{
		{tile{lines: octopuszle.Orthogonals, tint: given}, false, engine.T("as it lay")},
		{tile{lines: octopuszle.Orthogonals, tint: bare}, little, engine.T("the answer")},
	})
}

// square draws a square on a cell, of the little board with its number in a corner.
func (d *drawing) square(p *octopuszle.Position, at int, square int8, tint tint) {
	corner := d.at(at)
	if p.Size() == octopuszle.Size {
		d.on.Stamp(d.tile(tile{lines: p.With(at, square), tint: tint, side: d.cell, open: true, edged: true}), corner)
		return
	}
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

// hand draws the squares in hand, those for a place on the 16 x 16, with their numbers. Those outside
// fit are dim.
func (d *drawing) hand(p *octopuszle.Position, at int, fit []int8) {
	left := p.LeftFor(at)
	for square := range int8(octopuszle.SmallSquares) {
		if !slices.Contains(left, square) {
			continue
		}
		corner, with, tint := inHand(square), canvas.InkMuted, dim
		if slices.Contains(fit, square) {
			with, tint = canvas.InkText, plain
		}
		d.on.Stamp(d.tile(tile{lines: p.With(at, square), tint: tint, side: handCell}), corner)
		canvas.Centred(d.on, d.number, canvas.Pt(float64(corner.X)+handCell/2, float64(corner.Y+handLine)), strconv.Itoa(int(square)), with)
	}
}

// sheet marks a cell, and shows the squares that fit on it among those in hand.
func (b *boards) sheet(sheet octopuszle.Sheet, s render.Style) *image.Paletted {
	p := sheet.Position
	d := b.around(p, sheet.At, s)
	if sheet.Squares == nil {
		const shown = octopuszle.Small + 2 // the region and the cells around
		d.key(image.Rectangle{d.corner, d.corner.Add(image.Pt(shown*d.cell, shown*d.cell))})
	} else {
		d.hand(p, sheet.At, sheet.Squares)
		d.on.Here(outline(d.box(sheet.At)))
	}
	return d.captioned(p, sheet.Caption)
}

// around draws a little table, or the region of a place on the 16 x 16 and the cells around it.
func (b *boards) around(p *octopuszle.Position, at int, s render.Style) *drawing {
	if p.Size() == octopuszle.Small {
		d := b.draw(little, s)
		d.table(p)
		return d
	}
	d, places := b.draw(region, s), octopuszle.RegionOf(at)
	first, last := places[0], places[len(places)-1]
	inside := image.Rect(first%d.cells, first/d.cells, last%d.cells+1, last/d.cells+1)
	d.moved = inside.Min.Sub(image.Pt(1, 1)).Mul(-d.cell)
	d.squares(inside.Inset(-1).Intersect(wholeBoard), func(at int) tile {
		k := onTable(p, at)
		if !image.Pt(at%d.cells, at/d.cells).In(inside) {
			k.tint = dim
		}
		return k
	})
	for i := range inside.Dx() {
		at := first + i*(d.cells+1)
		d.letter(d.on, at%d.cells, at/d.cells, d.box(at))
	}
	return d
}

// suggestion marks the square to lay, on its cell too, or to take back.
func (b *boards) suggestion(p *octopuszle.Position, choice engine.Choice, s render.Style) *image.Paletted {
	advised, at, ok := p.ParseMove(choice.Move)
	d, fit := b.around(p, at, s), fitting(p)
	if p.Size() == octopuszle.Size {
		fit = []int8{advised}
	}
	d.hand(p, at, fit)
	if ok {
		if advised != octopuszle.NoSquare {
			d.square(p, at, advised, bare)
			d.on.Hint(outline(boxAt(inHand(advised), handCell)), 0)
		}
		d.on.Hint(outline(d.box(at)), 0)
	}
	return d.captioned(p, engine.T("Hint: %s", choice.Move))
}
