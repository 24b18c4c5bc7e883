package gordon

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// haloAt is a pixel of the halo around a place, on its right.
func (f frame) haloAt(a group.Element) image.Point {
	halo := max(3, f.pixels(5))
	return f.at(a).Round().Add(image.Pt(int(f.place+1.6*halo-halo/2), 0))
}

// TestCurrentPlaceIsLit, and no other.
func TestCurrentPlaceIsLit(t *testing.T) {
	for turns := range 4 {
		p := randomGame(t, engine.Options{"group": "Z7"}, turns, 3)
		f := boardOf(p).frame
		here, placed := p.Place()
		for _, theme := range render.Themes {
			img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
			for a := range group.Element(7) {
				// The colour is not kept exactly: palettes have it in mixtures.
				lit := quantise.Distance(rendertest.RGBAAt(img, f.haloAt(a)), theme.Look().Ink(canvas.InkLit)) < 3*30*30
				if want := placed && a == here; lit != want {
					t.Errorf("%s: after %d turns place %d is lit: %t, want %t", theme.ID, turns, a, lit, want)
				}
			}
		}
	}
}

// TestSpentProductsAreHatched: rows of tokens and columns of places that are gone, but for
// the current column, which has a frame.
func TestSpentProductsAreHatched(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 3, 3)
	b := boardOf(p)
	empty := b.Base
	// Marks of legal moves are round and leave the corners of their cells alone.
	img := rendertest.Draw(t, Drawers, p, render.Style{})
	here, _ := p.Place()
	lit := render.Themes[0].Look().Ink(canvas.InkLit)
	for m := range group.Element(7) {
		for q := range group.Element(7) {
			r := b.product(m, q).Inset(4)
			corner := image.Rectangle{Min: r.Min, Max: r.Min.Add(image.Pt(5, 5))}
			changed := false
			for y := corner.Min.Y; y < corner.Max.Y; y++ {
				for x := corner.Min.X; x < corner.Max.X; x++ {
					at := image.Pt(x, y)
					changed = changed || rendertest.RGBAAt(img, at) != rendertest.RGBAAt(empty, at)
				}
			}
			if want := !p.HasToken(m) || !p.HasPlace(q) && q != here; changed != want {
				t.Errorf("the product of %d and %d is hatched: %t, want %t", m, q, changed, want)
			}
		}
	}
	for q := range group.Element(7) {
		cell := b.cell(0, int(q)+1)
		edge := image.Pt(cell.Min.X+1, cell.Min.Y+cell.Dy()/2)
		if got := rendertest.Near(rendertest.RGBAAt(img, edge), lit); got != (q == here) {
			t.Errorf("the column of %d has a frame: %t, and %d is current", q, got, here)
		}
	}
}

// TestTablesOfBothOrders: p·m stands where m·p would, with rows and columns exchanged.
func TestTablesOfBothOrders(t *testing.T) {
	standard := boardOf(randomGame(t, engine.Options{"group": "S3"}, 0, 1))
	right := boardOf(randomGame(t, engine.Options{"group": "S3", "variant": gordon.Right}, 0, 1))
	differ := 0
	for m := range group.Element(6) {
		for p := range group.Element(6) {
			a, b, same := standard.product(m, p), right.product(p, m), right.product(m, p)
			for y := range a.Dy() {
				for x := range a.Dx() {
					want := rendertest.RGBAAt(standard.Base, a.Min.Add(image.Pt(x, y)))
					if got := rendertest.RGBAAt(right.Base, b.Min.Add(image.Pt(x, y))); got != want {
						t.Fatalf("the cell of %d and %d differs at (%d, %d): %v, want %v", m, p, x, y, got, want)
					}
					if rendertest.RGBAAt(right.Base, same.Min.Add(image.Pt(x, y))) != want {
						differ++
					}
				}
			}
		}
	}
	if differ == 0 {
		t.Error("the tables of a group that does not commute are the same")
	}
}

// TestUntouchedPlacesStay: what is neither taken nor legal looks as on the empty board.
func TestUntouchedPlacesStay(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z12"}, 2, 3)
	b := boardOf(p)
	img := rendertest.Draw(t, Drawers, p, render.Style{})
	touched := map[group.Element]bool{}
	for _, turn := range append(p.History(), p.Legal()...) {
		touched[turn.P] = true
	}
	stay := 0
	for a := range group.Element(12) {
		middle := canvas.Around(b.at(a), b.place/2)
		changed := false
		for y := middle.Min.Y; y < middle.Max.Y; y++ {
			for x := middle.Min.X; x < middle.Max.X; x++ {
				at := image.Pt(x, y)
				changed = changed || rendertest.RGBAAt(img, at) != rendertest.RGBAAt(b.Base, at)
			}
		}
		if p.HasPlace(a) && changed {
			t.Errorf("place %d is free and looks otherwise than on the empty board", a)
		}
		if !p.HasPlace(a) && !changed {
			t.Errorf("place %d is taken and looks as on the empty board", a)
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
	for seed := range uint64(3) {
		p := randomGame(t, engine.Options{"group": "Z7"}, 3, seed)
		turns := p.History()
		if len(turns) < 3 || turns[1].P == turns[2].P {
			continue
		}
		f := boardOf(p).frame
		a, b := f.at(turns[1].P), f.at(turns[2].P)
		bend := canvas.Between(canvas.Between(a, b, 0.5), f.centre, pathBend)
		off := f.place + f.pixels(pathGap)
		ends := canvas.Between(canvas.Towards(a, bend, off), canvas.Towards(b, bend, off), 0.5)
		// Half-way a curve with one control point lies half-way to that.
		at := canvas.Between(ends, bend, 0.5).Round()
		around := image.Rectangle{Min: at.Sub(image.Pt(5, 5)), Max: at.Add(image.Pt(6, 6))}
		for _, theme := range render.Themes {
			img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
			if n := rendertest.CountIn(img, around, theme.Look().Red.Edge); n < 20 {
				t.Errorf("%s, seed %d: %d pixels around %v have the colour of the last step", theme.ID, seed, n, at)
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
		radius := b.caption.Size * captionSign
		for _, theme := range render.Themes {
			img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
			look := theme.Look()
			for seat, end := range []canvas.End{b.caption.Left(), b.caption.Right()} {
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
