// Package hex draws Hex: positions with the winning chain, puzzles, and what the views of
// the game show, such as chains in colours, weights and costs, shortest paths, analyses and
// reviews of finished games.
//
// An empty board (board.go, laid out by frame.go as a honeycomb, with the edges of edges.go)
// is kept for each of its kinds. On it, a drawing places cells with their stones (sheet.go,
// painted by paint.go) and marks in one ink (shape.go).
//
// Everything is measured in widths of a cell; shares.go has the proportions.
package hex

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/figure"
)

// Drawers draws the scenes of Hex: *hex.Position, *hex.Puzzle, hex.PuzzleHint, hex.Sets,
// hex.Weights, hex.PathView, hex.Analysis, hex.Review, hex.SwapMap, an engine.Suggestion for a
// *hex.Position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.NewBoards[key, *board](mostBoards)}
	return []render.Drawer{
		render.For(b.position),
		render.For(b.sets),
		render.For(b.weights),
		render.For(b.path),
		render.ForSuggestion(b.suggestion),
		render.For(b.analysis),
		render.For(b.review),
		render.For(b.swapMap),
		render.For(b.puzzle),
		render.For(b.puzzleHint),
		figure.Drawer(figures),
	}
}

// position draws the board as it stands, with the winning chain after the end.
func (b *boards) position(p *hex.Position, s render.Style) image.Image {
	return b.draw(p, s, key{}, (*drawing).position)
}

func (d *drawing) position() {
	d.stones(d.ground)
	d.markLast()
	d.chain(d.p.Path())
	d.caption(d.standing())
}

// drawing is a picture of a position in the making.
type drawing struct {
	*board
	on surface
	p  *hex.Position
	s  render.Style
	// cut: something had no room.
	cut bool
	// aside is what the caption says instead of numbers that had no room, the most
	// important first.
	aside []string
	// signs is what the caption says of the signs on the board, if nothing is aside.
	signs engine.Text
}

// draw makes a picture of a position. Of the key, only the kind is given. Where something has
// no room there is a larger picture of the whole.
func (b *boards) draw(p *hex.Position, s render.Style, k key, scene func(*drawing)) image.Image {
	k = k.of(p, s)
	board, picture := b.Begin(k, func() *board { return newBoard(k, p.Weight) })
	d := &drawing{board: board, on: paletted{picture}, p: p, s: s}
	if scene(d); d.cut {
		s.Cut(func() image.Image { return whole(p, s, k, scene) })
	}
	return picture.Paletted
}

// whole draws the same on a board that is so large that all has room. It is not kept.
func whole(p *hex.Position, s render.Style, k key, scene func(*drawing)) image.Image {
	k.whole = true
	board := newBoard(k, p.Weight)
	picture := board.Begin()
	scene(&drawing{board: board, on: paletted{picture}, p: p, s: s})
	return picture.Paletted
}

func (d *drawing) centre(c hexgrid.Cell) image.Point {
	return d.cells.comb.centre(d.p.Grid().Column(c), d.p.Grid().Row(c))
}

// all returns the number of cells.
func (d *drawing) all() hexgrid.Cell { return hexgrid.Cell(d.p.Grid().Cells()) }

// stoneOf is the stone of a colour.
func stoneOf(c hex.Colour) stone { return [...]stone{noStone, redStone, blueStone}[c] }

// ghostOf is a stone of a colour that might come.
func ghostOf(c hex.Colour) stone { return [...]stone{noStone, redGhost, blueGhost}[c] }

// plateOf is a stone of a colour that holds a number.
func plateOf(c hex.Colour) stone { return [...]stone{noStone, redPlate, bluePlate}[c] }

// stones draws each cell that differs from the empty board, on the ground given.
func (d *drawing) stones(ground func(hexgrid.Cell) fill) {
	for c := range d.all() {
		f, on := ground(c), stoneOf(d.p.At(c))
		if on != noStone || f != d.board.ground[c] {
			d.on.tile(d.cells, d.centre(c), f, on)
		}
	}
}

// ground is a cell's own, and whether the search for the winning chain came by.
func (d *drawing) ground(c hexgrid.Cell) fill {
	if d.p.Visited(c) {
		return d.board.ground[c].visited()
	}
	return d.board.ground[c]
}

// weightFill is the fill for a weight by its place among so many, lightest first: their shades
// lie as far apart as they can.
func weightFill(rank, of int) fill {
	return fillWeight + fill(rank*(weightShades-1)/max(of-1, 1))
}

// markLast marks the stone placed last: by a ring, or by arrows if a swap brought it.
func (d *drawing) markLast() {
	last, ok := d.p.Last()
	switch {
	case !ok:
	case d.freshSwap():
		d.on.shape(d.cells, d.centre(last), shapeSwap, canvas.InkMark)
	case d.comb.width < tinyCell:
		d.on.shape(d.cells, d.centre(last), shapeHoop, canvas.InkText)
	default:
		d.on.shape(d.cells, d.centre(last), shapeRing, canvas.InkMark)
	}
}

// freshSwap reports whether the swap was the last move.
func (d *drawing) freshSwap() bool { return d.p.Swapped() && d.p.Stones() == 1 }

// chain draws a chain of neighbouring cells in green.
func (d *drawing) chain(cells []hexgrid.Cell) {
	d.pieces(cells, shapeEastHalo, shapeJointHalo, canvas.InkHalo)
	d.pieces(cells, shapeEast, shapeJoint, canvas.InkGreen)
}

func (d *drawing) pieces(cells []hexgrid.Cell, east, joint shape, with canvas.Ink) {
	for i, c := range cells {
		if i > 0 {
			from, direction := d.step(cells[i-1], c)
			d.on.shape(d.cells, d.centre(from), east+direction, with)
		}
		d.on.shape(d.cells, d.centre(c), joint, with)
	}
}

// step returns the end of a step from which it leads east (0), south-east (1) or
// south-west (2).
func (d *drawing) step(a, b hexgrid.Cell) (from hexgrid.Cell, direction shape) {
	from, to := min(a, b), max(a, b)
	switch to - from {
	case 1:
		return from, 0
	case hexgrid.Cell(d.p.Width()):
		return from, 1
	default:
		return from, 2
	}
}

// standing says who is to move, or who has won.
func (d *drawing) standing() engine.Text {
	switch {
	case d.p.Winner() == hex.Red:
		return engine.T("Red wins")
	case d.p.Winner() == hex.Blue:
		return engine.T("Blue wins")
	case d.p.Turn() == engine.NoSeat:
		return engine.T("The game is over")
	case d.freshSwap():
		return engine.T("Blue swapped, Red to move")
	case d.p.CanSwap():
		return engine.T("Blue to move or swap")
	case d.p.Mover() == hex.Red:
		return engine.T("Red to move")
	default:
		return engine.T("Blue to move")
	}
}
