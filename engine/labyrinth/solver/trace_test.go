package solver

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// TestTracesAreBounded: a run that goes on and on is not kept as a whole.
func TestTracesAreBounded(t *testing.T) {
	s, err := New(Default(), 1)
	if err != nil {
		t.Fatal(err)
	}
	steps := make([]placement, maxTrace-1)
	s.trace = &steps
	for range 3 {
		s.record(placement{-1, 0})
	}
	if len(steps) != maxTrace {
		t.Errorf("%d steps are kept, want %d", len(steps), maxTrace)
	}
}

// TestTraceEndsWithTheSolution: placing and taking back pieces as traced, on an empty
// board, leaves the solution, wherever it is shown.
func TestTraceEndsWithTheSolution(t *testing.T) {
	for name, mirror := range map[string]board.Mirror{"any": board.NoMirror, "level": board.Level, "upright": board.Upright} {
		t.Run(name, func(t *testing.T) {
			o := Default()
			o.Mirror = mirror
			s, err := New(o, 5)
			if err != nil {
				t.Fatal(err)
			}
			s.Record()
			found, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			shown := found.Pieces
			if mirror == board.NoMirror {
				shown = board.Tidy(shown)
			}
			var lie []board.Piece
			for _, step := range s.Trace(shown) {
				if step.Undo {
					lie = lie[:len(lie)-1]
					continue
				}
				lie = append(lie, step.Piece)
			}
			if len(lie) != len(shown) {
				t.Fatalf("%d pieces lie in the end", len(lie))
			}
			for i := range lie {
				if lie[i] != shown[i] {
					t.Fatalf("piece %d of the trace is %v, shown %v", i, lie[i], shown[i])
				}
			}
		})
	}
}
