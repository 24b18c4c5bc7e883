package gordon

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// written are the words above the caption of a scene's picture, in the order in which they are drawn.
func written(t *testing.T, scene any) (words []string) {
	t.Helper()
	defer canvas.Watch(func(l canvas.Label) {
		if canvas.Middle(l.Mask.Rect).Round().In(canvas.Field) {
			words = append(words, l.Words)
		}
	})()
	rendertest.Draw(t, Drawers, scene, render.Style{})
	return words
}

// TestNamesBesidePlaces: the place where one stands is named first, and a hint; then as many as fit,
// many of them.
func TestNamesBesidePlaces(t *testing.T) {
	for name, least := range map[string]int{"A4": 9, "S4": 10, "D12": 20, "Z2^6": 12, "Z128": 20} {
		for turns := 1; turns < 9; turns++ {
			p := randomGame(t, engine.Options{"group": name}, turns, uint64(turns))
			names := laid(t, name).names
			here, _ := p.Place()
			words := written(t, p)
			if words[0] != names[here] || len(words) < least {
				t.Errorf("%s: of %d names the first is %s, want that of %s", name, len(words), words[0], names[here])
			}
			moves := p.Moves()
			if len(moves) == 0 {
				continue
			}
			n := turns % len(moves)
			hinted := written(t, engine.Suggestion{Position: p, Choice: engine.Choice{Move: moves[n]}})
			to, d := p.Legal()[n].P, &drawing{board: laid(t, name)}
			near := overlap(d.notes[here], d.worded(here), d.notes[to], d.worded(to), wordGap)
			if hinted[0] != names[here] || !near && hinted[1] != names[to] {
				t.Errorf("%s: %q do not begin with those of %s and %s", name, hinted, names[here], names[to])
			}
		}
	}
}

// TestStepsOfArrows are written on the last arrow, or on that of a hint.
func TestStepsOfArrows(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "S4"}, 5, 3)
	turns, names := p.History(), laid(t, "S4").names
	if words := written(t, p); words[len(words)-1] != names[turns[4].M] {
		t.Errorf("the last step is told as %s, want %s", words[len(words)-1], names[turns[4].M])
	}
	hinted := engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[1]}}
	if words := written(t, hinted); words[len(words)-1] != names[p.Legal()[1].M] {
		t.Errorf("the hint is told as %s, want %s", words[len(words)-1], names[p.Legal()[1].M])
	}
}
