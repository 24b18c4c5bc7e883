package iching

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

func TestSearch(t *testing.T) {
	p := newPerson(t)
	found := p.run("search", map[string]any{"words": "Dragon field"}).Data.([]book.Passage)
	all := p.run("search", map[string]any{"words": "dragon"}).Data.([]book.Passage)
	if len(all) < 6 || len(found) >= len(all) || all[0].Hexagram != 1 {
		t.Errorf("a dragon stands in %v, in a field in %v", all, found)
	}
	p.run("search", map[string]any{"words": "the"})
	titled := p.run("search", map[string]any{"words": "cauldron"})
	for i, passage := range titled.Data.([]book.Passage) {
		if text := book.Own().Text(passage); !strings.Contains(strings.ToLower(text), "cauldron") {
			t.Errorf("no cauldron stands in %q", text)
		}
		if title := (book.Passage{Hexagram: 50, Part: book.Title}); (passage == title) != (i == 0) {
			t.Errorf("found %d: %+v", i, passage)
		}
	}
	one := p.run("search", map[string]any{"words": "arrogant dragon"})
	if !strings.Contains(one.Text.String(), "is in one text.") {
		t.Errorf("%s", one.Text)
	}
}
