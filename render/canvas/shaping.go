package canvas

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/harfbuzz"
	"golang.org/x/image/math/fixed"
)

// sign is a part of a line of text: a character, or a glyph that the rules of a script chose for
// one or several of them.
type sign struct {
	r    rune   // the character, or the number of the glyph
	font uint16 // of the glyph, counted from 1 in the chain; 0 marks a character
	at   int    // place of its first character in the text, in bytes

	advance, right, up fixed.Int26_6 // how it moves the pen, and where it lies
}

// isShaped reports whether a text may need more than one glyph after the other. It looks at bytes
// alone, since all texts pass here.
func isShaped(text string) bool {
	const (
		hebrew, thai = 0xd6, 0xe0 // the first bytes of the characters from there to there
		emoji        = 0xf0
	)
	for i := range len(text) {
		if b := text[i]; b >= hebrew && (b <= thai || b == emoji || strings.HasPrefix(text[i:], "\u200d")) {
			return true
		}
	}
	return false
}

// line lays out a text, or returns what it kept of it.
func (t *Typeface) line(text string) []sign {
	t.mu.Lock()
	defer t.mu.Unlock()
	line, ok := t.lines[text]
	if !ok {
		line = t.chain.layout(text)
		if t.laid += len(text); t.laid > mostLaid {
			clear(t.lines)
			t.laid = len(text)
		}
		t.lines[text] = line
	}
	return line
}

// layout lays out a line by the rules of the scripts of its characters. Characters that no font has
// are left out.
func (c *chain) layout(text string) (line []sign) {
	characters := c.fonted(text)
	runes := make([]rune, len(characters))
	for i, s := range characters {
		runes[i] = s.r
	}
	for _, run := range directions(runes, base(runes)) {
		backwards := run.Level%2 == 1
		parts := byFont(characters[run.Start:run.End])
		if backwards {
			slices.Reverse(parts)
		}
		for _, part := range parts {
			switch {
			case part[0].font > 0:
				part = c.shape(part, backwards)
			case backwards:
				part = mirrored(part)
			}
			line = append(line, part...)
		}
	}
	return line
}

// fonted returns the characters of a text, with the font of each whose script has rules. Joiners
// belong to the font before them.
func (c *chain) fonted(text string) (characters []sign) {
	before := uint16(0)
	for at, r := range text {
		s := sign{r: r, at: at}
		place, glyph, found := c.find(r)
		if before > 0 && invisible(r) {
			place = int(before - 1)
			glyph, found = c.in(place, r)
		}
		switch {
		case !found:
			continue
		case c.fonts[place].open().rules != nil:
			s.font = uint16(place + 1)
		default:
			s.advance = c.advance(place, glyph)
		}
		before = s.font
		characters = append(characters, s)
	}
	return characters
}

// byFont parts characters where the font changes.
func byFont(characters []sign) (parts [][]sign) {
	start := 0
	for i, s := range characters {
		if i+1 == len(characters) || characters[i+1].font != s.font {
			parts, start = append(parts, characters[start:i+1]), i+1
		}
	}
	return parts
}

// base returns the direction in which a line runs as a whole: from right to left if it has such
// letters and no others. A sentence with a name in it begins on the left.
func base(runes []rune) bidi.Direction {
	letters := func(backwards bool) func(rune) bool {
		return func(r rune) bool { return unicode.IsLetter(r) && isBackwards(r) == backwards }
	}
	if slices.ContainsFunc(runes, letters(true)) && !slices.ContainsFunc(runes, letters(false)) {
		return bidi.RightToLeft
	}
	return bidi.LeftToRight
}

// directions parts a line into runs of one direction, from left to right.
func directions(runes []rune, base bidi.Direction) (runs []bidi.Run) {
	var p bidi.Paragraph
	found := p.Segment(runes, base)
	for i := range found.NumRuns() {
		runs = append(runs, numbersApart(runes, found.Run(i), base)...)
	}
	for level := bidi.Level(2); level > 0; level-- {
		reverseFrom(runs, level)
	}
	return runs
}

// isBackwards reports whether a character that the fonts have runs from right to left.
func isBackwards(r rune) bool { return r >= 0x590 && r < 0x800 }

// numbersApart parts the numbers at the start of a run, which belong to what runs from right to
// left before them, from the rest, which does not: package bidi returns them together, as both run
// from left to right.
func numbersApart(runes []rune, run bidi.Run, base bidi.Direction) []bidi.Run {
	end := run.End
	if run.Level == 2 && base == bidi.LeftToRight {
		end = run.Start
		for i := run.Start; i < run.End && !unicode.IsLetter(runes[i]); i++ {
			if unicode.IsNumber(runes[i]) {
				end = i + 1
			}
		}
	}
	if end == run.End {
		return []bidi.Run{run}
	}
	return []bidi.Run{{Start: run.Start, End: end, Level: run.Level}, {Start: end, End: run.End}}
}

// reverseFrom reverses each stretch of runs of at least a level.
func reverseFrom(runs []bidi.Run, level bidi.Level) {
	for i := 0; i < len(runs); i++ {
		start := i
		for i < len(runs) && runs[i].Level >= level {
			i++
		}
		slices.Reverse(runs[start:i])
	}
}

// mirrored returns characters that run from right to left in the order from the left, with
// brackets that open on the other side.
func mirrored(characters []sign) []sign {
	pairs := []rune("()[]{}<>«»‹›")
	slices.Reverse(characters)
	for i, s := range characters {
		if k := slices.Index(pairs, s.r); k >= 0 {
			characters[i].r = pairs[k^1]
		}
	}
	return characters
}

// shaper is shared: it is not safe for concurrent use, nor are the rules of a font.
var shaper = struct {
	sync.Mutex
	*harfbuzz.Buffer
}{Buffer: harfbuzz.NewBuffer()}

// shape returns the glyphs of characters of one font, from left to right.
func (c *chain) shape(characters []sign, backwards bool) (glyphs []sign) {
	font := characters[0].font
	rules := c.fonts[font-1].open().rules
	shaper.Lock()
	defer shaper.Unlock()
	shaper.Clear()
	shaper.Props.Language = "en" // or else that of the machine
	shaper.Props.Direction = harfbuzz.LeftToRight
	if backwards {
		shaper.Props.Direction = harfbuzz.RightToLeft
	}
	for _, s := range characters {
		shaper.AddRune(s.r, s.at)
	}
	shaper.GuessSegmentProperties()
	shaper.Shape(rules, nil)
	pixels := func(n harfbuzz.Position) fixed.Int26_6 {
		return fixed.Int26_6(math.Round(float64(n) * float64(c.size) / float64(rules.XScale)))
	}
	for i, g := range shaper.Info {
		p := shaper.Pos[i]
		glyphs = append(glyphs, sign{
			r: rune(g.Glyph), font: font, at: g.Cluster,
			advance: c.narrow(pixels(p.XAdvance)), right: c.narrow(pixels(p.XOffset)), up: pixels(p.YOffset),
		})
	}
	return glyphs
}

// along returns a function that tells by how much the character at a place of a text lengthens it.
// The typeface must be locked while that is called.
func (t *Typeface) along(text string) func(at int, r rune) fixed.Int26_6 {
	if !isShaped(text) {
		return func(_ int, r rune) fixed.Int26_6 { return t.advance(r) }
	}
	widths := make([]fixed.Int26_6, len(text))
	for _, s := range t.line(text) {
		widths[s.at] += s.advance
	}
	return func(at int, _ rune) fixed.Int26_6 { return widths[at] }
}
