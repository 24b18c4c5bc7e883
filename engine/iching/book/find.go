package book

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Find finds a hexagram by its number, its lines, its character, or a name. Who may mean one of
// several is asked which.
func (t *Texts) Find(text string) (Hexagram, error) {
	text = strings.TrimSpace(text)
	plainly := strings.Trim(plain(text), "#_ ")
	if h, ok := FromLines(plainly); ok {
		return h, nil
	}
	if n, err := strconv.Atoi(plainly); err == nil && (n < 1 || n > 64) {
		return 0, engine.Refuse("there is no hexagram %s; they are numbered from 1 to 64", strconv.Itoa(n))
	}
	for rank, found := range t.ranked(plainly) {
		if len(found) == 1 && rank < byBeginning {
			return found[0], nil
		}
		if len(found) > 0 && len(found) < len(names) { // all begin with nothing
			return 0, engine.Refuse("say by its number which hexagram you mean by `%s`: %s", engine.Quotable(text), t.listed(found))
		}
	}
	return 0, engine.Refuse("no hexagram is called `%s`; give a number from 1 to 64, a name, or its character", engine.Quotable(text))
}

// listed names some hexagrams, or the first of many.
func (t *Texts) listed(list []Hexagram) engine.Text {
	const most = 8
	words := engine.Map(list[:min(len(list), most)], func(h Hexagram) engine.Text {
		return engine.T("%s %s", t.Name(h), h.Signs())
	})
	if len(list) > most {
		words = append(words, engine.T("…"))
	}
	return engine.List(", ", words)
}

// Matching returns the hexagrams that a text may mean, even one that is still being typed, the
// likeliest first.
func (t *Texts) Matching(text string) []Hexagram {
	ranks := t.ranked(plain(text))
	return slices.Concat(ranks[:]...)
}

// ranked returns the hexagrams that a plain text may mean, as a whole or by each of its parts, in
// King Wen order within a rank.
func (t *Texts) ranked(text string) (ranks [nowhere][]Hexagram) {
	whole, split := spelled(text, exact), parts(text)
	for n := 1; n <= 64; n++ {
		h := Numbered(n)
		names := append(slices.Clip(spellings()[n-1]), spelled(plain(t.Of(h).Title), exact))
		if rank := min(rankOf(names, whole), rankOf(names, split...)); rank < nowhere {
			ranks[rank] = append(ranks[rank], h)
		}
	}
	return ranks
}

// rankOf returns the rank of the part that fits the names of a hexagram least.
func rankOf(names []spelling, parts ...spelling) int {
	if len(parts) == 0 {
		return nowhere
	}
	worst := exact
	for _, p := range parts {
		best := nowhere
		for _, name := range names {
			best = min(best, name.rankOf(p))
		}
		worst = max(worst, best)
	}
	return worst
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
