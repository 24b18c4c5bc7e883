package gordon

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Proportions of pictures of the Gordon game, in widths of a picture of least width.
const (
	narrow        = 1200 // pixels: the width for groups up to smallGroup
	wide          = 1800 // and for those up to tabledGroup
	smallGroup    = 12
	tabledGroup   = 24 // larger ones have no table beside their ring
	upper         = 600.0
	margin        = 22.0
	largestPlace  = 47.0 // radius of a place on the ring
	placeSpacing  = 0.84 // of the ring between two places that they fill
	ringRoom      = 44.0 // above and below, for what is written outside the ring
	ringAside     = 16.0 // on either side, beyond the width of a name
	besideRoom    = 76.0 // the greatest width of a name there
	besideLetter  = 15.0 // of each letter, as long as they are few
	largestToken  = 60.0
	tokenGap      = 8.0
	rackLabel     = 46.0
	tokensInARow  = 32
	largestSquare = 66.0 // a cell of the table
)

// frame is where things lie.
type frame struct {
	order   int
	scale   float64 // pixels for one of the units above
	beside  float64 // units that names outside the ring take in width
	bounds  image.Rectangle
	centre  canvas.Point // of the ring
	radii   canvas.Point // of the ring
	place   float64
	angles  []float64
	token   float64
	rackTop [2]float64 // of M and of P
	square  int        // of the table; 0 where there is none
	table   image.Point
}

// newFrame lays a board out for a group whose longest name has so many letters.
func newFrame(order, letters int) frame {
	f := frame{order: order, scale: 1, beside: min(besideRoom, besideLetter*float64(letters))}
	width := narrow
	if order > smallGroup && order <= tabledGroup {
		width = wide
		f.scale = float64(wide) / narrow
	}
	f.layRing(width)
	f.layTable(width)
	bottom := f.layRacks(width)
	f.bounds = image.Rect(0, 0, width, bottom+canvas.CaptionHeight(width))
	return f
}

func (f frame) pixels(units float64) float64 { return units * f.scale }

// layRing makes places as large as fit.
func (f *frame) layRing(width int) {
	upper := f.pixels(upper)
	above, aside := f.pixels(ringRoom), f.pixels(ringAside+f.beside)
	f.centre = canvas.Pt(upper/2, upper/2)
	if f.order > tabledGroup { // nothing is written outside
		above, aside = f.pixels(margin), f.pixels(margin)
		f.centre.X = float64(width) / 2
	}
	for f.place = f.pixels(largestPlace); ; f.place-- {
		f.radii = canvas.Pt(f.centre.X-aside-f.place, f.centre.Y-above-f.place)
		f.angles = even(f.order, f.radii)
		if f.order < 2 || f.nearest() >= 2*f.place/placeSpacing {
			return
		}
	}
}

// nearest is the least distance between neighbouring places.
func (f frame) nearest() float64 {
	least := math.Inf(1)
	for a := range f.order {
		p, q := f.at(group.Element(a)), f.at(group.Element((a+1)%f.order))
		least = min(least, math.Hypot(p.X-q.X, p.Y-q.Y))
	}
	return least
}

// even parts an ellipse into so many pieces of one length; the angles are those of its
// parameter, clockwise from the top.
func even(n int, radii canvas.Point) []float64 {
	const steps = 2048
	length := make([]float64, steps+1)
	for i := 1; i <= steps; i++ {
		s, c := math.Sincos(2 * math.Pi * (float64(i) - 0.5) / steps)
		length[i] = length[i-1] + math.Hypot(radii.X*c, radii.Y*s)
	}
	angles := make([]float64, n)
	step := 0
	for i := range angles {
		want := length[steps] * float64(i) / float64(n)
		for length[step] < want {
			step++
		}
		angles[i] = 2 * math.Pi * float64(step) / steps
	}
	return angles
}

// at is the centre of a place on the ring.
func (f frame) at(a group.Element) canvas.Point { return f.outside(a, 0) }

// outside is a point so far outside a place's centre.
func (f frame) outside(a group.Element, outward float64) canvas.Point {
	s, c := math.Sincos(f.angles[a])
	nx, ny := s*f.radii.Y, -c*f.radii.X // across the ellipse
	norm := math.Hypot(nx, ny)
	return canvas.Pt(f.centre.X+f.radii.X*s+outward*nx/norm, f.centre.Y-f.radii.Y*c+outward*ny/norm)
}

// layTable puts the table to the right of the ring.
func (f *frame) layTable(width int) {
	if f.order > tabledGroup {
		return
	}
	left := f.pixels(upper)
	room := float64(width) - left - f.pixels(margin)
	f.square = int(min(f.pixels(largestSquare), room/float64(f.order+1)))
	side := float64(f.square * (f.order + 1))
	f.table = image.Pt(int(left+(room-side)/2), int((f.pixels(upper)-side)/2))
}

// cell is one of the table; row and column 0 hold the names, elements begin at 1.
func (f frame) cell(row, column int) image.Rectangle {
	at := f.table.Add(image.Pt(column*f.square, row*f.square))
	return image.Rectangle{at, at.Add(image.Pt(f.square, f.square))}
}

// product is the cell of m·p.
func (f frame) product(m, p group.Element) image.Rectangle { return f.cell(int(m)+1, int(p)+1) }

// layRacks puts the racks below and returns where they end.
func (f *frame) layRacks(width int) int {
	inARow := min(f.order, tokensInARow)
	room := float64(width) - 2*f.pixels(margin) - f.pixels(rackLabel)
	f.token = math.Floor(min(f.pixels(largestToken), room/float64(inARow)-f.gap()))
	y := f.pixels(upper) + f.gap()
	for rack := range f.rackTop {
		f.rackTop[rack] = y
		y += float64(f.rackRows())*(f.token+f.gap()) + f.gap()
	}
	return int(y + f.gap())
}

func (f frame) gap() float64 {
	if f.order > tabledGroup {
		return f.pixels(tokenGap) / 2
	}
	return f.pixels(tokenGap)
}

func (f frame) rackRows() int { return (f.order + tokensInARow - 1) / tokensInARow }

// tile is the place of an element in rack M (0) or P (1).
func (f frame) tile(rack int, a group.Element) image.Rectangle {
	row, column := int(a)/tokensInARow, int(a)%tokensInARow
	x := f.pixels(margin) + f.pixels(rackLabel) + float64(column)*(f.token+f.gap())
	y := f.rackTop[rack] + float64(row)*(f.token+f.gap())
	return image.Rect(int(x), int(y), int(x+f.token), int(y+f.token))
}

func (f frame) band() image.Rectangle { return canvas.Bottom(f.bounds) }
