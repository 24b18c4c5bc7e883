package book

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestThrowLine(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for line, want := range map[string]Throw{
		"throw 7 8 9 6 7 7 at 2026-03-01T12:00:00Z":       {Lines{7, 8, 9, 6, 7, 7}, at, false},
		"manual 789677 at 2026-03-01T13:00:00+01:00":      {Lines{7, 8, 9, 6, 7, 7}, at, true},
		"manual HTT HHT HHH TTT THT TTH":                  {Lines{7, 8, 9, 6, 7, 7}, time.Time{}, true},
		"7 8 9 6 7 7":                                     {Lines{7, 8, 9, 6, 7, 7}, time.Time{}, true},
		"  throw 7 8 9 6 7 7   at 2026-03-01T12:00:00.9Z": {Lines{7, 8, 9, 6, 7, 7}, at, false},
	} {
		got, err := ParseThrow(line)
		if err != nil || got != want {
			t.Errorf("%q is read as %+v, %v", line, got, err)
			continue
		}
		if again, err := ParseThrow(got.String()); err != nil || again != got {
			t.Errorf("%q comes back as %+v, %v", got, again, err)
		}
	}
	for _, line := range []string{"", "throw", "manual", "throw 7 8 9", "throw 7 8 9 6 7 7 at noon", "manual 789677 at 1492-10-12T00:00:00Z"} {
		if got, err := ParseThrow(line); err == nil {
			t.Errorf("%q is read as %+v", line, got)
		}
	}
}

func TestComplete(t *testing.T) {
	env := engine.Env{Now: time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC), Rand: rand.New(rand.NewPCG(1, 1))}
	for _, line := range []string{"throw", "cast", "throw yarrow", "throw COINS"} {
		got, err := Complete(env, line, Coins)
		throw, parsed := ParseThrow(got)
		if err != nil || parsed != nil || throw.Manual || throw.String() != got || !throw.At.Equal(env.Now.Truncate(time.Second)) {
			t.Errorf("%q becomes %q, %v", line, got, err)
		}
	}
	if got, err := Complete(env, "throw 7 8 9 6 7 7", Coins); err != nil || got != "manual 7 8 9 6 7 7 at 2026-03-01T12:00:00Z" {
		t.Errorf("lines that were typed in become %q, %v", got, err)
	}
	for _, line := range []string{"throw dice", "", "manual 7"} {
		if got, err := Complete(env, line, Coins); err == nil {
			t.Errorf("%q becomes %q", line, got)
		}
	}
}
