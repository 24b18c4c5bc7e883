package atom4

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/sixfold-bot/sixfold/engine"
)

// FuzzPlay plays lines made of anything: nothing panics, what is refused leaves no trace,
// and what is played replays to the same position.
func FuzzPlay(f *testing.F) {
	f.Add("i7\nh7\nh6\ng6\ng8\ni9\ng7\ni6\nh9\nnext\ni9")
	f.Add("I7\n i9 \n7i\n\na99\nq1\nnext\nnext next\nñ")
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			p := atRound(1)
			var moves []string
			for line := range strings.SplitSeq(text, "\n") {
				before := p.String()
				canonical, err := p.Play(line)
				if err != nil {
					if why, ok := engine.Why(err); !ok || why.Empty() {
						t.Fatalf("%q is refused without a word: %v", line, err)
					}
					if p.String() != before {
						t.Fatalf("%q leaves a trace:\n%s", line, p)
					}
					continue
				}
				moves = append(moves, canonical)
			}
			again := playAll(t, atRound(1), strings.Join(moves, " "))
			if again.String() != p.String() {
				t.Fatalf("%q replays to\n%s\nnot\n%s", moves, again, p)
			}
		})
	})
}
