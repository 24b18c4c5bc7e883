package chat

import (
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestWordsChooseByLocale(t *testing.T) {
	l := NewLanguages(
		engine.Catalog{"de": {"%s to move.": "%s am Zug."}},
		engine.Catalog{"de": {"Red": "Rot"}, "fr": {"Red": "Rouge"}},
	)
	text := engine.T("%s to move.", engine.T("Red"))
	for locale, want := range map[string]string{
		"de": "Rot am Zug.", "de-AT": "Rot am Zug.", "fr": "Rouge to move.", "en-GB": "Red to move.", "ja": "Red to move.", "": "Red to move.",
	} {
		if got := l.In(locale).Say(text); got != want {
			t.Errorf("in %q: %q, want %q", locale, got, want)
		}
	}
}

func TestBrokenCatalogPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a catalog without a language is taken")
		}
	}()
	NewLanguages(engine.Catalog{"no language": {"Red": "Rot"}})
}

func TestCapital(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "the board": "The board", "Red": "Red", "c5 is taken": "c5 is taken", "élan": "Élan", "`versus`": "`versus`",
	} {
		if got := Capital(in); got != want {
			t.Errorf("capital(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"Anna":              "Anna",
		"**bold** _it_":     `\*\*bold\*\* \_it\_`,
		"<@1> @everyone":    "\\<@\u200b1\\> @\u200beveryone",
		"a\nb":              "a b",
		"`code`":            "\\`code\\`",
		"https://x.example": "https:\u200b//x.example",
		"[a](b)":            `\[a\]\(b\)`,
	} {
		if got := Escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPrinterKeepsNumbers(t *testing.T) {
	p := message.NewPrinter(language.German)
	if got := p.Sprintf("%s", "2026"); got != "2026" {
		t.Errorf("a number given as text became %q", got)
	}
}
