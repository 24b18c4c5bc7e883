package atom4

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Measures around the names of legal vertices, in pixels.
const (
	platePad  = 5.0  // from a name to the end of its plate, and above and below it,
	tilePad   = 1.0  // or so much above and below it beside tiles, which reach nearly so far
	slotPad   = 1.5  // from a name to the end of its slot, where it reaches no farther
	plateGap  = 2.0  // from a plate to balls,
	tileGap   = 0.5  // and to tiles
	plateDown = 0.08 // how far a name may stand lower or higher than its vertex, in steps
	plateStep = 4    // lengths of plates are multiples of it, so that few are painted
)

// lying is what lies on each vertex.
type lying [grid.Size * grid.Size]uint8

// What may lie on a vertex.
const (
	vacant uint8 = iota
	place        // where one may go
	solid        // a piece, or what else will be drawn there
)

// lying tells what lies on the vertices; something will be drawn on some.
func (d *drawing) lying(but []grid.Cell) *lying {
	on := new(lying)
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

// plate is where the name of a legal vertex stands: on the vertex, and where that is too narrow,
// beyond it on one side or both, over vertices to which nobody may go.
type plate struct {
	lettering
	name        string
	at          canvas.Point // middle of the name
	left, right float64      // from the vertex to the plate's ends; 0: there is none
}

// plate finds where a name has room, in the largest letters for which there is any; false if there is none.
// It may lie over places of other rows, but not over pieces, or other vertices where something will be drawn.
func (d *drawing) plate(c grid.Cell, on *lying) (plate, bool) {
	name, at := c.String(), canvas.At(d.centre(c))
	usual, fits := d.lettering(name)
	for _, l := range d.faces.names {
		if fits && l.face.Size <= usual.face.Size {
			break
		}
		long := l.face.Measure(name)
		inside := d.share(slotShare) - slotPad // of the name, on the side where it begins
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

// besideHalo is how far a name moves in its place, away from the halo of a tile placed last beside it.
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

// plateEnd is how far a plate reaches to the side of its vertex to which a name reaches so far; 0:
// no farther than a slot.
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

// box is where a plate lies, seen from its vertex: how far it reaches to the left and to the right,
// half its height, and how far its middle is lower.
type box struct{ left, right, high, down float64 }

// clear reports whether a plate touches nothing.
func (d *drawing) clear(c grid.Cell, b box, on *lying) bool {
	at := d.centre(c)
	if float64(at.X)-b.left < d.numberAt(0).X+numberGap || float64(at.X)+b.right > float64(d.boardRoom().Max.X-margin) {
		return false
	}
	const columns = 2 // that a plate may reach
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

// covered reports whether what is so far from a vertex to the right and down touches what lies
// there: a hexagon, with the halo around the last one, or a ball in its ring.
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

// plateOf is the picture of a plate, which is a slot that is drawn out.
func (d *drawing) plateOf(p plate) piece {
	k := piece{form: slot, radius: d.share(slotShare), step: float64(d.step)}
	if p.left > 0 || p.right > 0 {
		k.ends = image.Pt(int(p.left), int(p.right))
		k.high = int(d.plateHigh(p.lettering))
	}
	return k
}
