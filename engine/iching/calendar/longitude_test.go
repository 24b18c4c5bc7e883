package calendar

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestParseLongitude(t *testing.T) {
	for text, want := range map[string]float64{
		"4.9": 4.9, "-58.4": -58.4, "58.4 W": -58.4, "58,4w": -58.4, " 139.7 E ": 139.7, "0": 0, "180": 180, "-180": -180, "4.9°": 4.9, "4.9° W": -4.9,
	} {
		if got, err := ParseLongitude(text); err != nil || got != want {
			t.Errorf("%q is read as %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "east", "181", "-180.1", "NaN", "Inf", "4.9 N", "4 54", "`4`"} {
		got, err := ParseLongitude(text)
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), "is not a longitude") || strings.Count(why.String(), "`") != 2 {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}
