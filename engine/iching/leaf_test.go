package iching

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

func TestFindHexagram(t *testing.T) {
	p := newPerson(t)
	for _, name := range []string{"23", "䷖", "剝", "bo", "Bō", "Po", "splitting apart", "Peeling Away", "peeling", "000001"} {
		if got := p.run("hexagram", map[string]any{"hexagram": name}).Data.(leafData); got.Number != 23 {
			t.Errorf("%q is hexagram %d", name, got.Number)
		}
	}
	d := p.run("hexagram", map[string]any{"hexagram": "3"}).Data.(leafData)
	if d.Upper != "Kan" || d.Lower != "Zhen" || d.Nuclear != 23 || d.Opposite != 50 || d.Inverted != 4 {
		t.Errorf("hexagram 3 is %+v", d)
	}
	b := tools{texts: book.Own()}
	if list := b.suggest(nil, "2"); len(list) != 11 || list[0].ID != "2" {
		t.Errorf("2 is completed by %v", list)
	}
	if list := b.suggest(nil, "kun"); list[0].ID != "2" {
		t.Errorf("kun is completed by %v", list)
	}
}

// TestRelatedAreSymmetric: the opposite of the opposite, and so on, is the hexagram.
func TestRelatedAreSymmetric(t *testing.T) {
	for n := 1; n <= 64; n++ {
		h := book.Numbered(n)
		if h.Number() != n || h.Opposite().Opposite() != h || h.Inverted().Inverted() != h || h.Exchanged().Exchanged() != h || board.DoorsOf(h).Number() != n {
			t.Errorf("hexagram %d", n)
		}
		if n%2 == 1 && book.Numbered(n+1) != h.Inverted() && book.Numbered(n+1) != h.Opposite() {
			t.Errorf("%d and %d are no pair", n, n+1)
		}
	}
}

// TestLongTextsHavePages: a file of long texts is read page by page.
func TestLongTextsHavePages(t *testing.T) {
	var texts []book.Reading
	for n := range 64 {
		r := *book.Own().Of(book.Numbered(n + 1))
		r.Judgment = strings.Repeat("A long judgment. ", 60)
		r.Lines = []string{"1", "2", strings.Repeat("A long line. ", 60), "4", strings.Repeat("Another line. ", 60), "6"}
		texts = append(texts, r)
	}
	data, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	p := newPerson(t)
	if p.game, err = With(data); err != nil {
		t.Fatal(err)
	}
	if said := p.run("natal", map[string]any{"date": "2026-02-17", "time": "21:50", "sex": "man"}).Text.String(); strings.Count(said, "A long line. ") > 40 {
		t.Errorf("the chart has all of a long line: %s", said)
	}
	a := p.run("hexagram", map[string]any{"hexagram": "5"})
	for _, want := range []string{"page 2 of 2", "page 1 of 2"} {
		label := "Next page"
		if want == "page 1 of 2" {
			label = "Previous page"
		}
		if a = p.press(a, label); !strings.Contains(a.Text.String(), want) {
			t.Errorf("%s: %.80s", want, a.Text)
		}
	}
}
