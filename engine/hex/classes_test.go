package hex

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestClasses: board sizes are rated separately, and games whose winner is known beforehand are not
// rated.
func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		options map[string]any
		class   string // "" for a refusal
	}{
		{map[string]any{"size": 3}, ""},
		{map[string]any{"size": 8}, ""},
		{map[string]any{"size": 8, "weighted": true, "convention": "source"}, ""},
		{map[string]any{"size": 9}, "9"},
		{map[string]any{"size": 10}, "12"},
		{map[string]any{}, "12"},
		{map[string]any{"size": 12, "width": 12}, "12"},
		{map[string]any{"size": 12, "weighted": true, "convention": "source"}, "12"},
		{map[string]any{"size": 13}, "13"},
		{map[string]any{"size": 19}, "13"},
		{map[string]any{"size": 20}, ""},
		{map[string]any{"size": 25, "weighted": true}, ""},
		{map[string]any{"size": 12, "swap": false}, ""},
		{map[string]any{"size": 9, "width": 10}, ""},
	} {
		o, err := engine.ParseOptions(Game.Options, tt.options, false)
		if err != nil {
			t.Fatal(err)
		}
		class, err := Game.ClassOf(o)
		if _, refused := engine.Why(err); class.ID != tt.class || refused != (tt.class == "") {
			t.Errorf("%v: class %q, %v", tt.options, class.ID, err)
		}
	}
}

// TestLevelsAreRated: the default level has the rating of a new player in each class, and the
// strongest level is rated where it was measured.
func TestLevelsAreRated(t *testing.T) {
	level, _ := Game.Level(Game.Opponents.Default)
	for _, c := range Game.Classes {
		if rating, ok := level.Ratings[c.ID]; ok && rating != engine.Middle {
			t.Errorf("level %s is rated %v in class %s", level.ID, rating, c.ID)
		}
	}
	if strongest, _ := Game.Level("max"); len(level.Ratings) > 0 && (len(strongest.Ratings) != 1 || strongest.Ratings["12"] < 2000) {
		t.Errorf("level max is rated %v", strongest.Ratings)
	}
}
