package render

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
)

// Atom4 draws the scenes of Atom-4: *atom4.Position, atom4.Preview, atom4.Whole,
// atom4.WheelScene, atom4.Effect, and an engine.Suggestion for a *atom4.Position.
var Atom4 = newAtom4Drawers()

func newAtom4Drawers() []Drawer {
	boards := newAtom4Boards()
	return []Drawer{
		For(boards.position),
		For(boards.preview),
		For(boards.whole),
		For(boards.wheelScene),
		For(boards.effect),
		For(boards.suggestion),
	}
}

// atom4Drawing is a picture of a position in the making.
type atom4Drawing struct {
	*atom4Board
	on canvas
	p  *atom4.Position
	s  Style
}

// draw makes a picture of a part of a position.
func (b *atom4Boards) draw(p *atom4.Position, part atom4Part, s Style, scene func(*atom4Drawing)) (image.Image, error) {
	board, err := b.board(atom4Key{s.Theme.colours(), part})
	if err != nil {
		return nil, err
	}
	d := &atom4Drawing{board, newCanvas(board.base, board.sprites.palette), p, s}
	scene(d)
	return d.on.Paletted, nil
}

// position draws the part of the board that is in use.
func (b *atom4Boards) position(p *atom4.Position, s Style) (image.Image, error) {
	return b.draw(p, atom4PartOf(p), s, (*atom4Drawing).position)
}

func (d *atom4Drawing) position() {
	d.rowBand()
	d.pieces()
	d.legal()
	d.marks(inkText)
	d.panel(d.standing())
}

func (d *atom4Drawing) mark(at image.Point, k atom4Mask, with ink) {
	d.on.blend(d.sprites.mask(k), at, with)
}

func (d *atom4Drawing) piece(c atom4.Cell, colour atom4.Colour, g atom4Ground) {
	d.on.stamp(d.sprites.piece(atom4Piece{colour: colour, radius: d.share(pieceShare), ground: g}), d.centre(c))
}

func (d *atom4Drawing) pieces() {
	for row := d.row; row < d.row+d.size; row++ {
		for col := d.col; col < d.col+d.size; col++ {
			c := atom4.At(col, row)
			if colour := d.p.At(c); colour != atom4.Empty {
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
func (d *atom4Drawing) legal() {
	for _, c := range d.p.Legal() {
		if d.shows(c.Column(), c.Row()) {
			d.on.stamp(d.sprites.piece(atom4Piece{radius: d.share(legalDot)}), d.centre(c))
		}
	}
}

// marks draws a ring around the piece placed last, and around each that it changed a
// thinner one, with its old colour beside.
func (d *atom4Drawing) marks(with ink) {
	last := d.p.Last()
	if last == nil {
		return
	}
	for _, c := range last.Changed {
		at := d.centre(c.Cell)
		d.mark(at, atom4Mask{maskRing, d.share(changedRing), d.share(changedStroke)}, with)
		aside := int(d.share(oldAside))
		small, old := d.share(oldShare), at.Add(image.Pt(aside, aside))
		d.mark(old, atom4Mask{maskDisc, small + d.share(changedStroke)*0.7, 0}, with)
		d.on.stamp(d.sprites.piece(atom4Piece{colour: c.Old, radius: small, ground: onPanel}), old)
	}
	d.mark(d.centre(last.Cell), atom4Mask{maskRing, d.share(lastRing), d.share(lastStroke)}, with)
}

// rowBand draws a band under the rows that won: between neighbours of a row.
func (d *atom4Drawing) rowBand() {
	row := d.p.Row()
	for _, c := range row {
		d.mark(d.centre(c), atom4Mask{maskDisc, d.share(rowWidth / 2), 0}, inkGreen)
		shift := c.Row() & 1
		for i, next := range [...]image.Point{{c.Column() + 1, c.Row()}, {c.Column() + shift, c.Row() + 1}, {c.Column() + shift - 1, c.Row() + 1}} {
			if onAtom4Board(next.X, next.Y) && slices.Contains(row, atom4.At(next.X, next.Y)) {
				d.mark(d.centre(c), atom4Mask{maskEast + maskKind(i), float64(d.step), d.share(rowWidth)}, inkGreen)
			}
		}
	}
}

// suggestion draws the suggested piece with a ring, and the expected continuation in
// the order of play.
func (b *atom4Boards) suggestion(hint engine.Suggestion, s Style) (image.Image, error) {
	p, ok := hint.Position.(*atom4.Position)
	if !ok {
		return nil, fmt.Errorf("%w: a suggestion for %T", ErrScene, hint.Position)
	}
	line := hint.Choice.Line
	if len(line) == 0 {
		line = []string{hint.Choice.Move}
	}
	return b.draw(p, atom4PartOf(p), s, func(d *atom4Drawing) {
		d.pieces()
		d.legal()
		d.continuation(line)
		d.panel(engine.T("Hint: %s", hint.Choice.Move))
	})
}

// continuation draws pieces that might come, with the number of their turn.
func (d *atom4Drawing) continuation(line []string) {
	for i, move := range line[:min(len(line), longestLine)] {
		c, ok := atom4.ParseCell(move)
		if !ok || !d.shows(c.Column(), c.Row()) {
			return
		}
		at := d.centre(c)
		d.on.stamp(d.sprites.piece(atom4Piece{d.p.Ahead(i), d.share(pieceShare), onBoard, true}), at)
		if i == 0 {
			d.mark(at, atom4Mask{maskRing, d.share(lastRing), d.share(lastStroke)}, inkGreen)
		}
		aside := int(d.share(oldAside))
		number := at.Add(image.Pt(aside, -aside))
		d.mark(number, atom4Mask{maskDisc, d.share(oldShare) * 1.15, 0}, inkText)
		centred(d.on, d.number, place(number), strconv.Itoa(i+1), inkHalo)
	}
}

// round names the round, and the match's number of rounds if there is one. A match need
// not begin with round 1.
func (d *atom4Drawing) round() engine.Text {
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
func (d *atom4Drawing) standing() engine.Text {
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
