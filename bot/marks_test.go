package bot

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// marksOf returns how many marks of each kind are drawn on a scene.
func marksOf(t *testing.T, entry Entry, scene any, theme render.Theme) map[canvas.MarkKind]int {
	t.Helper()
	marks := map[canvas.MarkKind]int{}
	defer canvas.WatchAll(canvas.Watcher{Marked: func(k canvas.MarkKind, _ image.Rectangle, _ *image.Paletted) { marks[k]++ }})()
	img, err := render.Draw(entry.Draw, scene, render.Style{Theme: theme})
	if err != nil {
		t.Fatal(err)
	}
	if img.Rect != canvas.Whole {
		t.Errorf("%s: a picture of %v", entry.Game.ID, img.Rect)
	}
	return marks
}

// TestMarksAreShared: who knows the marks of one game knows those of all. The last move is marked by
// the mark of package canvas, and by it alone, and a hint likewise.
func TestMarksAreShared(t *testing.T) {
	for _, entry := range Games() {
		o, err := engine.ParseOptions(entry.Game.Options, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		p, err := entry.Game.New(o)
		if err != nil {
			t.Fatal(err)
		}
		list, ok := p.(engine.Picker)
		if !ok || entry.Game.Opponents.Hint == "" {
			continue
		}
		for _, theme := range render.Themes {
			if marks := marksOf(t, entry, p, theme); marks[canvas.MarkLast]+marks[canvas.MarkHint]+marks[canvas.MarkWon] > 0 {
				t.Errorf("%s, %s: before the first move there are marks %v", entry.Game.ID, theme.ID, marks)
			}
		}
		for range 2 {
			placing := slices.IndexFunc(list.Moves(), func(m string) bool { return !strings.HasPrefix(m, "remove") })
			if _, err := p.Play(list.Moves()[placing]); err != nil {
				t.Fatal(err)
			}
		}
		hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: list.Moves()[0]}}
		for _, theme := range render.Themes {
			if marks := marksOf(t, entry, p, theme); marks[canvas.MarkLast] == 0 || marks[canvas.MarkHint]+marks[canvas.MarkWon] > 0 {
				t.Errorf("%s, %s: after two moves there are marks %v", entry.Game.ID, theme.ID, marks)
			}
			if marks := marksOf(t, entry, hint, theme); marks[canvas.MarkHint] == 0 {
				t.Errorf("%s, %s: on a hint there are marks %v", entry.Game.ID, theme.ID, marks)
			}
		}
	}
}
