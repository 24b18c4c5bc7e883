package labyrinth

import (
	"strings"
	"testing"

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
