package book

import "math/bits"

// Hexagram is six lines: bit i is line i+1, counted from the bottom, and a set bit is
// a yang line.
type Hexagram uint8

// Two hexagrams of which some rules speak apart.
const (
	Creative  Hexagram = 0b111111 // number 1, yang throughout
	Receptive Hexagram = 0        // number 2, yin throughout
)

// threeLines are those of a trigram.
const threeLines = 0b111

// FromLines reads six lines from the bottom, '1' for yang and '0' for yin.
func FromLines(lines string) (h Hexagram, ok bool) {
	if len(lines) != 6 {
		return 0, false
	}
	for i, c := range lines {
		switch c {
		case '1':
			h |= 1 << i
		case '0':
		default:
			return 0, false
		}
	}
	return h, true
}

// Numbered returns the hexagram with the King Wen number, 1 to 64.
func Numbered(n int) Hexagram { return kingWen.hexagrams[n-1] }

// kingWen holds the King Wen order both ways.
var kingWen = func() (k struct {
	hexagrams [64]Hexagram
	numbers   [64]int
},
) {
	for i, name := range names {
		h, ok := FromLines(name.lines)
		if !ok {
			panic("iching: the lines of hexagram " + name.pinyin)
		}
		k.hexagrams[i], k.numbers[h] = h, i+1
	}
	return k
}()

// Number is the King Wen number, 1 to 64.
func (h Hexagram) Number() int { return kingWen.numbers[h] }

// Lines writes the hexagram as [FromLines] reads it.
func (h Hexagram) Lines() string { return names[h.Number()-1].lines }

// Yang reports whether line n, 1 to 6 from the bottom, is a yang line.
func (h Hexagram) Yang(n int) bool { return h>>(n-1)&1 == 1 }

// Toggle changes line n, 1 to 6 from the bottom, into its opposite.
func (h Hexagram) Toggle(n int) Hexagram { return h ^ 1<<(n-1) }

// Lower is the trigram of lines 1 to 3.
func (h Hexagram) Lower() Trigram { return Trigram(h & threeLines) }

// Upper is the trigram of lines 4 to 6.
func (h Hexagram) Upper() Trigram { return Trigram(h >> 3) }

// Join puts one trigram over another.
func Join(upper, lower Trigram) Hexagram { return Hexagram(upper)<<3 | Hexagram(lower) }

// Opposite changes every line.
func (h Hexagram) Opposite() Hexagram { return h ^ Creative }

// Inverted stands the hexagram on its head.
func (h Hexagram) Inverted() Hexagram { return Hexagram(bits.Reverse8(uint8(h)) >> 2) }

// Exchanged puts the lower trigram over the upper one.
func (h Hexagram) Exchanged() Hexagram { return Join(h.Lower(), h.Upper()) }

// Nuclear is the hexagram within: lines 2 to 4 below, 3 to 5 above.
func (h Hexagram) Nuclear() Hexagram {
	return Join(Trigram(h>>2&threeLines), Trigram(h>>1&threeLines))
}

// sovereign are the twelve hexagrams that wax and wane through the branches, of hours
// as of months: one yang line from below in zi, at midnight and the winter solstice, six
// in si, none in hai.
var sovereign = [12]int{24, 19, 11, 34, 43, 1, 44, 33, 12, 20, 23, 2}

// Sovereign is the hexagram of a branch, 0 for zi to 11 for hai.
func Sovereign(branch int) Hexagram { return Numbered(sovereign[branch]) }
