package atom4

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the side, in pixels.
const (
	wheelLine   = 130 // centre of the wheel
	wheelWide   = 84
	wheelHigh   = 94
	wheelPiece  = 24
	cardHeight  = 166
	cardGap     = 10
	cardPad     = 14
	cardTurn    = 6 // width of the bar at the card of who is to move
	goalPiece   = 13
	goalStep    = 30
	comingPiece = 24
	comingStep  = 62
	ringGap     = 4 // between a piece and the centre line of its ring
)

// sidePanel draws the wheel with the name of who is to move or has won, and a card for each side.
func (d *drawing) sidePanel() {
	d.wheel()
	for seat := range engine.Seat(2) {
		d.sideCard(seat)
		if d.stands(seat) {
			d.write(d.called(seat), canvas.At(d.wheelAt()), float64(d.side().Dx()-2*cardPad), canvas.InkText)
		}
	}
}

// stands reports whether a side is to move or has won.
func (d *drawing) stands(s engine.Seat) bool {
	return d.s.Stands(s, d.p.Turn(), d.p.Outcome().Winner)
}

// called is the name of a side's player.
func (d *drawing) called(s engine.Seat) string {
	return d.s.Called(s, titles[s], canvas.Bold(canvas.LeastText).Legible)
}

func (d *drawing) mentioned(s engine.Seat) engine.Text {
	return d.s.Mention(s, titles[s], d.board.caption)
}

// write writes a name centred on a point, shortened to a width.
func (d *drawing) write(name string, at canvas.Point, room float64, with canvas.Ink) {
	canvas.Centred(d.on, d.label, at, d.label.FitName(name, room), with)
}

func (s sheet) wheelAt() image.Point { return image.Pt((s.side().Min.X+s.side().Max.X)/2, wheelLine) }

// onWheel is the place of a colour, counted clockwise from the top. The wheel is higher than wide,
// so that a name has room between its colours.
func (s sheet) onWheel(i int) image.Point {
	sin, cos := math.Sincos(float64(i) * math.Pi / 3)
	return s.wheelAt().Add(canvas.Pt(wheelWide*sin, -wheelHigh*cos).Round())
}

// wheel draws the six colours, and where in their order the game is.
func (d *drawing) wheel() {
	for i, c := range grid.Wheel {
		d.stamp(d.onWheel(i), piece{colour: c, radius: wheelPiece, ground: onSide})
		if c == d.p.Piece() {
			d.on.Here(canvas.Circle(canvas.At(d.onWheel(i)), wheelPiece+ringGap))
		}
	}
}

// card is the box of a side's player, goal and coming pieces.
func (s sheet) card(seat engine.Seat) image.Rectangle {
	box := s.side().Inset(cardGap)
	if seat == 0 {
		box.Max.Y -= cardHeight + cardGap
	}
	box.Min.Y = box.Max.Y - cardHeight
	return box
}

// nameAt is the left end of a card's name, goalAt the first of the four pieces of its goal,
// comingAt the next piece of its side, and scoreAt the centre of its score.
func nameAt(card image.Rectangle) canvas.Point {
	return canvas.At(card.Min.Add(image.Pt(cardPad, cardPad+14)))
}

func goalAt(card image.Rectangle) image.Point {
	return card.Min.Add(image.Pt(cardPad+goalPiece, 78))
}

func comingAt(card image.Rectangle) image.Point {
	return image.Pt(card.Min.X+cardPad+comingPiece, card.Max.Y-cardPad-comingPiece)
}

func scoreAt(card image.Rectangle) image.Point { return image.Pt(card.Max.X-cardPad-14, 78+card.Min.Y) }

// paintSide paints the boxes of both sides, and between the colours of the wheel signs of its
// direction. There are none where the name lies.
func (b *board) paintSide(dc *gg.Context) {
	for seat := range engine.Seat(2) {
		box := b.card(seat)
		dc.SetColor(b.Look.Background)
		dc.DrawRoundedRectangle(float64(box.Min.X), float64(box.Min.Y), float64(box.Dx()), float64(box.Dy()), 16)
		dc.Fill()
	}
	for _, i := range [...]int{0, 2, 3, 5} {
		from, to := canvas.At(b.onWheel(i)), canvas.At(b.onWheel((i+1)%6))
		paintChevron(dc, canvas.Between(from, to, 0.5), canvas.Direction(from, to), b.Look.Label)
	}
}

// paintChevron paints a sign > around a point, along a unit vector.
func paintChevron(dc *gg.Context, at, along canvas.Point, c color.Color) {
	const long, broad, width = 5, 8, 4
	pen, tip := canvas.Pen{Context: dc}, canvas.Pt(at.X+long*along.X, at.Y+long*along.Y)
	dc.SetLineCapRound()
	for _, side := range [...]float64{-broad, broad} {
		pen.Line(tip, canvas.Pt(at.X-long*along.X-side*along.Y, at.Y-long*along.Y+side*along.X), width, c)
	}
}

// sideCard draws a side's player, its goal (four pieces in a row), its score once there is one, and
// its coming pieces. A bar marks whose turn it is.
func (d *drawing) sideCard(s engine.Seat) {
	box, with := d.card(s), canvas.InkMuted
	if d.stands(s) {
		with = canvas.InkText
		d.on.Bar(image.Rect(box.Min.X-cardTurn/2, box.Min.Y+16, box.Min.X+cardTurn/2, box.Max.Y-16), canvas.InkText)
	}
	name := d.label.FitName(d.called(s), float64(box.Dx()-2*cardPad))
	canvas.Centred(d.on, d.label, canvas.Pt(nameAt(box).X+d.label.Measure(name)/2, nameAt(box).Y), name, with)
	at := goalAt(box)
	for i := range grid.RowLength {
		d.stamp(at.Add(image.Pt(i*goalStep, 0)), piece{colour: grid.Goal(s), radius: goalPiece, ground: onCard})
	}
	if d.p.Score(0)+d.p.Score(1) > 0 {
		canvas.Centred(d.on, d.label, canvas.At(scoreAt(box)), strconv.Itoa(d.p.Score(s)), with)
	}
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
			d.on.Here(canvas.Circle(canvas.At(at), comingPiece+ringGap))
		}
		at.X += comingStep
	}
}
