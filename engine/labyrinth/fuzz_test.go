package labyrinth_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

func FuzzPlay(f *testing.F) {
	f.Add("place 1 c5\nplace 41 c4\nremove c4\nlay 8@h9 2@l9")
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			p, err := labyrinth.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(text) {
				before := p.String()
				canonical, err := p.Play(line)
				if err != nil && p.String() != before {
					t.Fatalf("refusing %q left a trace", line)
				}
				if err == nil && strings.HasPrefix(canonical, "place ") {
					fields := strings.Fields(canonical)
					if _, err := p.Play("remove " + fields[2]); err != nil {
						t.Fatal(err)
					}
					if again, err := p.Play(canonical); err != nil || again != canonical {
						t.Fatalf("%q plays again as %q, %v", canonical, again, err)
					}
				}
			}
		})
	})
}
