package iching

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Chart is what the natal hexagram is made of: the moment of birth, without the moment.
type Chart struct {
	Pillars Pillars
	Year    int // of birth, counted as its pillar is
	Woman   bool
	// Rising: born between winter and summer solstice.
	Rising bool
	// Positive: the time of birth is a positive one, which counts for hexagrams 3, 29
	// and 39 alone.
	Positive bool
}

// Sign is what makes a time of birth positive; sources differ.
type Sign string

// The signs of a time.
const (
	MonthSign Sign = "month" // the branch of the month is yang
	HalfSign  Sign = "half-year"
	HourSign  Sign = "hour" // from zi to si
)

// ChartOf makes the chart of a moment.
func ChartOf(m Moment, woman bool, sign Sign) Chart {
	c := Chart{Pillars: m.Pillars, Year: m.Year, Woman: woman, Rising: m.Rising}
	c.Positive = sign.positive(c)
	return c
}

func (s Sign) positive(c Chart) bool {
	switch s {
	case HalfSign:
		return c.Rising
	case HourSign:
		return c.Pillars[3].Branch() < 6
	case MonthSign:
	}
	return c.Pillars[1].Branch()%2 == 0
}

// Code writes the chart for a button: "mr+.0.3.56.16.1924".
func (c Chart) Code() string {
	sex, half, sign := 'm', 's', '-'
	if c.Woman {
		sex = 'w'
	}
	if c.Rising {
		half = 'r'
	}
	if c.Positive {
		sign = '+'
	}
	p := c.Pillars
	return fmt.Sprintf("%c%c%c.%d.%d.%d.%d.%d", sex, half, sign, p[0], p[1], p[2], p[3], c.Year)
}

// ParseChart reads what [Chart.Code] wrote.
func ParseChart(code string) (c Chart, err error) {
	bad := engine.Refuse("`%s` is no chart; give `date`, `time`, `zone` and `sex`", cleaned(code))
	parts := strings.Split(code, ".")
	if len(parts) != 6 || len(parts[0]) != 3 {
		return c, bad
	}
	for i, part := range parts[1:] {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || i < len(c.Pillars) && n >= cycle {
			return c, bad
		}
		if i == len(c.Pillars) {
			c.Year = n
		} else {
			c.Pillars[i] = Pillar(n)
		}
	}
	c.Woman, c.Rising, c.Positive = parts[0][0] == 'w', parts[0][1] == 'r', parts[0][2] == '+'
	// The seasons of the first and the last year reach beyond them.
	if c.Year < firstYear-1 || c.Year > lastYear+1 || checkYear(c.Pillars[0], c.Year) != nil {
		return c, bad
	}
	return c, nil
}

// Natal is the natal hexagram, by W. K. Chu and W. A. Sherrill, The Astrology of I
// Ching, after the Ho Lo Li Shu.
type Natal struct {
	Chart Chart
	// Odd and Even are the sums of heaven's and earth's numbers, Heaven and Earth what
	// they are reduced to.
	Odd, Even, Heaven, Earth int
	Earlier, Later           Heaven
}

// Heaven is one of the two hexagrams, Earlier or Later, and its controlling line.
type Heaven struct {
	Hexagram Hexagram
	Line     int // 1 to 6 from the bottom
}

// Natal works the natal hexagram out.
func (c Chart) Natal() Natal {
	n := Natal{Chart: c}
	n.Odd, n.Even = c.Pillars.numbers()
	n.Heaven, n.Earth = reduce(n.Odd, 25), reduce(n.Even, 30)
	upper, lower := c.trigram(n.Heaven), c.trigram(n.Earth)
	if c.yangYear() == c.Woman {
		upper, lower = lower, upper
	}
	h := Join(upper, lower)
	n.Earlier = Heaven{h, c.controlling(h)}
	n.Later = c.later(n.Earlier)
	return n
}

// yangYear reports whether the stem of the year is yang.
func (c Chart) yangYear() bool { return c.Pillars[0].Stem()%2 == 0 }

// reduce takes the whole away while there is more, and keeps the units, or the tens
// where those are 0.
func reduce(sum, whole int) int {
	for sum > whole {
		sum -= whole
	}
	if sum%10 == 0 {
		return sum / 10
	}
	return sum % 10
}

// ofNumber are the trigrams by number, in the order of the Later Heaven. 5, the middle,
// has none of its own.
var ofNumber = [10]Trigram{1: Kan, 2: Kun, 3: Zhen, 4: Xun, 6: Qian, 7: Dui, 8: Gen, 9: Li}

const middle = 5

// trigram of a reduced number. That of the middle depends on the sixty years into which
// the birth falls: upper, middle or lower cycle.
func (c Chart) trigram(number int) Trigram {
	if number != middle {
		return ofNumber[number]
	}
	const upperCycle, cycles = 1864, 3
	sixty := ((c.Year-upperCycle)%(cycles*cycle) + cycles*cycle) % (cycles * cycle) / cycle
	first := [cycles]bool{!c.Woman, c.yangYear() != c.Woman, !c.Woman}[sixty]
	pairs := [cycles][2]Trigram{{Gen, Kun}, {Gen, Kun}, {Li, Dui}}
	if first {
		return pairs[sixty][0]
	}
	return pairs[sixty][1]
}

// controlling is the line of the hexagram that the hour of birth points at.
func (c Chart) controlling(h Hexagram) int {
	hour := c.Pillars[3].Branch()
	if h == 0 || h == all {
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
func (c Chart) controllingPure(h Hexagram, hour int) int {
	line := pureLine[hour]
	if h == all && c.Woman && c.Rising || h == 0 && !c.Woman && !c.Rising {
		return 7 - line
	}
	return line
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

// opposite is the line in the same place of the other trigram.
func opposite(line int) int { return onward(line, 3) }

// onward is the line so many places further up, from the top on at the bottom again.
func onward(line, places int) int { return (line-1+places)%6 + 1 }

// risingMonth tells the half of the year where only its month is known. The months of
// the solstices count as those after them.
func risingMonth(month Pillar) bool { return month.Branch() < 6 }
