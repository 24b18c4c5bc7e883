// Package gordon draws the Gordon game: the elements of a group in a ring, the two racks of
// tokens and, for groups that are small enough, their table beside it (frame.go); and the
// table of a group by itself (table.go).
//
// The first player's places are round and the second's square, their paths whole and dashed,
// so that colour is never the only sign.
package gordon

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/figure"
)

// Drawers draws the scenes of the Gordon game: *gordon.Position, an engine.Suggestion for
// one, the table of a *group.Group, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.NewBoards[key, *board](mostBoards)}
	return []render.Drawer{
		render.For(b.position),
		render.ForSuggestion(b.suggestion),
		render.For(table),
		figure.Drawer(figures),
	}
}

// drawing is a picture of a position in the making.
type drawing struct {
	*board
	on canvas.Canvas
	p  *gordon.Position
	s  render.Style
}

func (b *boards) draw(p *gordon.Position, s render.Style, scene func(*drawing)) image.Image {
	k := key{s.Theme.Look(), string(p.Group().Grp()), p.Variant() == gordon.Right}
	board, on := b.Begin(k, func() *board { return newBoard(k.look, p) })
	scene(&drawing{board, on, p, s})
	return on.Paletted
}

// position draws the ring with the path so far, the racks and the table.
func (b *boards) position(p *gordon.Position, s render.Style) image.Image {
	return b.draw(p, s, func(d *drawing) {
		d.state()
		d.legal(nil)
		d.standing()
	})
}

// suggestion marks the suggested move in place of all legal ones.
func (b *boards) suggestion(p *gordon.Position, choice engine.Choice, s render.Style) image.Image {
	return b.draw(p, s, func(d *drawing) {
		d.state()
		d.legal(&choice)
		d.captioned(engine.T("Hint: %s", choice.Move))
	})
}

// state draws what has been taken.
func (d *drawing) state() {
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
		d.visited(start, canvas.InkMuted, false, "")
		d.struck(d.tile(1, start), canvas.InkMuted)
	}
	if at, ok := d.p.Place(); ok {
		halo := max(3, d.pixels(5))
		d.on.Ring(d.at(at), d.place+1.6*halo, halo, d.squareAt(at), canvas.InkLit)
	}
}

// start is the place on which a game began by its rules.
func (d *drawing) start() (group.Element, bool) {
	switch d.p.Variant() {
	case gordon.Identity, gordon.Solitaire:
		return d.p.Group().Identity(), true
	default:
		return 0, false
	}
}

// inkOf is the colour of the player who made a turn; their places are square for player
// two.
func (d *drawing) inkOf(turn int) (with canvas.Ink, square bool) {
	if d.p.Variant() == gordon.Solitaire || turn%2 == 0 {
		return canvas.InkRed, false
	}
	return canvas.InkBlue, true
}

func (d *drawing) squareAt(a group.Element) bool {
	for i, t := range d.p.History() {
		if t.P == a {
			_, square := d.inkOf(i)
			return square
		}
	}
	return false
}

// visited fills a place, and writes outside the ring the turn in which it was taken.
func (d *drawing) visited(a group.Element, with canvas.Ink, square bool, turn string) {
	at, radius := d.at(a), d.place
	if square {
		d.on.Disc(at, d.place+1, false, canvas.Solid, canvas.InkGround)
		radius *= squarePlace
	}
	d.on.Disc(at, radius, square, canvas.Solid, with)
	d.places.write(d.on, at, d.names[a], canvas.InkMark)
	if d.order <= tabledGroup {
		d.aside(d.turns, a, turn, canvas.InkLabel)
	}
}

// aside writes outside a place, so far away that wide words do not touch it.
func (d *drawing) aside(t *canvas.Typeface, a group.Element, words string, with canvas.Ink) {
	at, out := d.at(a), d.outside(a, 1)
	reach := d.place + d.pixels(asideGap) +
		math.Abs(out.X-at.X)*t.Measure(words)/2 + math.Abs(out.Y-at.Y)*t.CapHeight()/2
	canvas.Centred(d.on, t, d.outside(a, reach), words, with)
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
func (d *drawing) path() {
	turns := d.p.History()
	from, begun := d.start()
	for i, t := range turns {
		if begun && from != t.P {
			with, dashed := d.inkOf(i)
			width, opacity, dash := d.pixels(pathWidth), canvas.Faint, 0.0
			if i == len(turns)-1 {
				width, opacity = d.pixels(lastPath), canvas.Solid
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
func (d *drawing) arrowBetween(from, to group.Element, width, dash, opacity float64, with canvas.Ink) {
	a, b := d.at(from), d.at(to)
	control := canvas.Pt((a.X+b.X)/2+(d.centre.X-(a.X+b.X)/2)*pathBend, (a.Y+b.Y)/2+(d.centre.Y-(a.Y+b.Y)/2)*pathBend)
	off := d.place + d.pixels(pathGap)
	d.on.Bow(canvas.Towards(a, control, off), control, canvas.Towards(b, control, off), width, dash, opacity, with)
}

// struck strikes a token out.
func (d *drawing) struck(r image.Rectangle, with canvas.Ink) {
	at, half := canvas.Middle(r), d.token/2
	d.on.Disc(at, half-d.stroke(), true, canvas.Faint, canvas.InkGround)
	inset := half * 0.25
	a := canvas.Pt(float64(r.Min.X)+inset, float64(r.Max.Y)-inset)
	b := canvas.Pt(float64(r.Max.X)-inset, float64(r.Min.Y)+inset)
	d.on.Stripe(a, b, max(2, d.pixels(4)), with)
}

// takenProducts hatches the rows of tokens and the columns of places that are gone, but
// for the column of the current place, which has a frame.
func (d *drawing) takenProducts() {
	at, placed := d.p.Place()
	for m := range group.Element(d.order) {
		for p := range group.Element(d.order) {
			r := d.product(m, p)
			r.Max = r.Max.Sub(image.Pt(1, 1))
			if !d.p.HasToken(m) {
				d.on.Hatch(r, hatchGap, true, hatched, canvas.InkLabel)
			}
			if !d.p.HasPlace(p) && (!placed || p != at) {
				d.on.Hatch(r, hatchGap, false, hatched, canvas.InkLabel)
			}
		}
	}
	if placed {
		column := d.cell(0, int(at)+1)
		column.Max.Y = d.cell(d.order, 0).Max.Y
		d.on.Frame(column, max(2, int(d.pixels(tableStroke))), canvas.InkLit)
	}
}

// legal marks the legal moves on the ring, the racks and in the table; of a choice only
// that move. Before the opening all is legal, and nothing marked.
func (d *drawing) legal(only *engine.Choice) {
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
		d.on.Ring(d.at(t.P), d.place+stroke/2, stroke, false, canvas.InkGreen)
		if d.order <= tabledGroup {
			d.aside(d.asides.Typeface, t.P, d.asides.Typeface.Fit(d.names[t.M], d.asides.width), canvas.InkGreen)
		}
		for rack, a := range []group.Element{t.M, t.P} {
			d.on.Ring(canvas.Middle(d.tile(rack, a)), d.token/2, stroke*0.8, true, canvas.InkGreen)
		}
		if d.square > 0 && placed {
			r := d.product(t.M, at)
			d.on.Ring(canvas.Middle(r), float64(d.square)*0.46, max(2, stroke*0.6), false, canvas.InkGreen)
		}
	}
}
