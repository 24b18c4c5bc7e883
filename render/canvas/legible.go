package canvas

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Legible returns a text in letters that the fonts have, on one line. What nobody can see is
// left out. Letters with rare accents, and letters in disguise (mathematical bold, full
// width), are replaced by plain ones. What no font has becomes a box, one for all that is
// seen as one, such as a flag or a family of emoji.
func (t *Typeface) Legible(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	for rest := norm.NFC.String(strings.Map(wideKana, text)); rest != ""; {
		var letter string
		letter, rest = nextLetter(rest)
		if base, size := utf8.DecodeRuneInString(letter); size == len(letter) && unicode.IsLetter(base) && t.has(base) {
			b.WriteString(letter)
			continue
		}
		b.WriteString(t.drawable(letter))
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// isPlain reports whether there is nothing to be done for a text: most are short and English.
func isPlain(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return text == "" || before != ' '
}

// wideKana replaces half-width Japanese letters, whose voicing is a letter of its own, by
// those with which it can be composed.
func wideKana(r rune) rune {
	if r < 0xff65 || r > 0xff9f {
		return r
	}
	wide, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	return wide
}

// drawable is what is drawn for what a reader takes as one letter.
func (t *Typeface) drawable(letter string) string {
	var bases []rune
	marks := 0
	for _, r := range letter {
		switch {
		case unicode.IsSpace(r):
			return " "
		case invisible(r):
		case unicode.IsMark(r):
			marks++
		default:
			bases = append(bases, r)
		}
	}
	switch {
	case len(bases) == 0 && marks == 0:
		return ""
	case len(bases) != 1:
		return string(Missing)
	case t.has(bases[0]):
		return string(bases)
	default:
		return t.plain(bases[0])
	}
}

// plain is a letter without disguise, or else without accents, or else a box.
func (t *Typeface) plain(r rune) string {
	for _, form := range []norm.Form{norm.NFKC, norm.NFKD} {
		var b strings.Builder
		for _, part := range form.String(string(r)) {
			switch {
			case unicode.IsSpace(part):
				b.WriteByte(' ')
			case t.has(part):
				b.WriteRune(part)
			case !unicode.IsMark(part):
				return string(Missing)
			}
		}
		if b.Len() > 0 {
			return b.String()
		}
	}
	return string(Missing)
}

const (
	joiner       = 0x200d
	firstFlag    = 0x1f1e6 // letters of which two are a flag
	lastFlag     = 0x1f1ff
	firstSkin    = 0x1f3fb // colours of emoji
	lastSkin     = 0x1f3ff
	longestFound = 64 // runes taken as one letter, so that time is bounded
)

// nextLetter cuts off what a reader takes as one letter: with its accents, what is joined to
// it, and what is invisible behind it.
func nextLetter(text string) (letter, rest string) {
	base, at := utf8.DecodeRuneInString(text)
	flag := base >= firstFlag && base <= lastFlag
	word := unicode.IsLetter(base) || unicode.IsNumber(base) || unicode.IsSpace(base) || invisible(base)
	joined := false
	for n := 1; at < len(text) && n < longestFound; n++ {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case joined, unicode.IsMark(r), invisible(r) && !unicode.IsSpace(r), r >= firstSkin && r <= lastSkin && !word:
		case flag && r >= firstFlag && r <= lastFlag:
			flag = false
		default:
			return text[:at], text[at:]
		}
		joined = r == joiner && !word
		at += size
	}
	return text[:at], text[at:]
}
