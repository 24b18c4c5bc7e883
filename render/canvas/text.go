package canvas

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Legible returns text on one line in characters that the fonts have. Invisible characters are
// dropped, and so are others that no font has. Letters with rare accents and styled letters
// (mathematical bold, full width) become plain ones.
func (t *Typeface) Legible(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	rest := norm.NFC.String(strings.Map(wideKana, text))
	for rest != "" && b.Len() < mostText {
		var letter string
		letter, rest = nextGrapheme(rest)
		if base, size := utf8.DecodeRuneInString(letter); size == len(letter) && unicode.IsLetter(base) && t.has(base) {
			b.WriteString(letter)
			continue
		}
		b.WriteString(t.drawable(letter))
	}
	return strings.Join(strings.Fields(norm.NFC.String(b.String())), " ") // again: what stood between marks may be gone
}

// Limits of legible text, to bound the time and the height that names take.
const (
	mostText  = 2048 // bytes
	mostMarks = 4    // on a letter: those of Hebrew with vowels and accents
)

// isPlain reports whether Legible can return the text as it is, as for most short English texts.
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

// wideKana widens half-width Japanese letters, so that they combine with the separate letter of
// voicing.
func wideKana(r rune) rune {
	if r < 0xff65 || r > 0xff9f {
		return r
	}
	wide, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	return wide
}

// drawable returns the characters to draw for one grapheme: its first letter, with what belongs to
// it by the rules of its script.
func (t *Typeface) drawable(letter string) string {
	start := strings.IndexFunc(letter, func(r rune) bool { return unicode.IsSpace(r) || !invisible(r) && !unicode.IsMark(r) })
	if start < 0 {
		return ""
	}
	base, size := utf8.DecodeRuneInString(letter[start:])
	if unicode.IsSpace(base) {
		return " "
	}
	if !t.has(base) {
		return t.plain(base)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(base) + t.chain.belonging(base, letter[start+size:])
}

// belonging returns those of the characters after a letter that its script has and that show.
func (c *chain) belonging(base rune, rest string) string {
	place, _, _ := c.find(base)
	if c.fonts[place].open().rules == nil {
		return ""
	}
	marks := 0
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			marks++
		}
		_, same := c.in(place, r)
		if _, _, found := c.find(r); same && marks <= mostMarks || found && !unicode.IsMark(r) {
			return r
		}
		return -1
	}, rest)
}

// plain returns a letter without styling, or else without accents, or else nothing.
func (t *Typeface) plain(r rune) string {
	for _, form := range []norm.Form{norm.NFKC, norm.NFKD} {
		var b strings.Builder
		for _, part := range form.String(string(r)) {
			switch {
			case unicode.IsSpace(part):
				b.WriteByte(' ')
			case unicode.IsMark(part) && (!t.has(part) || strings.TrimSpace(b.String()) == ""): // on no letter
			case t.has(part):
				b.WriteRune(part)
			default:
				return ""
			}
		}
		if b.Len() > 0 {
			return b.String()
		}
	}
	return ""
}

const (
	joiner          = 0x200d
	firstFlag       = 0x1f1e6 // regional indicators; two of them are a flag
	lastFlag        = 0x1f1ff
	firstSkin       = 0x1f3fb // skin tones of emoji
	lastSkin        = 0x1f3ff
	longestGrapheme = 64 // runes per grapheme, to bound the time
)

// nextGrapheme cuts off the first grapheme: a letter with its accents, joined characters and
// invisible characters after it.
func nextGrapheme(text string) (letter, rest string) {
	base, at := utf8.DecodeRuneInString(text)
	flag := base >= firstFlag && base <= lastFlag
	before := base
	for n := 1; at < len(text) && n < longestGrapheme; n++ {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case unicode.IsMark(r), invisible(r) && !unicode.IsSpace(r):
		case isPicture(base) && isPicture(r) && (before == joiner || r >= firstSkin && r <= lastSkin):
		case isVirama(before) && r >= 0x900 && r < 0xa00 && unicode.IsLetter(r):
		case flag && r >= firstFlag && r <= lastFlag:
			flag = false
		default:
			return text[:at], text[at:]
		}
		before = r
		at += size
	}
	return text[:at], text[at:]
}

// isPicture reports whether a character can be a part of an emoji.
func isPicture(r rune) bool { return r >= 0x2000 && unicode.IsSymbol(r) }

// isVirama reports whether a sign joins two consonants of Devanagari or Bengali.
func isVirama(r rune) bool { return r == 0x94d || r == 0x9cd }
