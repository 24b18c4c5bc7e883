package ade

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// written returns the texts written for a scene.
func written(t *testing.T, scene any, s render.Style) (words []string) {
	t.Helper()
	stop := canvas.Watch(func(x canvas.Label) { words = append(words, x.Words) })
	defer stop()
	rendertest.Draw(t, newDrawers(), scene, s)
	return words
}

// TestTheGoalIsInThePicture: the goal of a puzzle and the progress of the run.
func TestTheGoalIsInThePicture(t *testing.T) {
	for _, tt := range []struct {
		scene any
		want  []string
	}{
		{newPuzzle(t), []string{"Goal: ends after exactly 24 layers", "values 0 to 2"}},
		{posed(t, "layers", 1, "set V3 1", "fire 7"), []string{"Goal: ends after exactly 24 layers", "7 of 24 so far"}},
		{posed(t, "layers", 1, "set V3 1", "exhaust"), []string{"Goal: ends after exactly 24 layers", "ended after 17"}},
		{ade.Moment{Position: posed(t, "layers", 1, "set V3 1", "fire 7"), Layer: 3}, []string{"3 of 24 so far"}},
		{posed(t, "end", 7), []string{"Goal: ends in the values behind →", "V0 → −1", "V1 → 0", "V5 → −1"}},
		{posed(t, "fixed", 3, "set V3 1", "fire 2"), []string{"Goal: stays as it is, not all 0", "not yet"}},
	} {
		words := strings.Join(written(t, tt.scene, render.Style{}), "\n")
		for _, want := range tt.want {
			if !strings.Contains("\n"+words+"\n", "\n"+want+"\n") {
				t.Errorf("%q is not written, but\n%s", want, words)
			}
		}
	}
}

// TestEveryPuzzleHasRoom for its goal, and for the values in which it is to end.
func TestEveryPuzzleHasRoom(t *testing.T) {
	seeds := 4
	if enginetest.Long() {
		seeds = 12
	}
	for _, task := range []string{"layers", "end", "fixed"} {
		for seed := range seeds {
			for _, words := range written(t, posed(t, task, seed), render.Style{}) {
				if strings.HasSuffix(words, "…") {
					t.Errorf("%s %d: %q", task, seed, words)
				}
			}
		}
	}
}

// TestAdviceMarksItsNodes: those that the line names, or else all that would fire.
func TestAdviceMarksItsNodes(t *testing.T) {
	p := table(t, "E6", "0 1 0 0 1 0", "")
	b := boardOf(p, render.Themes[0])
	for move, want := range map[string]string{"set V3 1": "V3", "set V1 1 V2 2": "V1 V2", "fire": "V1 V4", "exhaust": "V1 V4"} {
		set := marked(t, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, b, render.Themes[0], canvas.MarkHint)
		got := strings.Join(p.Graph().Members(set), " ")
		if got != want {
			t.Errorf("%s marks %q, want %q", move, got, want)
		}
	}
}

// TestLeftOutEdgesAreTold, in the picture that lacks them alone.
func TestLeftOutEdgesAreTold(t *testing.T) {
	for name, want := range map[string]bool{"A64": false, "E8": false, everyTwo(30): true} {
		var words []string
		stop := canvas.Watch(func(x canvas.Label) { words = append(words, x.Words) })
		_, whole, err := render.Full(newDrawers(), table(t, name, "all 1", ""), render.Style{})
		stop()
		told := strings.Count(strings.Join(words, "\n"), "435 edges are not drawn")
		if err != nil || (told == 1) != want || told > 1 || (whole != nil) != want {
			t.Errorf("%.40s: that edges are left out is told %d times, %v", name, told, err)
		}
	}
}

// TestWholeGraphs: where edges are left out or lie densely there is another picture, with all of
// them; in full, of 64 nodes, too.
func TestWholeGraphs(t *testing.T) {
	for name, cut := range map[string]bool{"A64": false, "E8": false, everyTwo(20): true, everyTwo(64): true} {
		if name == everyTwo(64) && !enginetest.Long() {
			continue
		}
		_, whole, err := render.Full(newDrawers(), table(t, name, "all 1", ""), render.Style{})
		if err != nil || (whole != nil) != cut {
			t.Errorf("%.40s has a whole of %d bytes, %v", name, len(whole), err)
		}
		if g := table(t, name, "all 1", "").Graph(); cut {
			b := layOutBoard(key{look: render.Themes[0].Look(), graph: g.String(), whole: true}, g)
			if b.edgesOmitted || len(b.edges) != len(g.Edges()) || b.radius < leastNode {
				t.Errorf("%.40s: the whole has %d edges, and nodes of radius %g", name, len(b.edges), b.radius)
			}
		}
	}
	for moves, cut := range map[string]bool{"fire 8": false, "fire 9": true} {
		q := ade.NewSequence(table(t, "E10", "all 1", moves), 6)
		if _, whole, err := render.Full(newDrawers(), q, render.Style{}); err != nil || (whole != nil) != cut {
			t.Errorf("%s: the sequence graph has a whole of %d bytes, %v", moves, len(whole), err)
		}
	}
}
