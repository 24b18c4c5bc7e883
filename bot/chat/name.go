package chat

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"
)

// widestName is how wide a name may be in a sentence, in columns: a letter takes one, a
// Chinese character two. A line that says how a game stands fits a telephone then.
const widestName = 16

// isolate begins text that has a direction of its own, and isolated ends it.
const (
	isolate  = '\u2068'
	isolated = '\u2069'
)

// Name is what somebody is called in a sentence: their name, cut where it is long, escaped,
// and kept from turning the words around it where it is written from right to left.
func Name(s string) string {
	short := Escape(cut(s, widestName))
	if strings.ContainsFunc(s, fromRight) {
		return string(isolate) + short + string(isolated)
	}
	return short
}

// cut cuts a text to a number of columns. What is put together of several characters, such
// as a flag with its colours, is not taken apart.
func cut(s string, most int) string {
	columns, end := 0, 0 // end is where the text can be cut with room for the ellipsis
	joined := false
	for i, r := range s {
		wide := columnsOf(r)
		if wide > 0 && !joined && columns < most {
			end = i
		}
		if joined {
			wide = 0
		}
		joined = r == joiner
		if columns += wide; columns > most {
			return strings.TrimRight(s[:end], " ") + "…"
		}
	}
	return s
}

// joiner makes one picture of two.
const joiner = '\u200d'

func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}

func fromRight(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}
