package hex

import (
	"image"
	"image/color"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"turn":             drawTurn,
	"bridge":           drawBridge,
	"swap":             drawSwap,
	"graph":            drawGraph,
}

// patch is a part of a board on a sheet.
type patch struct {
	*render.Sheet
	comb honeycomb
}

// newPatch returns a patch whose cell in column 0 of row 0 is centred on a pixel.
func newPatch(s *render.Sheet, width int, origin image.Point) patch {
	comb := newHoneycomb(width, false)
	comb.origin = origin
	return patch{s, comb}
}

func (p patch) row(row, first, last int) {
	for col := first; col <= last; col++ {
		paintCell(p.Look, p.Context, p.comb, p.comb.centre(col, row), fillWeight)
	}
}

func (p patch) at(col, row int) canvas.Point { return canvas.At(p.comb.centre(col, row)) }

func (p patch) stone(col, row int, s stone) {
	paintStone(p.Look, p.Context, p.comb, p.comb.centre(col, row), s)
}

func (p patch) free(col, row int) {
	p.Ring(p.at(col, row), p.comb.scale(freeShare), p.comb.scale(freeStroke), p.Look.Label)
}

func drawTurn(s *render.Sheet) {
	const width, row, col = 170, 1, 2
	p := newPatch(s, width, image.Pt(render.FigureWidth/2-(2*col+row)*width/2, 150))
	for r := range 3 {
		p.row(r, 0, 4)
	}
	for _, step := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
		p.Line(p.at(col, row), canvas.Between(p.at(col, row), p.at(col+step[0], row+step[1]), 0.72), 9, s.Look.Label)
		p.free(col+step[0], row+step[1])
	}
	p.stone(col, row, redStone)
	s.Label(0, canvas.Pt(render.FigureWidth/2, 620), 1000)
}

func drawBridge(s *render.Sheet) {
	const width = 116
	for half, x := range [...]int{280, 820} {
		p := newPatch(s, width, image.Pt(x-width, 190))
		p.row(0, 0, 2)
		p.row(1, -1, 2)
		p.row(2, -1, 1)
		if half == 0 {
			p.free(0, 1)
			p.free(1, 1)
		} else {
			p.stone(0, 1, blueStone)
			p.stone(1, 1, redStone)
		}
		p.stone(1, 0, redStone)
		p.stone(0, 2, redStone)
		if half == 1 {
			for _, line := range [...]struct {
				share float64
				with  color.RGBA
			}{{linkRim, s.Look.Text}, {linkShare, s.Look.Mark}} {
				p.Line(p.at(1, 0), p.at(1, 1), p.comb.scale(line.share), line.with)
				p.Line(p.at(1, 1), p.at(0, 2), p.comb.scale(line.share), line.with)
			}
		}
		s.Label(half, canvas.Pt(float64(x), 560), 460)
	}
	s.Arrow(canvas.Pt(523, 290), canvas.Pt(577, 290), 8, s.Look.Muted)
}

func drawSwap(s *render.Sheet) {
	const width, columns, rows = 150, 5, 3
	p := newPatch(s, width, image.Pt(230, 170))
	var upper, left []canvas.Point // corners along the edges
	for col := range columns {
		upper = append(upper, p.corners(col, 0, upperLeft, top, upperRight)...)
		at := p.at(col, 0)
		s.Sign(canvas.Pt(at.X, at.Y-0.87*width), 40, hexgrid.Letters(col), s.Look.Label)
	}
	for row := range rows {
		left = append(left, p.corners(0, row, upperLeft, lowerLeft, bottom)...)
		at := p.at(0, row)
		s.Sign(canvas.Pt(at.X-0.75*width, at.Y), 40, strconv.Itoa(row+1), s.Look.Label)
	}
	p.edge(upper, s.Look.Red)
	p.edge(left, s.Look.Blue)
	for row := range rows {
		p.row(row, 0, columns-1)
	}
	s.SetDash(14, 18)
	s.Line(p.at(0, 0), p.at(2, 2), 6, s.Look.Muted)
	s.SetDash()
	p.Ring(p.at(2, 0), p.comb.scale(stoneShare), p.comb.scale(freeStroke), s.Look.Red.Base)
	p.stone(0, 2, blueStone)
	s.Arrow(canvas.Between(p.at(2, 0), p.at(0, 2), 0.24), canvas.Between(p.at(2, 0), p.at(0, 2), 0.76), 12, s.Look.Text)
	s.Label(0, canvas.Pt(render.FigureWidth/2, 630), 1040)
}

// drawGraph draws cells as vertices, and four more above, below, left and right of them.
func drawGraph(s *render.Sheet) {
	const width, n, line, dot = 140, 3, 8, 17
	p := newPatch(s, width, image.Pt(340, 190))
	for row := range n {
		p.row(row, 0, n-1)
	}
	for i, end := range [...]image.Point{{480, 78}, {620, 544}, {200, 311}, {900, 311}} {
		of := [...]stone{redStone, redStone, blueStone, blueStone}[i]
		for k := range n {
			beside := [...][2]int{{k, 0}, {k, n - 1}, {0, k}, {n - 1, k}}[i]
			p.Line(canvas.At(end), p.at(beside[0], beside[1]), line, gemOf(s.Look, of).Base)
		}
		paintStone(s.Look, s.Context, p.comb, end, of)
	}
	for i := range n * n {
		col, row := i%n, i/n
		for _, to := range [...][2]int{{col + 1, row}, {col, row + 1}, {col - 1, row + 1}} {
			if to[0] >= 0 && to[0] < n && to[1] < n {
				p.Line(p.at(col, row), p.at(to[0], to[1]), line, s.Look.Muted)
			}
		}
	}
	for i := range n * n {
		p.Pen.Disc(p.at(i%n, i/n), dot, s.Look.Text)
	}
	s.Label(0, canvas.Pt(render.FigureWidth/2, 640), 1040)
}

func (p patch) corners(col, row int, which ...int) []canvas.Point {
	return engine.Map(which, func(w int) canvas.Point { return p.comb.corner(p.comb.centre(col, row), w) })
}

// edge draws the edge of the board along cell corners; the cells will cover its inner half. It has
// butt ends, where the board continues.
func (p patch) edge(corners []canvas.Point, of canvas.Gem) {
	for _, c := range corners {
		p.LineTo(c.X, c.Y)
	}
	p.SetColor(of.Base)
	p.SetLineWidth(p.comb.scale(2 * edgeShare))
	p.SetLineCapButt()
	p.Stroke()
	p.SetLineCapRound()
}
