// Package atom4 draws Atom-4: the part of the board that is in use or all of it, a preview of
// a move, and the figures of the rules (figures.go).
//
// The board has its own proportions (frame.go, palette.go); below it a panel shows the wheel,
// the players and their coming pieces (panel.go). Every piece bears its letter, so that
// colour is never the only sign.
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
	"github.com/sixfold-bot/sixfold/render/figure"
)

// Drawers draws the scenes of Atom-4: *atom4.Position, atom4.Preview, atom4.Whole,
// an engine.Suggestion for a *atom4.Position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{
		Boards:  canvas.NewBoards[key, *board](mostBoards),
		sprites: canvas.Cache[*canvas.Look, *sprites]{Limit: len(render.Themes)},
	}
	return []render.Drawer{
		render.For(b.position),
		render.For(b.preview),
		render.For(b.whole),
		render.ForSuggestion(b.suggestion),
		figure.Drawer(figures),
	}
}

// drawing is a picture of a position in the making.
type drawing struct {
	*board
	on canvas.Canvas
	p  *atom4.Position
	s  render.Style
}

// draw makes a picture of a part of a position.
func (b *boards) draw(p *atom4.Position, part part, s render.Style, scene func(*drawing)) image.Image {
	k := key{s.Theme.Look(), part}
	board, on := b.Begin(k, func() *board { return newBoard(k, b.spritesOf(k.look)) })
	scene(&drawing{board, on, p, s})
	return on.Paletted
}

// position draws the part of the board that is in use, or that a film will use.
func (b *boards) position(p *atom4.Position, s render.Style) image.Image {
	return b.draw(p, partAround(p.InUse().Union(s.Room)), s, (*drawing).position)
}

func (d *drawing) position() {
	d.rowBand()
	d.pieces()
	d.legal()
	d.marks(canvas.InkText)
	d.panel(d.standing())
}

func (d *drawing) mark(at image.Point, k canvas.Mask, with canvas.Ink) {
	d.on.Blend(d.sprites.mask(k), at, with)
}

func (d *drawing) piece(c grid.Cell, colour grid.Colour, g ground) {
	d.on.Stamp(d.sprites.piece(piece{colour: colour, radius: d.share(pieceShare), ground: g}), d.centre(c))
}

func (d *drawing) pieces() {
	for row := d.row; row < d.row+d.size; row++ {
		for col := d.col; col < d.col+d.size; col++ {
			c := grid.At(col, row)
			if colour := d.p.At(c); colour != grid.Empty {
				g := onBoard
				if slices.Contains(d.p.Row(), c) {
					g = onRow
				}
				d.piece(c, colour, g)
			}
		}
	}
}

// legal dots the vertices on which a piece may be placed.
func (d *drawing) legal() {
	for _, c := range d.p.Legal() {
		if d.shows(c.Column(), c.Row()) {
			d.on.Stamp(d.sprites.piece(piece{radius: d.share(legalDot)}), d.centre(c))
		}
	}
}

// marks draws a ring around the piece placed last, and around each that it changed a
// thinner one, with its old colour beside.
func (d *drawing) marks(with canvas.Ink) {
	last := d.p.Last()
	if last == nil {
		return
	}
	for _, c := range last.Changed {
		at := d.centre(c.Cell)
		d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: d.share(changedRing), Stroke: d.share(changedStroke)}, with)
		aside := int(d.share(oldAside))
		small, old := d.share(oldShare), at.Add(image.Pt(aside, aside))
		d.mark(old, canvas.Mask{Kind: canvas.MaskDisc, Radius: small + d.share(changedStroke)*0.7, Stroke: 0}, with)
		d.on.Stamp(d.sprites.piece(piece{colour: c.Old, radius: small, ground: onPanel}), old)
	}
	d.mark(d.centre(last.Cell), canvas.Mask{Kind: canvas.MaskRing, Radius: d.share(lastRing), Stroke: d.share(lastStroke)}, with)
}

// rowBand draws a band under the rows that won: between neighbours of a row.
func (d *drawing) rowBand() {
	row := d.p.Row()
	for _, c := range row {
		d.mark(d.centre(c), canvas.Mask{Kind: canvas.MaskDisc, Radius: d.share(rowWidth / 2), Stroke: 0}, canvas.InkGreen)
		shift := c.Row() & 1
		for i, next := range [...]image.Point{{c.Column() + 1, c.Row()}, {c.Column() + shift, c.Row() + 1}, {c.Column() + shift - 1, c.Row() + 1}} {
			if exists(next.X, next.Y) && slices.Contains(row, grid.At(next.X, next.Y)) {
				d.mark(d.centre(c), canvas.Mask{Kind: canvas.MaskEast + canvas.MaskKind(i), Radius: float64(d.step), Stroke: d.share(rowWidth)}, canvas.InkGreen)
			}
		}
	}
}

// suggestion draws the suggested piece with a ring, and the expected continuation in
// the order of play.
func (b *boards) suggestion(p *atom4.Position, choice engine.Choice, s render.Style) image.Image {
	return b.draw(p, partOf(p), s, func(d *drawing) {
		d.pieces()
		d.legal()
		d.continuation(render.Line(choice))
		d.panel(engine.T("Hint: %s", choice.Move))
	})
}

// continuation draws pieces that might come, with the number of their turn.
func (d *drawing) continuation(line []string) {
	for i, move := range line {
		c, err := grid.ParseCell(move)
		if err != nil || !d.shows(c.Column(), c.Row()) {
			return
		}
		at := d.centre(c)
		d.on.Stamp(d.sprites.piece(piece{d.p.Ahead(i), d.share(pieceShare), onBoard, true}), at)
		if i == 0 {
			d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: d.share(lastRing), Stroke: d.share(lastStroke)}, canvas.InkGreen)
		}
		aside := int(d.share(oldAside))
		number := at.Add(image.Pt(aside, -aside))
		d.mark(number, canvas.Mask{Kind: canvas.MaskDisc, Radius: d.share(oldShare) * 1.15, Stroke: 0}, canvas.InkText)
		canvas.Centred(d.on, d.number, canvas.At(number), strconv.Itoa(i+1), canvas.InkHalo)
	}
}

// round names the round, and the match's number of rounds if there is one. A match need
// not begin with round 1.
func (d *drawing) round() engine.Text {
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

// standing says who is to place what, or who has won.
func (d *drawing) standing() engine.Text {
	switch o := d.p.Outcome(); {
	case o.Status == engine.Drawn:
		return engine.T("%s: a draw", d.round())
	case o.Winner == 0:
		return engine.T("%s: White wins", d.round())
	case o.Winner == 1:
		return engine.T("%s: Black wins", d.round())
	case d.p.Turn() == 0:
		return engine.T("%s: White places %s", d.round(), d.p.Piece().Name())
	default:
		return engine.T("%s: Black places %s", d.round(), d.p.Piece().Name())
	}
}
