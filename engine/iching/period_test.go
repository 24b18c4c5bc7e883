package iching

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

func TestPeriods(t *testing.T) {
	n := chart(t, "甲子 丁卯 庚申 庚辰", 1924, false).Hexagrams()
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
	h, _ := book.FromLines("011111")
	tests := []struct {
		name string
		p    Period
		want []string
	}{
		{"a yin line", Period{Line: 1, From: 1933, To: 1938, Hexagram: h}, []string{
			"111111", "101111", "100111", "100011", "100001", "100000",
		}},
		{"a yang line from a yang year", Period{Line: 6, From: 1924, To: 1932, Hexagram: h}, []string{
			"011111", "010111", "010110", "110110", "100110", "101110", "101010", "101000", "101001",
		}},
		{"a yang line from a yin year", Period{Line: 6, From: 1925, To: 1933, Hexagram: h}, []string{
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
