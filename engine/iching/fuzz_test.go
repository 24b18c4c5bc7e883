package iching

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// FuzzPlay plays any line: what is taken replays to the same reading, and what is
// refused leaves no trace.
func FuzzPlay(f *testing.F) {
	for _, line := range []string{
		"throw 7 8 9 6 7 7 at 2026-03-01T12:00:00Z", "manual 789677", "HTT HHT HHH TTT THT TTH", "throw", "7 8 9 6 7", "manual 7 8 9 6 7 7 at noon",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		enginetest.Bounded(t, len(line), func() {
			p, err := Game.New(engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			before := p.String()
			canonical, err := p.Play(line)
			if err != nil {
				if p.String() != before || p.Turn() != 0 {
					t.Errorf("%q is refused and leaves %s", line, p)
				}
				return
			}
			again, err := engine.Replay(t.Context(), &Game, engine.Options{}, []string{canonical})
			if err != nil || again.String() != p.String() {
				t.Errorf("%q is played as %q, which replays to %v, %v", line, canonical, again, err)
			}
		})
	})
}

// FuzzBirth reads what people type of a birth: it is refused, or makes a chart whose
// code can be read back.
func FuzzBirth(f *testing.F) {
	f.Add("1984-02-04", "23:18", "Asia/Shanghai", "121.5", "jia-zi ding-mao geng-shen geng-chen", "ms+.0.3.56.16.1924")
	f.Add("2024-03-31", "02:30", "Europe/Amsterdam", "4.9 E", "甲子丁卯庚申庚辰", "")
	f.Add("1800-01-01", "00:00", "-12:00", "-180", "甲", "wr-.1.2.3.4.1925")
	f.Fuzz(func(t *testing.T, date, clock, zone, longitude, pillars, code string) {
		enginetest.Bounded(t, len(date)+len(clock)+len(zone)+len(longitude)+len(pillars)+len(code), func() {
			o := engine.Options{"date": date, "time": clock, "zone": zone, "longitude": longitude, "sex": "man"}
			if charts, _, err := chartsOfBirth(o); err == nil {
				for _, c := range charts {
					if again, err := parseChart(c.Code()); err != nil || again != c.Chart {
						t.Errorf("%v makes %s, which reads %+v, %v", o, c.Code(), again, err)
					}
				}
			}
			if p, err := calendar.ParsePillars(pillars); err == nil {
				if again, err := calendar.ParsePillars(p[0].Pinyin() + " " + p[1].String() + " " + p[2].Pinyin() + " " + p[3].String()); err != nil || again != p {
					t.Errorf("%q is read as %v, and that as %v, %v", pillars, p, again, err)
				}
			}
			if c, err := parseChart(code); err == nil {
				if again, err := parseChart(c.Code()); err != nil || again != c {
					t.Errorf("%q is read as %+v, and that as %+v, %v", code, c, again, err)
				}
			}
		})
	})
}
