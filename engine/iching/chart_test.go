package iching

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

func TestChartCode(t *testing.T) {
	for _, c := range []Chart{
		chart(t, "甲子 丁卯 庚申 庚辰", 1924, false),
		{Pillars: calendar.Pillars{calendar.YearPillar(2026), 59, 0, 17}, Year: 2026, Woman: true, Rising: true, Positive: true},
	} {
		got, err := parseChart(c.Code())
		if err != nil || got != c {
			t.Errorf("%s comes back as %+v, %v", c.Code(), got, err)
		}
	}
	for _, bad := range []string{"", "mr+", "mr+.0.3.56.16", "mr+.0.3.56.60.1924", "mr+.1.3.56.16.1924", "mr+.0.3.56.-1.1924", "mr+.0.3.56.16.1624"} {
		if c, err := parseChart(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, c)
		}
	}
}
