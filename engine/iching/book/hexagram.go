package book

import (
	_ "embed"
	"math/bits"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Hexagram is six lines: bit i is line i+1, counted from the bottom; a set bit is a yang line.
type Hexagram uint8

// The two hexagrams with rules of their own.
const (
	Creative  Hexagram = 0b111111 // number 1, yang throughout
	Receptive Hexagram = 0        // number 2, yin throughout
)

const threeLines = 0b111

// FromLines parses six lines from the bottom, '1' for yang and '0' for yin.
func FromLines(lines string) (h Hexagram, ok bool) {
	n, err := strconv.ParseUint(lines, 2, 6)
	return Hexagram(n).Inverted(), err == nil && len(lines) == 6
}

//go:embed names.tsv
var namesFile string

// names holds the hexagrams in King Wen order: the lines from the bottom, 1 for yang, the names
// in Chinese and in pinyin, the names in James Legge's and in Richard Wilhelm's own translation, the usual
// English name, which is Unicode's, the name and the English one in Wilhelm's translation by Cary Baynes,
// this if it differs, and other readings and numerals. Between several is a bar.
var names = func() (all [64]struct{ lines, chinese, pinyin, older, english, wilhelm, baynes, others string }) {
	for i, line := range strings.Split(strings.TrimSpace(namesFile), "\n") {
		f, n := strings.Split(line, "\t"), &all[i]
		n.lines, n.chinese, n.pinyin, n.older = f[0], f[1], f[2], f[3]
		n.english, n.wilhelm, n.baynes, n.others = f[4], f[5], f[6], f[7]
	}
	return all
}()

// Numbered returns the hexagram with the King Wen number, 1 to 64.
func Numbered(n int) Hexagram { return ofNumber[n-1] }

// ofNumber holds the hexagrams in King Wen order, and numbers their places in it, from 1.
var ofNumber, numbers = func() (of [64]Hexagram, number [64]int) {
	for i, name := range names {
		h, ok := FromLines(name.lines)
		if !ok {
			panic("iching: the lines of hexagram " + name.pinyin)
		}
		of[i], number[h] = h, i+1
	}
	return of, number
}()

// Number returns the King Wen number, 1 to 64.
func (h Hexagram) Number() int { return numbers[h] }

// Lines formats the hexagram as [FromLines] reads it.
func (h Hexagram) Lines() string { return names[h.Number()-1].lines }

// Yang reports whether line n, 1 to 6 from the bottom, is a yang line.
func (h Hexagram) Yang(n int) bool { return h>>(n-1)&1 == 1 }

// Toggle returns the hexagram with line n, 1 to 6 from the bottom, changed into its opposite.
func (h Hexagram) Toggle(n int) Hexagram { return h ^ 1<<(n-1) }

// Lower returns the trigram of lines 1 to 3.
func (h Hexagram) Lower() Trigram { return Trigram(h & threeLines) }

// Upper returns the trigram of lines 4 to 6.
func (h Hexagram) Upper() Trigram { return Trigram(h >> 3) }

// Join returns the hexagram of two trigrams.
func Join(upper, lower Trigram) Hexagram { return Hexagram(upper)<<3 | Hexagram(lower) }

// Opposite returns the hexagram with every line changed.
func (h Hexagram) Opposite() Hexagram { return h ^ Creative }

// Inverted returns the hexagram upside down.
func (h Hexagram) Inverted() Hexagram { return Hexagram(bits.Reverse8(uint8(h)) >> 2) }

// Exchanged returns the hexagram with its trigrams exchanged.
func (h Hexagram) Exchanged() Hexagram { return Join(h.Lower(), h.Upper()) }

// Nuclear returns the hexagram within: lines 2 to 4 below, 3 to 5 above.
func (h Hexagram) Nuclear() Hexagram {
	return Join(Trigram(h>>2&threeLines), Trigram(h>>1&threeLines))
}

// Signs returns the character and the Chinese name: "䷀ 乾 Qián".
func (h Hexagram) Signs() engine.Text {
	return engine.T("%s %s %s", h.Character(), engine.T(h.Chinese()), engine.T(h.Pinyin()))
}

// Character returns the Unicode character, "䷀" for 1.
func (h Hexagram) Character() string { return string(rune(0x4DC0 + h.Number() - 1)) }

// Chinese returns the name in Chinese characters.
func (h Hexagram) Chinese() string { return names[h.Number()-1].chinese }

// Pinyin returns the Chinese name in pinyin.
func (h Hexagram) Pinyin() string { return names[h.Number()-1].pinyin }

// English returns the usual English name.
func (h Hexagram) English() string { return names[h.Number()-1].english }

// sovereign holds the twelve hexagrams of the branches, of hours and of months. They wax and
// wane: one yang line from below in zi, at midnight and the winter solstice, six in si, none in
// hai.
var sovereign = [12]int{24, 19, 11, 34, 43, 1, 44, 33, 12, 20, 23, 2}

// Sovereign returns the hexagram of a branch, 0 for zi to 11 for hai.
func Sovereign(branch int) Hexagram { return Numbered(sovereign[branch]) }
