package atom4

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes around the names of legal vertices, in pixels.
const (
	platePad  = 5.0  // from a name to the end of its plate, and above and below it,
	tilePad   = 1.0  // or above and below it among tiles, whose slots are nearly as high
	slotPad   = 1.5  // from a name to the end of its slot
	plateGap  = 2.0  // from a plate to balls
	tileGap   = 0.5  // and to tiles
	plateDown = 0.08 // vertical shift that a name may have, in steps
	plateStep = 4    // granularity of plate lengths, to limit the number of sprites
)

// occupancy is the content of each vertex.
type occupancy [grid.Size * grid.Size]uint8

// Contents of a vertex.
const (
	vacant uint8 = iota
	place        // legal
	solid        // a piece, or something else that will be drawn there
)

// occupancy returns the contents of the vertices; something else will be drawn on those of but.
func (d *drawing) occupancy(but []grid.Cell) *occupancy {
	on := new(occupancy)
	for _, c := range d.p.Legal() {
		on[c] = place
	}
	for c := range grid.Cell(len(on)) {
		if d.p.At(c) != grid.Empty {
			on[c] = solid
		}
	}
	for _, c := range but {
		on[c] = solid
	}
	return on
}

// plate is the place of a legal vertex's name: the vertex itself or, where that is too narrow, an
// extension on one or both sides, over vertices that are not legal.
type plate struct {
	lettering
	name        string
	at          canvas.Point // centre of the name
	left, right float64      // from the vertex to the plate's ends; 0 means no extension
}

// plate finds the place of a name in the largest typeface that fits, or returns false. It may
// overlap slots of other rows, but neither pieces nor other reserved vertices.
func (d *drawing) plate(c grid.Cell, on *occupancy) (plate, bool) {
	name, at := c.String(), canvas.At(d.centre(c))
	usual, fits := d.lettering(name)
	for _, l := range d.names {
		if fits && l.face.Size <= usual.face.Size {
			break
		}
		long := l.face.Measure(name)
		inside := d.share(slotShare) - slotPad // of the name, on the side without extension
		for _, middle := range [...]float64{0, long/2 - inside, inside - long/2} {
			left, right := d.plateEnd(long/2-middle), d.plateEnd(long/2+middle)
			for _, down := range [...]float64{0, d.share(plateDown), -d.share(plateDown)} {
				if d.clear(c, box{max(left, inside), max(right, inside), d.plateHigh(l), down}, on) {
					return plate{l, name, canvas.Pt(at.X+middle, at.Y+down), left, right}, true
				}
			}
		}
	}
	return plate{lettering: usual, name: name, at: canvas.Pt(at.X+d.besideHalo(c), at.Y)}, fits
}

// besideHalo is the shift of a name away from the halo of the last tile, if that is adjacent.
func (d *drawing) besideHalo(c grid.Cell) float64 {
	if last := d.p.Last(); d.tiles && last != nil && last.Cell.Row() == c.Row() {
		switch last.Cell.Column() - c.Column() {
		case -1:
			return d.share(tileHalo / 2)
		case 1:
			return -d.share(tileHalo / 2)
		}
	}
	return 0
}

// plateEnd is the extension of a plate on one side for a name that extends so far, or 0 if the slot
// suffices.
func (d *drawing) plateEnd(far float64) float64 {
	if far <= d.share(slotShare)-slotPad {
		return 0
	}
	return math.Ceil((far+platePad)/plateStep) * plateStep
}

// plateHigh is half the height of a plate.
func (d *drawing) plateHigh(l lettering) float64 {
	if d.tiles {
		return l.face.CapHeight()/2 + tilePad
	}
	return l.face.CapHeight()/2 + platePad
}

// box is the extent of a plate around its vertex: to the left, to the right, half its height, and
// the shift of its centre downwards.
type box struct{ left, right, high, down float64 }

func (d *drawing) clear(c grid.Cell, b box, on *occupancy) bool {
	at := d.centre(c)
	if float64(at.X)-b.left < d.numberAt(0).X+numberGap || float64(at.X)+b.right > float64(d.boardRoom().Max.X-margin) {
		return false
	}
	const columns = 2 // that a plate may extend over
	for row := max(0, c.Row()-1); row <= min(c.Row()+1, grid.Size-1); row++ {
		for col := max(0, c.Column()-columns); col <= min(c.Column()+columns, grid.Size-1); col++ {
			other := grid.At(col, row)
			if other == c || on[other] == vacant || on[other] == place && row != c.Row() {
				continue
			}
			away := canvas.At(d.at(col, row).Sub(at))
			if d.covered(other, max(0, -b.left-away.X, away.X-b.right), max(0, math.Abs(away.Y-b.down)-b.high)) {
				return false
			}
		}
	}
	return true
}

// covered reports whether a point at an offset from a vertex is covered by its piece: a tile, with
// its halo if it is the last one, or a ball with its ring.
func (d *drawing) covered(c grid.Cell, x, y float64) bool {
	if d.tiles {
		reach := d.share(0.5) + tileGap
		if last := d.p.Last(); last != nil && last.Cell == c {
			reach += d.share(tileHalo)
		}
		return x < reach && x/2+y*math.Sqrt(3)/2 < reach
	}
	return math.Hypot(x, y) < d.share(lastRing+lastStroke/2)+plateGap
}

// plateOf is the sprite of a plate: an extended slot.
func (d *drawing) plateOf(p plate) piece {
	k := piece{form: slot, radius: d.share(slotShare), step: float64(d.step)}
	if p.left > 0 || p.right > 0 {
		k.ends = image.Pt(int(p.left), int(p.right))
		k.high = int(d.plateHigh(p.lettering))
	}
	return k
}
