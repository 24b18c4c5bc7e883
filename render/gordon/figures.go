package gordon

import (
	"image/color"
	"strconv"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// figures are those of the rules, beside boards.
var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"clock":            drawClock,
	"forbidden":        drawForbidden,
}

// Sizes on a sheet, in pixels.
const (
	clockRadius  = 250.0
	hourRadius   = 58.0
	hourSign     = 58.0
	figureStroke = 10.0
)

const hours = 7

var clockCentre = canvas.Pt(330, 355)

// onClock is a point at an hour of the clock, at a share of its radius.
func onClock(hour int, share float64) canvas.Point {
	return canvas.OnCircle(clockCentre, share*clockRadius, float64(hour)/hours)
}

// clock draws the hours as places, those that are not free as they were taken.
func clock(s *render.Sheet, taken map[int]state) {
	s.Ring(clockCentre, clockRadius, threadWidth, s.Look.Line)
	for hour := range hours {
		at, ink := onClock(hour, 1), s.Look.Mark
		body, rim := gemOf(s.Look, taken[hour])
		switch taken[hour] {
		case blue:
			const side = 2 * hourRadius * squareSide
			s.SetFillStyle(body.Lit(at, side/2))
			s.DrawRoundedRectangle(at.X-side/2, at.Y-side/2, side, side, side*0.2)
			s.Fill()
		case red:
			s.Token(at, hourRadius, body)
		default:
			s.Token(at, hourRadius, body)
			s.Ring(at, hourRadius-rimWidth/2, rimWidth, rim)
			ink = s.Look.Text
		}
		s.Sign(at, hourSign, strconv.Itoa(hour), ink)
	}
}

func drawClock(s *render.Sheet) {
	clock(s, nil)
	const inner = 0.66
	for hour := 5; hour < 9; hour++ {
		a, b := onClock(hour, inner), onClock(hour+1, inner)
		s.Arrow(canvas.Towards(a, b, 12), canvas.Towards(b, a, 12), 8, s.Accent())
	}
	s.Ring(onClock(5, 1), hourRadius+9, 8, s.Accent())
	s.Ring(onClock(2, 1), hourRadius+9, 8, s.Look.Text)
	s.Sign(clockCentre, 76, "+ 4", s.Accent())
	s.Sign(canvas.Pt(870, 310), 88, "5 + 4 = 2", s.Look.Text)
	s.Remark(0, canvas.Pt(870, 420), 380)
}

// drawForbidden draws the second player on 4: step 2 leads to a free place, step 4 to one that is
// gone, and step 3 is gone.
func drawForbidden(s *render.Sheet) {
	clock(s, map[int]state{1: red, 4: blue})
	from := onClock(4, 1)
	walk := func(to int, ink color.RGBA) {
		at := onClock(to, 1)
		s.Arrow(canvas.Towards(from, at, hourRadius+32), canvas.Towards(at, from, hourRadius+24), figureStroke, ink)
	}
	walk(6, s.Look.Text)
	walk(1, canvas.Mix(s.Look.Background, s.Look.Red.Base, 0.75))
	s.Ring(from, hourRadius+20, 9, s.Accent())
	for i, sum := range []string{"4 + 2 = 6", "4 + 3", "4 + 4 = 1"} {
		y := 130 + 215*float64(i)
		if i == 0 {
			s.Yes(canvas.Pt(680, y))
		} else {
			s.No(canvas.Pt(680, y))
		}
		s.Sign(canvas.Pt(890, y-8), 64, sum, s.Look.Text)
		s.Remark(i, canvas.Pt(890, y+60), 340)
	}
}
