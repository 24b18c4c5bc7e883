package chat

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNames: names of 32 characters in any script become short, unsplit and harmless.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"Anna":                             "Anna",
		"Maximilian Featherstonehaugh-Lee": "Maximilian Feat…",
		"sixteen  letters":                 "sixteen  letters",
		"*bold* <@1>":                      "\\*bold\\* \\<@\u200b1\\>",
		strings.Repeat("漢", 32):            strings.Repeat("漢", 7) + "…",
		strings.Repeat("e\u0301", 17):      strings.Repeat("e\u0301", 15) + "…",
		strings.Repeat("👩\u200d👩\u200d👧", 10): strings.Repeat("👩\u200d👩\u200d👧", 7) + "…",
		"שלום":                  "\u2068שלום\u2069",
		strings.Repeat("م", 32): "\u2068" + strings.Repeat("م", 15) + "…\u2069",
	} {
		if got := Name(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("Anna \u202e*")
	f.Add(strings.Repeat("👩\u200d👩\u200d👧", 10))
	f.Fuzz(func(t *testing.T, name string) {
		if !utf8.ValidString(name) {
			return
		}
		if got := Name(name); !utf8.ValidString(got) || name != "" && got == "" {
			t.Errorf("%q is called %q", name, got)
		}
	})
}
