package atom4

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// fits checks by the rules whether a move does what each lesson asks.
var fits = [len(lessons)]func(p *Position, c grid.Cell) bool{
	func(p *Position, c grid.Cell) bool { return p.makes(c, grid.Goal(p.Turn())) },
	(*Position).reachesFar,
	func(p *Position, c grid.Cell) bool { return p.After(c).winner == p.Turn() },
	(*Position).isSafe,
	(*Position).winsNext,
}

func (p *Position) makes(c grid.Cell, colour grid.Colour) bool {
	return slices.ContainsFunc(p.Effect(c).Changed, func(ch Change) bool { return ch.New == colour })
}

func (p *Position) reachesFar(c grid.Cell) bool {
	return slices.ContainsFunc(p.Effect(c).Changed, func(ch Change) bool {
		return !slices.Contains(grid.Steps[:], ch.Cell.Point()-c.Point())
	})
}

// isSafe reports whether the opponent cannot win at once after a move.
func (p *Position) isSafe(c grid.Cell) bool {
	after := p.After(c)
	if after.over() {
		return true
	}
	f := after.tree()
	return !f.wins(f.phase)
}

// winsNext reports whether a move wins at once, or with the mover's next piece against every
// answer.
func (p *Position) winsNext(c grid.Cell) bool {
	after := p.After(c)
	if after.over() {
		return after.winner == p.Turn()
	}
	f := after.tree()
	if f.wins(f.phase) {
		return false
	}
	for _, m := range f.AppendMoves(nil) {
		f.Do(m)
		value, exact := f.Evaluate()
		f.Undo(m)
		if !exact || value != alphabeta.Win-1 {
			return false
		}
	}
	return true
}

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
			if said != a.Data.(lessonData).Right || said != fits[i](p, c) {
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
			if err != nil || !fits[i](p, c) && slices.Contains(strings.FieldsFunc(a.Text.String(), notWord), right[0]) {
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

// The effects in the rules are those of the board.
func TestEffects(t *testing.T) {
	for i, e := range Effects {
		b, at, got := grid.NewBoard(), grid.At(4, 4).Point(), e.Hit
		behind := at + grid.Axes[0]
		if e.Through != grid.Empty {
			b.At[behind] = e.Through
			behind += grid.Axes[0]
		}
		b.At[behind] = e.Hit
		var hits [6]grid.Hit
		if b.Hits(at, grid.Red, &hits) > 0 {
			got = hits[0].Colour
		}
		if e.Result != got {
			t.Errorf("effect %d gives %s, by the rules %s", i+1, e.Result, got)
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
