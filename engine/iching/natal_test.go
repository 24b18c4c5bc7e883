package iching

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func chart(t *testing.T, pillars string, year int, woman bool) Chart {
	t.Helper()
	p, err := ParsePillars(pillars)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkYear(p[0], year); err != nil {
		t.Fatal(err)
	}
	c := Chart{Pillars: p, Year: year, Woman: woman}
	c.Rising = risingMonth(p[1])
	c.Positive = MonthSign.positive(c)
	return c
}

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
			Heaven{Numbered(44), 6},
			Heaven{Numbered(61), 3},
		},
		{
			"a man of 1917", chart(t, "丁巳 丙午 壬寅 辛丑", 1917, false),
			29, 40,
			Heaven{Numbered(48), 3},
			Heaven{Numbered(29), 6},
		},
		{
			"a man of 2026", ChartOf(byBeijing.At(time.Date(2026, 2, 17, 21, 50, 0, 0, beijing)), false, MonthSign),
			19, 44,
			Heaven{Numbered(50), 3},
			Heaven{Numbered(63), 6},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := tt.chart.Natal()
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
			c.Pillars[3] = Pillar(hour)
			list = append(list, c.controlling(Numbered(number)))
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
		got := Chart{Positive: tt.positive}.later(Heaven{Numbered(tt.number), tt.line})
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
		want  Trigram
	}{
		{1864, false, Gen},
		{1923, true, Kun},
		{1924, false, Gen},
		{1924, true, Kun},
		{1983, false, Kun},
		{1983, true, Gen},
		{1984, false, Li},
		{2043, true, Dui},
		{2044, false, Gen},
		{2044, true, Kun},
		{1863, false, Li},
		{1804, true, Dui},
	} {
		c := Chart{Pillars: Pillars{yearPillar(tt.year)}, Year: tt.year, Woman: tt.woman}
		if got := c.trigram(5); got != tt.want {
			t.Errorf("%d, woman %v: %s, want %s", tt.year, tt.woman, got.Name(), tt.want.Name())
		}
	}
}

// TestWhoIsAbove: a man of a yang year and a woman of a yin year have heaven above.
func TestWhoIsAbove(t *testing.T) {
	man := chart(t, "甲子 丁卯 庚申 庚辰", 1924, false)
	woman := man
	woman.Woman = true
	if a, b := man.Natal().Earlier.Hexagram, woman.Natal().Earlier.Hexagram; a != b.Exchanged() {
		t.Errorf("man #%d, woman #%d", a.Number(), b.Number())
	}
}

func TestPeriods(t *testing.T) {
	n := chart(t, "甲子 丁卯 庚申 庚辰", 1924, false).Natal()
	var got []string
	for _, p := range n.Periods() {
		got = append(got, fmt.Sprintf("%s %d %d-%d", p.Heaven, p.Line, p.From, p.To))
	}
	// 44 is yin, yang, yang, yang, yang, yang; 61 is yang, yang, yin, yin, yang, yang.
	want := []string{
		"earlier 6 1924-1932", "earlier 1 1933-1938", "earlier 2 1939-1947", "earlier 3 1948-1956", "earlier 4 1957-1965", "earlier 5 1966-1974",
		"later 3 1975-1980", "later 4 1981-1986", "later 5 1987-1995", "later 6 1996-2004", "later 1 2005-2013", "later 2 2014-2022",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestAnnualHexagrams: by hand, from the rule.
func TestAnnualHexagrams(t *testing.T) {
	lines := func(p Period) (list []string) {
		for _, h := range p.Years() {
			list = append(list, h.Lines())
		}
		return list
	}
	h, _ := FromLines("011111")
	tests := []struct {
		name string
		p    Period
		want []string
	}{
		{"a yin line", Period{Line: 1, From: 1933, To: 1938, hexagram: h}, []string{
			"111111", "101111", "100111", "100011", "100001", "100000",
		}},
		{"a yang line from a yang year", Period{Line: 6, From: 1924, To: 1932, hexagram: h}, []string{
			"011111", "010111", "010110", "110110", "100110", "101110", "101010", "101000", "101001",
		}},
		{"a yang line from a yin year", Period{Line: 6, From: 1925, To: 1933, hexagram: h}, []string{
			"011110", "010110", "010111", "110111", "100111", "101111", "101011", "101001", "101000",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(tt.p); !slices.Equal(got, tt.want) {
				t.Errorf("%q,\nwant %q", got, tt.want)
			}
		})
	}
}

func TestChartCode(t *testing.T) {
	for _, c := range []Chart{
		chart(t, "甲子 丁卯 庚申 庚辰", 1924, false),
		{Pillars: Pillars{yearPillar(2026), 59, 0, 17}, Year: 2026, Woman: true, Rising: true, Positive: true},
	} {
		got, err := ParseChart(c.Code())
		if err != nil || got != c {
			t.Errorf("%s comes back as %+v, %v", c.Code(), got, err)
		}
	}
	for _, bad := range []string{"", "mr+", "mr+.0.3.56.16", "mr+.0.3.56.60.1924", "mr+.1.3.56.16.1924", "mr+.0.3.56.-1.1924", "mr+.0.3.56.16.1624"} {
		if c, err := ParseChart(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, c)
		}
	}
}

func TestParsePillars(t *testing.T) {
	want := []string{"甲子", "丁卯", "庚申", "庚辰"}
	for _, text := range []string{
		"甲子 丁卯 庚申 庚辰", "甲子丁卯庚申庚辰", "jia-zi ding-mao geng-shen geng-chen", "JIAZI, dingmao, gengshen, gengchen", "jia zi ding mao geng shen geng chen",
	} {
		if p, err := ParsePillars(text); err != nil || !slices.Equal(p.Names(), want) {
			t.Errorf("%q is read as %v, %v", text, p.Names(), err)
		}
	}
	for _, bad := range []string{"", "甲子", "甲丑 丁卯 庚申 庚辰", "甲子 丁卯 庚申 庚", "jia-xi ding-mao geng-shen geng-chen", "甲子 丁卯 庚申 庚辰 庚辰"} {
		if p, err := ParsePillars(bad); err == nil {
			t.Errorf("%q is read as %v", bad, p.Names())
		}
	}
}

func BenchmarkNatal(b *testing.B) {
	at := time.Date(1957, 3, 8, 4, 40, 0, 0, time.UTC)
	for b.Loop() {
		ChartOf(Place{}.At(at), true, MonthSign).Natal().Periods()
	}
}
