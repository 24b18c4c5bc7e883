package engine_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestSuggest(t *testing.T) {
	words := []string{"a1", "a2", "b1", "All 1"}
	tests := []struct {
		name, typed string
		want        []string
	}{
		{"everything for nothing", "", words},
		{"the beginning comes before the middle", "1", []string{"a1", "b1", "All 1"}},
		{"in the order of the words", "a", []string{"a1", "a2", "All 1"}},
		{"whatever the case, with blanks around", " ALL ", []string{"All 1"}},
		{"nothing that fits", "z", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, n := range engine.Suggest(words, tt.typed) {
				if n.Title.String() != n.ID {
					t.Errorf("%q is shown as %q", n.ID, n.Title)
				}
				got = append(got, n.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("Suggest(%q) = %q, want %q", tt.typed, got, tt.want)
			}
		})
	}
	// Prefix matches must not be crowded out by other matches.
	var many []string
	for n := range 40 {
		many = append(many, "x"+strconv.Itoa(n))
	}
	many = append(many, "0")
	if got := engine.Suggest(many, "0"); got[0].ID != "0" {
		t.Errorf("the first suggestion is %q", got[0].ID)
	}
	if got := engine.Suggest(many, ""); len(got) != engine.MaxSuggestions {
		t.Errorf("%d suggestions", len(got))
	}
}
