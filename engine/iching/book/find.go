package book

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/engine"
)

// folded is a name as it is compared: in small letters, without accents and blanks.
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

// calls lists the names of a hexagram, the title first.
func (t *Texts) calls(h Hexagram) []string {
	return []string{t.Of(h).Title, h.English(), h.Pinyin(), h.Legge(), h.Chinese(), h.Character()}
}

// Find finds a hexagram by its number, its lines, its character, or a name of which all
// or a part was given.
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

// Matching lists the hexagrams of which a name is, begins with, or holds the text, in
// this order.
func (t *Texts) Matching(text string) []Hexagram {
	typed := folded(text)
	if typed == "" {
		return nil
	}
	var ranks [3][]Hexagram
	for n := 1; n <= 64; n++ {
		h, best := Numbered(n), len(ranks)
		for _, name := range t.calls(h) {
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

// Search lists the passages that hold all of the words, in King Wen order. The words are
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

// holds reports whether each of the words is somewhere in a text.
func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
