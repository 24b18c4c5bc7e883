package canvas

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/math/fixed"
)

const ellipsis = "…"

// Fit shortens a text to a width by an ellipsis, between letters and not between a letter
// and its accents. Where not even one letter has room, nothing is left.
func (t *Typeface) Fit(text string, width float64) string {
	if t.Measure(text) <= width {
		return text
	}
	room := width - t.Measure(ellipsis)
	end := 0
	for rest, used := text, 0.0; rest != ""; {
		var letter string
		letter, rest = nextLetter(rest)
		if used += t.Measure(letter); used > room {
			break
		}
		end = len(text) - len(rest)
	}
	short := strings.TrimRightFunc(text[:end], unicode.IsSpace)
	if short == "" {
		return ""
	}
	return short + ellipsis
}

// FitName is Fit for the name of a person: where it has no room, the last word gives way
// before letters do, as in "Magdalena K." and "Magdalena".
func (t *Typeface) FitName(name string, width float64) string {
	words := strings.Fields(name)
	if len(words) < 2 || t.Measure(name) <= width {
		return t.Fit(name, width)
	}
	if letter, _ := nextLetter(words[len(words)-1]); strings.IndexFunc(letter, unicode.IsLetter) == 0 {
		if short := words[0] + " " + letter + "."; t.Measure(short) <= width {
			return short
		}
	}
	if t.Measure(words[0]) <= width {
		return words[0]
	}
	return t.Fit(name, width)
}

// Split parts a text at the last place that lets the first part fit in a width: a blank,
// which is left out, or between two characters where one is Chinese or Japanese. Without
// such a place all is in the second part.
func (t *Typeface) Split(text string, width float64) (first, rest string) {
	var used fixed.Int26_6
	room := fixed.Int26_6(width * 64)
	before := utf8.RuneError
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
		case before != ' ' && breakable(before, r):
			first, rest = text[:i], text[i:]
		}
		used += t.advance(r)
		before = r
	}
	if first == "" {
		return "", text
	}
	return first, rest
}

// Lines parts a text into lines that fit in a width, at most so many. The end of what does not
// fit in them is left out.
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

// fitWords shortens a text as [Typeface.Fit] does, but after a word, if that leaves half a line.
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

// breakable reports whether a line may end between two letters without a blank.
func breakable(before, after rune) bool {
	return (ideographic(before) || ideographic(after)) &&
		!strings.ContainsRune(notAtEnd, before) && !strings.ContainsRune(notAtStart, after) && !unicode.IsMark(after)
}

// ideographic letters stand alone: each may begin a line. Korean words are parted by blanks.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xff66
}

// What a line neither ends nor begins with, in Chinese and Japanese.
const (
	notAtEnd   = "([{“‘«「『（［｛〈《【〔〖＄￥￡"
	notAtStart = ")]}”’»,.:;!?…%、。，．：；！？」』）］｝〉》】〕〗％ー・～々〻゛゜ヽヾゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)

// Fold parts a text into two lines of about one width; where it has no blank, there is one.
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

// widest is the width of the longest line.
func (t *Typeface) widest(lines []string) (width float64) {
	for _, line := range lines {
		width = max(width, t.Measure(line))
	}
	return width
}
