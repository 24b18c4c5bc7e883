package labyrinth

import (
	"image"
	"math"

	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Proportions of the labyrinth, in widths of a hexagon from corner to corner unless said
// otherwise.
const (
	widest        = 1000 // pixels: pictures are at most that wide
	tallest       = 1100 // and high, without the caption
	largestCell   = 96   // pixels: width of a hexagon
	insetShare    = 0.945
	cornerShare   = 0.90 // of a hexagon's radius, where the lighter rim begins
	corridorShare = 0.20
	roomShare     = 0.15 // radius of the middle
	numberedRoom  = 0.235
	numberShare   = 0.27 // text height of numbers
	gapShare      = 0.42 // and of those of gaps
	labelShare    = 0.34 // of coordinates
	marginShare   = 0.35
	ringShare     = 0.27
	ringStroke    = 0.05
	dotShare      = 0.07 // of a cell to which a door leads
)

// frame is where things lie in a picture of a board.
type frame struct {
	cells  connexion.Frame
	width  int // of a hexagon, a multiple of 4
	pitch  int // from a row to the next, even
	origin image.Point
	label  float64 // text height of coordinates, 0 for none
	bounds image.Rectangle
}

func newFrame(board connexion.Frame, labels bool) frame {
	for width := largestCell; ; width -= 4 {
		f := frameOf(board, labels, width)
		if width <= 8 || f.bounds.Dx() <= widest && f.bounds.Dy() <= tallest {
			f.bounds.Max.Y += f.caption().Dy()
			return f
		}
	}
}

func frameOf(board connexion.Frame, labels bool, width int) frame {
	f := frame{cells: board, width: width, pitch: int(math.Round(float64(width)*math.Sqrt(3)/4)) * 2}
	margin := int(f.share(marginShare))
	f.origin = image.Pt(margin+width/2, margin+f.pitch/2)
	if labels {
		f.label = f.share(labelShare)
		f.origin = f.origin.Add(image.Pt(int(1.1*f.label), int(0.9*f.label)))
	}
	last := f.centre(connexion.CellAt(board.Cols-1, board.Rows-1))
	if board.Cols > 1 {
		last.Y = max(last.Y, f.centre(connexion.CellAt(board.Cols-2, board.Rows-1)).Y)
	}
	f.bounds = image.Rect(0, 0, last.X+width/2+margin, last.Y+f.pitch/2+margin)
	if missing := leastWidth - f.bounds.Dx(); missing > 0 {
		f.bounds.Max.X = leastWidth
		f.origin.X += missing / 2
	}
	return f
}

// leastWidth is the least width of a picture: a caption must fit.
const leastWidth = 480

// caption is the band below the board; before the bounds hold it, where it will be.
func (f frame) caption() image.Rectangle {
	h := canvas.CaptionHeight(max(f.bounds.Dx(), widest*3/4))
	return image.Rect(0, f.bounds.Max.Y, f.bounds.Dx(), f.bounds.Max.Y+h)
}

// share turns widths of a hexagon into pixels.
func (f frame) share(of float64) float64 { return of * float64(f.width) }

// centre of a cell.
func (f frame) centre(c connexion.Cell) image.Point {
	return f.origin.Add(image.Pt(c.Q*f.width*3/4, c.R*f.pitch+c.Q*f.pitch/2))
}

// corner of the hexagon around a centre, the rightmost first, for a share of its radius.
func (f frame) corner(centre canvas.Point, which int, share float64) canvas.Point {
	half, tall := float64(f.width)/2*share, float64(f.pitch)/2*share
	offset := [...]canvas.Point{canvas.Pt(half, 0), canvas.Pt(half/2, tall), canvas.Pt(-half/2, tall), canvas.Pt(-half, 0), canvas.Pt(-half/2, -tall), canvas.Pt(half/2, -tall)}[which]
	return canvas.Pt(centre.X+offset.X, centre.Y+offset.Y)
}

// door is the middle of a side.
func (f frame) door(centre canvas.Point, s connexion.Side) canvas.Point {
	half, tall := float64(f.width)*3/8, float64(f.pitch)/4
	offset := [connexion.Sides]canvas.Point{canvas.Pt(0, -2*tall), canvas.Pt(half, -tall), canvas.Pt(half, tall), canvas.Pt(0, 2*tall), canvas.Pt(-half, tall), canvas.Pt(-half, -tall)}[s]
	return canvas.Pt(centre.X+offset.X, centre.Y+offset.Y)
}

// covers reports whether the pixel at offset d from a centre belongs to that cell.
func (f frame) covers(d image.Point) bool {
	x, y := math.Abs(float64(d.X)+0.5), math.Abs(float64(d.Y)+0.5)
	return y <= float64(f.pitch)/2 && x <= float64(f.width)/2-y*float64(f.width)/2/float64(f.pitch)
}
