package bot

import (
	"testing"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// A board is framed in the colour of the side to move, and at the end in that of the winner.
func TestAccents(t *testing.T) {
	look := render.Themes[0].Look()
	red, blue, quiet := show.Rgb(look.Red.Base), show.Rgb(look.Blue.Base), show.Rgb(look.Muted)
	for _, tt := range []struct {
		name string
		want int
		does []string
	}{
		{"nobody has joined", quiet, []string{"you: /hex new size:3 open:true"}},
		{"declined", quiet, []string{"you: /hex new @friend size:3", "friend: [Decline]"}},
		{"Red to move", red, []string{"you: /hex new @friend size:3", "friend: [Accept]"}},
		{"Blue to move", blue, []string{"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2"}},
		{"Red has won", red, []string{"you: /hex new @you size:3", "you: /hex move a1", "you: /hex move c1", "you: /hex move a2", "you: /hex move c2", "you: /hex move a3"}},
		{"Red resigned", blue, []string{"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2", "you: [Resign]", "you: [Resign]"}},
		{"cancelled", quiet, []string{"you: /hex new @friend size:3", "friend: [Accept]", "you: [Resign]", "you: [Resign]"}},
		{"solved", show.Rgb(look.Green), []string{"you: /hex new number:1", "you: /hex move e3"}},
		{"given up", quiet, []string{"you: /hex new @you size:3", "you: /hex resign"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t)
			s.play(tt.does...)
			t1, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.bot.Games.Entry(t1).Accent(t1, render.Themes[0]); got != tt.want {
				t.Errorf("framed in %06x, want %06x", got, tt.want)
			}
		})
	}
}

// White and Black are framed in white and black. A message cannot have the colour 0, so black is near it.
func TestAccentsOfAGame(t *testing.T) {
	for _, e := range Games() {
		for _, theme := range render.Themes {
			first, second := show.Rgb(e.Colour(theme, 0)), show.Rgb(e.Colour(theme, 1))
			if first == second || first <= 0 || second <= 0 {
				t.Errorf("%s, %s: sides are framed in %06x and %06x", e.Game.ID, theme.ID, first, second)
			}
			if e.Game.ID == "atom4" && (first < 0xe0e0e0 || second > 0x202020) {
				t.Errorf("%s: White is framed in %06x, Black in %06x", theme.ID, first, second)
			}
		}
	}
}
