package hexgrid_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func TestShortRows(t *testing.T) {
	for _, tt := range []struct {
		rows []string
		want string
	}{
		{[]string{"...", "R..", ".RB", "BBB"}, "3, R2, 1RB, BBB"},
		{[]string{"R...........B", "............."}, "R11B, 13"},
		{nil, ""},
	} {
		if got := hexgrid.ShortRows(tt.rows); got != tt.want {
			t.Errorf("%q are written %q, want %q", tt.rows, got, tt.want)
		}
	}
}
