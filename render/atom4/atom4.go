// Package atom4 draws Atom-4: the part of the board in use or more of it, the preview of a move,
// and the figures of the rules (figures.go).
//
// The board is on the left of a picture (frame.go); on its right are the wheel, the goals and the
// coming pieces (side.go), below it the caption. Pieces (pieces.go) bear letters, so that they do
// not depend on colour alone.
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
		sprites: canvas.Cache[set, *sprites]{Limit: 2 * len(render.Themes)},
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
	of := set{k.look, k.form()}
	sprites := b.sprites.Get(of, func() *sprites { return newSprites(of) })
	board := b.Get(k, func() *board { return newBoard(k, sprites) })
	on := board.Begin()
	scene(&drawing{board, on, p, s})
	return on.Paletted
}

// position draws the part of the board that is in use, now or later in a film.
func (b *boards) position(p *atom4.Position, s render.Style) *image.Paletted {
	part := partOf(p)
	if !s.Room.Empty() {
		part = partAround(p.InUse().Union(s.Room).Inset(-partRoom))
	}
	return b.draw(usual, p, part, s, (*drawing).position)
}

func (d *drawing) position() {
	d.rowBand()
	d.pieces(d.lastCells()...)
	d.rowRings()
	named := d.slots()
	d.rings(canvas.InkText)
	d.write(named)
	d.beads(canvas.InkText)
	d.sidePanel(d.standing())
}

func (d *drawing) stamp(at image.Point, k piece) { d.on.Stamp(d.sprites.piece(k), at) }

// placed is a piece on the board; tiles can be dimmed.
func (d *drawing) placed(colour grid.Colour, g ground, dim bool) piece {
	if d.tiles {
		return piece{colour: colour, form: tile, radius: d.share(0.5) - 1, ground: g, dim: dim}
	}
	k := piece{colour: colour, radius: d.share(pieceShare), ground: g, step: float64(d.step)}
	if g == onRow {
		k.step = 0
	}
	return k
}

// pieces draws all pieces. Tiles are dimmed, to calm a crowded board, except for bright ones and
// winning rows.
func (d *drawing) pieces(bright ...grid.Cell) {
	for row := d.row; row < d.row+d.size; row++ {
		for col := d.col; col < d.col+d.size; col++ {
			c := grid.At(col, row)
			if colour := d.p.At(c); colour != grid.Empty {
				g := onBoard
				if slices.Contains(d.p.Row(), c) {
					g = onRow
				}
				d.stamp(d.centre(c), d.placed(colour, g, g != onRow && !slices.Contains(bright, c)))
			}
		}
	}
}

// slots draws the legal vertices, except the given ones, and returns the plates of those whose
// names are written on the board. A vertex without room for its name, or with its name beside the
// board, gets a ring.
func (d *drawing) slots(but ...grid.Cell) (named []plate) {
	on := d.occupancy(but)
	_, aside := d.lastFree()
	for _, c := range d.p.Legal() {
		if !d.shows(c.Column(), c.Row()) || slices.Contains(but, c) {
			continue
		}
		name, fits := d.plate(c, on)
		if !fits || aside {
			d.stamp(d.centre(c), piece{form: dot, radius: d.share(legalDot), step: float64(d.step)})
			continue
		}
		d.stamp(d.centre(c), d.plateOf(name))
		named = append(named, name)
	}
	return named
}

// write writes the names of vertices, above all plates and marks.
func (d *drawing) write(named []plate) {
	for _, n := range named {
		canvas.Centred(d.on, n.face, n.at, n.name, n.ink)
	}
}

// suggestion draws the suggested piece with a ring, and the expected continuation in the order of
// play.
func (b *boards) suggestion(p *atom4.Position, choice engine.Choice, s render.Style) *image.Paletted {
	line := render.Line(choice)
	return b.draw(usual, p, partOf(p, cells(line)...), s, func(d *drawing) {
		d.write(d.slots(cells(line)...))
		d.pieces()
		d.continuation(line)
		d.sidePanel(engine.T("Hint: %s", choice.Move))
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

// continuation draws ghost pieces with the numbers of their moves.
func (d *drawing) continuation(line []string) {
	for i, c := range cells(line) {
		if !d.shows(c.Column(), c.Row()) {
			return
		}
		at := d.centre(c)
		k := piece{colour: d.p.Ahead(i), form: ghost, radius: max(d.share(pieceShare), leastGhost)}
		d.stamp(at, k)
		if i == 0 {
			d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: k.radius + d.share(lastStroke/2), Stroke: d.share(lastStroke)}, canvas.InkGreen)
		}
		canvas.Centred(d.on, d.label, canvas.At(at), strconv.Itoa(i+1), canvas.InkText)
	}
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
	case o.Status == engine.Drawn:
		return engine.T("A draw")
	case o.Winner != engine.NoSeat:
		return [...]engine.Text{engine.T("White wins"), engine.T("Black wins")}[o.Winner]
	case d.p.Turn() == 0:
		return engine.T("White places %s", d.p.Piece().Name())
	default:
		return engine.T("Black places %s", d.p.Piece().Name())
	}
}

// preview draws a move before it is made, with green marks.
func (b *boards) preview(view atom4.Preview, s render.Style) *image.Paletted {
	p := view.Position
	return b.draw(usual, p, partOf(p), s, func(d *drawing) {
		d.rowBand()
		d.pieces(d.lastCells()...)
		d.rowRings()
		d.rings(canvas.InkGreen)
		d.beads(canvas.InkGreen)
		last := p.Last()
		d.sidePanel(engine.T("Preview: %s on %s", last.Piece.Name(), last.Cell.String()))
	})
}

// wide draws the pieces with more of the board around them, and offers the whole board as a file.
func (b *boards) wide(view atom4.Wide, s render.Style) *image.Paletted {
	s.Cut(func() *image.Paletted { return b.draw(spread, view.Position, wholeBoard, s, (*drawing).position) })
	return b.draw(usual, view.Position, partAround(view.InUse().Inset(-wideRoom)), s, (*drawing).position)
}

// caption writes the players and, unless the style overrides it, the given text.
func (d *drawing) caption(words engine.Text) {
	d.s.Write(d.on, d.board.caption, render.Caption{Words: words, Position: d.p, Sides: []render.Side{d.plays(0), d.plays(1)}})
}

// plays is a seat with the piece that it collects.
func (d *drawing) plays(s engine.Seat) render.Side {
	title := [...]engine.Text{engine.T("White"), engine.T("Black")}[s]
	return render.Side{Title: title, Bar: canvas.InkText, Width: 2 * comingPiece, Token: func(end canvas.End) {
		d.stamp(end.At(comingPiece).Round(), piece{colour: grid.Goal(s), radius: comingPiece, ground: onSide})
	}}
}
