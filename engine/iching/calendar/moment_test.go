package calendar

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/6tail/lunar-go/calendar"
)

// beijing is the time in which the published terms are told.
var beijing = time.FixedZone("+08:00", 8*3600)

// byBeijing counts moments as the common calendars do.
var byBeijing = Place{Ahead: 8 * time.Hour, Start: LiChun}

// TestTermsArePublished: instants from almanacs, to their minute or second.
func TestTermsArePublished(t *testing.T) {
	tests := []struct {
		name    string
		year, n int
		want    time.Time
		within  time.Duration
	}{
		{"beginning of spring 1984", 1984, 0, time.Date(1984, 2, 4, 23, 18, 44, 0, beijing), 20 * time.Second},
		{"vernal equinox 2000", 2000, 3, time.Date(2000, 3, 20, 7, 35, 0, 0, time.UTC), time.Minute},
		{"June solstice 2000", 2000, 9, time.Date(2000, 6, 21, 1, 48, 0, 0, time.UTC), time.Minute},
		{"September equinox 2000", 2000, 15, time.Date(2000, 9, 22, 17, 28, 0, 0, time.UTC), time.Minute},
		{"December solstice 2000", 2000, 21, time.Date(2000, 12, 21, 13, 37, 0, 0, time.UTC), time.Minute},
		{"vernal equinox 2020", 2020, 3, time.Date(2020, 3, 20, 3, 50, 0, 0, time.UTC), time.Minute},
		{"December solstice 2021", 2021, 21, time.Date(2021, 12, 21, 15, 59, 0, 0, time.UTC), time.Minute},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Term(tt.year, tt.n); got.Sub(tt.want).Abs() > tt.within {
				t.Errorf("%s, want %s", got.UTC(), tt.want.UTC())
			}
		})
	}
}

// termNames are those of the other library, from the beginning of spring on.
var termNames = []string{
	"立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种", "夏至", "小暑", "大暑",
	"立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "DONG_ZHI", "XIAO_HAN", "DA_HAN",
}

func timeOf(s *calendar.Solar) time.Time {
	return time.Date(s.GetYear(), time.Month(s.GetMonth()), s.GetDay(), s.GetHour(), s.GetMinute(), s.GetSecond(), 0, beijing)
}

// TestTermsAgree: every solar term of two hundred years against another library, which
// has its own theory of the sun. What is allowed for is how the two foresee the
// earth's rotation.
func TestTermsAgree(t *testing.T) {
	worst := time.Duration(0)
	for year := 1900; year <= 2100; year++ {
		table := calendar.NewSolarFromYmd(year, 6, 1).GetLunar().GetJieQiTable()
		within := 30 * time.Second
		if year > 2030 {
			within = 4 * time.Minute
		}
		for n, name := range termNames {
			theirs, ours := timeOf(table[name]), Term(year, n)
			if n == 0 && ours.In(beijing).Year() != year {
				t.Fatalf("spring of %d begins at %s", year, ours)
			}
			off := ours.Sub(theirs).Abs()
			if off > within {
				t.Errorf("%d %s: %s, want %s", year, name, ours.In(beijing), theirs)
			}
			if year <= 2030 {
				worst = max(worst, off)
			}
		}
	}
	t.Logf("worst until 2030: %s", worst)
}

// theirPillars are those of the other library; the day does not turn before midnight.
func theirPillars(at time.Time) []string {
	b := at.In(beijing)
	chart := calendar.NewSolar(b.Year(), int(b.Month()), b.Day(), b.Hour(), b.Minute(), b.Second()).GetLunar().GetEightChar()
	chart.SetSect(2)
	return []string{chart.GetYear(), chart.GetMonth(), chart.GetDay(), chart.GetTime()}
}

// TestPillarsAgree: on both sides of every term that begins a month, and at random, the
// pillars are those of another library.
func TestPillarsAgree(t *testing.T) {
	agree := func(at time.Time) {
		t.Helper()
		got, want := byBeijing.At(at).Pillars.Names(), theirPillars(at)
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %v, want %v", at.In(beijing), got, want)
				return
			}
		}
	}
	for year := 1900; year <= 2100; year += 8 {
		for n := 0; n < 24; n += 2 {
			term := Term(year, n)
			agree(term.Add(-5 * time.Minute))
			agree(term.Add(5 * time.Minute))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	from := time.Date(1900, 2, 5, 0, 0, 0, 0, beijing).Unix()
	to := time.Date(2100, 12, 31, 0, 0, 0, 0, beijing).Unix()
	for range 500 {
		agree(time.Unix(from+r.Int64N(to-from), 0))
	}
}

func TestPillarsKnown(t *testing.T) {
	tests := []struct {
		name  string
		at    time.Time
		place Place
		want  string
		year  int
	}{
		{"2000-01-01 is wu-wu", time.Date(2000, 1, 1, 12, 0, 0, 0, beijing), byBeijing, "己卯 丙子 戊午 戊午", 1999},
		{"after the solstice the year has turned", time.Date(2000, 1, 1, 12, 0, 0, 0, beijing), Place{Ahead: 8 * time.Hour}, "庚辰 丙子 戊午 戊午", 2000},
		{"before the solstice it has not", time.Date(1999, 12, 21, 12, 0, 0, 0, beijing), Place{Ahead: 8 * time.Hour}, "己卯 丙子 丁未 丙午", 1999},
		{"the hour before midnight has the next stem", time.Date(2000, 1, 1, 23, 30, 0, 0, beijing), byBeijing, "己卯 丙子 戊午 甲子", 1999},
		{"a published birth", time.Date(2026, 2, 17, 21, 50, 0, 0, beijing), byBeijing, "丙午 庚寅 壬戌 辛亥", 2026},
		{"north, a January", time.Date(2000, 1, 20, 12, 0, 0, 0, time.UTC), Place{}, "庚辰 丁丑 丁丑 丙午", 2000},
		{"south, the same January is a July of the year before", time.Date(2000, 1, 20, 12, 0, 0, 0, time.UTC), Place{South: true}, "己卯 辛未 丁丑 丙午", 1999},
		{"south, before the solstice of June", time.Date(2000, 6, 20, 12, 0, 0, 0, time.UTC), Place{South: true}, "己卯 丙子 己酉 庚午", 1999},
		{"south, after it", time.Date(2000, 6, 22, 12, 0, 0, 0, time.UTC), Place{South: true}, "庚辰 丙子 辛亥 甲午", 2000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tt.place.At(tt.at)
			if got := m.Pillars; got[0].String()+" "+got[1].String()+" "+got[2].String()+" "+got[3].String() != tt.want || m.Year != tt.year {
				t.Errorf("%v of %d, want %s of %d", got.Names(), m.Year, tt.want, tt.year)
			}
		})
	}
}

// TestSouthIsHalfAYearAway: what is winter in the north is summer in the south, and
// either way a year has one beginning.
func TestSouthIsHalfAYearAway(t *testing.T) {
	for at := time.Date(1950, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 1953; at = at.Add(77 * time.Hour) {
		north, south := Place{}.At(at), Place{South: true}.At(at)
		if north.Rising == south.Rising {
			t.Errorf("%s: rising on both hemispheres", at)
		}
		if n, s := north.Pillars[1].Branch(), south.Pillars[1].Branch(); (n+6)%12 != s {
			t.Errorf("%s: month %s in the north, %s in the south", at, branches[n].pinyin, branches[s].pinyin)
		}
		if want := at.Year() - 1; at.YearDay() < 150 && south.Year != want {
			t.Errorf("%s is in the southern year %d, want %d", at, south.Year, want)
		}
	}
}

func BenchmarkMoment(b *testing.B) {
	at := time.Date(2026, 2, 17, 13, 50, 0, 0, time.UTC)
	for b.Loop() {
		byBeijing.At(at)
	}
}

// TestMomentsGoOn: from one double hour to the next the pillar of the hour moves on by
// one, and the others by one or not at all; each pillar comes with the stem that those
// before it demand.
func TestMomentsGoOn(t *testing.T) {
	place := Place{Ahead: 2 * time.Hour}
	at := time.Date(1999, 11, 1, 1, 30, 0, 0, time.UTC)
	before := place.At(at)
	for range 12 * 200 {
		at = at.Add(2 * time.Hour)
		m := place.At(at)
		if (m.Pillars[3]-before.Pillars[3]+Cycle)%Cycle != 1 {
			t.Fatalf("%s: the hour %s follows %s", at, m.Pillars[3], before.Pillars[3])
		}
		for i, p := range m.Pillars[:3] {
			if step := (p - before.Pillars[i] + Cycle) % Cycle; step > 1 {
				t.Fatalf("%s: pillar %d, %s, follows %s", at, i+1, p, before.Pillars[i])
			}
		}
		if m.Hour() != (m.Local.Hour()+1)/2%12 || m.Month() != m.Pillars[1].Branch() {
			t.Fatalf("%s: hour %d, month %d", at, m.Hour(), m.Month())
		}
		// The solstices lie within the months zi and wu.
		if m.Month()%6 != 0 && m.Rising != (m.Month() < 6) {
			t.Fatalf("%s: rising %t in month %d", at, m.Rising, m.Month())
		}
		before = m
	}
}

// TestPlaceMovesTheHours: six hours of mean time are three double hours.
func TestPlaceMovesTheHours(t *testing.T) {
	at := time.Date(2026, 2, 17, 6, 0, 0, 0, time.UTC)
	here, east := Place{}.At(at), Place{Ahead: 6 * time.Hour}.At(at)
	if (here.Hour()+3)%12 != east.Hour() || here.Pillars[2] != east.Pillars[2] || here.Sun != east.Sun {
		t.Errorf("%v here, %v in the east", here, east)
	}
}
