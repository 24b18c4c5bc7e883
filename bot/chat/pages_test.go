package chat

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"", 1, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"a🙂b", 4, "a🙂b"},
		{"a🙂b", 3, "a…"},
		{"é🙂🙂", 4, "é🙂…"},
	} {
		if got := Shorten(tt.text, tt.most); got != tt.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}

func TestPages(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"ten chars.", []string{"ten chars."}},
		{"one\n\ntwo\nthree", []string{"one", "two\nthree"}},
		{"one\ntwo\nthree", []string{"one\ntwo", "three"}},
		{"one two three", []string{"one two", "three"}},
		{"abcdefghijklm", []string{"abcdefghij", "klm"}},
		{"🙂🙂🙂🙂🙂🙂", []string{"🙂🙂🙂🙂🙂", "🙂"}},
	} {
		if got := Pages(tt.text, 10); !slices.Equal(got, tt.want) {
			t.Errorf("pages(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestPagesCloseWhatTheyOpen(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"one\n```\n  two\n  three\n  four\n```\nfive", []string{"one\n```\n  two\n```", "```\n  three\n```", "```\n  four\n```\nfive"}},
	} {
		if got := Pages(tt.text, 20); !slices.Equal(got, tt.want) {
			t.Errorf("pages(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzPages: each page is within the limit, and no word is lost.
func FuzzPages(f *testing.F) {
	for _, seed := range []string{"", "one two\n\nthree", "a\n```\n  b\n  c\n```", "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂", "``````````````````````````````", "\n \n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		letters := func(s string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) || r == '`' {
					return -1
				}
				return r
			}, s)
		}
		pages := Pages(text, 20)
		for i, page := range pages {
			if Length(page) > 20 || page == "" && len(pages) > 1 && i < len(pages)-1 {
				t.Errorf("of %q page %d is %q", text, i, page)
			}
		}
		if got := letters(strings.Join(pages, "")); got != letters(text) {
			t.Errorf("%q becomes %q", text, pages)
		}
	})
}

func TestPaged(t *testing.T) {
	long := strings.Repeat(strings.Repeat("word ", 20)+"\n", 100) // of 10,100 characters
	r := Reply{
		Text: long, Private: true, Mentions: []string{"1"}, Rows: []Row{{}}, Files: []Attachment{{Name: "a"}},
		After: []Reply{{Text: long}, {Text: "end"}},
	}.Paged()
	if len(r.After) != 6 || len(r.Files) != 1 || len(r.Rows) != 1 || !r.Private {
		t.Fatalf("%d messages after, %d files, %d rows", len(r.After), len(r.Files), len(r.Rows))
	}
	for i, next := range r.After {
		own := i < 2 // pages of the first, not of what came after it
		if Length(next.Text) > MaxText || next.Private != own || slices.Equal(next.Mentions, r.Mentions) != own || next.Files != nil {
			t.Errorf("message %d after it: %+v", i, next)
		}
	}
	if short := (Reply{Text: "short"}).Paged(); short.Text != "short" || short.After != nil || short.Files != nil {
		t.Errorf("a short one becomes %+v", short)
	}
	whole := Reply{Text: long + long, Files: []Attachment{{Name: "a"}}}.Paged()
	if len(whole.After) > 0 || len(whole.Files) != 2 || string(whole.Files[1].Data) != long+long || Length(whole.Text) > MaxText || !strings.HasSuffix(whole.Text, "\n…") {
		t.Errorf("a very long one becomes %d messages, %d files and %q", 1+len(whole.After), len(whole.Files), whole.Text)
	}
}
