package iching

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestTimelineHasAllPeriods: one after the other, each as long as its years; the nine years of a
// yang line are whole, the six of a yin line broken; each heaven has the colour of the rule below
// its name, which is its mark in the Connexion.
func TestTimelineHasAllPeriods(t *testing.T) {
	scene := sceneOf(t, "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}).(*iching.Horoscope)
	if len(scene.Periods) != 12 {
		t.Fatalf("%d periods", len(scene.Periods))
	}
	first, last := scene.Periods[0].From, scene.Periods[11].To+1
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		for i, p := range scene.Periods {
			left := pageMargin + float64(pageRoom*(p.From-first))/float64(last-first)
			right := pageMargin + float64(pageRoom*(p.To+1-first))/float64(last-first)
			ink, want := labyrinth.MarkColour(scene.Pair[i/6].Colour), "yin"
			if p.To-p.From+1 == 9 {
				want = "yang"
			}
			r := image.Rect(int(left)+3, natalLine, int(right)-3, natalLine+natalBar)
			if got := lineOf(img, r, ink); got != want {
				t.Errorf("%s: the period %d to %d is %s, want %s", theme.ID, p.From, p.To, got, want)
			}
			gap := image.Rect(int(right)-1, natalLine, int(right)+1, natalLine+natalBar)
			if n := gap.Dx()*gap.Dy() - rendertest.CountIn(img, gap, look.Background); n > 0 {
				t.Errorf("%s: %d pixels join the period %d to %d with the next", theme.ID, n, p.From, p.To)
			}
			rule := image.Rect(heavenLeft(i/6), natalRule, heavenLeft(i/6)+natalRoom, natalRule+8)
			if n := rendertest.CountIn(img, rule, ink); n != rule.Dx()*rule.Dy() {
				t.Errorf("%s: %d pixels of the rule in %v have the colour of the period %d to %d", theme.ID, n, rule, p.From, p.To)
			}
		}
	}
}

// TestControllingLineIsRinged: its number alone, in both heavens.
func TestControllingLineIsRinged(t *testing.T) {
	scene := sceneOf(t, "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}).(*iching.Horoscope)
	red := render.Themes[0].Look().Red.Base
	img := rendertest.Picture(t, measuring, scene, render.Style{})
	for i, controlling := range []int{scene.Natal.Earlier.Line, scene.Natal.Later.Line} {
		b := natalBars(i)
		for n := 1; n <= 6; n++ {
			r := b.line(n)
			number := image.Rect(r.Min.X-66, r.Min.Y-12, r.Min.X-6, r.Max.Y+12)
			box := rendertest.Extent(img, number, red)
			if ringed := box.Dx() > 40 && box.Dy() > 40; ringed != (n == controlling) {
				t.Errorf("heaven %d: line %d is ringed: %t, and %d controls", i+1, n, ringed, controlling)
			}
		}
	}
}

// TestPillarsStandApart: four boxes of one size on the band's colour, each with its unit beside its
// sign and the pronunciation below, as large as the sign's name elsewhere.
func TestPillarsStandApart(t *testing.T) {
	scene := sceneOf(t, "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}).(*iching.Horoscope)
	for _, theme := range render.Themes {
		var labels []canvas.Label
		stop := canvas.Watch(func(l canvas.Label) { labels = append(labels, l) })
		img := rendertest.Draw(t, Drawers, scene, render.Style{Theme: theme})
		stop()
		for i, p := range scene.Natal.Chart.Pillars {
			box := pillarBox(i)
			if got := rendertest.Extent(img, box.Inset(-7), theme.Look().Band); got != box {
				t.Errorf("%s: pillar %d is %v, want %v", theme.ID, i, got, box)
			}
			of, is, sounds := labels[3*i], labels[3*i+1], labels[3*i+2]
			if is.Words != p.String() || sounds.Words != p.Pinyin() || of.Mask.Rect.Max.X > is.Mask.Rect.Min.X-10 || is.Mask.Rect.Max.Y > sounds.Mask.Rect.Min.Y-4 {
				t.Errorf("%s: pillar %d has %q, %q and %q in %v, %v and %v", theme.ID, i, of.Words, is.Words, sounds.Words, of.Mask.Rect, is.Mask.Rect, sounds.Mask.Rect)
			}
			if all := of.Mask.Rect.Union(is.Mask.Rect).Union(sounds.Mask.Rect); !all.In(box.Inset(4)) {
				t.Errorf("%s: pillar %d has words over %v of %v", theme.ID, i, all, box)
			}
			if least := canvas.Medium(textSize).CapHeight(); sounds.Capitals < least {
				t.Errorf("%s: %q is written %g pixels high, want %g", theme.ID, sounds.Words, sounds.Capitals, least)
			}
		}
	}
}
