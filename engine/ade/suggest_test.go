package ade_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

// suggested are the suggestions for the argument of a verb.
func suggested(t *testing.T, verb string, p engine.Position, typed string) []string {
	t.Helper()
	i := slices.IndexFunc(ade.Game.Verbs, func(v engine.Verb) bool { return v.Name == verb })
	var words []string
	for _, named := range ade.Game.Verbs[i].Args[0].Suggest(p, typed) {
		words = append(words, named.ID)
	}
	return words
}

// Whatever is suggested can be played, and begins with or has in it what was typed.
func TestSuggestionsCanBePlayed(t *testing.T) {
	for _, tt := range []struct {
		o                engine.Options
		verb, typed      string
		least            int
		contains, absent string
	}{
		{engine.Options{"degree": 4, "values": "1 0 0 2"}, "fire", "", 7, "100", "0"},
		{engine.Options{"degree": 4, "values": "1 0 0 2"}, "fire", "5", 2, "50", "10"},
		{engine.Options{"degree": 4}, "set", "", 14, "V4 2", "V5 1"},
		{engine.Options{"degree": 4}, "set", "v3", 3, "V3 0", "V2 1"},
		{engine.Options{"degree": 4}, "free", "all", 2, "all 1", "V1 1"},
		{engine.Options{"type": "D", "degree": 4}, "set", "V0", 3, "V0 2", "V1 1"},
		{engine.Options{"degree": 4, "mode": "duel", "values": "1 0 2 3"}, "fire", "", 7, "V1 V3", "V2"},
		{engine.Options{"degree": 4, "mode": "duel", "values": "1 0 2 3"}, "fire", "v3", 4, "V3 V4", "V1"},
	} {
		first, err := ade.New(tt.o)
		if err != nil {
			t.Fatal(err)
		}
		words := suggested(t, tt.verb, first, tt.typed)
		if len(words) < tt.least || !slices.Contains(words, tt.contains) || slices.Contains(words, tt.absent) {
			t.Errorf("%s %q of %v suggests %q", tt.verb, tt.typed, tt.o, words)
		}
		for _, word := range words {
			p, err := ade.New(tt.o)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Play(tt.verb + " " + word); err != nil || !strings.Contains(strings.ToLower(word), tt.typed) && tt.typed != "V0" {
				t.Errorf("%s %q of %v: %v", tt.verb, word, tt.o, err)
			}
		}
	}
	pair, err := ade.New(engine.Options{"degree": 4, "mode": "duel"})
	if err != nil {
		t.Fatal(err)
	}
	if words := suggested(t, "set", pair, ""); len(words) != 0 {
		t.Errorf("for two, set suggests %q", words)
	}
}
