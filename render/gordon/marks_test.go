package gordon

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// haloAt is a pixel of the halo around a place, on its right.
func (b *board) haloAt(a group.Element, s state) image.Point {
	return b.at(a).Round().Add(image.Pt(int(b.pillOf(sprite{placeShape, s}, b.at(a)).half.X+haloGap+haloRim/2), 0))
}

// TestCurrentPlaceIsLit, and no other.
func TestCurrentPlaceIsLit(t *testing.T) {
	for turns := range 4 {
		p := randomGame(t, engine.Options{"group": "Z7"}, turns, 3)
		f := boardOf(p)
		here, placed := p.Place()
		for _, theme := range render.Themes {
			img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			for a := range group.Element(7) {
				// The colour is not kept exactly: palettes have it in mixtures.
				lit := canvas.ColourDistance(rendertest.RGBAAt(img, f.haloAt(a, [2]state{blue, red}[turns%2])), theme.Look().Ink(canvas.InkLit)) < 3*30*30
				if want := placed && a == here; lit != want {
					t.Errorf("%s: after %d turns place %d is lit: %t, want %t", theme.ID, turns, a, lit, want)
				}
			}
		}
	}
}

// TestUntouchedPlacesStay: places that are neither taken nor legal do not change.
func TestUntouchedPlacesStay(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z12"}, 2, 3)
	b := boardOf(p)
	before := rendertest.Picture(t, measuring, randomGame(t, engine.Options{"group": "Z12"}, 0, 3), render.Style{})
	img := rendertest.Picture(t, measuring, p, render.Style{})
	touched := map[group.Element]bool{}
	for _, turn := range append(p.History(), p.Legal()...) {
		touched[turn.P] = true
	}
	stay := 0
	for a := range group.Element(12) {
		middle := canvas.Around(b.at(a), 0.5*b.half.X)
		changed := false
		for y := middle.Min.Y; y < middle.Max.Y; y++ {
			for x := middle.Min.X; x < middle.Max.X; x++ {
				at := image.Pt(x, y)
				changed = changed || rendertest.RGBAAt(img, at) != rendertest.RGBAAt(before, at)
			}
		}
		if changed == p.HasPlace(a) {
			t.Errorf("place %d looks otherwise than before: %t, and is free: %t", a, changed, p.HasPlace(a))
		}
		if !touched[a] {
			stay++
		}
	}
	if stay == 0 {
		t.Error("all places are taken or legal")
	}
}

// TestLastStepIsWhole: its arrow has the player's colour half-way, in whole where the last
// step was the first player's.
func TestLastStepIsWhole(t *testing.T) {
	seen := 0
	for seed := range uint64(6) {
		p := randomGame(t, engine.Options{"group": "Z7"}, 3, seed)
		turns := p.History()
		b := boardOf(p)
		from, to := b.at(turns[1].P), b.at(turns[2].P)
		control := b.control(from, to)
		// Half-way a curve with one control point lies half-way between that and the middle of
		// its ends, which lie on the rims of the places.
		u, v := canvas.Towards(from, control, b.half.X+pathGap), canvas.Towards(to, control, b.half.X+pathGap)
		at := canvas.Between(canvas.Between(u, v, 0.5), control, 0.5).Round()
		around := image.Rectangle{Min: at.Sub(image.Pt(12, 12)), Max: at.Add(image.Pt(13, 13))}
		for _, theme := range render.Themes {
			img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			if n := rendertest.CountIn(img, around, theme.Look().Red.Base); n < 40 {
				t.Errorf("%s, seed %d: %d pixels around %v have the colour of the last step", theme.ID, seed, n, at)
			}
		}
		seen++
	}
	if seen == 0 {
		t.Error("no step was looked at")
	}
}

// TestStepsStandBesideTheirPlaces: beside every place in reach there is the chip of the step
// that leads there, and beside no other.
func TestStepsStandBesideTheirPlaces(t *testing.T) {
	for _, name := range []string{"Z7", "D4", "Z13", "Z24"} {
		p := randomGame(t, engine.Options{"group": name}, 4, 3)
		b := boardOf(p)
		if b.where != outward {
			t.Fatalf("%s has its notes elsewhere", name)
		}
		img := rendertest.Picture(t, measuring, p, render.Style{})
		reached := map[group.Element]bool{}
		for _, turn := range p.Legal() {
			reached[turn.P] = true
		}
		for a, at := range b.notes {
			box := image.Rectangle{Min: at.Round(), Max: at.Round()}.Inset(-int(b.noteHalf.Y) - 2)
			if got := rendertest.CountIn(img, box, b.Look.Green) > 20; got != reached[group.Element(a)] {
				t.Errorf("%s: the place %d has a step beside it: %t", name, a, got)
			}
		}
	}
}

// TestCaptionSigns: a round one for player one on the left, a square one for player two on
// the right, and none where one plays alone.
func TestCaptionSigns(t *testing.T) {
	for _, tt := range []struct {
		variant string
		signs   bool
	}{{gordon.Standard, true}, {gordon.Solitaire, false}} {
		p := randomGame(t, engine.Options{"group": "Z7", "variant": tt.variant}, 0, 1)
		b := boardOf(p)
		radius := b.caption.Token / 2
		for _, theme := range render.Themes {
			img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			look := theme.Look()
			for seat, end := range []canvas.End{b.caption.End(0), b.caption.End(1)} {
				want := [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[seat]
				at := end.At(radius).Round()
				if got := rendertest.RGBAAt(img, at) == look.Ink(want); got != tt.signs {
					t.Errorf("%s, %s: seat %d has its sign: %t", theme.ID, tt.variant, seat, got)
				}
				diagonal := at.Add(image.Pt(int(0.74*radius), int(0.74*radius)))
				if corner := rendertest.Near(rendertest.RGBAAt(img, diagonal), look.Ink(want)); corner != (tt.signs && seat == 1) {
					t.Errorf("%s, %s: the sign of seat %d has corners: %t", theme.ID, tt.variant, seat, corner)
				}
			}
		}
	}
}
