package book

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/engine"
)

// folded returns a name for comparison: in lower case, without accents, blanks and punctuation.
func folded(name string) string {
	var f strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		if r < 0x80 && (r < 'a' || r > 'z') && (r < '0' || r > '9') || r >= 0x300 && r < 0x370 {
			continue
		}
		f.WriteRune(r)
	}
	return f.String()
}

// namesOf returns the names of a hexagram, the title first.
func (t *Texts) namesOf(h Hexagram) []string {
	return []string{t.Of(h).Title, h.English(), h.Pinyin(), h.Legge(), h.Chinese(), h.Character()}
}

// Find finds a hexagram by its number, its lines, its character, or a part of a name.
func (t *Texts) Find(text string) (Hexagram, error) {
	text = strings.TrimSpace(text)
	if h, ok := FromLines(text); ok {
		return h, nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > 64 {
			return 0, engine.Refuse("there is no hexagram %s; they are numbered from 1 to 64", strconv.Itoa(n))
		}
		return Numbered(n), nil
	}
	if found := t.Matching(text); len(found) > 0 {
		return found[0], nil
	}
	return 0, engine.Refuse("no hexagram is called `%s`; give a number from 1 to 64, a name, or its character", engine.Quotable(text))
}

// Matching returns the hexagrams with a name that equals, begins with, or contains the text, in
// this order.
func (t *Texts) Matching(text string) []Hexagram {
	typed := folded(text)
	if typed == "" {
		return nil
	}
	var ranks [3][]Hexagram
	for n := 1; n <= 64; n++ {
		h, best := Numbered(n), len(ranks)
		for _, name := range t.namesOf(h) {
			switch name = folded(name); {
			case name == typed:
				best = 0
			case strings.HasPrefix(name, typed):
				best = min(best, 1)
			case strings.Contains(name, typed):
				best = min(best, 2)
			}
		}
		if best < len(ranks) {
			ranks[best] = append(ranks[best], h)
		}
	}
	return slices.Concat(ranks[0], ranks[1], ranks[2])
}

// Search returns the passages that contain all of the words, in King Wen order. The words must be
// in lower case.
func (t *Texts) Search(words []string) []Passage {
	found := []Passage{}
	for n := 1; n <= 64; n++ {
		for _, p := range t.Passages(Numbered(n)) {
			if holds(t.Text(p), words) {
				found = append(found, p)
			}
		}
	}
	return found
}

func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}
