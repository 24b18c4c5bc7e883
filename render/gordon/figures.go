package gordon

import (
	"image/color"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// figures are the figures of the rules, all on the clock of seven hours: the game begins on 1,
// player two walks 3 steps to 4, and steps 5 and 3 are used.
var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"clock":            drawClock,
	"opening":          drawOpening,
	"turn":             drawTurn,
	"forbidden":        drawForbidden,
	"end":              drawEnd,
}

const hours = 7

// clock is a ring of places on a sheet.
type clock struct {
	*render.Sheet
	centre canvas.Point
	radius float64
}

// Sizes on a sheet, in pixels.
const (
	hourRadius   = 58.0
	hourSign     = 58.0
	rackToken    = 0.84 // side of a token, in distances between tokens
	rackSign     = 0.46 // text size, likewise
	rackPitch    = 94.0
	figureStroke = 9.0
)

// newClock draws the thread of a ring.
func newClock(s *render.Sheet, centre canvas.Point, radius float64) clock {
	s.Ring(centre, radius, threadWidth, s.Look.Line)
	return clock{s, centre, radius}
}

func (c clock) at(hour int, share float64) canvas.Point {
	return canvas.OnCircle(c.centre, share*c.radius, float64(hour)/hours)
}

// hour draws a place: empty, or of the first or second player.
func (c clock) hour(hour, player int) {
	at, l := c.at(hour, 1), c.Look
	switch player {
	case 0:
		body, rim := gemOf(l, free)
		c.Token(at, hourRadius, body)
		c.Ring(at, hourRadius-rimWidth/2, rimWidth, rim)
		c.Sign(at, hourSign, strconv.Itoa(hour), l.Text)
	case 1:
		c.Token(at, hourRadius, soft(l.Red))
		c.Sign(at, hourSign, strconv.Itoa(hour), l.Mark)
	case 2:
		side := 2 * hourRadius * squareSide
		c.SetFillStyle(soft(l.Blue).Lit(at, side/2))
		c.DrawRoundedRectangle(at.X-side/2, at.Y-side/2, side, side, side*0.2)
		c.Fill()
		c.Sign(at, hourSign, strconv.Itoa(hour), l.Mark)
	}
}

// here marks the place of player two where the game stands.
func (c clock) here(hour int) {
	const width, gap = 9.0, 9.0
	at, half := c.at(hour, 1), hourRadius*squareSide+gap+width/2
	c.DrawRoundedRectangle(at.X-half, at.Y-half, 2*half, 2*half, half*0.3)
	c.SetLineWidth(width)
	c.SetColor(c.Accent())
	c.Stroke()
}

func (c clock) token(at canvas.Point, side float64, fill color.RGBA, rim float64, edge color.RGBA) {
	c.DrawRoundedRectangle(at.X-side/2, at.Y-side/2, side, side, side*0.2)
	c.Paint(fill, rim, edge)
}

// walk draws an arrow between two places.
func (c clock) walk(from, to int, width float64, with color.RGBA) {
	a, b := c.at(from, 1), c.at(to, 1)
	c.Arrow(canvas.Towards(a, b, hourRadius+8), canvas.Towards(b, a, hourRadius+24), width, with)
}

// rack draws tokens in rows of some, steps as squares and places as discs. Used tokens are crossed out
// in the colour of the player.
func (c clock) rack(left canvas.Point, row int, places bool, gone map[int]color.RGBA) {
	const side, size, pitch = rackPitch * rackToken, rackPitch * rackSign, rackPitch
	for i := range hours {
		at := canvas.Pt(left.X+(float64(i%row)+0.5)*pitch, left.Y+float64(i/row)*pitch)
		by, taken := gone[i]
		switch {
		case taken:
			c.Sign(at, size, strconv.Itoa(i), c.Look.Muted)
			reach := side * 0.4
			c.Line(canvas.Pt(at.X-reach, at.Y+reach), canvas.Pt(at.X+reach, at.Y-reach), 6, by)
			continue
		case places:
			c.Disc(at, side/2, c.Look.Cell, 3, c.Look.Line)
		default:
			c.token(at, side, c.Look.Cell, 3, c.Look.Line)
		}
		c.Sign(at, size, strconv.Itoa(i), c.Look.Text)
	}
}

func drawClock(s *render.Sheet) {
	c := newClock(s, canvas.Pt(350, 355), 255)
	const inner = 0.66
	for _, hour := range []int{5, 6, 7, 8} {
		a, b := c.at(hour, inner), c.at(hour+1, inner)
		c.Arrow(canvas.Towards(a, b, 12), canvas.Towards(b, a, 12), 8, s.Accent())
	}
	for hour := range hours {
		c.hour(hour, 0)
	}
	c.Ring(c.at(5, 1), hourRadius+9, 8, s.Accent())
	c.Ring(c.at(2, 1), hourRadius+9, 8, s.Look.Text)
	c.Sign(c.centre, 76, "+ 4", s.Accent())
	c.Sign(canvas.Pt(870, 310), 88, "5 + 4 = 2", s.Look.Text)
	c.Remark(0, canvas.Pt(870, 420), 380)
}

func drawOpening(s *render.Sheet) {
	c := clock{Sheet: s}
	const left = 300.0
	red := s.Look.Red.Base
	c.rack(canvas.Pt(left, 250), hours, false, map[int]color.RGBA{5: red})
	c.rack(canvas.Pt(left, 450), hours, true, map[int]color.RGBA{1: red})
	for i, name := range []string{"M", "P"} {
		y := 250 + 200*float64(i)
		c.Sign(canvas.Pt(230, y), 72, name, s.Look.Text)
		c.Remark(i, canvas.Pt(110, y), 160)
	}
	at := func(token int, y float64) canvas.Point {
		return canvas.Pt(left+(float64(token)+0.5)*rackPitch, y)
	}
	c.Label(2, canvas.Pt(700, 60), 760)
	c.Arrow(canvas.Pt(at(5, 0).X, 100), at(5, 190), figureStroke, red)
	c.Label(3, canvas.Pt(590, 640), 800)
	c.Arrow(canvas.Pt(at(1, 0).X, 600), at(1, 510), figureStroke, red)
}

func gone(l *canvas.Look, first, second int) map[int]color.RGBA {
	return map[int]color.RGBA{first: l.Red.Base, second: l.Blue.Base}
}

// stand draws the ring after the first two turns.
func (c clock) stand() {
	for hour := range hours {
		c.hour(hour, slices.Index([]int{1, 4}, hour)+1)
	}
}

func drawTurn(s *render.Sheet) {
	c := newClock(s, canvas.Pt(312, 355), 245)
	c.walk(1, 4, figureStroke+3, s.Look.Blue.Base)
	c.stand()
	c.Sign(canvas.Pt(850, 105), 88, "1 + 3 = 4", s.Look.Text)
	const left, row = 662.0, 4
	for i, taken := range []map[int]color.RGBA{gone(s.Look, 5, 3), gone(s.Look, 1, 4)} {
		y := 285 + 250*float64(i)
		c.Remark(i, canvas.Pt(left+row*rackPitch/2, y-75), 400)
		c.rack(canvas.Pt(left, y), row, i == 1, taken)
	}
}

func drawForbidden(s *render.Sheet) {
	c := newClock(s, canvas.Pt(312, 355), 245)
	c.walk(4, 6, figureStroke+1, s.Look.Text)
	c.walk(4, 1, figureStroke+1, canvas.Mix(s.Look.Background, s.Look.Red.Base, 0.75))
	c.stand()
	c.here(4)
	for i, sum := range []string{"4 + 2 = 6", "4 + 3", "4 + 4 = 1"} {
		y := 130 + 215*float64(i)
		if i == 0 {
			c.Yes(canvas.Pt(680, y))
		} else {
			c.No(canvas.Pt(680, y))
		}
		c.Sign(canvas.Pt(890, y-8), 64, sum, s.Look.Text)
		c.Remark(i, canvas.Pt(890, y+60), 340)
	}
}

// walked are the places of a whole game in order, which ends blocked: the steps were 3, 2, 6, 4 and
// 1, and 5 was lost.
var walked = []int{1, 4, 6, 5, 2, 3}

func drawEnd(s *render.Sheet) {
	c := newClock(s, canvas.Pt(312, 355), 245)
	ink := func(turn int) color.RGBA {
		return []color.RGBA{s.Look.Red.Base, s.Look.Blue.Base}[turn%2]
	}
	for i := range walked[1:] {
		c.walk(walked[i], walked[i+1], figureStroke, ink(i+1))
	}
	for hour := range hours {
		player := 0
		if turn := slices.Index(walked, hour); turn >= 0 {
			player = 1 + turn%2
		}
		c.hour(hour, player)
	}
	at := walked[len(walked)-1]
	c.here(at)
	const left, row = 677.0, 4
	taken := map[int]color.RGBA{5: ink(0)}
	for i := range walked[1:] {
		taken[(walked[i+1]-walked[i]+hours)%hours] = ink(i + 1)
	}
	s.Remark(0, canvas.Pt(left+row*rackPitch/2, 80), 400)
	c.rack(canvas.Pt(left, 155), row, false, taken)
	c.No(canvas.Pt(705, 390))
	s.Sign(canvas.Pt(895, 390), 64, "3 + 0 = 3", s.Look.Text)
	s.Label(1, canvas.Pt(865, 555), 410)
}
