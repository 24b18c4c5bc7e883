package iching

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// sceneOf is the first scene of a command's answer.
func sceneOf(t *testing.T, tool string, raw map[string]any) any {
	t.Helper()
	return answer(t, tool, raw).Scenes[0]
}

func TestPictures(t *testing.T) {
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"waiting":   tableOf(t, "coins", "Who is there?"),
		"stalks":    tableOf(t, "yarrow", ""),
		"sheet":     sceneOf(t, "manual", map[string]any{"lines": "7 8 9 6 7 7", "question": "Now?"}),
		"unchanged": sceneOf(t, "manual", map[string]any{"lines": "7 8 7 8 7 8"}),
		"leaf":      sceneOf(t, "hexagram", map[string]any{"hexagram": "23"}),
		"clock":     sceneOf(t, "clock", nil),
		"natal":     sceneOf(t, "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}),
	})
}

// lineOf reads a line of a hexagram from a picture: whole, broken, or none at all.
func lineOf(img *image.Paletted, r image.Rectangle, ink color.RGBA) string {
	y := (r.Min.Y + r.Max.Y) / 2
	left := rendertest.RGBAAt(img, image.Pt(r.Min.X+4, y)) == ink
	right := rendertest.RGBAAt(img, image.Pt(r.Max.X-5, y)) == ink
	middle := rendertest.RGBAAt(img, image.Pt((r.Min.X+r.Max.X)/2, y)) == ink
	switch {
	case left && right && middle:
		return "yang"
	case left && right:
		return "yin"
	default:
		return "none"
	}
}

// TestLeavesShowAllHexagrams: the lines of each of the 64 can be read from its leaf.
func TestLeavesShowAllHexagrams(t *testing.T) {
	text := render.Themes[0].Look().Text
	for n := 1; n <= 64; n++ {
		h := book.Numbered(n)
		img := rendertest.Picture(t, measuring, &iching.Leaf{Hexagram: h, Title: engine.T("A title")}, render.Style{})
		bars := leafBars
		for line := 1; line <= 6; line++ {
			want := map[bool]string{true: "yang", false: "yin"}[h.Yang(line)]
			if got := lineOf(img, bars.line(line), text); got != want {
				t.Errorf("hexagram %d, line %d: %s, want %s", n, line, got, want)
			}
		}
	}
}

// TestLeafPointsAtALine: it alone is red, and an arrow leads to its number.
func TestLeafPointsAtALine(t *testing.T) {
	red := render.Themes[0].Look().Red.Base
	for meant := range 7 {
		img := rendertest.Picture(t, measuring, &iching.Leaf{Hexagram: book.Numbered(1), Line: meant, Title: engine.T("A title")}, render.Style{})
		bars := leafBars
		for line := 1; line <= 6; line++ {
			r := bars.line(line)
			if got := lineOf(img, r, red) == "yang"; got != (line == meant) {
				t.Errorf("line %d is red: %t, though %d is meant", line, got, meant)
			}
			beside := image.Rect(r.Min.X-160, r.Min.Y, r.Min.X-70, r.Max.Y)
			if got := rendertest.CountIn(img, beside, red) > 20; got != (line == meant) {
				t.Errorf("line %d has an arrow: %t, though %d is meant", line, got, meant)
			}
		}
	}
}

// TestSheetShowsTheThrow: the lines thrown on the left, changing ones in red with their marks, and
// the resulting hexagram on the right.
func TestSheetShowsTheThrow(t *testing.T) {
	scene, _ := sceneOf(t, "manual", map[string]any{"lines": "6 7 8 9 7 8"}).(*iching.Sheet)
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		first, second := thrownBars, resultBars
		for i, line := range scene.Cast {
			r, ink := first.line(i+1), look.Text
			if line.Changes() {
				ink = look.Red.Base
			}
			y, x := (r.Min.Y+r.Max.Y)/2, r.Min.X+4
			if got := rendertest.RGBAAt(img, image.Pt(x, y)); got != ink {
				t.Errorf("%s: line %d is %v, want %v", theme.ID, i+1, got, ink)
			}
			// An old yang has a ring, through which the paper is seen; a young one is whole.
			if line.Yang() {
				ring := image.Pt((r.Min.X+r.Max.X)/2+int(0.28*float64(r.Dy())), y)
				if got := rendertest.RGBAAt(img, ring) == look.Background; got != line.Changes() {
					t.Errorf("%s: line %d has a ring: %t", theme.ID, i+1, got)
				}
			}
			want := map[bool]string{true: "yang", false: "yin"}[scene.Cast.Result().Yang(i+1)]
			if got := lineOf(img, second.line(i+1), look.Text); got != want {
				t.Errorf("%s: line %d becomes %s, want %s", theme.ID, i+1, got, want)
			}
		}
	}
}

// TestSheetWithoutChange has one hexagram, and its name beside it.
func TestSheetWithoutChange(t *testing.T) {
	scene, _ := sceneOf(t, "manual", map[string]any{"lines": "7 8 7 8 7 8"}).(*iching.Sheet)
	img := rendertest.Picture(t, measuring, scene, render.Style{})
	middle := aloneBars
	for n := 1; n <= 6; n++ {
		want := map[bool]string{true: "yang", false: "yin"}[n%2 == 1]
		if got := lineOf(img, middle.line(n), render.Themes[0].Look().Text); got != want {
			t.Errorf("line %d is %s, want %s", n, got, want)
		}
	}
}

// TestMarksHaveTheConnexionsColours: the bar below a name is of the colour in which the
// hexagram is marked in the Connexion.
func TestMarksHaveTheConnexionsColours(t *testing.T) {
	scene, _ := sceneOf(t, "manual", map[string]any{"lines": "6 7 8 9 7 8"}).(*iching.Sheet)
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		for i, x := range []int{sheetLeft, sheetRight} {
			want := labyrinth.MarkColour(scene.Pair[i].Colour)
			if n := rendertest.CountIn(img, image.Rect(x-100, 0, x+100, img.Rect.Max.Y), want); n < 200*5 {
				t.Errorf("%s: %d pixels below hexagram %d have the colour of its mark", theme.ID, n, i)
			}
		}
	}
}

// TestWheelGoesSunwise: midnight is at the bottom, six in the morning on the left, noon on
// top, six in the evening on the right.
func TestWheelGoesSunwise(t *testing.T) {
	for part, want := range map[float64]canvas.Point{0: {Y: 100}, 0.25: {X: -100}, 0.5: {Y: -100}, 0.75: {X: 100}, 1: {Y: 100}} {
		if got := onWheel(part, 100); math.Hypot(got.X-wheelCentre.X-want.X, got.Y-wheelCentre.Y-want.Y) > 1e-9 {
			t.Errorf("%g of the way round lies at %v, want %v from the centre", part, got, want)
		}
	}
}

// TestWheelShowsTheSovereigns: the lines of all twelve hexagrams can be read from it.
func TestWheelShowsTheSovereigns(t *testing.T) {
	img := rendertest.Picture(t, measuring, sceneOf(t, "clock", nil), render.Style{})
	for branch := range wheelBranch {
		h := book.Sovereign(branch)
		bars := sovereignBars(branch)
		for n := 1; n <= 6; n++ {
			want := map[bool]string{true: "yang", false: "yin"}[h.Yang(n)]
			if got := lineOf(img, bars.line(n), render.Themes[0].Look().Text); got != want {
				t.Errorf("branch %d, line %d: %s, want %s", branch, n, got, want)
			}
		}
	}
}

// TestClockLightsTheHour: the sector of the double hour alone has the ground of cells, and
// the hands point where they should.
func TestClockLightsTheHour(t *testing.T) {
	scene, _ := sceneOf(t, "clock", nil).(*iching.Wheel)
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		for branch := range wheelBranch {
			at := onWheel((float64(branch)+0.36)/wheelBranch, wheelRim-12).Round() // beside the hexagram
			want := look.Band
			if branch == scene.Moment.Hour() {
				want = look.Cell
			}
			if got := rendertest.RGBAAt(img, at); got != want {
				t.Errorf("%s: sector %d is %v, want %v", theme.ID, branch, got, want)
			}
		}
		local := scene.Moment.Local
		day := (float64(local.Hour()) + float64(local.Minute())/60) / 24
		season := (scene.Moment.Sun - 270) / 360
		for name, hand := range map[string]struct {
			at   canvas.Point
			want color.RGBA
		}{
			"hour":   {onWheel(day, wheelRim+handLength/2), look.Red.Base},
			"season": {onWheel(season, wheelHub-handLength/2), look.Blue.Base},
		} {
			if got := rendertest.RGBAAt(img, hand.at.Round()); canvas.ColourDistance(got, hand.want) > 3*8*8 {
				t.Errorf("%s: the hand of the %s is %v, want %v", theme.ID, name, got, hand.want)
			}
		}
	}
}

// TestClocksDoNotMix: an hour that was lit is not lit in the next picture.
func TestClocksDoNotMix(t *testing.T) {
	scene, _ := sceneOf(t, "clock", nil).(*iching.Wheel)
	rendertest.Picture(t, measuring, scene, render.Style{})
	later := *scene
	later.Moment.Local = later.Moment.Local.Add(6 * 3600e9)
	img := rendertest.Picture(t, measuring, &later, render.Style{})
	lit := 0
	for branch := range wheelBranch {
		if rendertest.RGBAAt(img, onWheel((float64(branch)+0.36)/wheelBranch, wheelRim-12).Round()) == render.Themes[0].Look().Cell {
			lit++
		}
	}
	if lit != 1 {
		t.Errorf("%d hours are lit", lit)
	}
}

// TestNatalShowsBothHeavens: the lines of both hexagrams, the controlling line inverted and
// red.
func TestNatalShowsBothHeavens(t *testing.T) {
	scene, _ := sceneOf(t, "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}).(*iching.Horoscope)
	look := render.Themes[0].Look()
	img := rendertest.Picture(t, measuring, scene, render.Style{})
	for i, heaven := range []struct {
		h    book.Hexagram
		line int
	}{{scene.Natal.Earlier.Hexagram, scene.Natal.Earlier.Line}, {scene.Natal.Later.Hexagram, scene.Natal.Later.Line}} {
		bars := natalBars(i)
		for n := 1; n <= 6; n++ {
			yang, ink := heaven.h.Yang(n), look.Text
			if n == heaven.line {
				yang, ink = !yang, look.Red.Base
			}
			want := map[bool]string{true: "yang", false: "yin"}[yang]
			if got := lineOf(img, bars.line(n), ink); got != want {
				t.Errorf("heaven %d, line %d: %s, want %s", i+1, n, got, want)
			}
		}
	}
}

// TestBars: lines lie above each other, the first at the bottom.
func TestBars(t *testing.T) {
	b := bars{image.Pt(100, 20), 60, 10, 16}
	if got := b.line(6); got != image.Rect(70, 20, 130, 30) {
		t.Errorf("the topmost lies in %v", got)
	}
	if got := b.line(1); got != image.Rect(70, 100, 130, 110) {
		t.Errorf("the lowest lies in %v", got)
	}
}

func TestLettersCanBeRead(t *testing.T) {
	page := (&pages{canvas.Cache[*canvas.Look, *page]{Limit: 1}}).page(render.Themes[0].Look())
	for name, scene := range map[string]any{
		"sheet": sceneOf(t, "manual", map[string]any{"lines": "7 8 9 6 7 7"}),
		"leaf":  sceneOf(t, "hexagram", map[string]any{"hexagram": "23"}),
		"natal": sceneOf(t, "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}),
	} {
		img := rendertest.Picture(t, measuring, scene, render.Style{})
		largeEnough(t, name, img.Rect, page.small.CapHeight())
	}
}

// largeEnough tests that letters of a height in pixels are readable where Discord shows a picture:
// within 550 by 350 pixels.
func largeEnough(t *testing.T, what string, picture image.Rectangle, capitals float64) {
	t.Helper()
	const width, height, least = 550, 350, 5.0
	scale := min(1, width/float64(picture.Dx()), height/float64(picture.Dy()))
	if shown := capitals * scale; shown < least {
		t.Errorf("%s: capitals of %.1f pixels in %v are shown %.1f high, want %g", what, capitals, picture, shown, least)
	}
}
