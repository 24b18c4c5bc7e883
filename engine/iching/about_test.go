package iching

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAboutPages(t *testing.T) {
	var ids []string
	for _, p := range pages {
		ids = append(ids, p.ID)
		if n := utf8.RuneCountInString(strings.Join(p.Paragraphs, "\n\n")); n < 100 || n > 1800 {
			t.Errorf("page %s has %d characters, want 100 to 1,800", p.ID, n)
		}
		if n := utf8.RuneCountInString(p.Title); n < 3 || n > 40 {
			t.Errorf("page %s: the title %q has %d characters, want 3 to 40", p.ID, p.Title, n)
		}
	}
	p := newPerson(t)
	credits := p.press(p.run("about", nil), "Credits").Text.String()
	for _, name := range []string{"Ed van Zon", "Christian Freeling", "Martin Medema", "James Legge", "Gerard Dijkman", "W. K. Chu", "W. A. Sherrill"} {
		if !strings.Contains(credits, name) {
			t.Errorf("%s is not among the credits", name)
		}
	}
	if want := []string{"book", "casting", "reading", "connexion", "clock", "natal"}; !slices.Equal(ids, want) {
		t.Errorf("the pages are %v, want %v", ids, want)
	}
}
