package labyrinth

import (
	"context"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// TestProgressLeavesOutWhatIsNotKnown: in a compact search all pieces always lie.
func TestProgressLeavesOutWhatIsNotKnown(t *testing.T) {
	for best, want := range map[int]string{0: "7 steps a second.", 9: "Most pieces placed: 9."} {
		p := solver.Progress{Restarts: 1, Steps: 20, Best: best}
		if got := progressText(p, 3, 7).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%+v is told as %q, want %q at its end", p, got, want)
		}
	}
}

// TestNotFound: only what is proved is said for certain.
func TestNotFound(t *testing.T) {
	for err, want := range map[error]string{
		solver.ErrNone:           "No solution exists: the search was exhaustive.",
		solver.ErrGaveUp:         "No solution was found in 2,000 steps; there may still be one.",
		context.DeadlineExceeded: "No solution was found in 9 s and 2,000 steps; there may still be one.",
	} {
		a, failed := notFound(err, 9, solver.Progress{Steps: 2000}, board.Frame{})
		if failed != nil || a.Text.String() != want {
			t.Errorf("%v is told as %q, %v, want %q", err, a.Text, failed, want)
		}
	}
}
