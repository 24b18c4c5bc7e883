// Package atom4 draws Atom-4: the part of the board in use or more of it, the preview of a move,
// and the figures of the rules (figures.go).
//
// The board is on the left of a picture (frame.go); on its right are the wheel, the goals and the
// coming pieces (side.go), below it the caption. Pieces (pieces.go) bear letters where these have
// room; on larger parts the colours alone tell them, as in the wheel.
package atom4

import (
	"image"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of Atom-4: *atom4.Position, atom4.Preview, atom4.Wide, an
// engine.Suggestion for an *atom4.Position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{
		Cache:   canvas.Cache[key, *board]{Limit: mostBoards},
		sprites: canvas.Cache[*canvas.Look, *sprites]{Limit: len(render.Themes)},
	}
	return []render.Drawer{
		render.For(b.position),
		render.For(b.preview),
		render.For(b.wide),
		render.ForSuggestion(b.suggestion),
		render.Figures(figures),
	}
}

type drawing struct {
	*board
	on canvas.Canvas
	p  *atom4.Position
	s  render.Style
}

func (b *boards) draw(sheet sheet, p *atom4.Position, part part, s render.Style, scene func(*drawing)) *image.Paletted {
	k := key{s.Theme.Look(), sheet, part}
	sprites := b.sprites.Get(k.look, func() *sprites { return newSprites(k.look) })
	board := b.Get(k, func() *board { return newBoard(k, sprites) })
	on := board.Begin()
	scene(&drawing{board, on, p, s})
	return on.Paletted
}

// position draws the part of the board that is in use, or a part that grows in steps in a film.
func (b *boards) position(p *atom4.Position, s render.Style) *image.Paletted {
	part := partAround(used(p))
	if !s.Room.Empty() {
		part = zoomed(p, s.Room.Inset(-partRoom).Intersect(everything))
	}
	return b.draw(usual, p, part, s, (*drawing).position)
}

func (d *drawing) position() {
	d.pieces(d.p.Row()...)
	d.legal()
	d.won()
	d.last()
	d.sidePanel()
	d.caption(d.standing())
}

func (d *drawing) stamp(at image.Point, k piece) { d.on.Stamp(d.sprites.piece(k), at) }

// pieces draws all pieces, except on the given cells.
func (d *drawing) pieces(but ...grid.Cell) {
	for row := d.row; row < d.row+d.rows; row++ {
		for col := d.col; col < d.col+d.columns; col++ {
			c := grid.At(col, row)
			if colour := d.p.At(c); colour != grid.Empty && !slices.Contains(but, c) {
				d.stamp(d.centre(c), d.placed(colour))
			}
		}
	}
}

// placed is a piece on the board.
func (f frame) placed(colour grid.Colour) piece {
	return piece{colour: colour, radius: f.share(pieceShare), step: float64(f.step)}
}

// suggestion marks the suggested vertex, and draws the expected continuation in the order of play.
func (b *boards) suggestion(p *atom4.Position, choice engine.Choice, s render.Style) *image.Paletted {
	line := cells(render.Line(choice))
	return b.draw(usual, p, partAround(used(p, line...)), s, func(d *drawing) {
		d.pieces()
		d.last()
		d.continuation(line)
		d.sidePanel()
		d.caption(engine.T("Hint: %s on %s", p.Piece().Name(), choice.Move))
	})
}

// cells returns the cells among moves.
func cells(moves []string) (list []grid.Cell) {
	for _, move := range moves {
		c, err := grid.ParseCell(move)
		if err != nil {
			break
		}
		list = append(list, c)
	}
	return list
}

// nth names the round and, in a match, the number of rounds. A match need not begin with round 1.
func (d *drawing) nth() engine.Text {
	round := strconv.Itoa(d.p.Round())
	switch nth, rounds := d.p.Match(); {
	case rounds == 0:
		return engine.T("Round %s", round)
	case nth == d.p.Round():
		return engine.T("Round %s of %s", round, strconv.Itoa(rounds))
	default:
		return engine.T("Round %s (%s of %s)", round, strconv.Itoa(nth), strconv.Itoa(rounds))
	}
}

// standing tells who is to place what, or who has won.
func (d *drawing) standing() engine.Text {
	switch o := d.p.Outcome(); {
	case o.Winner != engine.NoSeat:
		return engine.T("%s wins", d.mentioned(o.Winner))
	case o.Status != engine.Open:
		return engine.T("A draw")
	default:
		return engine.T("%s to place %s", d.mentioned(d.p.Turn()), d.p.Piece().Name())
	}
}

// preview draws a move before it is made: the piece, and those that it would change, as ghosts.
func (b *boards) preview(view atom4.Preview, s render.Style) *image.Paletted {
	p := view.Position
	return b.draw(usual, p, partAround(used(p)), s, func(d *drawing) {
		last := p.Last()
		would := append(engine.Map(last.Changed, func(c atom4.Change) grid.Cell { return c.Cell }), last.Cell)
		d.pieces(would...)
		for _, c := range would {
			d.ghost(c, p.At(c), p.At(c).Letter())
		}
		d.sidePanel()
		d.caption(engine.T("Preview: %s on %s", last.Piece.Name(), last.Cell.String()))
	})
}

// wide draws the pieces with more of the board around them, and offers the whole board as a file.
func (b *boards) wide(view atom4.Wide, s render.Style) *image.Paletted {
	s.Cut(func() *image.Paletted { return b.draw(spread, view.Position, wholeBoard, s, (*drawing).position) })
	return b.draw(usual, view.Position, partAround(view.InUse().Inset(-wideRoom).Intersect(everything)), s, (*drawing).position)
}

// caption writes the players and, unless the style overrides it, the given text. Of a match it tells
// the round.
func (d *drawing) caption(words engine.Text) {
	below := engine.Text{}
	if nth, rounds := d.p.Match(); nth > 1 || rounds > 1 {
		below = d.s.Latest(d.nth())
	}
	d.s.Write(d.on, d.board.caption, render.Caption{Words: words, Below: below, Position: d.p, Sides: []render.Side{d.plays(0), d.plays(1)}})
}

// titles are the names of the sides, by seat.
var titles = [...]engine.Text{engine.T("White"), engine.T("Black")}

// plays is a seat with the piece that it collects.
func (d *drawing) plays(s engine.Seat) render.Side {
	const radius = 24
	return render.Side{Title: titles[s], Bar: canvas.InkText, Width: 2 * radius, Token: func(end canvas.End) {
		d.stamp(end.At(radius).Round(), piece{colour: grid.Goal(s), radius: radius, ground: onSide})
	}}
}
