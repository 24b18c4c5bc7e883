package iching

import (
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

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
