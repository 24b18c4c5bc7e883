package daily

import (
	"strings"
	"testing"
	"time"
)

func TestFind(t *testing.T) {
	noon := time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)
	for name, hours := range map[string]float64{
		"": 0, "Europe/Amsterdam": 1, "europe/amsterdam": 1, "America/New York": -5, "UTC": 0, "+08:00": 8, "utc+8": 8, "-0330": -3.5, "GMT-11": -11, "Asia/Kolkata": 5.5,
	} {
		in, err := FindZone(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, seconds := noon.In(in).Zone(); float64(seconds) != hours*3600 {
			t.Errorf("%s is %d s ahead, want %v h", name, seconds, hours)
		}
	}
	for _, name := range []string{"Nowhere/City", "Local", "Amsterdam", "../../etc/passwd", "+16:00", "+1:99"} {
		if in, err := FindZone(name); err == nil {
			t.Errorf("%q is taken for %s", name, in)
		}
	}
}

func TestZonesAreKnown(t *testing.T) {
	n := 0
	for name := range strings.Lines(list) {
		if in, err := FindZone(name); err != nil || in.String() != strings.TrimSpace(name) && in != time.UTC {
			t.Errorf("%s: %v, %v", name, in, err)
		}
		n++
	}
	if n < 400 {
		t.Errorf("there are %d zones", n)
	}
}

// What is stored of a zone is its name, by which it is found again.
func TestNamesAreFoundAgain(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "+08:00", "-0330", "utc+5", ""} {
		in, err := FindZone(name)
		if err != nil {
			t.Fatal(err)
		}
		again, err := FindZone(in.String())
		if err != nil {
			t.Errorf("%q becomes %q: %v", name, in, err)
			continue
		}
		at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
		if at.In(in).Format(time.DateTime) != at.In(again).Format(time.DateTime) {
			t.Errorf("%q becomes %q", name, in)
		}
	}
}

func TestSuggest(t *testing.T) {
	for typed, want := range map[string]string{"amst": "Europe/Amsterdam", "new y": "America/New_York", "Europe/B": "Europe/Belfast", "kong": "Asia/Hong_Kong"} {
		found := suggest(nil, typed)
		if len(found) == 0 || found[0].ID != want {
			t.Errorf("%q is completed by %v, want %s first", typed, found, want)
		}
	}
	if n := len(suggest(nil, "")); n != 25 {
		t.Errorf("nothing is completed by %d", n)
	}
}
