package tell

import (
	"errors"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestAwake: in Berlin clocks go from 2 to 3 on 29 March 2026, and from 3 to 2 on 25 October. In
// Chatham, 13:45 ahead of UTC in summer, hours end at a quarter past those of UTC; in Monrovia, 0:44:30 behind
// it until 7 January 1972, at 44:30. In Troll clocks go from 1 to 3, and in Lord Howe from 2 to 1:30.
func TestAwake(t *testing.T) {
	const berlin, chatham, monrovia = "Europe/Berlin", "Pacific/Chatham", "Africa/Monrovia"
	for _, tt := range []struct {
		name     string
		quiet    Hours
		zone     string
		at, want string
	}{
		{"none", Hours{}, "", "2026-01-01T03:00:00Z", "2026-01-01T03:00:00Z"},
		{"by day", Hours{22, 7}, "", "2026-01-01T07:00:00Z", "2026-01-01T07:00:00Z"},
		{"in the evening", Hours{22, 7}, "", "2026-01-01T22:00:00Z", "2026-01-02T07:00:00Z"},
		{"at the last second", Hours{22, 7}, "", "2026-01-02T06:59:59Z", "2026-01-02T07:00:00Z"},
		{"within a day", Hours{9, 17}, "", "2026-01-01T12:34:56Z", "2026-01-01T17:00:00Z"},
		{"elsewhere", Hours{22, 7}, berlin, "2026-01-01T21:30:00Z", "2026-01-02T06:00:00Z"},
		{"a night of eight hours", Hours{22, 7}, berlin, "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"},
		{"a night of ten hours", Hours{22, 7}, berlin, "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"},
		{"an end that is left out", Hours{22, 2}, berlin, "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"an end that comes twice", Hours{22, 2}, berlin, "2026-10-24T23:30:00Z", "2026-10-25T00:00:00Z"},
		{"a beginning that comes twice", Hours{2, 7}, berlin, "2026-10-25T00:30:00Z", "2026-10-25T06:00:00Z"},
		{"quarters", Hours{22, 7}, chatham, "2026-01-01T12:00:00Z", "2026-01-01T17:15:00Z"},
		{"an offset of odd minutes", Hours{22, 7}, "+08:07", "2026-01-01T15:00:00Z", "2026-01-01T22:53:00Z"},
		{"an offset of seconds", Hours{22, 7}, monrovia, "1971-06-01T23:30:00Z", "1971-06-02T07:44:30Z"},
		{"an end at which odd seconds are left out", Hours{22, 0}, monrovia, "1972-01-06T23:50:00Z", "1972-01-07T00:44:30Z"},
		{"two hours that are left out", Hours{22, 2}, "Antarctica/Troll", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"a half hour that comes twice", Hours{22, 2}, "Australia/Lord_Howe", "2026-04-04T14:00:00Z", "2026-04-04T15:30:00Z"},
		{"a zone that is not known any more", Hours{22, 7}, "Atlantis/Port", "2026-01-01T23:00:00Z", "2026-01-02T07:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Choice{Quiet: tt.quiet, Zone: tt.zone}
			if got := c.awake(moment(t, tt.at)); !got.Equal(moment(t, tt.want)) {
				t.Errorf("got %s, want %s", got.UTC().Format(time.RFC3339), tt.want)
			}
		})
	}
}

// TestDigestAfter: once a day, also when its hour is skipped or repeated.
func TestDigestAfter(t *testing.T) {
	step := 2 // finds the hours that clocks leave out, or have twice
	if enginetest.Long() {
		step = 1
	}
	for _, zone := range []string{"", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo"} {
		for hour := 0; hour < 24; hour += step {
			c := Choice{Digest: hour + 1, Zone: zone}
			at := moment(t, "2026-01-01T00:00:00Z")
			for day := range 365 {
				next := c.digestAfter(at)
				if pause := next.Sub(at); pause <= 0 || pause > 26*time.Hour || day > 0 && pause < 22*time.Hour {
					t.Fatalf("%q, %d o'clock: %s after %s", zone, hour, pause, at)
				}
				at = next
			}
		}
	}
	if at := (Choice{}).digestAfter(moment(t, "2026-01-01T00:00:00Z")); !at.IsZero() {
		t.Errorf("no digest comes at %s", at)
	}
}

func TestParseHours(t *testing.T) {
	for text, want := range map[string]Hours{
		"off": {}, "22-7": {22, 7}, "22 to 7": {22, 7}, "22:00 - 07:00": {22, 7}, "0–8": {0, 8}, "24-8": {0, 8}, "9-24": {9, 0},
	} {
		if got, err := parseHours(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "22", "7-7", "0-24", "25-7", "-1-7", "22-", "22-7-8", "22:30-7", "ten to seven"} {
		var refusal *engine.Refusal
		if got, err := parseHours(text); !errors.As(err, &refusal) {
			t.Errorf("%q: %v, %v; want a refusal", text, got, err)
		}
	}
}
