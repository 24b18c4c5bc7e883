package iching

import (
	"image"
	"image/color"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// figures are the figures of the rules, all of the same throw.
var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"coins":            drawCoins,
	"hexagram":         drawHexagram,
	"read":             drawRead,
	"doors":            drawDoors,
}

// shownLines are a throw, youngLines the same hexagram without changing lines, and ledLines the one
// that it leads to.
var shownLines, youngLines, ledLines = book.Lines{7, 8, 9, 6, 7, 7}, book.Lines{7, 8, 7, 8, 7, 7}, book.Lines{7, 8, 8, 7, 7, 7}

// drawLine draws a line of a hexagram: a young one in a colour, an old one in red with its mark.
func drawLine(s *render.Sheet, r image.Rectangle, line book.Line, young color.RGBA) {
	at, gap, with := canvas.Middle(r), float64(r.Dx())*gapShareOfBar/2, inkOf(s, line, young)
	s.SetColor(with)
	bar := func(from, to float64) {
		s.DrawRectangle(from, float64(r.Min.Y), to-from, float64(r.Dy()))
		s.Fill()
	}
	if line.Yang() {
		bar(float64(r.Min.X), float64(r.Max.X))
	} else {
		bar(float64(r.Min.X), at.X-gap)
		bar(at.X+gap, float64(r.Max.X))
	}
	radius := float64(r.Dy()) * 0.36
	switch {
	case !line.Changes():
	case line.Yang():
		s.Ring(at, radius*0.8, radius*0.42, s.Look.Background)
	default:
		radius = min(radius, 0.72*gap) // between the halves
		s.Line(canvas.Pt(at.X-radius, at.Y-radius), canvas.Pt(at.X+radius, at.Y+radius), radius*0.4, with)
		s.Line(canvas.Pt(at.X-radius, at.Y+radius), canvas.Pt(at.X+radius, at.Y-radius), radius*0.4, with)
	}
}

func inkOf(s *render.Sheet, line book.Line, young color.RGBA) color.RGBA {
	if line.Changes() {
		return s.Look.Red.Base
	}
	return young
}

// draw draws a throw with young lines in a colour.
func (b bars) draw(s *render.Sheet, lines book.Lines, young color.RGBA) {
	for i, line := range lines {
		drawLine(s, b.line(i+1), line, young)
	}
}

func drawCoins(s *render.Sheet) {
	const radius, top, pitch = 54.0, 105, 163
	for row, line := range []book.Line{6, 7, 8, 9} {
		y := float64(top + row*pitch)
		for coin := range 3 {
			value := "2"
			if coin < row {
				value = "3"
			}
			at := canvas.Pt(100+124*float64(coin), y)
			s.Disc(at, radius, s.Look.Cell, 5, s.Accent())
			s.Sign(at, 52, value, s.Look.Text)
		}
		s.Sign(canvas.Pt(490, y), 64, "= "+strconv.Itoa(int(line)), inkOf(s, line, s.Look.Text))
		drawLine(s, image.Rect(590, int(y)-27, 850, int(y)+27), line, s.Look.Text)
		s.Remark(row, canvas.Pt(975, y), 190)
	}
}

func drawHexagram(s *render.Sheet) {
	b := bars{image.Pt(470, 78), 430, 62, 97}
	halves := [2]book.Trigram{youngLines.Hexagram().Lower(), youngLines.Hexagram().Upper()}
	b.draw(s, youngLines, s.Look.Text)
	for n := 1; n <= 6; n++ {
		s.Sign(canvas.Pt(195, canvas.Middle(b.line(n)).Y), 52, strconv.Itoa(n), s.Look.Muted)
	}
	s.Arrow(canvas.Pt(105, float64(b.line(1).Max.Y)), canvas.Pt(105, float64(b.line(6).Min.Y)), 9, s.Look.Muted)
	for half := range 2 {
		low, high := float64(b.line(1+3*half).Max.Y), float64(b.line(3+3*half).Min.Y)
		const x, hook = 750.0, 26.0
		s.Line(canvas.Pt(x-hook, high), canvas.Pt(x, high), 6, s.Look.Muted)
		s.Line(canvas.Pt(x, high), canvas.Pt(x, low), 6, s.Look.Muted)
		s.Line(canvas.Pt(x-hook, low), canvas.Pt(x, low), 6, s.Look.Muted)
		s.Sign(canvas.Pt(915, (low+high)/2-34), 84, halves[half].Chinese(), s.Look.Text)
		s.Label(half, canvas.Pt(915, (low+high)/2+52), 290)
	}
}

func drawRead(s *render.Sheet) {
	const third, width, height, pitch = render.FigureWidth / 3, 240, 34, 58
	pale := canvas.Mix(s.Look.Background, s.Look.Text, 0.22)
	for i, shown := range []struct {
		lines book.Lines
		young color.RGBA
	}{{shownLines, s.Look.Text}, {shownLines, pale}, {ledLines, s.Look.Text}} {
		x := third*i + third/2
		bars{image.Pt(x, 155), width, height, pitch}.draw(s, shown.lines, shown.young)
		s.Sign(canvas.Pt(float64(x), 85), 60, strconv.Itoa(i+1), s.Accent())
		s.Label(i, canvas.Pt(float64(x), 590), third-30)
	}
}

func drawDoors(s *render.Sheet) {
	const radius = 210.0
	b := bars{image.Pt(280, 105), 330, 50, 80}
	b.draw(s, youngLines, s.Look.Text)
	for n := 1; n <= 6; n++ {
		s.Sign(canvas.Pt(65, canvas.Middle(b.line(n)).Y), 48, strconv.Itoa(n), s.Look.Muted)
	}
	s.Arrow(canvas.Pt(485, 320), canvas.Pt(545, 320), 10, s.Look.Muted)
	at := canvas.Pt(820, 320)
	fill, path := canvas.Mix(s.Look.Lit, s.Look.Background, 0.4), s.Look.Text // contrasts with the fill too
	hexagon := render.Hexagon(at, radius, true)
	s.Polygon(hexagon, fill, 6, s.Look.Lit)
	for i, line := range youngLines {
		side := func(share float64) canvas.Point {
			return canvas.OnCircle(at, share*radius, float64(connexion.SideOfLine(i+1))/connexion.Sides)
		}
		if line.Yang() {
			s.SetLineCapButt()
			s.Line(at, side(0.87), 62, path)
			s.SetLineCapRound()
		}
		s.Sign(side(1.05), 48, strconv.Itoa(i+1), s.Look.Muted)
	}
	s.Disc(at, 66, path, 0, path)
	s.Label(0, canvas.Pt(render.FigureWidth/2, 640), 1000)
}
