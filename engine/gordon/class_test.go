package gordon

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestClass: a game is rated by the usual rules, on a group whose winner is not known.
func TestClass(t *testing.T) {
	for _, tt := range []struct {
		options map[string]any
		why     string // "" for a rated game
	}{
		{map[string]any{}, "known who wins"},
		{map[string]any{"group": "Z7", "variant": Right}, "known who wins"},
		{map[string]any{"group": "C23"}, "known who wins"},
		{map[string]any{"group": "a b! a b b a"}, "known who wins"},
		{map[string]any{"group": "C24", "variant": Misere}, "no variant"},
		{map[string]any{"group": "C24", "variant": Identity}, "no variant"},
		{map[string]any{"group": "S4"}, ""},
		{map[string]any{"group": "C24", "variant": Right}, ""},
		{map[string]any{"group": "Z2^7"}, ""},
	} {
		o, err := engine.ParseOptions(Game.Options, tt.options, false)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Game.ClassOf(o)
		if why, refused := engine.Why(err); refused != (tt.why != "") || !strings.Contains(why.String(), tt.why) {
			t.Errorf("%v: %v", tt.options, err)
		}
	}
}
