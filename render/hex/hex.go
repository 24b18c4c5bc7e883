// Package hex draws Hex: positions with the winning chain, puzzles, and the views of the game, such
// as coloured chains, weights and costs, shortest paths, analyses and reviews of finished games.
//
// Empty boards, laid out in frame.go as a honeycomb, are cached (board.go). A drawing places cells with
// stones (paint.go) on them, the marks of all games, and others in one ink (shape.go).
//
// Lengths are in cell widths; shares.go has the proportions.
package hex

import (
	"image"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of Hex: *hex.Position, *hex.Puzzle, hex.PuzzleHint, hex.Sets,
// hex.Weights, hex.PathView, hex.Search, hex.Analysis, hex.Review, hex.SwapMap, an engine.Suggestion for a
// *hex.Position, and the figures of the rules.
var Drawers = newBoards(mostBoards).drawers()

func newBoards(most int) *boards { return &boards{canvas.Cache[key, *board]{Limit: most}} }

func (b *boards) drawers() []render.Drawer {
	return []render.Drawer{
		render.For(b.position),
		render.For(b.sets),
		render.For(b.weights),
		render.For(b.path),
		render.For(b.search),
		render.ForSuggestion(b.suggestion),
		render.For(b.analysis),
		render.For(b.review),
		render.For(b.swapMap),
		render.For(b.puzzle),
		render.For(b.puzzleHint),
		render.Figures(figures),
	}
}

// position draws the board, with the winning chain once the game is over.
func (b *boards) position(p *hex.Position, s render.Style) *image.Paletted {
	return b.draw(p, s, key{}, (*drawing).position)
}

func (d *drawing) position() {
	d.stones(d.ground)
	d.markLast()
	d.chain(d.p.Path())
	d.caption(d.standing())
}

type drawing struct {
	*board
	on canvas.Canvas
	p  *hex.Position
	s  render.Style
	// cut reports that something had no room.
	cut bool
	// overflow is what the caption shows instead of numbers without room, the most important first.
	overflow []string
	// signs explains the signs on the board; the caption shows it if overflow is empty.
	signs engine.Text
}

// draw draws a position. The key need only have the kind of board. If something has no room, draw
// offers a larger picture of the whole.
func (b *boards) draw(p *hex.Position, s render.Style, k key, scene func(*drawing)) *image.Paletted {
	k = k.of(p, s)
	picture, cut := b.Get(k, func() *board { return newBoard(k, p.Weight) }).draw(p, s, scene)
	if cut {
		s.Cut(func() *image.Paletted {
			k.whole = true
			picture, _ := newBoard(k, p.Weight).draw(p, s, scene)
			return picture
		})
	}
	return picture
}

// draw draws a position and reports whether something had no room.
func (b *board) draw(p *hex.Position, s render.Style, scene func(*drawing)) (picture *image.Paletted, cut bool) {
	d := &drawing{board: b, on: b.Begin(), p: p, s: s}
	scene(d)
	return d.on.Paletted, d.cut
}

func (d *drawing) mark(c hexgrid.Cell, k shape, with canvas.Ink) {
	d.on.Blend(d.cells.shape(k), d.centre(c), with)
}

func (d *drawing) centre(c hexgrid.Cell) image.Point {
	return d.cells.comb.centre(d.p.Grid().Column(c), d.p.Grid().Row(c))
}

func (d *drawing) all() hexgrid.Cell { return hexgrid.Cell(d.p.Grid().Cells()) }

func stoneOf(c hex.Colour) stone { return [...]stone{noStone, redStone, blueStone}[c] }

// stones draws each cell that differs from the empty board, on the given background.
func (d *drawing) stones(ground func(hexgrid.Cell) fill) {
	for c := range d.all() {
		f, on := ground(c), stoneOf(d.p.At(c))
		if on != noStone || f != d.board.ground[c] {
			d.on.Stamp(d.cells.tile(f, on), d.centre(c))
		}
	}
}

// ground is a cell's background, which shows whether the search for the winning chain visited it.
func (d *drawing) ground(c hexgrid.Cell) fill {
	if d.p.Visited(c) {
		return d.board.ground[c].visited()
	}
	return d.board.ground[c]
}

// weightFill is the fill of a weight by its rank, lightest first. The shades are spread as far
// apart as possible.
func weightFill(rank, of int) fill {
	return fillWeight + fill(rank*(weightShades-1)/max(of-1, 1))
}

// markLast marks the last stone, with arrows on it if a swap brought it.
func (d *drawing) markLast() {
	last, ok := d.p.Last()
	if !ok {
		return
	}
	d.on.Last(d.piece(last, d.p.At(last)))
	if d.freshSwap() {
		d.mark(last, shapeSwap, canvas.InkMark)
	}
}

func (d *drawing) freshSwap() bool { return d.p.Swapped() && d.p.Stones() == 1 }

// piece is the outline of a stone of a colour on a cell.
func (d *drawing) piece(c hexgrid.Cell, colour hex.Colour) canvas.Outline {
	radius := d.comb.scale(d.pieceShare(colour))
	if gemOf(d.Look, stoneOf(colour)).Square {
		return canvas.RoundSquare(canvas.At(d.centre(c)), radius)
	}
	return canvas.Circle(canvas.At(d.centre(c)), radius)
}

// pieceShare is the inner radius of a stone of a colour.
func (d *drawing) pieceShare(colour hex.Colour) float64 {
	if gemOf(d.Look, stoneOf(colour)).Square {
		return squareShare
	}
	return stoneShare
}

// cell is the outline of a cell.
func (d *drawing) cell(c hexgrid.Cell) canvas.Outline {
	corners := d.comb.corners(d.centre(c))
	return canvas.Corners(corners[:]...)
}

// chain marks a winning chain.
func (d *drawing) chain(cells []hexgrid.Cell) {
	d.on.WonLine(engine.Map(cells, func(c hexgrid.Cell) canvas.Point { return canvas.At(d.centre(c)) }), max(leastChain, d.comb.scale(chainShare)))
}

// step returns the end of a step from which it leads east (0), south-east (1) or south-west (2).
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

func (d *drawing) standing() engine.Text {
	switch {
	case d.p.Winner() != hex.Empty:
		return engine.T("%s wins", d.called(d.p.Winner()))
	case d.p.Turn() == engine.NoSeat:
		return engine.T("The game is over")
	case d.freshSwap():
		return engine.T("%s swapped, %s to move", d.called(hex.Blue), d.called(hex.Red))
	case d.p.CanSwap():
		return engine.T("%s to move or swap", d.called(d.p.Mover()))
	default:
		return engine.T("%s to move", d.called(d.p.Mover()))
	}
}

// called is the name of a player in a sentence, or else of a colour.
func (d *drawing) called(c hex.Colour) engine.Text {
	return d.s.Mention(c.Seat(), hex.ColourName(c), d.board.caption)
}

// caption writes the players and, unless the style overrides it, the given text.
func (d *drawing) caption(words engine.Text) { d.captionOf(words, d.side(hex.Red), d.side(hex.Blue)) }

func (d *drawing) captionOf(words engine.Text, sides ...render.Side) {
	d.s.Write(d.on, d.board.caption, render.Caption{Words: words, Below: d.below(), Position: d.p, Sides: sides})
}

// mostOverflow is the number of items of overflow that fit between two long names.
const mostOverflow = 3

// below is the second line of the caption: numbers without room on the board, or the meaning of
// signs.
func (d *drawing) below() engine.Text {
	if len(d.overflow) == 0 {
		return d.signs
	}
	return engine.T("%s", strings.Join(d.overflow[:min(len(d.overflow), mostOverflow)], " · "))
}

// side is a colour with its sign: a stone, and an arrow between its edges.
func (d *drawing) side(c hex.Colour) render.Side {
	stone, gap := d.board.caption.Token, d.board.caption.Gap()
	arrow := shapeAcross
	if c == d.p.TopBottom() {
		arrow = shapeDown
	}
	wide := float64(d.icons.shape(arrow).Rect.Dx())
	return render.Side{
		Title: hex.ColourName(c), Bar: inkOf(c), Width: stone + gap + wide,
		Token: func(end canvas.End) {
			d.on.Stamp(d.icons.tile(fillBand, stoneOf(c)), end.At(stone/2).Round())
			d.on.Blend(d.icons.shape(arrow), end.At(stone+gap+wide/2).Round(), canvas.InkMuted)
		},
	}
}

func inkOf(c hex.Colour) canvas.Ink { return either(c, canvas.InkRed, canvas.InkBlue) }

func either[T any](c hex.Colour, red, blue T) T {
	if c == hex.Red {
		return red
	}
	return blue
}
