package book

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestOwnTexts: 64 titles, judgments and images, 384 lines and the two extra ones are
// there, of one or two sentences each, and no two are alike.
func TestOwnTexts(t *testing.T) {
	titles, texts := map[string]string{}, map[string]string{}
	once := func(seen map[string]string, text, where string) {
		if before, ok := seen[strings.ToLower(text)]; ok {
			t.Errorf("%s and %s have the same text %q", before, where, text)
		}
		seen[strings.ToLower(text)] = where
	}
	check := func(text, where string) {
		once(texts, text, where)
		if n := utf8.RuneCountInString(text); n < 30 || n > 300 {
			t.Errorf("%s has %d characters, want 30 to 300: %q", where, n, text)
		}
		if strings.TrimSpace(text) != text || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "!") {
			t.Errorf("%s is no whole sentence: %q", where, text)
		}
	}
	for _, r := range Own().all() {
		where := fmt.Sprintf("hexagram %d", r.Number)
		once(titles, r.Title, where)
		if n := utf8.RuneCountInString(r.Title); n < 3 || n > 32 {
			t.Errorf("%s: the title %q has %d characters, want 3 to 32", where, r.Title, n)
		}
		check(r.Judgment, where+", judgment")
		check(r.Image, where+", image")
		for i, line := range r.Lines {
			check(line, fmt.Sprintf("%s, line %d", where, i+1))
		}
		if r.Number <= 2 {
			check(r.Extra, where+", all lines")
		} else if r.Extra != "" {
			t.Errorf("%s has a text for all lines changing", where)
		}
	}
	if len(titles) != 64 || len(texts) != 64*8+2 {
		t.Errorf("there are %d titles and %d texts, want 64 and 514", len(titles), len(texts))
	}
}

// someTexts is a whole file of texts, as it is before something is taken away.
func someTexts() []map[string]any {
	list := make([]map[string]any, 64)
	for i := range list {
		n := i + 1
		r := map[string]any{"number": n, "judgment": fmt.Sprintf("judgment %d", n), "image": fmt.Sprintf("image %d", n)}
		// Files made for other programs have more, which is passed over.
		r["comment"], r["trigrams"], r["line_commentaries"] = "text", map[string]any{"lower": 1}, []string{"list"}
		var lines []string
		for l := range 6 {
			lines = append(lines, fmt.Sprintf("line %d of %d", l+1, n))
		}
		r["line_texts"] = lines
		if n <= 2 {
			r["extra"] = fmt.Sprintf("all lines of %d", n)
		}
		list[i] = r
	}
	return list
}

func TestParseTexts(t *testing.T) {
	list := someTexts()
	list[5]["title"] = "Going to court"
	slices.Reverse(list)
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if r := texts.Of(Numbered(6)); r.Title != "Going to court" || r.Judgment != "judgment 6" || r.Lines[5] != "line 6 of 6" {
		t.Errorf("hexagram 6 is read as %+v", r)
	}
	if r := texts.Of(Numbered(49)); r.Title != "Revolution" {
		t.Errorf("without a title hexagram 49 is called %q", r.Title)
	}
}

func TestParseTextsRefuses(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(list []map[string]any) []map[string]any
		want  string
	}{
		{"a hexagram is missing", func(l []map[string]any) []map[string]any { return l[:63] }, "no hexagram 64"},
		{"one is there twice", func(l []map[string]any) []map[string]any { return append(l, l[4]) }, "hexagram 5 twice"},
		{"a number is unknown", func(l []map[string]any) []map[string]any { l[3]["number"] = 65; return l }, "hexagram 65"},
		{"a judgment is empty", func(l []map[string]any) []map[string]any { l[9]["judgment"] = " "; return l }, "the judgment of hexagram 10"},
		{"an image is missing", func(l []map[string]any) []map[string]any { delete(l[9], "image"); return l }, "the image of hexagram 10"},
		{"five lines", func(l []map[string]any) []map[string]any {
			l[19]["line_texts"] = []string{"a", "b", "c", "d", "e"}
			return l
		}, "5 lines for hexagram 20"},
		{"an empty line", func(l []map[string]any) []map[string]any {
			l[19]["line_texts"] = []string{"a", "b", "", "d", "e", "f"}
			return l
		}, "text of line 3 of hexagram 20"},
		{"no text for all nines", func(l []map[string]any) []map[string]any { delete(l[0], "extra"); return l }, "extra text for all lines changing of hexagram 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := json.Marshal(tt.spoil(someTexts()))
			if err != nil {
				t.Fatal(err)
			}
			refused(t, data, tt.want)
		})
	}
	refused(t, []byte("[\n{\n"), "line 3")
	refused(t, []byte(`{"number":1}`), "cannot be read")
}

func refused(t *testing.T, data []byte, want string) {
	t.Helper()
	_, err := Parse(data)
	why, ok := engine.Why(err)
	if !ok || !strings.Contains(why.String(), want) {
		t.Errorf("refused with %v, want %q", err, want)
	}
}

// TestSource: the texts of a file are named as it says.
func TestSource(t *testing.T) {
	list := someTexts()
	for _, want := range []string{"whoever runs this bot", "The readings here: James Legge, 1882."} {
		data, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := Parse(data)
		if err != nil || !strings.Contains(texts.Source().String(), want) {
			t.Errorf("the source is %q, %v; want %q", texts.Source(), err, want)
		}
		list[0]["source"] = "James Legge, 1882"
	}
	if said := Own().Source().String(); !strings.Contains(said, "written anew") {
		t.Errorf("our own texts are told as %q", said)
	}
}
