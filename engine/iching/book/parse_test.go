package book

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestParseCast(t *testing.T) {
	for _, text := range []string{
		"7 8 9 6 7 7", "789677", "7,8,9,6,7,7", " 7-8-9-6-7-7 ", "HTT HHT HHH TTT THT TTH", "HTTHHTHHHTTTTHTTTH",
	} {
		c, err := ParseLines(text)
		if err != nil || c != (Lines{7, 8, 9, 6, 7, 7}) {
			t.Errorf("%q is read as %s, %v", text, c, err)
		}
	}
	for text, want := range map[string]string{
		"":                        "this has 0",
		"7 8 9 6 7":               "this has 5",
		"7 8 9 6 7 7 7":           "this has 7",
		"7 8 9 6 7 5":             "`5` is not a line",
		"7 8 9 6 7 10":            "`10` is not a line",
		"HHT HTT TTT HHH HTH HX":  "`HX` is not a line",
		"HHT HTT TTT HHH HTH":     "this has 5",
		"seven eight nine six 77": "this has 5",
		"7896`7":                  "`'` is not a line",
	} {
		_, err := ParseLines(text)
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), want) {
			t.Errorf("%q is refused with %v, want %q", text, err, want)
		}
	}
}
