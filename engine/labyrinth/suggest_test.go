package labyrinth_test

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// offered are the completions of an argument of a verb.
func offered(t *testing.T, verb, arg, typed string, p engine.Position) []string {
	t.Helper()
	i := slices.IndexFunc(labyrinth.Game.Verbs, func(v engine.Verb) bool { return v.Name == verb })
	args := labyrinth.Game.Verbs[i].Args
	k := slices.IndexFunc(args, func(a engine.Arg) bool { return a.Name == arg })
	var ids []string
	for _, named := range args[k].Suggest(p, typed) {
		ids = append(ids, named.ID)
	}
	return ids
}

// TestCompletions: to place a piece, the cells to which doors lead; to remove one, those
// of pieces, the last one first.
func TestCompletions(t *testing.T) {
	p := open(t, map[string]any{"pieces": "2@m12"}, "place 24 c5", "place 1 h9")
	if got, want := offered(t, "place", "cell", "", p), []string{"c6", "h8", "g9", "i9", "g10", "i10", "h10"}; !sameSet(got, want) {
		t.Errorf("to place: %v, want %v", got, want)
	}
	if got := offered(t, "place", "cell", " G", p); !sameSet(got, []string{"g9", "g10"}) {
		t.Errorf("to place after G: %v", got)
	}
	if got, want := offered(t, "remove", "cell", "", p), []string{"h9", "c5", "m12"}; !slices.Equal(got, want) {
		t.Errorf("to remove: %v, want %v", got, want)
	}
	if got := offered(t, "lay", "pieces", "", p); len(got) != 0 {
		t.Errorf("to lay: %v", got)
	}
	if got := offered(t, "place", "cell", "", nil); len(got) != 0 {
		t.Errorf("without a table: %v", got)
	}
}

func sameSet(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}
