package natal

import (
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Hexagrams are the two natal hexagrams and how they were found, by W. K. Chu and W. A. Sherrill, The Astrology of I
// Ching, after the Ho Lo Li Shu.
type Hexagrams struct {
	Chart Chart
	// Odd and Even are the sums of heaven's and earth's numbers, Heaven and Earth what
	// they are reduced to.
	Odd, Even, Heaven, Earth int
	Earlier, Later           Heaven
}

// Heaven is one of the two hexagrams, Earlier or Later, and its controlling line.
type Heaven struct {
	Hexagram book.Hexagram
	Line     int // 1 to 6 from the bottom
}

// Hexagrams works out the natal hexagrams.
func (c Chart) Hexagrams() Hexagrams {
	n := Hexagrams{Chart: c}
	n.Odd, n.Even = sums(c.Pillars)
	n.Heaven, n.Earth = reduce(n.Odd, 25), reduce(n.Even, 30)
	upper, lower := c.Trigram(n.Heaven), c.Trigram(n.Earth)
	if c.yangYear() == c.Woman {
		upper, lower = lower, upper
	}
	h := book.Join(upper, lower)
	n.Earlier = Heaven{h, c.controlling(h)}
	n.Later = c.later(n.Earlier)
	return n
}

// yangYear reports whether the stem of the year is yang.
func (c Chart) yangYear() bool { return c.Pillars[0].Stem()%2 == 0 }

// ofNumber are the trigrams by number, in the order of the Later Heaven. 5, the middle,
// has none of its own.
var ofNumber = [10]book.Trigram{1: book.Kan, 2: book.Kun, 3: book.Zhen, 4: book.Xun, 6: book.Qian, 7: book.Dui, 8: book.Gen, 9: book.Li}

const middle = 5

// Trigram is that of a reduced number. That of the middle depends on the sixty years into which
// the birth falls: upper, middle or lower cycle.
func (c Chart) Trigram(number int) book.Trigram {
	if number != middle {
		return ofNumber[number]
	}
	const upperCycle, cycles = 1864, 3
	sixty := ((c.Year-upperCycle)%(cycles*calendar.Cycle) + cycles*calendar.Cycle) % (cycles * calendar.Cycle) / calendar.Cycle
	first := [cycles]bool{!c.Woman, c.yangYear() != c.Woman, !c.Woman}[sixty]
	pairs := [cycles][2]book.Trigram{{book.Gen, book.Kun}, {book.Gen, book.Kun}, {book.Li, book.Dui}}
	if first {
		return pairs[sixty][0]
	}
	return pairs[sixty][1]
}

// later inverts the controlling line and exchanges the trigrams. Hexagrams 3, 29 and 39
// keep them with line 5 in a negative time, and line 6 in a positive one.
func (c Chart) later(earlier Heaven) Heaven {
	h := earlier.Hexagram.Toggle(earlier.Line)
	switch earlier.Hexagram.Number() {
	case 3, 29, 39:
		if earlier.Line == 5 && !c.Positive || earlier.Line == 6 && c.Positive {
			return Heaven{h, opposite(earlier.Line)}
		}
	}
	return Heaven{h.Exchanged(), opposite(earlier.Line)}
}
