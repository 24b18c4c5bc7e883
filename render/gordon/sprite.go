package gordon

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

type sprite struct {
	shape
	state
}

type shape uint8

const (
	placeShape shape = iota // a place on the ring
	stepChip                // a chip of a rack
	placeChip
	hereChip // the current place, in the panel
	noteChip // the step that leads to a place, beside it
	rowChip  // a step and its destination, in a row
	shapes
)

// state is the state of a place or a step.
type state uint8

const (
	free   state = iota
	legal        // may be taken now
	begun        // the starting place, which nobody took
	red          // taken by player one
	blue         // and by player two
	states       // how many there are
)

const spriteCount = int(shapes) * int(states)

// Line widths in pixels.
const (
	thin      = 2.5
	freeRim   = 0.70 // opacity of the rim of free places that are not legal
	legalRim  = 6.0
	haloRim   = 6.0
	haloGap   = 4.0
	leastHalo = 3.0 // between a halo and adjacent places
	strike    = 5.0
	noteRim   = 3.0
	greenOver = 1.5 // how far the rim of a legal place extends
)

// pillOf is the outline of a sprite at a point.
func (b *board) pillOf(s sprite, at canvas.Point) pill {
	half, round := b.panel.chip, stepRound
	switch s.shape {
	case placeShape:
		half, round = b.half, placeRound
	case stepChip, shapes:
	case placeChip:
		round = placeRound
	case hereChip:
		half, round = b.hereHalf, placeRound
	case noteChip:
		half = b.noteHalf
	case rowChip:
		half = b.panel.rowHalf()
	}
	if s.shape == placeShape && b.dotted() && (s.state == red || s.state == blue) {
		half = canvas.Pt(max(half.X, leastTaken), max(half.Y, leastTaken))
	}
	if s.state == blue && round == placeRound {
		if round = squareRound; half.X == half.Y {
			half = canvas.Pt(squarePlace*half.X, squarePlace*half.Y)
		}
	}
	return newPill(at, half, round)
}

// leastTaken is the least radius of a dot that was taken, in pixels.
const leastTaken = 7.0

// squarePlace is half the side of a square place, in radii of a round one.
const squarePlace = 0.85

func (d *drawing) stamp(s sprite, at canvas.Point) {
	d.on.Stamp(d.sprites.Get(s, func() *canvas.Tile { return d.board.tile(s) }), at.Round())
}

func (b *board) tile(s sprite) *canvas.Tile {
	outline := b.pillOf(s, canvas.Pt(0, 0)).grown(greenOver + 1)
	box := image.Rectangle{
		Min: image.Pt(-int(math.Ceil(outline.half.X)), -int(math.Ceil(outline.half.Y))),
		Max: image.Pt(int(math.Ceil(outline.half.X))+1, int(math.Ceil(outline.half.Y))+1),
	}
	on := canvas.Blank(image.Rectangle{Max: box.Size()}, b.Palette)
	b.paintSprite(on, s, canvas.Pt(float64(-box.Min.X), float64(-box.Min.Y)))
	return canvas.Cut(on.Paletted, box, outline.has)
}

func (b *board) paintSprite(on canvas.Canvas, s sprite, at canvas.Point) {
	p := b.pillOf(s, at)
	rimmed := func(rim, opacity float64, edge, inside canvas.Ink) {
		p.fill(on, opacity, edge)
		p.grown(-rim).fill(on, canvas.Solid, inside)
	}
	dots := s.shape == placeShape && b.dotted()
	switch {
	case s.shape == noteChip:
		rimmed(noteRim, canvas.Solid, canvas.InkGreen, canvas.InkGround)
	case s.state == legal && dots:
		p.fill(on, canvas.Solid, canvas.InkGreen)
	case s.state == legal:
		p = p.grown(greenOver)
		rimmed(legalRim, canvas.Solid, canvas.InkGreen, canvas.InkCell)
	case s.state == begun:
		rimmed(2*thin, canvas.Solid, canvas.InkMuted, canvas.InkCell)
	case s.state == free:
		rimmed(thin, freeRim, canvas.InkMuted, canvas.InkCell)
	default:
		p.fill(on, canvas.Solid, inkOf(s.state))
	}
}

func inkOf(s state) canvas.Ink {
	return map[state]canvas.Ink{legal: canvas.InkGreen, begun: canvas.InkMuted, red: canvas.InkRed, blue: canvas.InkBlue}[s]
}

// pill is a rectangle with rounded corners: a disc if it is square and fully rounded, else a
// rounded square.
type pill struct {
	at, half canvas.Point
	round    float64 // radius of the corners
}

// Corner radii, in halves of the height.
const (
	placeRound  = 1.0
	squareRound = 0.34
	stepRound   = 0.34
)

func newPill(at, half canvas.Point, round float64) pill { return pill{at, half, round * half.Y} }

// grown returns the pill enlarged on all sides.
func (p pill) grown(by float64) pill {
	return pill{p.at, canvas.Pt(p.half.X+by, p.half.Y+by), max(0, p.round+by)}
}

// rim returns the corners of the outline, enough for none to show.
func (p pill) rim() []canvas.Point {
	const quarter = 12
	points := make([]canvas.Point, 0, 4*(quarter+1))
	for corner := range 4 {
		x, y := p.half.X-p.round, p.half.Y-p.round
		if corner == 1 || corner == 2 {
			x = -x
		}
		if corner >= 2 {
			y = -y
		}
		for i := range quarter + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner) + float64(i)/quarter))
			points = append(points, canvas.Pt(p.at.X+x+p.round*cos, p.at.Y+y+p.round*sin))
		}
	}
	return points
}

func (p pill) fill(on canvas.Canvas, opacity float64, with canvas.Ink) {
	on.Polygon(p.rim(), opacity, with)
}

func (p pill) outline(on canvas.Canvas, stroke float64, with canvas.Ink) {
	on.Rim(p.rim(), p.grown(-stroke).rim(), with)
}

func (p pill) has(at image.Point) bool {
	dx := math.Abs(float64(at.X)-p.at.X) - p.half.X + p.round
	dy := math.Abs(float64(at.Y)-p.at.Y) - p.half.Y + p.round
	return dx <= 0 && dy <= p.round || dy <= 0 && dx <= p.round || canvas.Length(dx, dy) <= p.round
}

// edge is the point in the direction of another point, at a distance outside the rim.
func (p pill) edge(towards canvas.Point, beyond float64) canvas.Point {
	u := canvas.Direction(p.at, towards)
	far := 0.0
	for p.has(canvas.Pt(p.at.X+u.X*far, p.at.Y+u.Y*far).Round()) {
		far++
	}
	return canvas.Pt(p.at.X+u.X*(far+beyond), p.at.Y+u.Y*(far+beyond))
}
