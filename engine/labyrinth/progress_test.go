package labyrinth

import (
	"strings"
	"testing"
)

// TestProgressLeavesOutWhatIsNotKnown: in a compact search all pieces lie at all times.
func TestProgressLeavesOutWhatIsNotKnown(t *testing.T) {
	for best, want := range map[int]string{0: "7 steps a second.", 9: "Most pieces laid: 9."} {
		p := Progress{Restarts: 1, Steps: 20, Best: best}
		if got := p.words(3, 7).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%+v is told as %q, want %q at its end", p, got, want)
		}
	}
}
