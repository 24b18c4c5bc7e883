package main

import (
	"encoding/csv"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// point is one measurement of the curve: the current weights against those of the point before.
type point struct {
	Minutes float64
	Size    int // of the board
	Won     int // of Games
	Games   int
	Elo     float64 // relative to the first point, as the sum of differences
	Loss    float64 // of the last cycle
}

// curve has the measurements of a run, oldest first.
type curve []point

func (c curve) writeCSV(w io.Writer) error {
	rows := [][]string{{"minutes", "size", "won", "games", "elo", "loss"}}
	for _, p := range c {
		rows = append(rows, []string{
			strconv.FormatFloat(p.Minutes, 'f', 2, 64), strconv.Itoa(p.Size), strconv.Itoa(p.Won),
			strconv.Itoa(p.Games), strconv.FormatFloat(p.Elo, 'f', 1, 64), strconv.FormatFloat(p.Loss, 'f', 4, 64),
		})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Sizes of the plot in pixels.
const (
	plotWidth, plotHeight = 800, 450
	plotMargin            = 56
)

// plot is a picture whose inner part shows 0 to right and 0 to top.
type plot struct {
	*image.RGBA
	right, top float64
}

func (c curve) writePNG(w io.Writer) error {
	p := plot{image.NewRGBA(image.Rect(0, 0, plotWidth, plotHeight)), 1, 100}
	for _, at := range c {
		p.right, p.top = max(p.right, at.Minutes), max(p.top, at.Elo)
	}
	draw.Draw(p, p.Bounds(), image.White, image.Point{}, draw.Src)
	p.grid()
	blue := color.RGBA{30, 90, 200, 255}
	for i := 1; i < len(c); i++ {
		a, b := c[i-1], c[i]
		p.line(a.Minutes, a.Elo, b.Minutes, b.Elo, blue)
		p.line(b.Minutes, b.Elo, b.Minutes, b.Elo+p.top/100, blue)
	}
	return png.Encode(w, p)
}

// grid draws lines and labels at round numbers.
func (p plot) grid() {
	grey := color.RGBA{220, 220, 220, 255}
	for x := 0.0; x <= p.right; x += round(p.right / 8) {
		p.line(x, 0, x, p.top, grey)
		at := p.at(x, 0)
		p.label(at.X-8, at.Y+18, strconv.FormatFloat(x, 'g', 4, 64))
	}
	for y := 0.0; y <= p.top; y += round(p.top / 8) {
		p.line(0, y, p.right, y, grey)
		p.label(8, p.at(0, y).Y+5, strconv.FormatFloat(y, 'g', 5, 64))
	}
	p.label(plotMargin, plotMargin-20, "Elo without a search, each point against the one before")
	p.label(plotWidth-plotMargin-50, plotHeight-10, "minutes")
}

// round rounds up to 1, 2 or 5 times a power of ten.
func round(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, step := range []float64{1, 2, 5} {
		if x <= step*power {
			return step * power
		}
	}
	return 10 * power
}

func (p plot) at(x, y float64) image.Point {
	return image.Pt(
		plotMargin+int(x/p.right*(plotWidth-2*plotMargin)),
		plotHeight-plotMargin-int(y/p.top*(plotHeight-2*plotMargin)),
	)
}

func (p plot) line(x0, y0, x1, y1 float64, c color.Color) {
	a, b := p.at(x0, y0), p.at(x1, y1)
	steps := max(abs(b.X-a.X), abs(b.Y-a.Y), 1)
	for i := range steps + 1 {
		x, y := a.X+(b.X-a.X)*i/steps, a.Y+(b.Y-a.Y)*i/steps
		p.Set(x, y, c)
		p.Set(x, y+1, c)
	}
}

func abs(x int) int { return max(x, -x) }

func (p plot) label(x, y int, text string) {
	d := font.Drawer{Dst: p, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(text)
}
