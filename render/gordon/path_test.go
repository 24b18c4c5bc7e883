package gordon

import (
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
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
// wide there. The last step is heaviest.
func TestOldStepsAreSeen(t *testing.T) {
	for later, width := range pathWidths {
		if width*dotPath < 4 {
			t.Errorf("the arrow before %d others is %.1f wide among dots", later, width*dotPath)
		}
		if later > 0 && width >= pathWidths[later-1] {
			t.Errorf("%d before the last: %g wide, and the one after it %g", later, width, pathWidths[later-1])
		}
	}
}

// TestPathsAreShort among many places: of long ones the last steps are drawn.
func TestPathsAreShort(t *testing.T) {
	for name, want := range map[string]int{"Z12": 6, "S4": mostPath, "Z64": mostPath} {
		p := randomGame(t, engine.Options{"group": name}, 7, 1)
		b := &boards{canvas.Cache[key, *board]{Limit: 1}}
		if got := len(b.draw(p, render.Style{}, nil).drawn); got != want {
			t.Errorf("%s: %d of 6 steps are drawn, want %d", name, got, want)
		}
	}
}

// TestArrowsAreSmooth and keep off all places, also those from which and to which they lead: they end
// beside these, and do not turn sharply.
func TestArrowsAreSmooth(t *testing.T) {
	const steps = 24
	for _, name := range []string{"Z7", "S3", "Q8", "Z12", "A4", "S4", "D12", "Z48", "Z128"} {
		p := randomGame(t, engine.Options{"group": name}, 3, 3)
		d := &drawing{board: laid(t, name), p: p}
		d.setStates()
		for to := range group.Element(len(d.names)) {
			here, _ := p.Place()
			if to == here || d.near(pathStep{from: here, to: to}) {
				continue
			}
			way := d.way(pathStep{from: here, to: to})
			before := canvas.Direction(way[0], way[1])
			for i := range steps + 1 {
				share := float64(i) / steps
				first, second := canvas.Between(way[0], way[1], share), canvas.Between(way[1], way[2], share)
				at, along := canvas.Between(first, second, share), canvas.Direction(first, second)
				for a := range group.Element(len(d.names)) {
					if far := canvas.Distance(at, d.stand(a)); far < d.reach(a)+2 {
						t.Errorf("%s: the arrow from %d to %d is %.1f from %d, whose marks reach %.1f", name, here, to, far, a, d.reach(a))
					}
				}
				if turn := math.Acos(min(1, before.X*along.X+before.Y*along.Y)); turn > 0.9 {
					t.Errorf("%s: the arrow from %d to %d turns by %.2f", name, here, to, turn)
				}
				before = along
			}
		}
	}
}

// TestStepsOnArrowsKeepOff all places.
func TestStepsOnArrowsKeepOff(t *testing.T) {
	for _, name := range []string{"Z7", "Z12", "A4", "S4", "D12", "Z48", "Z128"} {
		d := &drawing{board: laid(t, name), p: randomGame(t, engine.Options{"group": name}, 3, 3)}
		d.setStates()
		here, _ := d.p.Place()
		for to := range group.Element(len(d.names)) {
			if at, ok := d.chipAt(pathStep{from: here, to: to}); to != here && ok && d.covers(at) {
				t.Errorf("%s: the step from %d to %d stands on a place", name, here, to)
			}
		}
	}
}

// hasToken and hasPlace report whether no turn took an m or a place.
func hasToken(p *gordon.Position, m group.Element) bool {
	return !slices.ContainsFunc(p.History(), func(t gordon.Turn) bool { return t.M == m })
}

func hasPlace(p *gordon.Position, place group.Element) bool {
	return !slices.ContainsFunc(p.History(), func(t gordon.Turn) bool { return t.P == place })
}
