package iching

import (
	"math/bits"
	"strconv"
)

// Hexagram is six lines: bit i is line i+1, counted from the bottom, and a set bit is
// a yang line.
type Hexagram uint8

// all are the six lines of a hexagram, and allThree those of a trigram.
const (
	all      = 0b111111
	allThree = 0b111
)

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

func (h Hexagram) digits() string { return strconv.Itoa(h.Number()) }

// Lines writes the hexagram as [FromLines] reads it.
func (h Hexagram) Lines() string { return names[h.Number()-1].lines }

// Yang reports whether line n, 1 to 6 from the bottom, is a yang line.
func (h Hexagram) Yang(n int) bool { return h>>(n-1)&1 == 1 }

// Toggle changes line n, 1 to 6 from the bottom, into its opposite.
func (h Hexagram) Toggle(n int) Hexagram { return h ^ 1<<(n-1) }

// YangLines is how many lines are yang.
func (h Hexagram) YangLines() int { return bits.OnesCount8(uint8(h)) }

// Lower is the trigram of lines 1 to 3.
func (h Hexagram) Lower() Trigram { return Trigram(h & allThree) }

// Upper is the trigram of lines 4 to 6.
func (h Hexagram) Upper() Trigram { return Trigram(h >> 3) }

// Join puts one trigram over another.
func Join(upper, lower Trigram) Hexagram { return Hexagram(upper)<<3 | Hexagram(lower) }

// Opposite changes every line.
func (h Hexagram) Opposite() Hexagram { return h ^ all }

// Inverted stands the hexagram on its head.
func (h Hexagram) Inverted() Hexagram { return Hexagram(bits.Reverse8(uint8(h)) >> 2) }

// Exchanged puts the lower trigram over the upper one.
func (h Hexagram) Exchanged() Hexagram { return Join(h.Lower(), h.Upper()) }

// Nuclear is the hexagram within: lines 2 to 4 below, 3 to 5 above.
func (h Hexagram) Nuclear() Hexagram {
	return Join(Trigram(h>>2&allThree), Trigram(h>>1&allThree))
}

// Character is the hexagram's Unicode character, "䷀" for 1.
func (h Hexagram) Character() string { return string(rune(0x4DC0 + h.Number() - 1)) }

// Chinese is the hexagram's name in Chinese characters, and Pinyin as it sounds.
func (h Hexagram) Chinese() string { return names[h.Number()-1].chinese }

// Pinyin is the hexagram's name as it sounds.
func (h Hexagram) Pinyin() string { return names[h.Number()-1].pinyin }

// Trigram is three lines: bit i is line i+1, and a set bit is a yang line.
type Trigram uint8

// The eight trigrams.
const (
	Kun  Trigram = 0b000
	Zhen Trigram = 0b001
	Kan  Trigram = 0b010
	Dui  Trigram = 0b011
	Gen  Trigram = 0b100
	Li   Trigram = 0b101
	Xun  Trigram = 0b110
	Qian Trigram = 0b111
)

var trigrams = [8]struct{ name, character, image string }{
	Kun:  {"Kun", "☷", "earth"},
	Zhen: {"Zhen", "☳", "thunder"},
	Kan:  {"Kan", "☵", "water"},
	Dui:  {"Dui", "☱", "lake"},
	Gen:  {"Gen", "☶", "mountain"},
	Li:   {"Li", "☲", "fire"},
	Xun:  {"Xun", "☴", "wind"},
	Qian: {"Qian", "☰", "heaven"},
}

// Name is the trigram's name in pinyin without tones.
func (t Trigram) Name() string { return trigrams[t].name }

// Character is the trigram's Unicode character.
func (t Trigram) Character() string { return trigrams[t].character }

// Image is what the trigram stands for, in a word: "heaven".
func (t Trigram) Image() string { return trigrams[t].image }
