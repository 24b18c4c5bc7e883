package iching

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// written returns the texts on the picture of a scene, drawn with empty caches.
func written(t *testing.T, scene any) (words []string) {
	t.Helper()
	defer canvas.Watch(func(l canvas.Label) { words = append(words, l.Words) })()
	rendertest.Draw(t, Drawers, scene, render.Style{})
	return words
}

// TestNamesInChinese of all hexagrams and of their trigrams, with how they sound.
func TestNamesInChinese(t *testing.T) {
	for n := 1; n <= 64; n++ {
		h := book.Numbered(n)
		words := written(t, &iching.Leaf{Hexagram: h, Title: engine.T("A title"), Related: []iching.Marked{
			{Hexagram: h.Opposite(), Name: engine.T("Opposite")}, {Hexagram: h.Nuclear(), Name: engine.T("Within")},
		}})
		for _, want := range []string{
			h.Chinese(), h.Pinyin(), h.Upper().Chinese(), h.Upper().Pinyin(), h.Lower().Chinese(), h.Lower().Pinyin(),
			strconv.Itoa(h.Opposite().Number()) + " " + h.Opposite().Chinese(), strconv.Itoa(h.Nuclear().Number()) + " " + h.Nuclear().Chinese(),
		} {
			if !slices.Contains(words, want) {
				t.Errorf("hexagram %d: no %q among %q", n, want, words)
			}
		}
	}
}

// TestReadingsNameBoth hexagrams in Chinese, and their trigrams.
func TestReadingsNameBoth(t *testing.T) {
	words := written(t, sceneOf(t, "manual", map[string]any{"lines": "7 8 9 6 7 7", "question": "Now?"}))
	for _, want := range []string{"家人", "Jiā Rén", "巽 Wind over 離 Fire", "无妄", "Wú Wàng", "乾 Heaven over 震 Thunder", "“Now?”", "Lines 3, 4 change"} {
		if !slices.Contains(words, want) {
			t.Errorf("no %q among %q", want, words)
		}
	}
}

// TestPillarsInChinese, and the branches of the clock.
func TestPillarsInChinese(t *testing.T) {
	words := written(t, sceneOf(t, "natal", map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}))
	for _, want := range []string{"甲子", "jia zi", "丁卯", "ding mao", "庚申", "geng shen", "庚辰", "geng chen"} {
		if !slices.Contains(words, want) {
			t.Errorf("no %q among %q", want, words)
		}
	}
	clock := sceneOf(t, "clock", nil).(*iching.Wheel)
	words = written(t, clock)
	for branch := range wheelBranch {
		chinese, pinyin := calendar.BranchNames(branch)
		if !slices.Contains(words, chinese) {
			t.Errorf("no %q among %q", chinese, words)
		}
		if now := branch == clock.Moment.Hour() || branch == clock.Moment.Month(); slices.Contains(words, pinyin) != now {
			t.Errorf("%q is written: %t", pinyin, !now)
		}
	}
}

// TestControllingLineIsExplained below where it is drawn.
func TestControllingLineIsExplained(t *testing.T) {
	words := written(t, sceneOf(t, "natal", map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}))
	if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "Controlling line") && !strings.Contains(w, "…") }) {
		t.Errorf("nothing of it among %q", words)
	}
}

// TestNamesAreWhole, of every hexagram, where two stand side by side: on a sheet, and on a chart, in
// full on both.
func TestNamesAreWhole(t *testing.T) {
	chart := *sceneOf(t, "natal", map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}).(*iching.Horoscope)
	sheet := *sceneOf(t, "manual", map[string]any{"lines": "7 8 9 6 7 7"}).(*iching.Sheet)
	for n := 1; n <= 64; n++ {
		leaf := sceneOf(t, "hexagram", map[string]any{"hexagram": strconv.Itoa(n)}).(*iching.Leaf)
		for i := range 2 {
			for _, m := range []*iching.Marked{&chart.Pair[i], &sheet.Pair[i]} {
				m.Hexagram, m.Title = leaf.Hexagram, leaf.Title
			}
		}
		for i, scene := range []any{&chart, &sheet} {
			if i != n%2 && !enginetest.Long() {
				continue
			}
			words := written(t, scene)
			if want := strconv.Itoa(n) + " " + leaf.Title.String(); !slices.Contains(words, want) {
				t.Errorf("%T: no %q among %q", scene, want, words)
			}
			if i := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "…") }); i >= 0 {
				t.Errorf("%T of hexagram %d: %q is cut", scene, n, words[i])
			}
		}
	}
}
