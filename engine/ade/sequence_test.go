package ade_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// The buttons below the sequence graph are exactly the possible actions.
func TestSequenceActions(t *testing.T) {
	for _, tt := range []struct{ moves, labels string }{
		{"", "Help"},
		{"set V1 1", "Fire Exhaust Help"},
		{"set V1 1,fire", "Fire Exhaust Undo Edit Save Help"},
		{"set V1 1,exhaust", "Undo Edit Save Help"},
	} {
		p := open(t, engine.Options{"degree": 3}, strings.FieldsFunc(tt.moves, func(r rune) bool { return r == ',' })...)
		var labels []string
		answer, err := ask(t, "graph", p, engine.Options{"rings": 6})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range answer.Actions {
			labels = append(labels, a.Label.String())
		}
		if got := strings.Join(labels, " "); got != tt.labels {
			t.Errorf("after %q: %s, want %s", tt.moves, got, tt.labels)
		}
	}
}
