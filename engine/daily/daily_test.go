package daily_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

func env(now time.Time) engine.Env {
	return engine.Env{Now: now, Rand: rand.New(rand.NewPCG(1, 2))}
}

func TestSeed(t *testing.T) {
	e := env(time.Time{})
	if seed := daily.Seed(e, engine.Options{daily.SeedOption: 0}); seed != 0 {
		t.Errorf("seed 0 was given, and became %d", seed)
	}
	a := daily.SeedArg(engine.T("A number"))
	seen := map[int]bool{}
	for range 100 {
		seed := daily.Seed(e, engine.Options{})
		if _, err := a.Parse(seed); err != nil || seen[seed] {
			t.Fatalf("by chance: %d, %v", seed, err)
		}
		seen[seed] = true
	}
}

func TestNext(t *testing.T) {
	if daily.Next(4) != 5 || daily.Next(daily.MaxSeed) != 0 {
		t.Errorf("after 4 comes %d, after the greatest %d", daily.Next(4), daily.Next(daily.MaxSeed))
	}
}

func TestAnother(t *testing.T) {
	for _, tt := range []struct{ asked, want engine.Options }{
		{engine.Options{"task": "end", daily.SeedOption: 4}, engine.Options{"task": "end", daily.SeedOption: 5}},
		{engine.Options{"task": "end"}, engine.Options{"task": "end"}},
		{engine.Options{daily.DateOption: "2026-01-02"}, engine.Options{}},
	} {
		before := maps.Clone(tt.asked)
		if got := daily.Another(tt.asked); !maps.Equal(got, tt.want) || !maps.Equal(tt.asked, before) {
			t.Errorf("after %v comes %v, want %v", before, got, tt.want)
		}
	}
}

// TestDate: the day is that of UTC or of the zone that is given, wherever the machine is.
func TestDate(t *testing.T) {
	late := time.Date(2026, 3, 1, 23, 30, 0, 0, time.FixedZone("west", -2*60*60))
	if date := daily.Date(env(late), engine.Options{}); date != "2026-03-02" {
		t.Errorf("half an hour before midnight, two hours west: %s", date)
	}
	here := env(late)
	here.Zone = time.FixedZone("farther west", -3*60*60)
	if date := daily.Date(here, engine.Options{}); date != "2026-03-01" {
		t.Errorf("half an hour before midnight, three hours west: %s", date)
	}
	if date := daily.Date(env(late), engine.Options{daily.DateOption: "2020-02-29"}); date != "2020-02-29" {
		t.Errorf("a day that was given became %s", date)
	}
}

func TestDay(t *testing.T) {
	tests := []struct {
		name, date string
		ok         bool
	}{
		{"a day", "2026-01-02", true},
		{"the day of a leap year", "2024-02-29", true},
		{"not of another year", "2026-02-29", false},
		{"another order", "02-01-2026", false},
		{"without its zeros", "2026-1-2", false},
		{"with a time", "2026-01-02T10:00:00Z", false},
		{"nothing", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			day, err := daily.Day(tt.date)
			if refusal, _ := errors.AsType[*engine.Refusal](err); (refusal == nil) != tt.ok || tt.ok && day.Format(time.DateOnly) != tt.date {
				t.Errorf("Day(%q) = %v, %v", tt.date, day, err)
			}
		})
	}
}

func TestDaySeed(t *testing.T) {
	seeds := map[uint64]string{}
	for _, salt := range []string{"", "one ", "two "} {
		for day := range 50 {
			date := time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			seed, err := daily.DaySeed(salt, date)
			if again, _ := daily.DaySeed(salt, date); err != nil || again != seed {
				t.Fatalf("%s: %d, then %d, %v", date, seed, again, err)
			}
			if other := seeds[seed]; other != "" {
				t.Errorf("%s%s and %s have one seed", salt, date, other)
			}
			seeds[seed] = salt + date
		}
	}
	if _, err := daily.DaySeed("", "today"); err == nil {
		t.Error("a day that is none has a seed")
	}
}

// TestDaySeedStays: tables replay from the seed. By the definition of FNV-1a the hash of nothing is
// its offset basis, and each byte is one further step.
func TestDaySeedStays(t *testing.T) {
	const basis, prime = 14695981039346656037, 1099511628211
	want := uint64(basis)
	for _, b := range []byte("ade 2026-01-02") {
		want = (want ^ uint64(b)) * prime
	}
	if seed, err := daily.DaySeed("ade ", "2026-01-02"); err != nil || seed != want {
		t.Errorf("seed %d, %v; want %d", seed, err, want)
	}
}
