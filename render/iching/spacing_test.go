package iching

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestSignsOnTheWheelStandApart from the hexagrams, also the large one of the hour.
func TestSignsOnTheWheelStandApart(t *testing.T) {
	scene := *sceneOf(t, "clock", nil).(*iching.Wheel)
	names := map[string]int{}
	for branch := range wheelBranch {
		chinese, _ := calendar.BranchNames(branch)
		names[chinese] = branch
	}
	for hour := range wheelBranch {
		scene.Moment.Local = scene.Moment.Local.Add(2 * 3600e9)
		stop := canvas.Watch(func(l canvas.Label) {
			branch, ok := names[l.Words]
			if !ok || l.Mask.Rect.Min.X > wheelPanel {
				return
			}
			b := sovereignBars(branch)
			const apart = 11
			if lines := b.line(1).Union(b.line(6)); lines.Inset(-apart).Overlaps(inked(l.Mask)) {
				t.Errorf("hour %d: %s in %v is near the lines in %v", hour, l.Words, inked(l.Mask), lines)
			}
		})
		rendertest.Draw(t, Drawers, &scene, render.Style{})
		stop()
	}
}

// inked is where a mask covers anything.
func inked(mask *image.Alpha) (box image.Rectangle) {
	for y := mask.Rect.Min.Y; y < mask.Rect.Max.Y; y++ {
		for x := mask.Rect.Min.X; x < mask.Rect.Max.X; x++ {
			if mask.AlphaAt(x, y).A > 0x80 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// TestPanelOfTheClockIsInTheMiddle of the picture's height.
func TestPanelOfTheClockIsInTheMiddle(t *testing.T) {
	look := render.Themes[0].Look()
	img := rendertest.Picture(t, measuring, sceneOf(t, "clock", nil), render.Style{})
	panel := image.Rect(wheelPanel, 0, pageWidth, pageHeight)
	box := rendertest.Extent(img, panel, look.Text).Union(rendertest.Extent(img, panel, look.Muted))
	if above, below := box.Min.Y, pageHeight-box.Max.Y; min(above, below) < 30 || max(above, below)-min(above, below) > 12 || box.Max.X > pageWidth-pageMargin {
		t.Errorf("the panel lies in %v", box)
	}
}

// TestArrowOfALeafKeepsToTheMargin, on the left of all lines.
func TestArrowOfALeafKeepsToTheMargin(t *testing.T) {
	red := render.Themes[0].Look().Red.Base
	scene := sceneOf(t, "hexagram", map[string]any{"hexagram": "44", "line": 4})
	if box := rendertest.Extent(rendertest.Picture(t, measuring, scene, render.Style{}), image.Rect(0, 0, pageWidth, leafBody), red); box.Min.X < pageMargin {
		t.Errorf("red is drawn in %v", box)
	}
}

// TestCrossOfTheRulesStandsApart from the halves between which it lies.
func TestCrossOfTheRulesStandsApart(t *testing.T) {
	look := render.Themes[0].Look()
	remarks := make([]engine.Text, 4)
	for i := range remarks {
		remarks[i] = engine.T("stays")
	}
	img := rendertest.Picture(t, measuring, engine.Figure{Name: "coins", Labels: remarks}, render.Style{})
	const top, bottom = 79, 131 // of the first line, which is an old yin
	between := rendertest.Extent(img, image.Rect(704, top, 736, bottom), look.Red.Base)
	if between.Dx() < 20 || between.Dy() < 20 {
		t.Errorf("the cross lies in %v", between)
	}
	for _, x := range []int{699, 740} {
		if n := rendertest.CountIn(img, image.Rect(x, top, x+1, bottom), look.Background); n != bottom-top {
			t.Errorf("beside the half at %d are %d pixels of the ground", x, n)
		}
	}
}
