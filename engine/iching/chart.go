package iching

import (
	"fmt"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Chart is the data of a birth that the method needs. [Chart.Hexagrams] computes the natal
// hexagrams, from which the periods of life and the annual hexagrams follow.
//
// The method is that of W. K. Chu and W. A. Sherrill, The Astrology of I Ching, after the Ho Lo Li
// Shu. The pillars of the birth give a number of heaven and one of earth, the numbers give two
// trigrams, and these form the Earlier Heaven hexagram. The hour of birth selects its controlling
// line. Changing that line and exchanging the trigrams gives the Later Heaven hexagram.
type Chart struct {
	Pillars calendar.Pillars
	Year    int // of birth, by the first pillar
	Woman   bool
	// Rising reports a birth between winter and summer solstice.
	Rising bool
	// Positive reports a positive time of birth, which matters for hexagrams 3, 29 and 39 only.
	Positive bool
}

// Sign is what makes a time of birth positive. Sources differ.
type Sign string

// The signs of a time.
const (
	MonthSign Sign = "month" // the branch of the month is yang
	HalfSign  Sign = "half-year"
	HourSign  Sign = "hour" // from zi to si
)

func newChart(m calendar.Moment, woman bool, sign Sign) Chart {
	c := Chart{Pillars: m.Pillars, Year: m.Year, Woman: woman, Rising: m.Rising}
	c.Positive = sign.positive(c)
	return c
}

// ChartOfPillars returns the chart of the four pillars of a birth. It refuses a year that does
// not fit them. A birth in the month of a solstice is counted in the half-year after it.
func ChartOfPillars(p calendar.Pillars, year int, woman bool, sign Sign) (Chart, error) {
	if err := p[0].CheckYear(year); err != nil {
		return Chart{}, err
	}
	c := Chart{Pillars: p, Year: year, Woman: woman, Rising: p[1].Branch() < 6}
	c.Positive = sign.positive(c)
	return c, nil
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

// Code formats the chart in at most 40 characters, for a button: "mr+.0.3.56.16.1924" is a man,
// rising days, a positive time, the numbers of the four pillars, and the year.
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

func parseChart(code string) (c Chart, err error) {
	var sex, half, sign rune
	p := &c.Pillars
	_, err = fmt.Sscanf(code, "%c%c%c.%d.%d.%d.%d.%d", &sex, &half, &sign, &p[0], &p[1], &p[2], &p[3], &c.Year)
	c.Woman, c.Rising, c.Positive = sex == 'w', half == 'r', sign == '+'
	inCycle := slices.Min(p[:]) >= 0 && slices.Max(p[:]) < calendar.Cycle
	// A moment of the first or last year may belong to the year before or after.
	inYears := c.Year >= calendar.FirstYear-1 && c.Year <= calendar.LastYear+1
	if err != nil || c.Code() != code || !inCycle || !inYears || p[0].CheckYear(c.Year) != nil {
		return c, engine.Refuse("`%s` is not a chart; give `date`, `time`, `zone` and `sex`", engine.Quotable(code))
	}
	return c, nil
}

// stemNumbers are the numbers of the ten stems: odd ones of heaven, even ones of earth.
var stemNumbers = [10]int{6, 2, 8, 7, 1, 9, 3, 4, 6, 2}

// branchNumbers are the numbers of heaven of the twelve branches, which are odd. The number of
// earth is the even one from 2 to 10 that is five more or less.
var branchNumbers = [12]int{1, 5, 3, 3, 5, 7, 7, 5, 9, 9, 5, 1}

// sums returns the sum of heaven's numbers, which are odd, and that of earth's.
func sums(p calendar.Pillars) (odd, even int) {
	for _, x := range p {
		if n := stemNumbers[x.Stem()]; n%2 == 1 {
			odd += n
		} else {
			even += n
		}
		n := branchNumbers[x.Branch()]
		odd, even = odd+n, even+(n+4)%10+1
	}
	return odd, even
}

// reduce subtracts whole while the sum is greater, and returns the units, or the tens if the
// units are 0.
func reduce(sum, whole int) int {
	for sum > whole {
		sum -= whole
	}
	if sum%10 == 0 {
		return sum / 10
	}
	return sum % 10
}
