package gordon

import (
	"image"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// around reports whether a mark surrounds a place.
func (d *drawing) around(box image.Rectangle, a group.Element) bool {
	return canvas.Distance(canvas.Middle(box), canvas.At(d.stand(a).Round())) < 2
}

// TestMarks: the place where one stands has the white ring and gold, and no other; whatever can be
// played has a dot, also in the rack; before the opening nothing is marked.
func TestMarks(t *testing.T) {
	for _, name := range []string{"Z7", "S3", "A4", "S4", "Z24", "Z2^6", "Z128"} {
		for turns := range 5 {
			p := randomGame(t, engine.Options{"group": name}, turns, 3)
			marks := rendertest.Marks(t, measuring, p, render.Style{})
			here, placed := p.Place()
			if !placed {
				if len(marks) > 0 {
					t.Errorf("%s: before the opening there are marks %v", name, marks)
				}
				continue
			}
			d := &drawing{board: laid(t, name), p: p}
			d.setStates()
			last, gold, legal := marks[canvas.MarkLast], marks[canvas.MarkHere], p.Legal()
			if p.Outcome().Status != engine.Open {
				gold = append(gold, marks[canvas.MarkWon]...)
			}
			if len(last) != 1 || len(gold) != 1 || !d.around(last[0], here) || !d.around(gold[0], here) {
				t.Errorf("%s: %v are marked as last, and %v as here", name, last, gold)
			}
			dots := len(legal)
			if d.columns > 0 {
				dots *= 2
			}
			if got := len(marks[canvas.MarkLegal]); got != dots {
				t.Errorf("%s: %d dots for %d moves", name, got, len(legal))
			}
			for _, turn := range legal {
				if !slices.ContainsFunc(marks[canvas.MarkLegal], func(box image.Rectangle) bool {
					return canvas.Distance(canvas.Middle(box), d.places[turn.P]) < d.radius+2*dotGap
				}) {
					t.Errorf("%s: the place %d has no dot", name, turn.P)
				}
			}
			if len(legal) == 0 {
				continue
			}
			hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0]}}
			if hints := rendertest.Marks(t, measuring, hint, render.Style{})[canvas.MarkHint]; len(hints) != 1 || !d.around(hints[0], legal[0].P) {
				t.Errorf("%s: the hint %d is marked at %v", name, legal[0].P, hints)
			}
		}
	}
}

// TestWinnerHasGreen: the last place of who wins by taking it, but not where who is stuck there wins.
func TestWinnerHasGreen(t *testing.T) {
	for variant, want := range map[string]int{gordon.Standard: 1, gordon.Misere: 0} {
		p := randomGame(t, engine.Options{"group": "Q8", "variant": variant}, 99, 1)
		marks := rendertest.Marks(t, measuring, p, render.Style{})
		if got := len(marks[canvas.MarkWon]); got != want || len(marks[canvas.MarkHere]) != 1-want {
			t.Errorf("%s: marks %v", variant, marks)
		}
	}
}

// TestWhatCannotBeTakenIsDim: the places that nobody can take are close to the ground, and those that
// can be are as bright as before the opening.
func TestWhatCannotBeTakenIsDim(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z12"}, 2, 3)
	b := laid(t, "Z12")
	for _, theme := range render.Themes {
		before := rendertest.Picture(t, measuring, randomGame(t, engine.Options{"group": "Z12"}, 0, 3), render.Style{Theme: theme})
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		inReach := engine.Map(p.Legal(), func(t gordon.Turn) group.Element { return t.P })
		ground, dims := theme.Look().Background, 0
		for a := range group.Element(12) {
			if !hasPlace(p, a) {
				continue
			}
			at := b.places[a].Round().Add(image.Pt(int(0.72*b.radius), 0))
			is, was := rendertest.RGBAAt(img, at), rendertest.RGBAAt(before, at)
			if can := slices.Contains(inReach, a); can != (is == was) || !can && canvas.ColourDistance(is, ground) >= canvas.ColourDistance(was, ground) {
				t.Errorf("%s: the place %d is %v and was %v, and can be taken: %t", theme.ID, a, is, was, can)
			} else if !can {
				dims++
			}
		}
		if dims == 0 || dims == 12-len(p.History()) {
			t.Errorf("%s: %d places are dim", theme.ID, dims)
		}
	}
}

// TestTokensAreLit from above left, whoever has taken them.
func TestTokensAreLit(t *testing.T) {
	for _, theme := range render.Themes {
		for s := range states {
			img := paintToken(theme.Look(), s, newPill(canvas.Pt(50, 50), canvas.Pt(40, 40), placeRound), image.Pt(100, 100))
			lit, shaded := canvas.Brightness(img.RGBAAt(34, 32)), canvas.Brightness(img.RGBAAt(74, 72))
			if lit <= shaded {
				t.Errorf("%s: state %d has a brightness of %d above left and %d below right", theme.ID, s, lit, shaded)
			}
		}
	}
}

// TestLastStepIsWhole: its arrow has the player's colour half-way, in whole where the last
// step was the first player's.
func TestLastStepIsWhole(t *testing.T) {
	for seed := range uint64(6) {
		p := randomGame(t, engine.Options{"group": "Z24"}, 3, seed)
		turns := p.History()
		d := &drawing{board: laid(t, "Z24"), p: p}
		d.setStates()
		way := d.way(pathStep{from: turns[1].P, to: turns[2].P})
		if canvas.Distance(way[0], way[2]) < nearDots {
			continue
		}
		share := 0.3 // half-way stands the step
		at := canvas.Between(canvas.Between(way[0], way[1], share), canvas.Between(way[1], way[2], share), share).Round()
		around := image.Rectangle{Min: at.Sub(image.Pt(12, 12)), Max: at.Add(image.Pt(13, 13))}
		for _, theme := range render.Themes {
			img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			if n := rendertest.CountIn(img, around, theme.Look().Red.Base); n < 40 {
				t.Errorf("%s, seed %d: %d pixels around %v have the colour of the last step", theme.ID, seed, n, at)
			}
		}
	}
}

// TestStepsStandAtTheirPlaces: at every place in reach there is the step that leads there.
func TestStepsStandAtTheirPlaces(t *testing.T) {
	for _, name := range []string{"Z7", "D4", "S3"} {
		p := randomGame(t, engine.Options{"group": name}, 3, 3)
		b := laid(t, name)
		told := map[image.Point]string{}
		stop := canvas.Watch(func(l canvas.Label) { told[canvas.Middle(l.Mask.Rect).Round().Div(24)] = l.Words })
		rendertest.Draw(t, measuring(), p, render.Style{})
		stop()
		for _, turn := range p.Legal() {
			at, found := b.badge(turn.P).Round(), false
			for _, by := range []image.Point{{}, {8, 0}, {-8, 0}, {0, 8}, {0, -8}} {
				found = found || told[at.Add(by).Div(24)] == b.names[turn.M]
			}
			if !found {
				t.Errorf("%s: at the place %d there is no %s", name, turn.P, b.names[turn.M])
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
		b := laid(t, "Z7")
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

// TestTakenDotsAreSeen: among many places those that were taken are larger, and touch no free one.
func TestTakenDotsAreSeen(t *testing.T) {
	for _, name := range []string{"Z2^6", "Z100", "Z128"} {
		b := laid(t, name)
		if b.radiusOf(red) < 1.3*b.radius || b.radiusOf(red) != b.radiusOf(blue) {
			t.Errorf("%s: of dots of %g pixels those that were taken have %g and %g", name, b.radius, b.radiusOf(red), b.radiusOf(blue))
		}
		for i, at := range b.places {
			for _, other := range b.places[:i] {
				if canvas.Distance(at, other) < b.radiusOf(red)+b.radiusOf(free) {
					t.Fatalf("%s: a taken place at %v touches that at %v", name, at, other)
				}
			}
		}
	}
}
