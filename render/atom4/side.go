package atom4

import (
	"image"
	"math"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

func (d *drawing) sidePanel(words engine.Text) {
	if names, last := d.lastFree(); last {
		d.free(names)
	} else {
		line := d.round.Fit(d.round.Legible(d.s.Words(d.nth())), float64(d.side().Dx()-2*cardInset))
		canvas.Centred(d.on, d.round, canvas.Pt(canvas.Middle(d.side()).X, roundLine), line, canvas.InkMuted)
	}
	d.wheel()
	for seat := range engine.Seat(2) {
		d.sideCard(seat)
	}
	d.caption(words)
}

// lastFree returns the names of all legal vertices on a crowded board if they fit in place of the
// round.
func (d *drawing) lastFree() (line string, ok bool) {
	legal := d.p.Legal()
	if !d.tiles || len(legal) == 0 {
		return "", false
	}
	line = strings.Join(engine.Map(legal, grid.Cell.String), "  ")
	return line, freeGap+freeRing+d.label.Measure(line) <= float64(d.side().Dx()-2*cardInset)
}

// free writes names of vertices after a ring like those on the board.
func (d *drawing) free(names string) {
	long := d.label.Measure(names)
	left := canvas.Middle(d.side()).X - (long+freeGap-freeRing)/2
	d.stamp(canvas.Pt(left, roundLine).Round(), piece{form: dot, radius: freeRing, ground: onSide})
	canvas.Centred(d.on, d.label, canvas.Pt(left+freeGap+long/2, roundLine), names, canvas.InkText)
}

func (s sheet) wheelAt() image.Point { return image.Pt((s.side().Min.X+s.side().Max.X)/2, wheelLine) }

// wheel draws the six colours clockwise from the top, the current one larger and with a ring.
func (d *drawing) wheel() {
	for i, c := range grid.Wheel {
		at := canvas.OnCircle(canvas.At(d.wheelAt()), wheelRadius, float64(i)/6).Round()
		if c != d.p.Piece() {
			d.stamp(at, piece{colour: c, radius: wheelPiece, ground: onSide})
			continue
		}
		d.stamp(at, piece{colour: c, radius: wheelCurrent, ground: onSide})
		d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: wheelCurrent + ringGap, Stroke: ringStroke}, canvas.InkText)
	}
}

// card is the box of a side's goal, score and coming pieces.
func (s sheet) card(seat engine.Seat) image.Rectangle {
	box := s.side()
	box.Min.X, box.Max.X = box.Min.X+cardInset, box.Max.X-cardInset
	box.Max.Y -= cardGap
	if seat == 0 {
		box.Max.Y -= cardHeight + cardGap
	}
	box.Min.Y = box.Max.Y - cardHeight
	return box
}

// goalAt is the first of the four pieces of a goal, comingAt the next piece of a side.
func goalAt(card image.Rectangle) image.Point {
	return card.Min.Add(image.Pt(cardPad+goalPiece, cardPad+goalPiece))
}

func comingAt(card image.Rectangle) image.Point {
	return image.Pt(card.Min.X+cardPad+comingPiece, card.Max.Y-cardPad-comingPiece)
}

func scoreAt(card image.Rectangle) image.Point {
	return image.Pt(card.Max.X-cardPad-36, (card.Min.Y+card.Max.Y)/2)
}

// paintCards paints the boxes of both sides, and the arrow around the wheel.
func (b *board) paintCards(dc *gg.Context) {
	for seat := range engine.Seat(2) {
		box := b.card(seat)
		dc.SetColor(b.Look.Background)
		dc.DrawRoundedRectangle(float64(box.Min.X), float64(box.Min.Y), float64(box.Dx()), float64(box.Dy()), 16)
		dc.Fill()
	}
	const radius, stroke, head, from, to = 38.0, 7.0, 25.0, -0.95 * math.Pi, 0.42 * math.Pi
	middle := canvas.At(b.wheelAt())
	dc.SetColor(b.Look.Line)
	dc.SetLineWidth(stroke)
	dc.DrawArc(middle.X, middle.Y, radius, from, to)
	dc.Stroke()
	const turn = 0.12 * math.Pi // turn of the arrowhead along the circle
	sin, cos := math.Sincos(to + turn)
	base := canvas.Pt(middle.X+radius*math.Cos(to), middle.Y+radius*math.Sin(to))
	canvas.PaintHead(dc, base.X-head*sin, base.Y+head*cos, -sin, cos, head)
}

// sideCard draws a side's goal (four pieces in a row), its score and its coming pieces.
func (d *drawing) sideCard(s engine.Seat) {
	box := d.card(s)
	with := canvas.InkMuted
	if d.s.Stands(s, d.p.Turn(), d.p.Outcome().Winner) {
		with = canvas.InkText
	}
	at := goalAt(box)
	for i := range grid.RowLength {
		d.stamp(at.Add(image.Pt(i*goalStep, 0)), piece{colour: grid.Goal(s), form: bead, radius: goalPiece, ground: onCard})
	}
	canvas.Centred(d.on, d.score, canvas.At(scoreAt(box)), strconv.Itoa(d.p.Score(s)), with)
	d.coming(s, comingAt(box))
}

func (d *drawing) coming(s engine.Seat, at image.Point) {
	for ahead := range len(grid.Wheel) {
		c := d.p.Ahead(ahead)
		if c.Mover() != s {
			continue
		}
		d.stamp(at, piece{colour: c, radius: comingPiece, ground: onCard})
		if ahead == 0 && d.p.Piece() != grid.Empty {
			d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: comingPiece + ringGap, Stroke: ringStroke}, canvas.InkText)
		}
		at.X += comingStep
	}
}
