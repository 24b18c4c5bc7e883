package gordon_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

func TestConformance(t *testing.T) {
	table := engine.File{Name: "v4.grp", Data: []byte("e a b c !\ne a b c\na e c b\nb c e a\nc b a e\n")}
	enginetest.Run(t, gordon.Game, enginetest.Promises{
		// At most every m is taken once; Z7 is the default.
		Ends: func(o engine.Options) int {
			if g, err := group.Parse(o.Text("group")); err == nil {
				return g.Order()
			}
			return 7
		},
		Variants: []map[string]any{
			{"group": "S3", "variant": gordon.Identity},
			{"group": "A4", "variant": gordon.Right},
			{"group": "Q8", "variant": gordon.Misere},
			{"group": "D4", "variant": gordon.Solitaire},
			{"group": "Z1"},
			{"group": "Z2^6"},
			{"group": "D40", "variant": gordon.Identity},
			{"file": table},
			{"group": "0 1 ! 0 1 1 0"},
		},
		Refused: []map[string]any{
			{"group": "Z129"},
			{"group": "nonsense"},
			{"group": "Z1", "variant": gordon.Identity},
			{"group": "Z7", "file": table},
			{"variant": "upside down"},
			{"file": engine.File{Name: "x.grp", Data: []byte("0 1 !\n0 1\n1 1\n")}},
		},
	})
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, gordon.Game, "testdata/*.txt")
}
