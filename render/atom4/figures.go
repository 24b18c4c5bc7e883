package atom4

import (
	"context"
	"math"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"aim":              drawAim,
	"wheel":            drawWheel,
	"place":            drawPlace,
	"near":             func(s *render.Sheet) { drawEffects(s, largest, nearLeft, 0, 1, 2) },
	"far":              func(s *render.Sheet) { drawEffects(s, large, farLeft, 3, 5, 4) },
	"turn":             drawTurn,
	"rounds":           drawRounds,
	"reach":            drawReach,
	"opposites":        drawOpposites,
	"next":             drawNext,
	"threats":          drawThreats,
}

func ball(s *render.Sheet, at canvas.Point, radius float64, c grid.Colour) {
	paintPiece(s.Look, s.Context, c, at, radius, s.Look.Background)
	s.Sign(at, radius*letterShare, c.Letter(), looksOf(s.Look).on(c))
}

// placed marks a piece as the last move, like [canvas.Canvas.Last].
func placed(s *render.Sheet, at canvas.Point, radius float64) {
	s.Ring(at, radius*1.08, radius*0.32, looksOf(s.Look).deep)
	s.Ring(at, radius*1.08, radius*0.16, looksOf(s.Look).pale)
}

func changed(s *render.Sheet, at canvas.Point, radius float64) {
	s.Ring(at, radius*1.06, radius*0.10, s.Look.Text)
}

// patch is a part of the board on a sheet. Its first row is even.
type patch struct {
	*render.Sheet
	origin   canvas.Point // position of vertex (col, row)
	col, row int
	step     float64
}

func (p patch) at(col, row int) canvas.Point {
	x := float64(col-p.col) + float64(row&1)/2
	return canvas.Pt(p.origin.X+x*p.step, p.origin.Y+float64(row-p.row)*p.step*math.Sqrt(3)/2)
}

func (p patch) cell(c grid.Cell) canvas.Point { return p.at(c.Column(), c.Row()) }

// net draws lines around vertices, half-way to the next ones.
func (p patch) net(columns, rows int) {
	for row := p.row; row < p.row+rows; row++ {
		for col := p.col; col < p.col+columns; col++ {
			at := p.at(col, row)
			paintCrossing(p.Look, p.Context, at, p.step/2)
			p.Disc(at, p.step*vertexDisc, p.Look.Cell, 0, p.Look.Cell)
		}
	}
}

func (p patch) radius() float64 { return pieceShare * p.step }

// free marks a vertex where a piece may be placed.
func (p patch) free(c grid.Cell) {
	const radius, stroke = 17, 6
	p.Disc(p.cell(c), radius, p.Look.Background, stroke, p.Look.Label)
}

// won draws the band below a winning row.
func (p patch) won(from, to canvas.Point) {
	p.Line(from, to, (rowWidth+0.12)*p.step, p.Look.Halo)
	p.Line(from, to, rowWidth*p.step, p.Look.Green)
}

func (p patch) pieces(of *atom4.Position) {
	for c := range grid.Cell(grid.Size * grid.Size) {
		if colour := of.At(c); colour != grid.Empty {
			ball(p.Sheet, p.cell(c), p.radius(), colour)
		}
	}
}

// played returns round 1 after moves, which must be legal.
func played(round int, moves string) *atom4.Position {
	position, err := engine.Replay(context.Background(), &atom4.Game, engine.Options{"round": round}, strings.Fields(moves))
	if err != nil {
		panic(err)
	}
	return position.(*atom4.Position)
}

func cellOf(name string) grid.Cell {
	c, err := grid.ParseCell(name)
	if err != nil {
		panic(err)
	}
	return c
}

func drawAim(s *render.Sheet) {
	const step, rows = 104.0, 5
	for half, colour := range [...]grid.Colour{grid.White, grid.Black} {
		p := patch{Sheet: s, origin: canvas.Pt(90+530*float64(half), 110), step: step}
		p.net(4, rows)
		row := [grid.RowLength]canvas.Point{p.at(1, 0), p.at(1, 1), p.at(2, 2), p.at(2, 3)}
		if half == 1 {
			row = [...]canvas.Point{p.at(0, 2), p.at(1, 2), p.at(2, 2), p.at(3, 2)}
		}
		p.won(row[0], row[len(row)-1])
		for _, at := range row {
			ball(s, at, p.radius(), colour)
		}
		s.Label(half, canvas.Pt(p.origin.X+1.75*step, 625), 460)
	}
}

func drawWheel(s *render.Sheet) {
	const radius, size = 235.0, 64.0
	centre := canvas.Pt(330, 350)
	for i, c := range grid.Wheel {
		a, b := canvas.OnCircle(centre, radius, float64(i)/6), canvas.OnCircle(centre, radius, float64(i+1)/6)
		s.Arrow(canvas.Towards(a, b, size+12), canvas.Towards(b, a, size+12), 9, s.Look.Label)
		ball(s, a, size, c)
	}
	for half, y := range [...]float64{235, 475} {
		s.Label(half, canvas.Pt(865, y-75), 420)
		n := 0
		for _, c := range grid.Wheel {
			if int(c.Mover()) == half {
				ball(s, canvas.Pt(735+130*float64(n), y+20), 48, c)
				n++
			}
		}
	}
}

func drawPlace(s *render.Sheet) {
	start := played(1, "")
	p := patch{Sheet: s, origin: canvas.Pt(192, 95), col: 5, row: 5, step: 130}
	p.net(6, 5)
	g, q := cellOf("h8"), cellOf("i8")
	for _, c := range start.Legal() {
		p.Polygon([]canvas.Point{p.cell(g), p.cell(q), p.cell(c)}, s.Look.Cell, 8, s.Look.Label)
		p.free(c)
	}
	p.pieces(start)
	s.Label(0, canvas.Pt(render.FigureWidth/2, 650), 1000)
}

// scale is the size of an effect.
type scale struct {
	radius, step float64
	gap          float64 // between before and after, beyond a step
}

// Scales that fit rows of two, three and four pieces, with and without text beside them.
var (
	largest = scale{52, 138, 100}
	large   = scale{44, 116, 90}
	small   = scale{38, 98, 76}
)

// length is the distance from the first piece before an effect to the last one after it.
func (z scale) length(pieces int) float64 { return float64(2*pieces-1)*z.step + z.gap }

// drawEffects draws three effects before and after, with the first piece at left.
func drawEffects(s *render.Sheet, z scale, left float64, numbers ...int) {
	most := 0
	rows := make([][]grid.Colour, len(numbers))
	for row, n := range numbers {
		e := atom4.Effects[n]
		rows[row] = []grid.Colour{grid.Red, e.Hit}
		if e.Through != grid.Empty {
			rows[row] = []grid.Colour{grid.Red, e.Through, e.Hit}
		}
		most = max(most, len(rows[row]))
	}
	from, to := left+z.length(most)+1.6*z.radius, render.FigureWidth-30.0
	for row, before := range rows {
		y := effectLine(row)
		z.effect(s, canvas.Pt(left, y), before, atom4.Effects[numbers[row]].Result)
		s.Label(row, canvas.Pt((from+to)/2, y), to-from)
	}
}

// Left ends of rows of effects.
const (
	nearLeft = 125.0
	farLeft  = 80.0
)

func effectLine(row int) float64 { return 130 + 220*float64(row) }

// effect draws a row of pieces in which the first is placed and the last changes to result.
func (z scale) effect(s *render.Sheet, left canvas.Point, before []grid.Colour, result grid.Colour) {
	for half := range 2 {
		for i, c := range before {
			at := canvas.Pt(left.X+float64(half*len(before)+i)*z.step+float64(half)*z.gap, left.Y)
			last := i == len(before)-1
			if last && half == 1 {
				c = result
			}
			ball(s, at, z.radius, c)
			switch {
			case i == 0:
				placed(s, at, z.radius)
			case last && half == 1 && result != before[i]:
				changed(s, at, z.radius)
			}
		}
	}
	x := left.X + (float64(len(before))-0.5)*z.step + z.gap/2
	s.Arrow(canvas.Pt(x-32, left.Y), canvas.Pt(x+32, left.Y), 9, s.Look.Muted)
}

// wonMoves lead to a winning row of White.
const wonMoves = "i7 h7 h6 g6 g8 i9 g7 i6"

func drawTurn(s *render.Sheet) {
	const step, last = 100.0, "h9"
	for half, moves := range [...]string{wonMoves, wonMoves + " " + last} {
		of := played(1, moves)
		p := patch{Sheet: s, origin: canvas.Pt(75+555*float64(half), 120), col: 6, row: 4, step: step}
		p.net(4, 6)
		p.pieces(of)
		if row := of.Row(); len(row) > 0 {
			p.won(p.cell(row[0]), p.cell(row[len(row)-1]))
			for _, c := range row {
				ball(s, p.cell(c), p.radius(), of.At(c))
			}
		}
		switch move := of.Last(); half {
		case 0:
			p.free(cellOf(last))
		case 1:
			placed(s, p.cell(move.Cell), p.radius())
			for _, c := range move.Changed {
				changed(s, p.cell(c.Cell), p.radius())
			}
		}
		s.Label(half, canvas.Pt(p.origin.X+1.75*step, 640), 460)
	}
	s.Arrow(canvas.Pt(515, 330), canvas.Pt(578, 330), 9, s.Look.Muted)
}

func drawRounds(s *render.Sheet) {
	const third, step = render.FigureWidth / 3.0, 124.0
	for i := range 3 {
		of := played(i+1, "")
		x := third * (float64(i) + 0.5)
		p := patch{Sheet: s, origin: canvas.Pt(x-step, 150), col: 7, row: 7, step: step}
		p.pieces(of)
		s.Arrow(canvas.Pt(x, 235), canvas.Pt(x, 305), 9, s.Look.Muted)
		at := canvas.Pt(x, 385)
		ball(s, at, p.radius(), of.Piece())
		placed(s, at, p.radius())
		s.Label(i, canvas.Pt(x, 550), third-90)
	}
}

func drawReach(s *render.Sheet) {
	w := grid.White
	for i, e := range [...]struct {
		before []grid.Colour
		result grid.Colour
	}{
		{[]grid.Colour{grid.Red, w, w, grid.Green}, grid.Yellow},
		{[]grid.Colour{grid.Yellow, w}, grid.Yellow},
	} {
		y := 160 + 300*float64(i)
		large.effect(s, canvas.Pt((render.FigureWidth-large.length(len(e.before)))/2, y), e.before, e.result)
		s.Label(i, canvas.Pt(render.FigureWidth/2, y+115), 900)
	}
}

func drawOpposites(s *render.Sheet) {
	for half, goal := range [...]grid.Colour{grid.White, grid.Black} {
		x := 118 + 502*float64(half)
		s.Label(half, canvas.Pt(x+small.length(2)/2, 85), 440)
		for row := range 3 {
			mine := grid.WheelAt(2*row + 3*half)
			small.effect(s, canvas.Pt(x, 215+180*float64(row)), []grid.Colour{mine, grid.WheelAt(2*row + 3*half + 3)}, goal)
		}
	}
}

func drawNext(s *render.Sheet) {
	z, first, second := largest, canvas.Pt(nearLeft, 210), canvas.Pt(nearLeft, 480)
	z.effect(s, first, []grid.Colour{grid.Red, grid.Blue}, grid.Purple)
	z.effect(s, second, []grid.Colour{grid.Green, grid.Purple}, grid.White)
	for i, at := range [...]canvas.Point{first, second} {
		s.Label(i, canvas.Pt(885, at.Y), 350)
	}
	from, to := canvas.Pt(first.X+z.length(2), first.Y), canvas.Pt(second.X+z.step, second.Y)
	s.Arrow(canvas.Towards(from, to, 1.5*z.radius), canvas.Towards(to, from, 1.5*z.radius), 9, s.Look.Muted)
}

// threatMoves lead to a position in which Black is next and White threatens to win on each vertex
// of threatened.
const threatMoves = "i9 h9 h10 g8 h7 g7 i7 j7 g6 g9 f6 g5 f8 f9 h6"

var threatened = [...]string{"i6", "j9", "i10"}

func drawThreats(s *render.Sheet) {
	const step = 92.0
	of := played(1, threatMoves)
	p := patch{Sheet: s, origin: canvas.Pt(90, 85), col: 5, row: 4, step: step}
	p.net(6, 7)
	p.pieces(of)
	for _, name := range threatened {
		at := p.cell(cellOf(name))
		s.Disc(at, p.radius(), s.Look.Background, 7, s.Look.Text)
		s.Sign(at, p.radius(), "!", s.Look.Text)
	}
	for i, c := range [...]grid.Colour{of.Ahead(0), of.Ahead(1)} {
		ball(s, canvas.Pt(810+160*float64(i), 180), 56, c)
	}
	s.Arrow(canvas.Pt(872, 180), canvas.Pt(908, 180), 8, s.Look.Muted)
	s.Label(0, canvas.Pt(890, 420), 350)
}
