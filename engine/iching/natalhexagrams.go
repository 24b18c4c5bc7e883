package iching

import (
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Hexagrams are the two natal hexagrams of a chart with the numbers that lead to them, by the
// method described at [Chart].
type Hexagrams struct {
	Chart Chart
	// Odd and Even are the sums of heaven's and earth's numbers; Heaven and Earth are their
	// reduced forms.
	Odd, Even, Heaven, Earth int
	Earlier, Later           Heaven
}

// Heaven is one of the two hexagrams, Earlier or Later, with its controlling line.
type Heaven struct {
	Hexagram book.Hexagram
	Line     int // 1 to 6 from the bottom
}

// Hexagrams computes the natal hexagrams.
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

func (c Chart) yangYear() bool { return c.Pillars[0].Stem()%2 == 0 }

// ofNumber holds the trigrams by number, in the order of the Later Heaven. 5, the middle, has
// none.
var ofNumber = [10]book.Trigram{1: book.Kan, 2: book.Kun, 3: book.Zhen, 4: book.Xun, 6: book.Qian, 7: book.Dui, 8: book.Gen, 9: book.Li}

const middle = 5

// Trigram returns the trigram of a reduced number. For the middle number it depends on the cycle
// of sixty years of the birth: upper, middle or lower.
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

// later changes the controlling line and exchanges the trigrams. Hexagrams 3, 29 and 39 keep the
// trigrams in place for line 5 in a negative time, and for line 6 in a positive one.
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

// controlling returns the line of the hexagram that the hour of birth selects.
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

var pureLine = [12]int{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}

// controllingPure returns the controlling line of hexagram 1 or 2. The order is reversed for a
// woman with hexagram 1 born in the rising half-year, and for a man with hexagram 2 born in the
// other.
func (c Chart) controllingPure(h book.Hexagram, hour int) int {
	line := pureLine[hour]
	if h == book.Creative && c.Woman && c.Rising || h == book.Receptive && !c.Woman && !c.Rising {
		return 7 - line
	}
	return line
}

// opposite returns the line in the same place of the other trigram.
func opposite(line int) int { return onward(line, 3) }

// onward returns the line a number of places further up, from the top on to the bottom.
func onward(line, places int) int { return (line-1+places)%6 + 1 }

// Period is a span of life under one line. Years are counted in the Chinese way, with the year of
// birth as the first.
type Period struct {
	Heaven string `json:"heaven"` // "earlier" or "later"
	Line   int    `json:"line"`
	From   int    `json:"from"` // years, both included
	To     int    `json:"to"`

	// Hexagram is the hexagram of the line, before the changes of the years.
	Hexagram book.Hexagram `json:"-"`
}

// Periods returns the twelve periods of life: from the controlling line upward through the
// Earlier Heaven, then in the same way through the Later Heaven. A yang line has nine years, a
// yin line six.
func (n Hexagrams) Periods() []Period {
	var list []Period
	year := n.Chart.Year
	for _, heaven := range []struct {
		name string
		Heaven
	}{{"earlier", n.Earlier}, {"later", n.Later}} {
		for i := range 6 {
			line, years := onward(heaven.Line, i), 6
			if heaven.Hexagram.Yang(line) {
				years = 9
			}
			list = append(list, Period{heaven.name, line, year, year + years - 1, heaven.Hexagram})
			year += years
		}
	}
	return list
}

// Years returns the hexagrams of the period's years, in order.
func (p Period) Years() []book.Hexagram {
	h := p.Hexagram
	list := make([]book.Hexagram, 0, p.To-p.From+1)
	for i := range cap(list) {
		h = p.next(h, i)
		list = append(list, h)
	}
	return list
}

// next returns the hexagram of year i, counted from 0, from that of the year before. Under a yin
// line each year changes the next line upward, beginning with the line itself. Under a yang line
// the first year changes the line only if it is a yin year, the second the opposite line, the
// third the line itself, and each further year the next line upward.
func (p Period) next(h book.Hexagram, i int) book.Hexagram {
	yinYear := calendar.YearPillar(p.From).Stem()%2 == 1
	switch {
	case !p.Hexagram.Yang(p.Line):
		return h.Toggle(onward(p.Line, i))
	case i == 0 && !yinYear:
		return h
	case i == 0 || i == 2:
		return h.Toggle(p.Line)
	case i == 1:
		return h.Toggle(opposite(p.Line))
	}
	return h.Toggle(onward(p.Line, i-2))
}
