package canvas

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/math/fixed"
)

const ellipsis = "…"

// Fit shortens text to a width with an ellipsis. It cuts between letters, never between a letter
// and its accents, and returns "" if no letter fits.
func (t *Typeface) Fit(text string, width float64) string {
	if t.Measure(text) <= width {
		return text
	}
	for _, end := range slices.Backward(t.ends(text, width-t.Measure(ellipsis))) {
		short := strings.TrimRightFunc(text[:end], unicode.IsSpace)
		if short == "" {
			break
		}
		if t.Measure(short+ellipsis) <= width {
			return short + ellipsis
		}
	}
	return ""
}

// ends returns where the letters within a width end. Where a word is cut after one of them it can
// take another form, which is wider.
func (t *Typeface) ends(text string, width float64) (ends []int) {
	along, room := t.along(text), fixed.Int26_6(width*64)
	t.mu.Lock()
	defer t.mu.Unlock()
	for at := 0; at < len(text); {
		letter, _ := nextGrapheme(text[at:])
		for i, r := range letter {
			room -= along(at+i, r)
		}
		if room < 0 {
			break
		}
		at += len(letter)
		ends = append(ends, at)
	}
	return ends
}

// FitName is like Fit for a person's name: it shortens the last word before it cuts letters, as in
// "Magdalena K." and "Magdalena".
func (t *Typeface) FitName(name string, width float64) string {
	words := strings.Fields(name)
	if len(words) < 2 || t.Measure(name) <= width {
		return t.Fit(name, width)
	}
	if letter, _ := nextGrapheme(words[len(words)-1]); strings.IndexFunc(letter, unicode.IsLetter) == 0 {
		if short := words[0] + " " + letter + "."; t.Measure(short) <= width {
			return short
		}
	}
	if t.Measure(words[0]) <= width {
		return words[0]
	}
	return t.Fit(name, width)
}

// Split splits text at the last break that lets the first part fit a width: a blank, which is
// dropped, between two characters one of which is Chinese or Japanese, or after the hyphen of a word.
// Without such a break the second part is the whole text.
func (t *Typeface) Split(text string, width float64) (first, rest string) {
	var used fixed.Int26_6
	room := fixed.Int26_6(width * 64)
	before := utf8.RuneError
	along := t.along(text)
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, r := range text {
		if used > room {
			break
		}
		switch {
		case i == 0:
		case r == ' ':
			first, rest = text[:i], text[i+1:]
		case before != ' ' && breakable(before, r), before == '-' && i > 1 && text[i-2] != ' ' && unicode.IsLetter(r):
			first, rest = text[:i], text[i:]
		}
		used += along(i, r)
		before = r
	}
	if first == "" {
		return "", text
	}
	return first, rest
}

// Lines wraps text at a width, on at most so many lines. Text that does not fit is cut.
func (t *Typeface) Lines(text string, width float64, most int) (lines []string) {
	for len(lines) < most-1 && t.Measure(text) > width {
		first, rest := t.Split(text, width)
		if first == "" {
			break
		}
		lines, text = append(lines, first), rest
	}
	return append(lines, t.fitWords(text, width))
}

// fitWords shortens text like [Typeface.Fit], but after a word if that leaves at least half of it.
func (t *Typeface) fitWords(text string, width float64) string {
	short := t.Fit(text, width)
	if short == text {
		return text
	}
	if words, _ := t.Split(text, width-t.Measure(ellipsis)); t.Measure(words) > width/2 {
		return words + ellipsis
	}
	return short
}

// breakable reports whether a line may break between two letters without a blank.
func breakable(before, after rune) bool {
	return (ideographic(before) || ideographic(after)) &&
		!strings.ContainsRune(notAtEnd, before) && !strings.ContainsRune(notAtStart, after) && !unicode.IsMark(after)
}

// ideographic reports whether a line may break before a letter. Korean separates words by blanks.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xff66
}

// Characters that must not end or begin a line, in Chinese and Japanese.
const (
	notAtEnd   = "([{“‘«「『（［｛〈《【〔〖＄￥￡"
	notAtStart = ")]}”’»,.:;!?…%、。，．：；！？」』）］｝〉》】〕〗％ー・～々〻゛゜ヽヾゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)

// Fold breaks text into two lines of similar width, or returns one line if it has no break.
func (t *Typeface) Fold(text string) []string {
	const half, step = 0.5, 0.04
	whole := t.Measure(text)
	for share := half; share < 1; share += step {
		if first, rest := t.Split(text, share*whole); first != "" && t.Measure(rest) <= share*whole {
			return []string{first, rest}
		}
	}
	return []string{text}
}

func (t *Typeface) widest(lines []string) (width float64) {
	for _, line := range lines {
		width = max(width, t.Measure(line))
	}
	return width
}
