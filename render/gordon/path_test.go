package gordon

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// TestShortStepsAreSolid, which would else be two or three dashes.
func TestShortStepsAreSolid(t *testing.T) {
	if dashOf(blue, 100) != 0 {
		t.Error("a short step is dashed")
	}
	if dashOf(red, 200) != 0 || dashOf(blue, 200) == 0 {
		t.Error("long steps do not tell the players apart")
	}
}

// TestOldStepsAreSeen at half the size, in which Discord shows pictures: they are two pixels
// wide there.
func TestOldStepsAreSeen(t *testing.T) {
	for later := range 4 {
		if width := widthOf(later); width*dotPath < 4 {
			t.Errorf("the arrow before %d others is %.1f wide among dots", later, width*dotPath)
		}
	}
}

// TestDocksKeepOff other places, and from each other where one arrow arrives and one leaves.
func TestDocksKeepOff(t *testing.T) {
	for _, name := range []string{"S3xC4", "S4", "D12", "A4xC2"} {
		d := pathless(t, name)
		if !d.lined {
			t.Fatalf("the places of %s do not stand in lines", name)
		}
		for a := range group.Element(d.order) {
			in, _ := d.inward(a)
			for _, by := range []state{free, red, blue} {
				d.places[a] = by
				for _, lane := range []float64{-1, 0, 1} {
					for _, leaves := range []bool{false, true} {
						at := d.dock(a, lane, leaves)
						for far := range 30 {
							if p := canvas.Pt(at.X+float64(far)*in.X, at.Y+float64(far)*in.Y); d.hides(a, p) {
								t.Fatalf("%s: the arrow at %s in lane %g is at %v, near another place", name, d.names[a], lane, p)
							}
						}
					}
				}
				p, q := d.dock(a, -1, true), d.dock(a, 1, false)
				if far := math.Hypot(p.X-q.X, p.Y-q.Y); far < 2*columnLane {
					t.Errorf("%s: arrows arrive at %s and leave it %.1f from each other", name, d.names[a], far)
				}
			}
		}
	}
}

// pathless is a drawing without a path.
func pathless(t *testing.T, name string) *drawing {
	t.Helper()
	p := randomGame(t, engine.Options{"group": name}, 0, 3)
	return &drawing{board: boardOf(p), p: p, places: make([]state, p.Group().Order())}
}

// TestArrowsOfAPlaceDoNotCross where one arrives and one leaves, among places in lines.
func TestArrowsOfAPlaceDoNotCross(t *testing.T) {
	for _, name := range []string{"S3xC4", "S4", "D12"} {
		d := pathless(t, name)
		crossed, all := 0, 0
		for from := range group.Element(d.order) {
			for over := range group.Element(d.order) {
				for to := range group.Element(d.order) {
					if from == over || over == to || from == to {
						continue
					}
					d.drawn = []pathStep{{from: from, to: over}, {from: over, to: to}}
					all++
					crossed += len(meetings(pieces(d.inside(from, over)), pieces(d.inside(over, to))))
				}
			}
		}
		if crossed > all/6 { // most of them in corners, or behind an arc
			t.Errorf("%s: of %d turns, %d cross", name, all, crossed)
		}
	}
}

// pieces are points of a chain of curves.
func pieces(way []canvas.Point) (list []canvas.Point) {
	const steps = 12
	for i := 0; i+2 < len(way); i += 2 {
		for k := range steps + 1 {
			t := float64(k) / steps
			list = append(list, canvas.Between(canvas.Between(way[i], way[i+1], t), canvas.Between(way[i+1], way[i+2], t), t))
		}
	}
	return list
}

// meetings are where two lines of pieces cross.
func meetings(p, q []canvas.Point) (at []canvas.Point) {
	turn := func(a, b, c canvas.Point) bool { return (b.X-a.X)*(c.Y-a.Y)-(b.Y-a.Y)*(c.X-a.X) > 0 }
	for i := 1; i < len(p); i++ {
		for j := 1; j < len(q); j++ {
			if turn(p[i-1], p[i], q[j-1]) != turn(p[i-1], p[i], q[j]) && turn(q[j-1], q[j], p[i-1]) != turn(q[j-1], q[j], p[i]) {
				at = append(at, p[i])
			}
		}
	}
	return at
}

// hides reports whether a heavy arrow at a point touches another place.
func (d *drawing) hides(from group.Element, p canvas.Point) bool {
	for other, at := range d.ring.places {
		for _, by := range []state{free, blue} {
			if group.Element(other) != from && d.pillOf(sprite{placeShape, by}, at).grown(lastPath/2+1).has(p.Round()) {
				return true
			}
		}
	}
	return false
}
