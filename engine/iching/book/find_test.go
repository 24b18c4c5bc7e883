package book

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestFindByEachName: its number, lines, character, Chinese, English and title find a
// hexagram; so do small letters, and pinyin without tones where no other sounds alike.
func TestFindByEachName(t *testing.T) {
	texts := Own()
	for n := 1; n <= 64; n++ {
		h := Numbered(n)
		for _, name := range []string{
			strconv.Itoa(n), " " + strconv.Itoa(n) + " ", h.Lines(), h.Character(), h.Chinese(), h.English(),
			strings.ToUpper(h.English()), texts.Of(h).Title, strings.ToLower(texts.Of(h).Title),
		} {
			if got, err := texts.Find(name); err != nil || got != h {
				t.Errorf("%q finds #%d, %v, want #%d", name, got.Number(), err, n)
			}
		}
		for _, name := range append(strings.Split(names[n-1].older, "|"), h.Pinyin()) {
			if !slices.Contains(texts.Matching(name), h) {
				t.Errorf("#%d is not among those called %q", n, name)
			}
		}
	}
}

func TestFindRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"0": "numbered from 1 to 64", "65": "numbered from 1 to 64", "-3": "numbered from 1 to 64",
		"2,3": "no hexagram is called", "1 5": "no hexagram is called", "2-3": "no hexagram is called", "6.4": "no hexagram is called",
		"": "no hexagram is called", "!?": "no hexagram is called", "no such name": "no hexagram is called `no such name`",
	} {
		_, err := Own().Find(name)
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), want) {
			t.Errorf("%q is refused with %v, want %q", name, err, want)
		}
	}
}

// TestSearchFindsWhatIsThere: a passage is found by its own words, in any order, and each
// that is found holds all of them.
func TestSearchFindsWhatIsThere(t *testing.T) {
	texts := Own()
	for n := 1; n <= 64; n += 7 {
		for _, p := range texts.Passages(Numbered(n)) {
			words := strings.Fields(strings.ToLower(texts.Text(p)))
			slices.Reverse(words)
			if !slices.Contains(texts.Search(words), p) {
				t.Errorf("%s is not found by its words", p.Name())
			}
		}
	}
	for _, p := range texts.Search([]string{"dragon"}) {
		if !strings.Contains(strings.ToLower(texts.Text(p)), "dragon") {
			t.Errorf("%s holds no dragon", p.Name())
		}
	}
	if found := texts.Search([]string{"dragon", "zeppelin"}); len(found) != 0 {
		t.Errorf("dragon and zeppelin are found in %v", found)
	}
}

// TestPassagesAreAll: nine texts of each hexagram, ten of the first two, none empty, each
// under a name of its own.
func TestPassagesAreAll(t *testing.T) {
	texts, names := Own(), map[string]bool{}
	for n := 1; n <= 64; n++ {
		list := texts.Passages(Numbered(n))
		want := 9
		if n <= 2 {
			want++
		}
		if len(list) != want {
			t.Errorf("#%d has %d passages, want %d", n, len(list), want)
		}
		for _, p := range list {
			if names[p.Name().String()] || texts.Text(p) == "" {
				t.Errorf("%s: %q", p.Name(), texts.Text(p))
			}
			names[p.Name().String()] = true
		}
	}
}
