package iching

import (
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

func chart(t *testing.T, pillars string, year int, woman bool) Chart {
	t.Helper()
	p, err := calendar.ParsePillars(pillars)
	if err != nil {
		t.Fatal(err)
	}
	c, err := ChartOfPillars(p, year, woman, MonthSign)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// byBeijing counts moments as the common calendars do.
var byBeijing = calendar.Place{Ahead: 8 * time.Hour, Start: calendar.LiChun}

// TestPublishedExamples: worked examples of the Ho Lo Li Shu.
func TestPublishedExamples(t *testing.T) {
	tests := []struct {
		name           string
		chart          Chart
		odd, even      int
		earlier, later Heaven
	}{
		{
			"a man of 1924", chart(t, "jia-zi ding-mao geng-shen geng-chen", 1924, false),
			31, 34,
			Heaven{book.Numbered(44), 6},
			Heaven{book.Numbered(61), 3},
		},
		{
			"a man of 1917", chart(t, "丁巳 丙午 壬寅 辛丑", 1917, false),
			29, 40,
			Heaven{book.Numbered(48), 3},
			Heaven{book.Numbered(29), 6},
		},
		{
			"a man of 2026", newChart(byBeijing.At(time.Date(2026, 2, 17, 21, 50, 0, 0, time.FixedZone("+08:00", 8*3600))), false, MonthSign),
			19, 44,
			Heaven{book.Numbered(50), 3},
			Heaven{book.Numbered(63), 6},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := tt.chart.Hexagrams()
			if n.Odd != tt.odd || n.Even != tt.even || n.Earlier != tt.earlier || n.Later != tt.later {
				t.Errorf("odd %d, even %d, #%d line %d to #%d line %d", n.Odd, n.Even,
					n.Earlier.Hexagram.Number(), n.Earlier.Line, n.Later.Hexagram.Number(), n.Later.Line)
			}
		})
	}
}

func TestPublishedReductions(t *testing.T) {
	for sum, want := range map[int]int{31: 6, 29: 4, 35: 1, 22: 2, 25: 5} {
		if got := reduce(sum, 25); got != want {
			t.Errorf("heaven %d is reduced to %d, want %d", sum, got, want)
		}
	}
	for sum, want := range map[int]int{34: 4, 40: 1, 50: 2, 60: 3, 24: 4, 30: 3} {
		if got := reduce(sum, 30); got != want {
			t.Errorf("earth %d is reduced to %d, want %d", sum, got, want)
		}
	}
}

// TestPublishedLineOrder: hexagrams 56 and 45 in the yang hours, 1 and 2 in all.
func TestPublishedLineOrder(t *testing.T) {
	order := func(number int, c Chart) (list []int) {
		for hour := range 12 {
			c.Pillars[3] = calendar.Pillar(hour)
			list = append(list, c.controlling(book.Numbered(number)))
		}
		return list
	}
	if got := order(56, Chart{})[:6]; !slices.Equal(got, []int{3, 4, 6, 3, 4, 6}) {
		t.Errorf("#56: %v", got)
	}
	if got := order(45, Chart{})[:6]; !slices.Equal(got, []int{4, 5, 4, 5, 1, 2}) {
		t.Errorf("#45: %v", got)
	}
	// Five yang lines, then the sixth hour falls on the yin line.
	if got := order(44, Chart{})[:6]; !slices.Equal(got, []int{2, 3, 4, 5, 6, 1}) {
		t.Errorf("#44: %v", got)
	}
	// One yin line, which the hours of yin take twice before the others.
	if got := order(44, Chart{})[6:]; !slices.Equal(got, []int{1, 1, 2, 3, 4, 5}) {
		t.Errorf("#44, hours of yin: %v", got)
	}
	plain := []int{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}
	turned := []int{6, 5, 4, 6, 5, 4, 3, 2, 1, 3, 2, 1}
	for _, tt := range []struct {
		number        int
		woman, rising bool
		want          []int
	}{
		{1, false, true, plain},
		{1, false, false, plain},
		{1, true, true, turned},
		{1, true, false, plain},
		{2, false, true, plain},
		{2, false, false, turned},
		{2, true, true, plain},
		{2, true, false, plain},
	} {
		if got := order(tt.number, Chart{Woman: tt.woman, Rising: tt.rising}); !slices.Equal(got, tt.want) {
			t.Errorf("#%d, woman %v, rising %v: %v, want %v", tt.number, tt.woman, tt.rising, got, tt.want)
		}
	}
}

// TestLaterHeavenExceptions: in 3, 29 and 39 the trigrams may stay where they are.
func TestLaterHeavenExceptions(t *testing.T) {
	tests := []struct {
		number, line int
		positive     bool
		want         int
	}{
		{29, 5, false, 7},
		{29, 6, true, 59},
		{3, 5, false, 24},
		{3, 6, true, 42},
		{39, 5, false, 15},
		{39, 6, true, 53},
		// In the other time, and with another line, they are exchanged.
		{29, 5, true, 8},
		{3, 6, false, 32},
	}
	for _, tt := range tests {
		got := Chart{Positive: tt.positive}.later(Heaven{book.Numbered(tt.number), tt.line})
		if got.Hexagram.Number() != tt.want || got.Line != tt.line-3 {
			t.Errorf("#%d line %d, positive %v: #%d line %d, want #%d line %d",
				tt.number, tt.line, tt.positive, got.Hexagram.Number(), got.Line, tt.want, tt.line-3)
		}
	}
}

// TestMiddleNumber: heaven's 5 by cycle, sex and year.
func TestMiddleNumber(t *testing.T) {
	for _, tt := range []struct {
		year  int
		woman bool
		want  book.Trigram
	}{
		{1864, false, book.Gen},
		{1923, true, book.Kun},
		{1924, false, book.Gen},
		{1924, true, book.Kun},
		{1983, false, book.Kun},
		{1983, true, book.Gen},
		{1984, false, book.Li},
		{2043, true, book.Dui},
		{2044, false, book.Gen},
		{2044, true, book.Kun},
		{1863, false, book.Li},
		{1804, true, book.Dui},
	} {
		c := Chart{Pillars: calendar.Pillars{calendar.YearPillar(tt.year)}, Year: tt.year, Woman: tt.woman}
		if got := c.Trigram(5); got != tt.want {
			t.Errorf("%d, woman %v: %s, want %s", tt.year, tt.woman, got.Name(), tt.want.Name())
		}
	}
}

// TestWhoIsAbove: a man of a yang year and a woman of a yin year have heaven above.
func TestWhoIsAbove(t *testing.T) {
	man := chart(t, "甲子 丁卯 庚申 庚辰", 1924, false)
	woman := man
	woman.Woman = true
	if a, b := man.Hexagrams().Earlier.Hexagram, woman.Hexagrams().Earlier.Hexagram; a != b.Exchanged() {
		t.Errorf("man #%d, woman #%d", a.Number(), b.Number())
	}
}

func BenchmarkNatal(b *testing.B) {
	at := time.Date(1957, 3, 8, 4, 40, 0, 0, time.UTC)
	for b.Loop() {
		newChart(calendar.Place{}.At(at), true, MonthSign).Hexagrams().Periods()
	}
}
