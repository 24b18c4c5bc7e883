package iching

import (
	"image"
	"slices"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestOldYinIsCrossed between its halves, where a young one shows the paper.
func TestOldYinIsCrossed(t *testing.T) {
	scene := sceneOf(t, "manual", map[string]any{"lines": "6 8 6 8 8 6"}).(*iching.Sheet)
	bars := thrownBars
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		for i, line := range scene.Cast {
			r := bars.line(i + 1)
			want := look.Background
			if line.Changes() {
				want = look.Red.Base
			}
			middle := image.Pt((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
			if got := rendertest.RGBAAt(img, middle); canvas.ColourDistance(got, want) > 3*8*8 {
				t.Errorf("%s: the middle of line %d is %v, want %v", theme.ID, i+1, got, want)
			}
			// The cross has four arms, and leaves room above and below its middle.
			for _, arm := range []image.Point{{-7, -7}, {7, -7}, {-7, 7}, {7, 7}} {
				if got := rendertest.RGBAAt(img, middle.Add(arm)); canvas.ColourDistance(got, want) > 3*8*8 {
					t.Errorf("%s: the arm %v of line %d is %v, want %v", theme.ID, arm, i+1, got, want)
				}
			}
			if got := rendertest.RGBAAt(img, middle.Add(image.Pt(0, r.Dy()/2-3))); got != look.Background {
				t.Errorf("%s: below the middle of line %d it is %v", theme.ID, i+1, got)
			}
		}
	}
}

// TestEveryLineHasItsDigit on the left, those that change in the colour of words.
func TestEveryLineHasItsDigit(t *testing.T) {
	scene := sceneOf(t, "manual", map[string]any{"lines": "6 7 8 9 7 8"}).(*iching.Sheet)
	bars := thrownBars
	for _, theme := range render.Themes {
		look := theme.Look()
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		for i, line := range scene.Cast {
			r := bars.line(i + 1)
			beside := image.Rect(r.Min.X-80, r.Min.Y-8, r.Min.X-20, r.Max.Y+8)
			with, other := look.Muted, look.Text
			if line.Changes() {
				with, other = other, with
			}
			box := rendertest.Extent(img, beside, with)
			if box.Dy() < bars.height/2 || !box.In(beside.Inset(2)) {
				t.Errorf("%s: the digit of line %d lies in %v of %v", theme.ID, i+1, box, beside)
			}
			if n, m := rendertest.CountIn(img, beside, with), rendertest.CountIn(img, beside, other); m >= n {
				t.Errorf("%s: the digit of line %d has %d pixels of the wrong ink and %d of its own", theme.ID, i+1, m, n)
			}
		}
	}
}

// TestALineChangesItsRowAlone: among the lines, another throw of one changes nothing but that
// line and its digit.
func TestALineChangesItsRowAlone(t *testing.T) {
	scene := sceneOf(t, "manual", map[string]any{"lines": "7 7 7 7 7 9"}).(*iching.Sheet)
	bars := thrownBars
	before := rendertest.Picture(t, measuring, scene, render.Style{})
	below := image.Rect(0, bars.line(1).Max.Y+6, pageWidth, before.Rect.Max.Y)
	for line := 1; line <= 5; line++ {
		changed := *scene
		changed.Cast[line-1] = book.OldYang
		img := rendertest.Picture(t, measuring, &changed, render.Style{})
		row := bars.line(line)
		row.Min.X -= 90
		right := image.Rect(bars.top.X+bars.width/2+10, 0, pageWidth, below.Min.Y)
		if got := rendertest.Changed(t, before, img, right, below); got.Empty() || !got.In(row) {
			t.Errorf("another line %d changes %v, want %v", line, got, row)
		}
	}
}

// TestRelatedHexagramsCanBeRead from the foot of a leaf, in the order of the list.
func TestRelatedHexagramsCanBeRead(t *testing.T) {
	scene := sceneOf(t, "hexagram", map[string]any{"hexagram": "23"}).(*iching.Leaf)
	if len(scene.Related) < 2 {
		t.Fatalf("%d hexagrams are related", len(scene.Related))
	}
	look := render.Themes[0].Look()
	img := rendertest.Picture(t, measuring, scene, render.Style{})
	for i, m := range scene.Related {
		bars := relatedBars(i, len(scene.Related))
		for n := 1; n <= 6; n++ {
			want := map[bool]string{true: "yang", false: "yin"}[m.Hexagram.Yang(n)]
			if got := lineOf(img, bars.line(n), look.Text); got != want {
				t.Errorf("hexagram %d of the row, line %d: %s, want %s", i, n, got, want)
			}
		}
	}
}

// TestWordsKeepToTheMargins of leaves of all hexagrams, whatever they are called.
func TestWordsKeepToTheMargins(t *testing.T) {
	look := render.Themes[0].Look()
	for n := 1; n <= 64; n += 9 {
		scene := sceneOf(t, "hexagram", map[string]any{"hexagram": strconv.Itoa(n)}).(*iching.Leaf)
		img := rendertest.Picture(t, measuring, scene, render.Style{})
		box := rendertest.Extent(img, img.Rect, look.Text).Union(rendertest.Extent(img, img.Rect, look.Muted))
		if box.Min.X < pageMargin-2 || box.Max.X > pageWidth-pageMargin+2 || box.Min.Y < 8 || box.Max.Y > img.Rect.Max.Y-8 {
			t.Errorf("hexagram %d: words and lines lie in %v of %v", n, box, img.Rect)
		}
	}
}

// TestPaletteKeepsTheMarks: bars have exactly the colours in which the Connexion marks.
func TestPaletteKeepsTheMarks(t *testing.T) {
	for _, theme := range render.Themes {
		p := newPalette(theme.Look())
		for _, c := range labyrinth.MarkColours() {
			if got := p.Model[p.Index(c)]; got != c {
				t.Errorf("%s: %v becomes %v", theme.ID, c, got)
			}
		}
	}
}

// TestTrigramsHaveBars: on a leaf, and on a throw without changing lines, the three lines of each
// trigram have a bar of their height beside them, followed by the name.
func TestTrigramsHaveBars(t *testing.T) {
	look := render.Themes[0].Look()
	for name, tt := range map[string]struct {
		scene any
		b     bars
	}{
		"leaf":      {&iching.Leaf{Hexagram: book.Numbered(11), Title: engine.T("Peace")}, leafBars},
		"unchanged": {sceneOf(t, "manual", map[string]any{"lines": "7 7 7 8 8 8"}), aloneBars},
	} {
		img := rendertest.Picture(t, measuring, tt.scene, render.Style{})
		for _, top := range []int{6, 3} {
			box := tt.b.line(top).Union(tt.b.line(top - 2))
			beside := image.Rect(box.Max.X+20, box.Min.Y-8, box.Max.X+50, box.Max.Y+8)
			bar := rendertest.Extent(img, beside, look.Line)
			if bar.Dx() != 4 || bar.Min.Y != box.Min.Y+4 || bar.Max.Y != box.Max.Y-4 {
				t.Errorf("%s: beside %v stands the bar %v", name, box, bar)
			}
			words := image.Rect(bar.Max.X+10, box.Min.Y, singleAt-singleRoom/2, box.Max.Y)
			if got := rendertest.Extent(img, words, look.Text).Union(rendertest.Extent(img, words, look.Muted)); got.Dy() < 60 || got.Max.X > words.Max.X-8 {
				t.Errorf("%s: the trigram's words lie in %v of %v", name, got, words)
			}
		}
		said := written(t, tt.scene)
		for _, want := range []string{"坤", "Kūn", "Earth", "乾", "Qián", "Heaven"} {
			if !slices.Contains(said, want) {
				t.Errorf("%s: no %q among %q", name, want, said)
			}
		}
	}
}
