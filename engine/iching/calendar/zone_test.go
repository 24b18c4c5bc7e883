package calendar

import (
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/daily"
)

func TestClocksOfZones(t *testing.T) {
	tests := []struct {
		name, date, clock, zone string
		skipped                 bool
		want                    []string // universal time
	}{
		{"a common day", "1984-06-01", "12:00", "Europe/Amsterdam", false, []string{"1984-06-01T10:00:00Z"}},
		{"the hour that spring skips", "2024-03-31", "02:30", "Europe/Amsterdam", true, []string{"2024-03-31T01:30:00Z", "2024-03-31T00:30:00Z"}},
		{"before it", "2024-03-31", "01:59", "Europe/Amsterdam", false, []string{"2024-03-31T00:59:00Z"}},
		{"after it", "2024-03-31", "03:00", "Europe/Amsterdam", false, []string{"2024-03-31T01:00:00Z"}},
		{"the hour that autumn repeats", "2024-10-27", "02:30", "Europe/Amsterdam", false, []string{"2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z"}},
		{"the day that Samoa left out", "2011-12-30", "12:00", "Pacific/Apia", true, []string{"2011-12-30T22:00:00Z", "2011-12-29T22:00:00Z"}},
		{"half an hour on Lord Howe", "2023-10-01", "02:15", "Australia/Lord_Howe", true, []string{"2023-09-30T15:45:00Z", "2023-09-30T15:15:00Z"}},
		{"a fixed offset", "2026-02-17", "21:50", "+08:00", false, []string{"2026-02-17T13:50:00Z"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := daily.FindZone(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			w, err := ParseWallClock(tt.date, tt.clock)
			if err != nil {
				t.Fatal(err)
			}
			got, skipped := w.In(in)
			if len(got) != len(tt.want) || skipped != tt.skipped {
				t.Fatalf("%v, skipped %v, want %v", got, skipped, tt.want)
			}
			for i := range got {
				if s := got[i].UTC().Format(time.RFC3339); s != tt.want[i] {
					t.Errorf("%s, want %s", s, tt.want[i])
				}
			}
		})
	}
}

// TestStandardTime: daylight saving is taken off, also double summer time, and a June
// of the southern hemisphere.
func TestStandardTime(t *testing.T) {
	for _, tt := range []struct {
		zone string
		at   time.Time
		want float64
	}{
		{"Europe/Amsterdam", time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC), 1},
		{"Europe/Amsterdam", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 1},
		{"Europe/London", time.Date(1943, 7, 1, 0, 0, 0, 0, time.UTC), 0},
		{"Australia/Sydney", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 10},
		{"Australia/Lord_Howe", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 10.5},
		{"Asia/Shanghai", time.Date(1988, 7, 1, 0, 0, 0, 0, time.UTC), 8},
		{"+08:00", time.Date(1988, 7, 1, 0, 0, 0, 0, time.UTC), 8},
		{"Asia/Singapore", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 8},
		{"Africa/Casablanca", time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC), 0},
		{"Europe/Dublin", time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC), 0},
		{"Europe/Dublin", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 0},
	} {
		in, err := daily.FindZone(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := StandardAhead(tt.at.In(in)).Hours(); got != tt.want {
			t.Errorf("%s on %s: %v h ahead, want %v", tt.zone, tt.at.Format(time.DateOnly), got, tt.want)
		}
	}
}

func TestParseWallClockRefuses(t *testing.T) {
	for _, tt := range [][2]string{
		{"2023-02-29", "12:00"},
		{"1984-13-01", "12:00"},
		{"1984", "12:00"},
		{"04-02-1984", "12:00"},
		{"", "12:00"},
		{"1984-02-04", "24:00"},
		{"1984-02-04", "noon"},
		{"1984-02-04", "12:60"},
		{"1700-02-04", "12:00"},
		{"2300-01-01", "12:00"},
	} {
		if w, err := ParseWallClock(tt[0], tt[1]); err == nil {
			t.Errorf("%v is read as %+v", tt, w)
		}
	}
}
