// Package octopuszle draws the Octopuszle: its 256 squares with their lines, and the little
// relative of 16 squares that people lay. Orthogonal lines are blue and diagonals orange, as
// in the source, and told apart by their directions as well.
package octopuszle

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/figure"
)

// Drawers draws the scenes of the Octopuszle: octopuszle.Picture, octopuszle.Sheet,
// *octopuszle.Position, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.NewBoards[key, *board](3 * len(render.Themes))}
	return []render.Drawer{render.For(b.picture), render.For(b.sheet), render.For(b.position), render.ForSuggestion(b.suggestion), figure.Drawer(figures)}
}

// drawing is a picture in the making.
type drawing struct {
	*board
	on canvas.Canvas
}

func (b *boards) draw(small bool, s render.Style) *drawing {
	return b.begin(key{look: s.Theme.Look(), small: small})
}

func (b *boards) begin(k key) *drawing {
	board, on := b.Begin(k, func() *board { return newBoard(k) })
	return &drawing{board, on}
}

// corner is the upper left pixel of a cell.
func (d *drawing) corner(at int) image.Point {
	return image.Pt(margin+at%d.cells*d.pitch, margin+at/d.cells*d.pitch)
}

func (d *drawing) caption(s render.Style, words engine.Text) {
	s.Write(d.on, d.words, render.Caption{Words: words})
}

// picture draws a whole board.
func (b *boards) picture(p octopuszle.Picture, s render.Style) image.Image {
	d := b.draw(false, s)
	for at, lines := range p.Board {
		if p.DiagonalsAlone {
			lines &= octopuszle.Diagonals
		}
		d.on.Stamp(d.tile(tile{lines: lines}), d.corner(at))
	}
	d.crossings(p.Board)
	d.caption(s, p.Caption)
	return d.on.Paletted
}

// crossings draws diagonals where they pass from cell to cell.
func (d *drawing) crossings(b *octopuszle.Board) {
	const down, up = 1<<octopuszle.SouthEast | 1<<octopuszle.NorthWest, 1<<octopuszle.NorthEast | 1<<octopuszle.SouthWest
	half := d.crossing()
	for at := range b {
		var lines octopuszle.Lines
		if b[at].Has(octopuszle.SouthEast) {
			lines |= down
		}
		if at+1 < len(b) && b[at+1].Has(octopuszle.SouthWest) && at%d.cells < d.cells-1 {
			lines |= up
		}
		if lines != 0 {
			corner := d.corner(at).Add(image.Pt(d.cell-half, d.cell-half))
			d.on.Stamp(d.tile(tile{lines: lines, crossing: true}), corner)
		}
	}
}

// sheet draws squares side by side.
func (b *boards) sheet(p octopuszle.Sheet, s render.Style) image.Image {
	d := b.begin(key{s.Theme.Look(), true, (len(p.Squares) + octopuszle.Small - 1) / octopuszle.Small})
	for i, square := range p.Squares {
		d.square(i, square, plain)
	}
	d.caption(s, p.Caption)
	return d.on.Paletted
}

// position draws a table of the little relative.
func (b *boards) position(p *octopuszle.Position, s render.Style) image.Image {
	d := b.draw(true, s)
	d.table(p)
	words := engine.T("%s of 16 squares", strconv.Itoa(p.Laid()))
	if p.Outcome().Status == engine.Solved {
		words = engine.T("Solved: all lines meet")
	}
	d.caption(s, words)
	return d.on.Paletted
}

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
	if last := p.Last(); last >= 0 && p.Outcome().Status == engine.Open {
		d.ring(last)
	}
}

// square draws one of the little relative, with its number in a corner.
func (d *drawing) square(at int, square int8, tint tint) {
	d.on.Stamp(d.tile(tile{lines: octopuszle.SmallLines(square), tint: tint}), d.corner(at))
	aside := cornerShare * float64(d.cell)
	centre := d.middle(at)
	canvas.Centred(d.on, d.number, canvas.Pt(centre.X-aside, centre.Y-aside), strconv.Itoa(int(square)), canvas.InkLabel)
}

func (d *drawing) middle(at int) canvas.Point {
	c := canvas.At(d.corner(at))
	return canvas.Pt(c.X+float64(d.cell)/2, c.Y+float64(d.cell)/2)
}

func (d *drawing) ring(at int) {
	k := canvas.Mask{Kind: canvas.MaskRing, Radius: 0.2 * float64(d.cell), Stroke: 0.03 * float64(d.cell)}
	c := d.middle(at)
	d.on.Blend(k.Paint(), image.Pt(int(c.X), int(c.Y)), canvas.InkText)
}

// suggestion shows the square that is advised, or the one to take back.
func (b *boards) suggestion(p *octopuszle.Position, choice engine.Choice, s render.Style) image.Image {
	d := b.draw(true, s)
	d.table(p)
	if square, at, ok := octopuszle.ParseMove(choice.Move); ok {
		if square != octopuszle.NoSquare {
			d.square(at, square, ghost)
		}
		d.ring(at)
	}
	d.caption(s, engine.T("Hint: %s", choice.Move))
	return d.on.Paletted
}
