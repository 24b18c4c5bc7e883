package player

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// A level makes the same moves with the same values whatever instructions the machine has.
func TestLevelsPlayAlikeOnEveryMachine(t *testing.T) {
	for _, level := range []string{"beginner", "normal", "max"} {
		var first []engine.Choice
		for path := range kernel.EachPath {
			p, err := New(Options{Level: level, Threads: 1, Playouts: 8, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			g := newGame(kind{size: 5, width: 6, sideways: level == "normal"})
			var choices []engine.Choice
			for range 4 {
				c, err := p.Choose(t.Context(), g)
				if err != nil {
					t.Fatal(err)
				}
				choices = append(choices, c)
				g.play(t, c.Move)
			}
			if first == nil {
				first = choices
			}
			for i, c := range choices {
				if want := first[i]; c.Move != want.Move || c.Value != want.Value || !slices.Equal(c.Line, want.Line) {
					t.Errorf("%s by %s: move %d is %s, worth %v, want %s, worth %v", level, path, i, c.Move, c.Value, want.Move, want.Value)
				}
			}
		}
	}
}
