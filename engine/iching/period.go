package iching

import (
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Period is a span of life under one line. Years are counted as the Chinese do: that of
// birth is the first.
type Period struct {
	Heaven string `json:"heaven"` // "earlier" or "later"
	Line   int    `json:"line"`
	From   int    `json:"from"` // years, both included
	To     int    `json:"to"`

	// Hexagram is the one whose line it is, as it stands before the first year.
	Hexagram book.Hexagram `json:"-"`
}

// Names of the heavens.
const (
	earlierHeaven = "earlier"
	laterHeaven   = "later"
)

// Periods are the twelve spans of life: from the controlling line upward through the
// Earlier Heaven, then from its own through the Later; nine years a yang line, six a
// yin line.
func (n Hexagrams) Periods() []Period {
	var list []Period
	year := n.Chart.Year
	for _, heaven := range []struct {
		name string
		Heaven
	}{{earlierHeaven, n.Earlier}, {laterHeaven, n.Later}} {
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

// Years are the hexagrams of the period's years, in order.
func (p Period) Years() []book.Hexagram {
	h := p.Hexagram
	list := make([]book.Hexagram, 0, p.To-p.From+1)
	for i := range cap(list) {
		h = p.next(h, i)
		list = append(list, h)
	}
	return list
}

// next is the hexagram of year i, from 0, after that of the year before. Under a yin
// line each year changes the next line upward, beginning with the line itself. Under a
// yang line the first year changes it only if it is a yin year, the second the
// line opposite, the third the line itself back, and then each the next one upward.
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
