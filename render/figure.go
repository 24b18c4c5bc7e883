package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Size of a sheet in pixels.
const (
	FigureWidth  = canvas.Width
	FigureHeight = canvas.Height
)

// SmallSize is the text size of labels on figures, in pixels.
const SmallSize = 40.0

// lineHeight is the distance between lines of text, in text sizes.
const lineHeight = 1.2

// Figure draws one figure.
type Figure func(*Sheet)

// Figures returns a drawer of a game's figures by name. It caches about as many as there are in one
// theme and language, because a figure takes a hundred times as long as a board.
func Figures(figures map[string]Figure) Drawer {
	kept := &canvas.Cache[key, *image.Paletted]{Limit: len(figures)}
	return func(scene any, s Style) (*image.Paletted, error) {
		f, ok := scene.(engine.Figure)
		if !ok {
			return nil, fmt.Errorf("%w: %T", ErrScene, scene)
		}
		paint, ok := figures[f.Name]
		if !ok {
			return nil, fmt.Errorf("%w: figure %q", ErrScene, f.Name)
		}
		labels := engine.Map(f.Labels, s.Words)
		k := key{s.Theme.Look(), f.Name, strings.Join(labels, "\x00")}
		picture := kept.Get(k, func() *image.Paletted {
			sheet := newSheet(k.look, labels)
			paint(sheet)
			return sheet.picture().Paletted
		})
		return canvas.New(picture, nil).Paletted, nil
	}
}

type key struct {
	look   *canvas.Look
	name   string
	labels string
}

// Sheet is the canvas of a figure: a picture that explains one idea of a game on its rules pages.
// It has the shapes and text that the figures of all games share.
//
// All sheets have one size, twice the size at which Discord shows a picture, and text that is
// readable on a phone.
type Sheet struct {
	canvas.Pen // its lines have round ends
	Look       *canvas.Look
	labels     []string
}

func newSheet(l *canvas.Look, labels []string) *Sheet {
	s := &Sheet{Pen: canvas.Pen{Context: gg.NewContext(FigureWidth, FigureHeight)}, Look: l, labels: labels}
	s.SetColor(l.Background)
	s.Clear()
	s.SetLineCapRound()
	return s
}

func (s *Sheet) picture() canvas.Canvas {
	drawn := canvas.Drawn(s.Context)
	m := canvas.NewMixture(s.Look, canvas.InkCount)
	m.Picture(drawn, 1)
	p := m.Palette(canvas.MaxColours)
	return canvas.Canvas{Paletted: p.Convert(drawn), Palette: p}
}

// Plain returns a picture that paint draws with package gg alone, above a caption, and mark with the
// marks of all games. It suits a game's first picture: each takes some 50 ms, one on a
// [canvas.Board], which keeps the constant parts, less than one.
func Plain(s Style, says Caption, paint func(*Sheet), mark func(canvas.Canvas)) *image.Paletted {
	sheet := newSheet(s.Theme.Look(), nil)
	c := canvas.NewCaption(canvas.Bottom(canvas.Whole))
	draw.Draw(canvas.Drawn(sheet.Context), c.Box, image.NewUniform(sheet.Look.Band), image.Point{}, draw.Src)
	paint(sheet)
	on := sheet.picture()
	mark(on)
	s.Write(on, c, says)
	return on.Paletted
}

// Accent is the colour of emphasis: the lit colour, or that of text where it is too pale for lines.
func (s *Sheet) Accent() color.RGBA {
	const pale = 1.5
	if lit := s.Look.Ink(canvas.InkLit); canvas.Contrast(s.Look.Background, lit) >= pale {
		return lit
	}
	return s.Look.Text
}

// Sign writes a number or a letter centred on a point.
func (s *Sheet) Sign(at canvas.Point, size float64, sign string, c color.RGBA) {
	canvas.Bold(size).Paint(s.Context, at, sign, c)
}

// Label writes label n, counted from 0, centred on a point in the text colour, on as many lines as
// it needs.
func (s *Sheet) Label(n int, at canvas.Point, width float64) { s.label(n, at, width, s.Look.Text) }

// Remark writes a label in the muted colour.
func (s *Sheet) Remark(n int, at canvas.Point, width float64) { s.label(n, at, width, s.Look.Muted) }

func (s *Sheet) label(n int, at canvas.Point, width float64, c color.RGBA) {
	t := canvas.Medium(SmallSize)
	lines := wrapBalanced(t, t.Legible(s.labels[n]), width)
	at.Y -= float64(len(lines)-1) / 2 * lineHeight * SmallSize
	for _, line := range lines {
		t.Paint(s.Context, at, t.Fit(line, width), c)
		at.Y += lineHeight * SmallSize
	}
}

// wrapBalanced wraps text into as few lines as possible, of about equal length.
func wrapBalanced(t *canvas.Typeface, words string, width float64) []string {
	const step = 8.0
	lines, _ := wrap(t, words, width)
	for width -= step; ; width -= step {
		narrower, fits := wrap(t, words, width)
		if !fits || len(narrower) > len(lines) {
			return lines
		}
		lines = narrower
	}
}

// wrap wraps text at a width and reports whether every line fits.
func wrap(t *canvas.Typeface, words string, width float64) (lines []string, fit bool) {
	for t.Measure(words) > width {
		first, rest := t.Split(words, width)
		if first == "" {
			return append(lines, words), false
		}
		lines, words = append(lines, first), rest
	}
	return append(lines, words), true
}

// Arrow draws a line that ends in an arrowhead.
func (s *Sheet) Arrow(a, b canvas.Point, width float64, c color.RGBA) {
	u := canvas.Direction(a, b)
	head := 3.6 * width
	s.SetLineCapButt()
	s.Line(a, canvas.Pt(b.X-u.X*head*0.9, b.Y-u.Y*head*0.9), width, c)
	s.SetLineCapRound()
	canvas.PaintHead(s.Context, b.X, b.Y, u.X, u.Y, head)
}

// Disc draws a filled circle and, unless rim is 0, its rim.
func (s *Sheet) Disc(at canvas.Point, radius float64, fill color.RGBA, rim float64, edge color.RGBA) {
	s.Pen.Disc(at, radius, fill)
	s.Ring(at, radius-rim/2, rim, edge)
}

// Hexagon returns the corners of a hexagon with a corner on the right (flat) or on top.
func Hexagon(at canvas.Point, radius float64, flat bool) []canvas.Point {
	points := make([]canvas.Point, 6)
	for i := range points {
		turn := float64(i) * math.Pi / 3
		if !flat {
			turn += math.Pi / 6
		}
		sin, cos := math.Sincos(turn)
		points[i] = canvas.Pt(at.X+radius*cos, at.Y+radius*sin)
	}
	return points
}

// Yes draws a tick, the sign of what is allowed.
func (s *Sheet) Yes(at canvas.Point) {
	const r = 30.0
	s.SetColor(s.Look.Green)
	s.SetLineWidth(11)
	s.MoveTo(at.X-r, at.Y)
	s.LineTo(at.X-r*0.3, at.Y+r*0.7)
	s.LineTo(at.X+r, at.Y-r*0.7)
	s.Stroke()
}

// No draws a cross, the sign of what is forbidden.
func (s *Sheet) No(at canvas.Point) {
	const r = 25.0
	s.Line(canvas.Pt(at.X-r, at.Y-r), canvas.Pt(at.X+r, at.Y+r), 11, s.Look.Red.Base)
	s.Line(canvas.Pt(at.X-r, at.Y+r), canvas.Pt(at.X+r, at.Y-r), 11, s.Look.Red.Base)
}

// Picture copies part of a picture, with its upper left corner at a point.
func (s *Sheet) Picture(img image.Image, part image.Rectangle, at image.Point) {
	draw.Draw(canvas.Drawn(s.Context), image.Rectangle{Min: at, Max: at.Add(part.Size())}, img, part.Min, draw.Src)
}
