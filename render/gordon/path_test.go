package gordon

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
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
// wide there, and have a contrast of 3 with the ground.
func TestOldStepsAreSeen(t *testing.T) {
	for later := range 4 {
		width, opacity := pathLook(later)
		if width*dotPath < 4 {
			t.Errorf("the arrow before %d others is %.1f wide among dots", later, width*dotPath)
		}
		for _, theme := range render.Themes {
			l := theme.Look()
			for _, ink := range []canvas.Ink{canvas.InkRed, canvas.InkBlue} {
				if c := canvas.Contrast(canvas.Mix(l.Background, l.Ink(ink), opacity), l.Background); c < 3 {
					t.Errorf("%s: the arrow before %d others has a contrast of %.2f", theme.ID, later, c)
				}
			}
		}
	}
}

// TestArrowsBeginApart from other places where they leave wide places.
func TestArrowsBeginApart(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "S3xC4"}, 12, 3)
	d := &drawing{board: boardOf(p), p: p, places: make([]state, p.Group().Order())}
	for from := range group.Element(d.order) {
		for to := range group.Element(d.order) {
			a, b := d.at(from), d.at(to)
			if from == to || math.Abs(a.X-b.X) < d.half.X {
				continue
			}
			control := d.control(a, b)
			if at := d.port(from, a, rightOf(control, a, control, pathLane)); d.hides(from, at) {
				t.Errorf("the arrow from %s to %s begins at %v, near another place", d.names[from], d.names[to], at)
			}
		}
	}
}

// hides reports whether a heavy arrow that begins at a point touches another place.
func (b *board) hides(from group.Element, p canvas.Point) bool {
	for other, at := range b.places {
		if group.Element(other) != from && overlap(p, canvas.Point{}, at, b.half, lastPath/2+1.5) {
			return true
		}
	}
	return false
}
