package rules

import (
	"unicode"
	"unicode/utf8"
)

// checkEmoji refuses an emoji that is neither a custom one, given by ID, nor a Unicode one.
func checkEmoji(f *Fields, path string, e *Emoji) {
	switch {
	case e == nil || e.ID != "":
	case e.Name == "":
		f.Add(path, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	case !isEmoji(e.Name):
		f.Add(join(path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// Unicode characters that modify or combine emoji.
const (
	asPicture = '\uFE0F' // variation selector 16
	joiner    = '\u200D'
	keycap    = '\u20E3'
	firstSkin = '\U0001F3FB'
	lastSkin  = '\U0001F3FF'
	firstFlag = '\U0001F1E6'
	lastFlag  = '\U0001F1FF'
	firstTag  = '\U000E0020'
	lastTag   = '\U000E007F'
)

// isEmoji reports whether a text looks like one emoji: one picture or several joined ones, each
// with modifiers; a keycap; or a flag of two letters.
func isEmoji(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	if first >= '#' && first <= '9' {
		return s[size:] == string(keycap) || s[size:] == string(asPicture)+string(keycap)
	}
	joined, flags := true, 0
	for _, r := range s {
		switch {
		case r == joiner && !joined:
			joined = true
		case r >= firstFlag && r <= lastFlag:
			flags++
			joined = false
		case r == asPicture || r >= firstSkin && r <= lastSkin || r >= firstTag && r <= lastTag:
			if joined {
				return false
			}
		case !joined || !pictographic(r):
			return false
		default:
			joined = false
		}
	}
	return !joined && (flags == 0 || flags == 2)
}

// pictographic reports whether a character is a picture or can be displayed as one.
func pictographic(r rune) bool {
	const firstSymbol = 0x203C
	return r >= firstSymbol && unicode.In(r, unicode.So, unicode.Sm, unicode.Po) || r == '\u2139' || r == '©' || r == '®'
}
