package zone

import (
	"errors"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestEveryNameOfferedIsKnown(t *testing.T) {
	for _, name := range names {
		if l, err := Load(name); err != nil || l.String() != name {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
}

func TestLoad(t *testing.T) {
	for typed, want := range map[string]string{"": UTC, "utc": UTC, "europe/berlin": "Europe/Berlin", "Asia/Kathmandu": "Asia/Kathmandu"} {
		if l, err := Load(typed); err != nil || l.String() != want {
			t.Errorf("%q: %v, %v; want %s", typed, l, err, want)
		}
	}
	for _, typed := range []string{"Local", "Berlin", "../etc/passwd", "/usr/share", "Mars/Olympus"} {
		var refusal *engine.Refusal
		if l, err := Load(typed); !errors.As(err, &refusal) {
			t.Errorf("%q: %v, %v; want a refusal", typed, l, err)
		}
	}
}

// Without data of its own a bare image would put everybody's hours in UTC.
func TestDaylightSaving(t *testing.T) {
	berlin, err := Load("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	winter := time.Date(2026, 1, 1, 20, 0, 0, 0, berlin).UTC().Hour()
	summer := time.Date(2026, 7, 1, 20, 0, 0, 0, berlin).UTC().Hour()
	if winter != 19 || summer != 18 {
		t.Errorf("eight in the evening is at %d and %d UTC", winter, summer)
	}
}

func TestSuggest(t *testing.T) {
	found := suggest(nil, "new y")
	if len(found) != 1 || found[0].ID != "America/New_York" {
		t.Errorf("got %+v", found)
	}
	if len(suggest(nil, "")) != engine.MaxSuggestions {
		t.Error("nothing typed offers less than there is room for")
	}
}
