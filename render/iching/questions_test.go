package iching

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestQuestions of any length and script are written whole at the foot, on as many lines as
// they need, and never beyond the margins.
func TestQuestions(t *testing.T) {
	look := render.Themes[0].Look()
	tests := []struct {
		name, question string
		lines          int
		with           color.RGBA
	}{
		{"none", "", 0, look.Text},
		{"short", "Shall I?", 1, look.Text},
		{"on two lines", "Shall I take the path over the mountain, or wait in the valley until the snow has gone?", 2, look.Text},
		{"smaller on more", strings.Repeat("Shall I take the path over the mountain? ", 7), 4, look.Muted},
		{"in Chinese", "我应该走山路，还是在山谷里等到雪融化呢？我们什么时候可以再见面？", 2, look.Text},
		{"long in Chinese", strings.Repeat("我应该走山路，还是等到雪融化呢？", 5), 3, look.Muted},
		{"long in Russian", strings.Repeat("Что будет, если подождать? ", 6), 3, look.Muted},
	}
	for _, tt := range tests {
		scene := *sceneOf(t, "manual", map[string]any{"lines": "7 8 7 8 7 8"}).(*iching.Sheet)
		scene.Question = tt.question
		var said []string
		var box image.Rectangle
		stop := canvas.Watch(func(l canvas.Label) {
			if l.Mask.Rect.Min.Y > sheetBody && strings.ContainsAny(l.Words, "“”") || len(said) > 0 && !strings.Contains(said[len(said)-1], "”") {
				said, box = append(said, l.Words), box.Union(l.Mask.Rect)
				if l.Ink != tt.with || l.Mask.Rect.Min.X < pageMargin || l.Mask.Rect.Max.X > pageWidth-pageMargin {
					t.Errorf("%s: %q is written over %v in %v", tt.name, l.Words, l.Mask.Rect, l.Ink)
				}
			}
		})
		img := rendertest.Draw(t, Drawers, &scene, render.Style{})
		stop()
		joined := strings.Join(said, "")
		if want := strings.TrimSpace(tt.question); len(said) != tt.lines || want != "" && strings.ReplaceAll(joined, " ", "") != strings.ReplaceAll("“"+want+"”", " ", "") {
			t.Errorf("%s: %q", tt.name, said)
		}
		if foot := image.Rect(0, sheetBody, pageWidth, img.Rect.Max.Y); !box.In(foot.Inset(10)) {
			t.Errorf("%s: written over %v of %v", tt.name, box, foot)
		}
	}
	// One long word cannot be broken, and is shortened.
	scene := *sceneOf(t, "manual", map[string]any{"lines": "7 8 7 8 7 8"}).(*iching.Sheet)
	scene.Question = strings.Repeat("Hm", 90)
	foot := image.Rect(0, sheetBody, pageWidth, sheetBody+sheetFoot)
	if box := rendertest.Extent(rendertest.Picture(t, measuring, &scene, render.Style{}), foot, look.Muted); box.Dx() < pageRoom*3/4 || box.Min.X < pageMargin || box.Max.X > pageWidth-pageMargin {
		t.Errorf("a long word is written over %v", box)
	}
}

// TestQuestionsAreAsLargeAsTheyCanBe: a longer question is neither larger nor on fewer lines, and
// none is cut or takes more than four lines.
func TestQuestionsAreAsLargeAsTheyCanBe(t *testing.T) {
	p := (&pages{canvas.Cache[*canvas.Look, *page]{Limit: 1}}).page(render.Themes[0].Look())
	question, last := "", p.setting("")
	for word := range strings.FieldsSeq(strings.Repeat("Shall I take the path over the mountain, or wait in the valley until the snow has gone? ", 3)) {
		question += " " + word
		question = strings.TrimSpace(question)
		now := p.setting(question)
		if now.face.Size > last.face.Size || len(now.lines) < len(last.lines) || len(now.lines) > 4 {
			t.Errorf("%d letters take %d lines of %g pixels, fewer %d of %g", len(question), len(now.lines), now.face.Size, len(last.lines), last.face.Size)
		}
		if joined := strings.Join(now.lines, " "); joined != question {
			t.Errorf("%q is set as %q", question, joined)
		}
		last = now
	}
}

// TestChangesAreSaidWithEveryQuestion, once: below it, or where it takes all the foot, beside
// the lines and apart from them.
func TestChangesAreSaidWithEveryQuestion(t *testing.T) {
	look := render.Themes[0].Look()
	for lines, want := range map[string]string{"6 9 6 9 6 9": "All lines change", "6 9 6 9 6 8": "Lines 1, 2, 3, 4, 5 change", "7 8 7 8 7 8": "No line changes"} {
		for _, question := range []string{"", "Now?", strings.Repeat("Over the mountain? ", 5), strings.Repeat("Over the mountain? ", 9), strings.Repeat("Over the mountain? ", 15)} {
			scene := *sceneOf(t, "manual", map[string]any{"lines": lines}).(*iching.Sheet)
			scene.Question = question
			var said []string
			var box image.Rectangle
			stop := canvas.Watch(func(l canvas.Label) {
				if slices.ContainsFunc(strings.Fields(l.Words), func(w string) bool {
					return strings.Contains(strings.ToLower(w), "line") || strings.HasPrefix(w, "change") || strings.HasSuffix(w, ",")
				}) {
					said, box = append(said, l.Words), box.Union(l.Mask.Rect)
				}
			})
			img := rendertest.Draw(t, Drawers, &scene, render.Style{})
			stop()
			if got := strings.Join(said, " "); got != want {
				t.Errorf("with %q it says %q, want %q", question, got, want)
			}
			const apart = 16
			for _, c := range []color.RGBA{look.Red.Base, look.Text} {
				if n := rendertest.CountIn(img, box.Inset(-apart), c); n > 0 && box.Max.Y < sheetBody {
					t.Errorf("with %q the words in %v are near %d pixels of %v", question, box, n, c)
				}
			}
		}
	}
}
