package octopuszle

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"squares":          drawSquares,
	"sides":            drawSides,
	"corners":          drawCorners,
	"relative":         drawRelative,
}

func set(directions ...octopuszle.Direction) (l octopuszle.Lines) {
	for _, d := range directions {
		l |= 1 << d
	}
	return l
}

// grid is a part of a board on a sheet, without surroundings.
type grid struct {
	*render.Sheet
	*board
	corner image.Point // the upper left
}

func newGrid(s *render.Sheet, cell int, corner image.Point) grid {
	return grid{s, &board{Board: canvas.Board{Look: s.Look}, layout: layout{cell: cell}}, corner}
}

func (g grid) square(col, row int, lines octopuszle.Lines) {
	at := g.corner.Add(image.Pt(col*g.cell, row*g.cell))
	painted := g.paint(tile{lines: lines, tint: given, side: g.cell})
	g.Picture(painted, painted.Rect, at)
}

// cross draws diagonals on the lower right corner of a cell.
func (g grid) cross(col, row int, lines octopuszle.Lines) {
	at, half := canvas.At(g.corner.Add(image.Pt((col+1)*g.cell, (row+1)*g.cell))), float64(g.cell)/4
	spokes(g.Context, at, half, lines, strokeShare*float64(g.cell), g.orange())
}

// Thirds of a sheet: a picture, a tick or a cross, and text.
const (
	thirdWidth = render.FigureWidth / 3
	markLine   = 465.0
	wordLine   = 565.0
)

func thirdAt(n int) float64 { return (float64(n) + 0.5) * thirdWidth }

func judge(s *render.Sheet, allowed [3]bool) {
	for n, ok := range allowed {
		at := canvas.Pt(thirdAt(n), markLine)
		if ok {
			s.Yes(at)
		} else {
			s.No(at)
		}
		s.Label(n, canvas.Pt(at.X, wordLine), thirdWidth-40)
	}
}

func drawSquares(s *render.Sheet) {
	const cell, pitch = 216, 262
	for i, lines := range []octopuszle.Lines{0, set(octopuszle.East, octopuszle.South), set(octopuszle.NorthEast), octopuszle.Orthogonals | octopuszle.Diagonals} {
		left := (render.FigureWidth-3*pitch-cell)/2 + i*pitch
		newGrid(s, cell, image.Pt(left, 190)).square(0, 0, lines)
		s.Label(i, canvas.Pt(float64(left+cell/2), 495), pitch-12)
	}
}

func drawSides(s *render.Sheet) {
	const cell, top = 156, 190
	east, west := octopuszle.East, octopuszle.West
	for n, pair := range [3][]octopuszle.Lines{
		{set(east), set(west)},
		{set(east), 0},
		{set(east)},
	} {
		g := newGrid(s, cell, image.Pt(int(thirdAt(n))-cell, top))
		for col, lines := range pair {
			g.square(col, 0, lines)
		}
	}
	x := thirdAt(2)
	s.Line(canvas.Pt(x, top-60), canvas.Pt(x, top+cell+60), 10, s.Look.Label)
	s.Arrow(canvas.Pt(x+16, top+cell/2), canvas.Pt(x+110, top+cell/2), 12, s.Look.Red.Base)
	judge(s, [3]bool{true, false, false})
}

func drawCorners(s *render.Sheet) {
	const cell, top = 150, 80
	for n, block := range [3][4]octopuszle.Lines{
		{set(octopuszle.SouthEast), 0, 0, set(octopuszle.NorthWest)},
		{set(octopuszle.SouthEast), set(octopuszle.SouthWest), set(octopuszle.NorthEast), set(octopuszle.NorthWest)},
		{set(octopuszle.SouthEast), 0, 0, 0},
	} {
		g := newGrid(s, cell, image.Pt(int(thirdAt(n))-cell, top))
		var through octopuszle.Lines
		for i, lines := range block {
			g.square(i%2, i/2, lines)
			if lines != 0 { // this cell has the diagonal
				through |= set([...]octopuszle.Direction{octopuszle.NorthWest, octopuszle.NorthEast, octopuszle.SouthWest, octopuszle.SouthEast}[i])
			}
		}
		g.cross(0, 0, through)
	}
	judge(s, [3]bool{true, true, false})
}

// shownSolution is a solution whose lines look good.
const shownSolution = 217

func drawRelative(s *render.Sheet) {
	const cell, top = 150, 50
	g := newGrid(s, cell, image.Pt(60, top))
	for at, square := range octopuszle.SmallSolutions()[shownSolution] {
		g.square(at%octopuszle.Small, at/octopuszle.Small, octopuszle.SmallLines(square))
	}
	const x, y, side = 880, 350, 190
	s.Remark(0, canvas.Pt(x, 110), 380)
	newGrid(s, side, image.Pt(x-side/2, y-side/2)).square(0, 0, octopuszle.SmallLines(6))
	for i, at := range []canvas.Point{canvas.Pt(x, y-side*0.72), canvas.Pt(x+side*0.72, y), canvas.Pt(x, y+side*0.74), canvas.Pt(x-side*0.72, y)} {
		ink := s.Look.Muted
		if 6>>i&1 != 0 {
			ink = g.blue()
		}
		s.Sign(at, 60, strconv.Itoa(1<<i), ink)
	}
	s.Label(1, canvas.Pt(x, 590), 380)
}
