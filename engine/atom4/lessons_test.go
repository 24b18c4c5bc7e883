package atom4

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// Each lesson has one right answer among several moves, and every cell gets one.
func TestLessons(t *testing.T) {
	for i, l := range lessons {
		p, err := l.position()
		if err != nil {
			t.Fatal(err)
		}
		var right []string
		for _, c := range p.Legal() {
			o := engine.Options{"number": i + 1, "cell": c.String()}
			a, err := lessonTool.Run(t.Context(), engine.Env{}, o, nil)
			if err != nil {
				t.Fatalf("lesson %d, %s: %v", i+1, c, err)
			}
			said := strings.HasPrefix(a.Text.String(), "**Right!**")
			if said != a.Data.(lessonData).Right || said != l.right(p, c) {
				t.Errorf("lesson %d, %s: says %q", i+1, c, a.Text)
			}
			if said {
				right = append(right, c.String())
			}
		}
		if len(right) != 1 || len(p.Legal()) < 5 {
			t.Fatalf("lesson %d: %v are right of %d", i+1, right, len(p.Legal()))
		}
		for _, c := range p.Legal() { // a wrong answer does not name the right one
			a, err := lessonTool.Run(t.Context(), engine.Env{}, engine.Options{"number": i + 1, "cell": c.String()}, nil)
			if err != nil || !l.right(p, c) && slices.Contains(strings.FieldsFunc(a.Text.String(), notWord), right[0]) {
				t.Errorf("lesson %d, %s: %q, %v; the answer is %s", i+1, c, a.Text, err, right[0])
			}
		}
	}
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func TestLessonRefusals(t *testing.T) {
	for cell, says := range map[string]string{"a1": "touches no piece", "zz": "a cell is a letter and a number", "h8": "lies on h8"} {
		_, err := lessonTool.Run(t.Context(), engine.Env{}, engine.Options{"number": 1, "cell": cell}, nil)
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), says) {
			t.Errorf("%s: %v, want %q", cell, err, says)
		}
	}
}

func TestEffects(t *testing.T) {
	// From the table of the manual: red on red, yellow, green, cyan, black, and on green
	// behind a white piece.
	want := []grid.Colour{grid.Red, grid.Yellow, grid.Yellow, grid.White, grid.Red, grid.Yellow}
	for i, e := range Effects() {
		if e.Result != want[i] {
			t.Errorf("effect %d gives %s, want %s", i+1, e.Result, want[i])
		}
	}
}

func TestPreview(t *testing.T) {
	p := playAll(t, atRound(1), "i7 h7 h6 g6 g8 i9 g7 i6")
	before := p.String()
	a, err := showPreview(t.Context(), p, engine.Options{"cell": "H9"})
	if err != nil {
		t.Fatal(err)
	}
	if d := a.Data.(previewData); !d.Wins || d.Move.Cell != "h9" || a.Actions[0].Line != "move h9" {
		t.Errorf("the winning move is previewed as %+v, %v", d, a.Actions)
	}
	if a, err = showPreview(t.Context(), p, engine.Options{}); err != nil || len(a.Actions) != len(p.Legal()) {
		t.Errorf("%d buttons for %d cells, %v", len(a.Actions), len(p.Legal()), err)
	}
	for cell, says := range map[string]string{"a1": "touches no piece", "zz": "a letter and a number", "h8": "lies on h8"} {
		_, err := showPreview(t.Context(), p, engine.Options{"cell": cell})
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), says) {
			t.Errorf("%s: %v, want %q", cell, err, says)
		}
	}
	if p.String() != before {
		t.Error("a preview changes the position")
	}
	playAll(t, p, "h9")
	if _, err := showPreview(t.Context(), p, engine.Options{}); err == nil {
		t.Error("a round that is over is previewed")
	}
}
