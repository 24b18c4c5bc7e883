package iching

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

// controlling is the line of the hexagram that the hour of birth points at.
func (c Chart) controlling(h book.Hexagram) int {
	hour := c.Pillars[3].Branch()
	if h == book.Creative || h == book.Receptive {
		return c.controllingPure(h, hour)
	}
	yang := hour < 6
	var same, other []int
	for n := 1; n <= 6; n++ {
		if h.Yang(n) == yang {
			same = append(same, n)
		} else {
			other = append(other, n)
		}
	}
	order := same
	if len(same) <= 3 {
		order = append(order, same...)
	}
	return append(order, other...)[hour%6]
}

// pureLine is the controlling line of hexagrams 1 and 2 by hour.
var pureLine = [12]int{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}

// controllingPure: for a woman under hexagram 1 born while the days grow, and a man
// under 2 born while they shrink, the order is turned about.
func (c Chart) controllingPure(h book.Hexagram, hour int) int {
	line := pureLine[hour]
	if h == book.Creative && c.Woman && c.Rising || h == book.Receptive && !c.Woman && !c.Rising {
		return 7 - line
	}
	return line
}

// opposite is the line in the same place of the other trigram.
func opposite(line int) int { return onward(line, 3) }

// onward is the line so many places further up, from the top on at the bottom again.
func onward(line, places int) int { return (line-1+places)%6 + 1 }
