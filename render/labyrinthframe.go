package render

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// Proportions of the labyrinth, in widths of a hexagon from corner to corner unless said
// otherwise.
const (
	labyrinthWide     = 1000 // pixels: pictures are at most that wide
	labyrinthTall     = 1100 // and high, without the caption
	labyrinthLargest  = 96   // pixels: width of a hexagon
	labyrinthInset    = 0.945
	labyrinthCorner   = 0.90 // of a hexagon's radius, where the lighter rim begins
	labyrinthCorridor = 0.20
	labyrinthRoom     = 0.15 // radius of the middle
	labyrinthNumbered = 0.235
	labyrinthNumber   = 0.27 // text height of numbers
	labyrinthLabel    = 0.34 // of coordinates
	labyrinthMargin   = 0.35
	labyrinthRing     = 0.27
	labyrinthStroke   = 0.05
	labyrinthDot      = 0.07 // of a cell to which a door leads
)

// labyrinthFrame is where things lie in a picture of a board.
type labyrinthFrame struct {
	board  labyrinth.Frame
	width  int // of a hexagon, a multiple of 4
	pitch  int // from a row to the next, even
	origin image.Point
	label  float64 // text height of coordinates, 0 for none
	bounds image.Rectangle
}

func newLabyrinthFrame(board labyrinth.Frame, labels bool) labyrinthFrame {
	for width := labyrinthLargest; ; width -= 4 {
		f := labyrinthFrameOf(board, labels, width)
		if width <= 8 || f.bounds.Dx() <= labyrinthWide && f.bounds.Dy() <= labyrinthTall {
			f.bounds.Max.Y += f.caption().Dy()
			return f
		}
	}
}

func labyrinthFrameOf(board labyrinth.Frame, labels bool, width int) labyrinthFrame {
	f := labyrinthFrame{board: board, width: width, pitch: int(math.Round(float64(width)*math.Sqrt(3)/4)) * 2}
	margin := int(f.share(labyrinthMargin))
	f.origin = image.Pt(margin+width/2, margin+f.pitch/2)
	if labels {
		f.label = f.share(labyrinthLabel)
		f.origin = f.origin.Add(image.Pt(int(1.1*f.label), int(0.9*f.label)))
	}
	last := f.centre(board.At(board.Cols-1, board.Rows-1))
	if board.Cols > 1 {
		last.Y = max(last.Y, f.centre(board.At(board.Cols-2, board.Rows-1)).Y)
	}
	f.bounds = image.Rect(0, 0, last.X+width/2+margin, last.Y+f.pitch/2+margin)
	if missing := leastLabyrinth - f.bounds.Dx(); missing > 0 {
		f.bounds.Max.X = leastLabyrinth
		f.origin.X += missing / 2
	}
	return f
}

// leastLabyrinth is the least width of a picture: a caption must fit.
const leastLabyrinth = 480

// caption is the band below the board; before the bounds hold it, where it will be.
func (f labyrinthFrame) caption() image.Rectangle {
	h := captionHeight(max(f.bounds.Dx(), labyrinthWide*3/4))
	return image.Rect(0, f.bounds.Max.Y, f.bounds.Dx(), f.bounds.Max.Y+h)
}

// share turns widths of a hexagon into pixels.
func (f labyrinthFrame) share(of float64) float64 { return of * float64(f.width) }

// centre of a cell.
func (f labyrinthFrame) centre(c labyrinth.Cell) image.Point {
	return f.origin.Add(image.Pt(c.Q*f.width*3/4, c.R*f.pitch+c.Q*f.pitch/2))
}

// corner of the hexagon around a centre, the rightmost first, for a share of its radius.
func (f labyrinthFrame) corner(centre vertex, which int, share float64) vertex {
	half, tall := float64(f.width)/2*share, float64(f.pitch)/2*share
	offset := [...]vertex{{half, 0}, {half / 2, tall}, {-half / 2, tall}, {-half, 0}, {-half / 2, -tall}, {half / 2, -tall}}[which]
	return vertex{centre.x + offset.x, centre.y + offset.y}
}

// door is the middle of a side.
func (f labyrinthFrame) door(centre vertex, s labyrinth.Side) vertex {
	half, tall := float64(f.width)*3/8, float64(f.pitch)/4
	offset := [labyrinth.Sides]vertex{{0, -2 * tall}, {half, -tall}, {half, tall}, {0, 2 * tall}, {-half, tall}, {-half, -tall}}[s]
	return vertex{centre.x + offset.x, centre.y + offset.y}
}

// covers reports whether the pixel at offset d from a centre belongs to that cell.
func (f labyrinthFrame) covers(d image.Point) bool {
	x, y := math.Abs(float64(d.X)+0.5), math.Abs(float64(d.Y)+0.5)
	return y <= float64(f.pitch)/2 && x <= float64(f.width)/2-y*float64(f.width)/2/float64(f.pitch)
}
