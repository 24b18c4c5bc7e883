package render

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// Gordon draws the scenes of the Gordon game: *gordon.Position, an engine.Suggestion for
// one, and the table of a *group.Group.
var Gordon = newGordonDrawers()

func newGordonDrawers() []Drawer {
	boards := &gordonBoards{cache[gordonKey, *gordonBoard]{limit: mostGordonBoards}}
	return []Drawer{
		For(boards.position),
		For(boards.suggestion),
		For(gordonTables),
	}
}

// gordonDrawing is a picture of a position in the making.
type gordonDrawing struct {
	*gordonBoard
	on canvas
	p  *gordon.Position
	s  Style
}

func (b *gordonBoards) draw(p *gordon.Position, s Style, scene func(*gordonDrawing)) (image.Image, error) {
	board, err := b.board(s.Theme.colours(), p)
	if err != nil {
		return nil, err
	}
	d := &gordonDrawing{board, newCanvas(board.base, board.palette), p, s}
	scene(d)
	return d.on.Paletted, nil
}

// position draws the ring with the path so far, the racks and the table.
func (b *gordonBoards) position(p *gordon.Position, s Style) (image.Image, error) {
	return b.draw(p, s, func(d *gordonDrawing) {
		d.state()
		d.legal(nil)
		d.standing()
	})
}

// suggestion marks the suggested move in place of all legal ones.
func (b *gordonBoards) suggestion(hint engine.Suggestion, s Style) (image.Image, error) {
	p, ok := hint.Position.(*gordon.Position)
	if !ok {
		return nil, fmt.Errorf("%w: a suggestion for %T", ErrScene, hint.Position)
	}
	return b.draw(p, s, func(d *gordonDrawing) {
		d.state()
		d.legal(&hint.Choice)
		d.captioned(engine.T("Hint: %s", hint.Choice.Move))
	})
}

// state draws what has been taken.
func (d *gordonDrawing) state() {
	if d.square > 0 {
		d.takenProducts()
	}
	d.path()
	for i, t := range d.p.History() {
		with, square := d.inkOf(i)
		d.visited(t.P, with, square, strconv.Itoa(i+1))
		d.struck(d.tile(0, t.M), with)
		d.struck(d.tile(1, t.P), with)
	}
	if start, ok := d.start(); ok {
		d.visited(start, inkMuted, false, "")
		d.struck(d.tile(1, start), inkMuted)
	}
	if at, ok := d.p.Place(); ok {
		halo := max(3, d.pixels(5))
		d.on.ring(d.at(at), d.place+1.6*halo, halo, d.squareAt(at), inkLit)
	}
}

// start is the place on which a game began by its rules.
func (d *gordonDrawing) start() (group.Element, bool) {
	switch d.p.Variant() {
	case gordon.Identity, gordon.Solitaire:
		return d.p.Group().Identity(), true
	default:
		return 0, false
	}
}

// inkOf is the colour of the player who made a turn; their places are square for player
// two.
func (d *gordonDrawing) inkOf(turn int) (with ink, square bool) {
	if d.p.Variant() == gordon.Solitaire || turn%2 == 0 {
		return inkRed, false
	}
	return inkBlue, true
}

func (d *gordonDrawing) squareAt(a group.Element) bool {
	for i, t := range d.p.History() {
		if t.P == a {
			_, square := d.inkOf(i)
			return square
		}
	}
	return false
}

// visited fills a place, and writes outside the ring the turn in which it was taken.
func (d *gordonDrawing) visited(a group.Element, with ink, square bool, turn string) {
	at, radius := d.at(a), d.place
	if square {
		d.on.disc(at, d.place+1, false, solid, inkGround)
		radius *= squarePlace
	}
	d.on.disc(at, radius, square, solid, with)
	d.places.write(d.on, at, d.names[a], inkMark)
	if d.order <= tabledGroup {
		d.aside(d.turns, a, turn, inkLabel)
	}
}

// aside writes outside a place, so far away that wide words do not touch it.
func (d *gordonDrawing) aside(t *typeface, a group.Element, words string, with ink) {
	at, out := d.at(a), d.outside(a, 1)
	reach := d.place + d.pixels(asideGap) +
		math.Abs(out.x-at.x)*t.measure(words)/2 + math.Abs(out.y-at.y)*t.capHeight()/2
	centred(d.on, t, d.outside(a, reach), words, with)
}

// Sizes of what is drawn over the empty board.
const (
	squarePlace = 0.90 // half a side of a square place, in radii of a round one
	asideGap    = 13.0 // from a place's rim to what is written beside
	pathWidth   = 4.0
	lastPath    = 7.0
	pathGap     = 7.0 // between an arrow and its places
	dashLength  = 11.0
	pathBend    = 0.32 // of the way to the middle
	hatchGap    = 9
	hatched     = 0.4
	tableStroke = 4.0
)

// path draws an arrow for each step, dashed for player two, the last one heavier.
func (d *gordonDrawing) path() {
	turns := d.p.History()
	from, begun := d.start()
	for i, t := range turns {
		if begun && from != t.P {
			with, dashed := d.inkOf(i)
			width, opacity, dash := d.pixels(pathWidth), faint, 0.0
			if i == len(turns)-1 {
				width, opacity = d.pixels(lastPath), solid
			}
			if dashed {
				dash = d.pixels(dashLength)
			}
			d.arrowBetween(from, t.P, width, dash, opacity, with)
		}
		from, begun = t.P, true
	}
}

// arrowBetween bends towards the middle of the ring, the more so the nearer the places
// are, so that it passes by those between them.
func (d *gordonDrawing) arrowBetween(from, to group.Element, width, dash, opacity float64, with ink) {
	a, b := d.at(from), d.at(to)
	control := vertex{(a.x+b.x)/2 + (d.centre.x-(a.x+b.x)/2)*pathBend, (a.y+b.y)/2 + (d.centre.y-(a.y+b.y)/2)*pathBend}
	off := d.place + d.pixels(pathGap)
	d.on.bow(towards(a, control, off), control, towards(b, control, off), width, dash, opacity, with)
}

// struck strikes a token out.
func (d *gordonDrawing) struck(r image.Rectangle, with ink) {
	at, half := middle(r), d.token/2
	d.on.disc(at, half-d.stroke(), true, faint, inkGround)
	inset := half * 0.25
	a := vertex{float64(r.Min.X) + inset, float64(r.Max.Y) - inset}
	b := vertex{float64(r.Max.X) - inset, float64(r.Min.Y) + inset}
	d.on.stripe(a, b, max(2, d.pixels(4)), with)
}

// takenProducts hatches the rows of tokens and the columns of places that are gone, but
// for the column of the current place, which has a frame.
func (d *gordonDrawing) takenProducts() {
	at, placed := d.p.Place()
	for m := range group.Element(d.order) {
		for p := range group.Element(d.order) {
			r := d.product(m, p)
			r.Max = r.Max.Sub(image.Pt(1, 1))
			if !d.p.HasToken(m) {
				d.on.hatch(r, hatchGap, true, hatched, inkLabel)
			}
			if !d.p.HasPlace(p) && (!placed || p != at) {
				d.on.hatch(r, hatchGap, false, hatched, inkLabel)
			}
		}
	}
	if placed {
		column := d.cell(0, int(at)+1)
		column.Max.Y = d.cell(d.order, 0).Max.Y
		d.on.frame(column, max(2, int(d.pixels(tableStroke))), inkLit)
	}
}

// legal marks the legal moves on the ring, the racks and in the table; of a choice only
// that move. Before the opening all is legal, and nothing marked.
func (d *gordonDrawing) legal(only *engine.Choice) {
	at, placed := d.p.Place()
	if !placed && only == nil {
		return
	}
	moves := d.p.Moves()
	for i, t := range d.p.Legal() {
		if only != nil && moves[i] != only.Move {
			continue
		}
		stroke := max(2.5, d.pixels(5))
		d.on.ring(d.at(t.P), d.place+stroke/2, stroke, false, inkGreen)
		if d.order <= tabledGroup {
			d.aside(d.asides.typeface, t.P, d.asides.typeface.fit(d.names[t.M], d.asides.width), inkGreen)
		}
		for rack, a := range []group.Element{t.M, t.P} {
			d.on.ring(middle(d.tile(rack, a)), d.token/2, stroke*0.8, true, inkGreen)
		}
		if d.square > 0 && placed {
			r := d.product(t.M, at)
			d.on.ring(middle(r), float64(d.square)*0.46, max(2, stroke*0.6), false, inkGreen)
		}
	}
}
