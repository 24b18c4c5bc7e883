package tournament

import (
	"testing"

	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
)

// TestMarks: how results are written, by points; without a game by signs.
func TestMarks(t *testing.T) {
	for _, tt := range []struct {
		game   Game
		player int
		want   string
	}{
		{Game{First: 1, Second: 2, Points: [2]int{pairing.Win, 0}}, 1, ""},
		{Game{First: 1, Second: 2, Points: [2]int{pairing.Win, 0}, Done: true, Played: true}, 1, "1"},
		{Game{First: 1, Second: 2, Points: [2]int{pairing.Win, 0}, Done: true, Played: true}, 2, "0"},
		{Game{First: 1, Second: 2, Points: [2]int{pairing.Half, pairing.Half}, Done: true, Played: true}, 2, "½"},
		{Game{First: 1, Second: 2, Points: [2]int{0, pairing.Win}, Done: true}, 2, "+"},
		{Game{First: 1, Second: 2, Points: [2]int{0, pairing.Win}, Done: true}, 1, "–"},
		{Game{First: 1, Second: pairing.Bye, Points: [2]int{pairing.Win, 0}, Done: true}, 1, "+"},
		{Game{First: 1, Second: pairing.Bye, Done: true}, 1, ""},
		{Game{First: 1, Second: 2, Done: true}, 3, ""},
	} {
		if got := (&Round{Games: []Game{tt.game}}).mark(tt.player).Text; got != tt.want {
			t.Errorf("player %d of %+v has %q, want %q", tt.player, tt.game, got, tt.want)
		}
	}
}
