package iching

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Chart is what the natal hexagrams follow from: of a moment of birth, no more than the method
// asks for. [Chart.Hexagrams] works the rest out, periods of life and annual hexagrams too.
//
// The method is that of W. K. Chu and W. A. Sherrill, The Astrology of I Ching, after the Ho Lo Li
// Shu. The pillars of the birth give numbers to heaven and to earth, the numbers two
// trigrams, and these the Earlier Heaven hexagram. The hour of birth picks its controlling
// line; changing that line and exchanging the trigrams makes the Later Heaven hexagram.
type Chart struct {
	Pillars calendar.Pillars
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

// newChart returns the chart of a moment.
func newChart(m calendar.Moment, woman bool, sign Sign) Chart {
	c := Chart{Pillars: m.Pillars, Year: m.Year, Woman: woman, Rising: m.Rising}
	c.Positive = sign.positive(c)
	return c
}

// ChartOfPillars returns the chart of the four pillars of a birth in a year, which it refuses
// if they do not fit. A birth in the month of a solstice counts to the half-year after it.
func ChartOfPillars(p calendar.Pillars, year int, woman bool, sign Sign) (Chart, error) {
	if err := p[0].CheckYear(year); err != nil {
		return Chart{}, err
	}
	c := Chart{Pillars: p, Year: year, Woman: woman, Rising: p[1].Branch() < 6}
	c.Positive = sign.positive(c)
	return c, nil
}

// positive reports whether the time of a birth is a positive one.
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

// Code writes the chart in at most 40 characters, so that a button can carry it:
// "mr+.0.3.56.16.1924" is a man, days rising, a positive time, the numbers of the four
// pillars, and the year.
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

// parseChart reads what [Chart.Code] wrote.
func parseChart(code string) (c Chart, err error) {
	bad := engine.Refuse("`%s` is not a chart; give `date`, `time`, `zone` and `sex`", engine.Quotable(code))
	parts := strings.Split(code, ".")
	if len(parts) != 6 || len(parts[0]) != 3 {
		return c, bad
	}
	for i, part := range parts[1:] {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || i < len(c.Pillars) && n >= calendar.Cycle {
			return c, bad
		}
		if i == len(c.Pillars) {
			c.Year = n
		} else {
			c.Pillars[i] = calendar.Pillar(n)
		}
	}
	c.Woman, c.Rising, c.Positive = parts[0][0] == 'w', parts[0][1] == 'r', parts[0][2] == '+'
	// The seasons of the first and the last year reach beyond them.
	if c.Year < calendar.FirstYear-1 || c.Year > calendar.LastYear+1 || c.Pillars[0].CheckYear(c.Year) != nil {
		return c, bad
	}
	return c, nil
}

// stemNumbers are those of the ten stems, counted to heaven if odd and to earth if even.
var stemNumbers = [10]int{6, 2, 8, 7, 1, 9, 3, 4, 6, 2}

// branchNumbers are those of the twelve branches: each has an odd number, of heaven, and
// an even one, of earth.
var branchNumbers = [12]struct{ odd, even int }{
	{1, 6},
	{5, 10},
	{3, 8},
	{3, 8},
	{5, 10},
	{7, 2},
	{7, 2},
	{5, 10},
	{9, 4},
	{9, 4},
	{5, 10},
	{1, 6},
}

// sums adds up heaven's numbers, the odd ones, and earth's.
func sums(p calendar.Pillars) (odd, even int) {
	for _, x := range p {
		if n := stemNumbers[x.Stem()]; n%2 == 1 {
			odd += n
		} else {
			even += n
		}
		b := branchNumbers[x.Branch()]
		odd, even = odd+b.odd, even+b.even
	}
	return odd, even
}

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
