package gordon

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

type sprite struct {
	shape
	state
}

type shape uint8

const (
	placeShape   shape = iota // a place on the ring
	forwardShape              // the current place among dots
	stepChip                  // a chip of the rack
	noteChip                  // a step beside a place or on an arrow
	shapes
)

// state is the state of a place or a step.
type state uint8

const (
	free   state = iota
	dim          // cannot be taken now
	begun        // the starting place, which nobody took
	red          // taken by player one
	blue         // and by player two
	states       // how many there are
)

const spriteCount = int(shapes) * int(states)

// Proportions of tokens.
const (
	rimWidth    = 2.5  // pixels
	freeRim     = 0.75 // share of the muted ink in the rim of what is free
	dimmed      = 0.75 // share of the ground in what cannot be taken
	placeRound  = 1.0  // radius of corners, in halves of the height
	chipRound   = 0.4
	notePad     = 9.0  // beside a name in a small chip, in pixels
	noteHigh    = 0.68 // half the height of a small chip, in text sizes
	takenGrowth = 0.9  // of places that were taken, among dots, in gaps between them
	squareSide  = 0.87 // half the side of a square place, in radii of a round one
)

func (d *drawing) shapeOf(a group.Element) shape {
	if here, placed := d.p.Place(); d.radius < leastNear && placed && a == here {
		return forwardShape
	}
	return placeShape
}

// radiusOf is the radius of a place. Among dots those that were taken are larger, or they would be lost, but
// touch no free one.
func (b *board) radiusOf(s state) float64 {
	if b.radius < leastNear && (s == red || s == blue) {
		return b.radius + takenGrowth*gapOf(b.radius)
	}
	return b.radius
}

// pillOf is the outline of a sprite at a point.
func (b *board) pillOf(s sprite, at canvas.Point) pill {
	radius := b.radiusOf(s.state)
	half, round := canvas.Pt(radius, radius), placeRound
	switch s.shape {
	case forwardShape:
		half = canvas.Pt(max(half.X, leastNear), max(half.Y, leastNear))
	case stepChip:
		half, round = b.rack.half, chipRound
	case noteChip:
		half, round = b.small, chipRound
	case placeShape, shapes:
	}
	if s.state == blue && round == placeRound {
		half, round = canvas.Pt(squareSide*half.X, squareSide*half.Y), chipRound
	}
	return newPill(at, half, round)
}

func (d *drawing) stamp(s sprite, at canvas.Point) {
	d.on.Stamp(d.sprites.Get(s, func() *canvas.Tile { return d.board.tile(s) }), at.Round())
}

func (b *board) tile(s sprite) *canvas.Tile {
	outline := b.pillOf(s, canvas.Pt(0, 0))
	reach := image.Pt(int(math.Ceil(outline.half.X))+1, int(math.Ceil(outline.half.Y))+1)
	box := image.Rectangle{reach.Mul(-1), reach.Add(image.Pt(1, 1))}
	painted := paintToken(b.Look, s.state, b.pillOf(s, canvas.Pt(float64(reach.X), float64(reach.Y))), box.Size())
	return canvas.Cut(b.Palette.Convert(painted), box, outline.grown(1).has)
}

// paintToken paints a token, lit from above left, on a picture of a size.
func paintToken(l *canvas.Look, s state, p pill, size image.Point) *image.RGBA {
	dc := gg.NewContext(size.X, size.Y)
	dc.SetColor(l.Background)
	dc.Clear()
	body, rim := gemOf(l, s)
	at, half := canvas.Pt(p.at.X+0.5, p.at.Y+0.5), p.half
	dc.DrawRoundedRectangle(at.X-half.X, at.Y-half.Y, 2*half.X, 2*half.Y, p.round)
	dc.SetFillStyle(body.Lit(at, max(half.X, half.Y)))
	dc.Fill()
	if s == free || s == dim || s == begun {
		width := min(rimWidth, 0.3*half.Y)
		if s == begun {
			width *= 2
		}
		dc.DrawRoundedRectangle(at.X-half.X+width/2, at.Y-half.Y+width/2, 2*half.X-width, 2*half.Y-width, max(0, p.round-width/2))
		dc.SetColor(rim)
		dc.SetLineWidth(width)
		dc.Stroke()
	}
	return canvas.Drawn(dc)
}

// gemOf returns the colours of a token and of its rim.
func gemOf(l *canvas.Look, s state) (body canvas.Gem, rim color.RGBA) {
	const shine, shade = 0.16, 0.18
	cell := canvas.Gem{Light: canvas.Mix(l.Cell, canvas.RGB(0xffffff), shine), Base: l.Cell, Dark: canvas.Mix(l.Cell, l.Shadow, shade)}
	fade := func(c color.RGBA) color.RGBA { return canvas.Mix(c, l.Background, dimmed) }
	switch s {
	case red:
		return soft(l.Red), l.Red.Base
	case blue:
		return soft(l.Blue), l.Blue.Base
	case dim:
		return canvas.Gem{Light: fade(cell.Light), Base: fade(cell.Base), Dark: fade(cell.Dark)}, canvas.Mix(l.Background, l.Line, 0.7)
	case begun:
		return cell, l.Muted
	default:
		return cell, canvas.Mix(l.Background, l.Muted, freeRim)
	}
}

// soft returns the colours of a stone on which names can be read everywhere.
func soft(g canvas.Gem) canvas.Gem {
	const share = 0.5
	return canvas.Gem{Light: canvas.Mix(g.Base, g.Light, share), Base: g.Base, Dark: canvas.Mix(g.Base, g.Dark, share)}
}

func inkOf(s state) canvas.Ink {
	return [states]canvas.Ink{free: canvas.InkMuted, dim: canvas.InkMuted, begun: canvas.InkMuted, red: canvas.InkRed, blue: canvas.InkBlue}[s]
}

// pill is a rectangle with rounded corners: a disc if it is square and fully rounded.
type pill struct {
	at, half canvas.Point
	round    float64 // radius of the corners
}

func newPill(at, half canvas.Point, round float64) pill { return pill{at, half, round * half.Y} }

// grown returns the pill enlarged on all sides.
func (p pill) grown(by float64) pill {
	return pill{p.at, canvas.Pt(p.half.X+by, p.half.Y+by), max(0, p.round+by)}
}

// outline is the outline of a place for marks, so many pixels further out.
func (p pill) outline(by float64) canvas.Outline {
	if p.round >= p.half.Y {
		return canvas.Circle(p.at, p.half.Y+by)
	}
	return canvas.RoundSquare(p.at, p.half.Y+by)
}

func (p pill) has(at image.Point) bool {
	dx := math.Abs(float64(at.X)-p.at.X) - p.half.X + p.round
	dy := math.Abs(float64(at.Y)-p.at.Y) - p.half.Y + p.round
	return dx <= 0 && dy <= p.round || dy <= 0 && dx <= p.round || canvas.Length(dx, dy) <= p.round
}
