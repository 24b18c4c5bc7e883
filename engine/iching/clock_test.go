package iching

import (
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	p := newPerson(t)
	want := []int{24, 19, 19, 11, 11, 34, 34, 43, 43, 1, 1, 44, 44, 33, 33, 12, 12, 20, 20, 23, 23, 2, 2, 24}
	for hour, hexagram := range want {
		p.env.Now = time.Date(2026, 12, 22, hour, 30, 0, 0, time.UTC)
		d := p.run("clock", nil).Data.(clockState)
		if d.Hour.Hexagram != hexagram || d.Month.Hexagram != 24 {
			t.Errorf("%d:30 is of %+v, the month of %+v", hour, d.Hour, d.Month)
		}
	}
	p.env.Now = time.Date(2026, 6, 21, 12, 0, 0, 0, time.UTC)
	a := p.run("clock", map[string]any{"longitude": "-180", "hemisphere": "south"})
	if d := a.Data.(clockState); d.Local != "2026-06-21T00:00:00" || d.Hour.Hexagram != 24 || d.Month.Hexagram != 24 {
		t.Errorf("midnight of midwinter in the south: %+v", d)
	}
	p.run("settings", map[string]any{"zone": "Asia/Tokyo"})
	if d := p.run("clock", nil).Data.(clockState); d.Local != "2026-06-21T21:00:00" {
		t.Errorf("by the settings it is %s", d.Local)
	}
	if a = p.press(p.run("clock", nil), "Connect"); len(a.Scenes) != 1 || !connected(a) {
		t.Errorf("connected: %d scenes", len(a.Scenes))
	}
	if a = p.press(a, "Clock"); len(a.Scenes) != 1 || connected(a) {
		t.Errorf("hidden again: %d scenes", len(a.Scenes))
	}
}

// TestSavedPlace: a saved longitude counts at the person's own place alone, and both can
// be cleared.
func TestSavedPlace(t *testing.T) {
	p := newPerson(t)
	p.run("settings", map[string]any{"zone": "Europe/Amsterdam", "longitude": "4.9"})
	for _, tt := range []struct{ zone, longitude, want string }{
		{"", "", "12:19:36"},
		{"+08:00", "", "20:00:00"},
		{"+08:00", "116.4", "19:45:36"},
	} {
		raw := map[string]any{}
		if tt.zone != "" {
			raw["zone"] = tt.zone
		}
		if tt.longitude != "" {
			raw["longitude"] = tt.longitude
		}
		if d := p.run("clock", raw).Data.(clockState); d.Local != "2026-03-01T"+tt.want {
			t.Errorf("%v: it is %s, want %s", raw, d.Local, tt.want)
		}
	}
	p.run("settings", map[string]any{"longitude": "none"})
	if d := p.run("clock", nil).Data.(clockState); d.Local != "2026-03-01T13:00:00" {
		t.Errorf("without the longitude it is %s", d.Local)
	}
	if s := p.run("settings", map[string]any{"zone": "None"}).Data.(settingsData); s.Zone != "" || s.Longitude != "" {
		t.Errorf("cleared, the settings are %+v", s)
	}
}
