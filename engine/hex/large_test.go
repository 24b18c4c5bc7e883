package hex

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// TestLargeBoardsArePlayed: by names of cells to y25, by the two menus of a form, of which Discord takes 25 choices each, and
// in the notations of elsewhere.
func TestLargeBoardsArePlayed(t *testing.T) {
	for _, o := range []engine.Options{
		{"size": 20},
		{"size": 21, "swap": true},
		{"size": 22, "weighted": true},
		{"size": 23, "convention": "source"},
		{"size": 24},
		{"size": 25, "swap": true},
		{"size": 3, "width": 25},
		{"size": 25, "width": 3},
		{"size": 25, "width": 24},
	} {
		p := start(t, o)
		corner := p.Grid().Name(p.Grid().At(p.Width()-1, p.Height()-1))
		mustPlay(t, p, "a1", "b2", corner)
		form := p.Picking(engine.MoveVerb, "").Form()
		for i, side := range []int{p.Width(), p.Height()} {
			if n := len(form.Menus[i].Offers); n != side || n > engine.MostOffers {
				t.Errorf("%v: menu %d offers %d", o, i, n)
			}
		}
		last := []string{corner[:1], corner[1:]}
		if _, err := form.Arguments([][]string{{"c"}, {last[1]}}); err != nil && p.Width() > 3 {
			t.Errorf("%v: %v", o, err)
		}
		formats := []string{"sgf", "hexworld"}
		if p.Weighted() || o["convention"] != nil {
			formats = formats[:1]
		}
		for _, id := range formats {
			made, err := notation(t, id).Encode(t.Context(), engine.Record{Options: o, Moves: []string{"a1", "b2", corner}})
			if err != nil {
				t.Fatalf("%v: %v", o, err)
			}
			text := made.Text.String()
			if len(made.Files) > 0 {
				text = string(made.Files[0].Data)
			}
			read, err := notation(t, id).Decode(t.Context(), []byte(text))
			if err != nil || !slices.Equal(read.Moves, []string{"a1", "b2", corner}) || read.Options.Int("size") != p.Height() {
				t.Errorf("%v: %s gives %v, %v", o, text, read, err)
			}
		}
	}
}

// TestLevelsPlayLargeBoards in the middle of a game, and one of them from its start; with SIXFOLD_LONG=1 all from both.
func TestLevelsPlayLargeBoards(t *testing.T) {
	for _, o := range []engine.Options{{"size": 25}, {"size": 25, "width": 3}} {
		p := start(t, o)
		for _, n := range []int{0, p.Grid().Cells() / 4} {
			scatter(t, p, n, seeded(7))
			for i, l := range Game.Opponents.Levels {
				if !enginetest.Long() && i != 4*min(n, 1) && i != 0 {
					continue
				}
				ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
				choice, err := l.New(1).Choose(ctx, p)
				stop()
				if err != nil || !slices.Contains(p.Moves(), choice.Move) {
					t.Errorf("%v: level %s plays %q: %v", o, l.ID, choice.Move, err)
				}
			}
		}
	}
}

// TestHexWorldReadsLargeBoards with the sizes that people choose there.
func TestHexWorldReadsLargeBoards(t *testing.T) {
	for link, moves := range map[string]string{
		"https://hexworld.org/board/#21,a10:sk11":      "a10 swap k11",
		"https://hexworld.org/board/#19c1,s19a1":       "s19 a1",
		"https://hexworld.org/board/#24r9c1,x24a1:rb":  "x24 a1",
		"https://hexworld.org/board/#25nc1,m13y25y1":   "m13 y25 y1",
		"https://hexworld.org/board/#20x22c1,t22a1b2":  "t22 a1 b2",
		"https://hexworld.org/board/#21m,u21t20,s19:f": "",
	} {
		record, err := notation(t, "hexworld").Decode(t.Context(), []byte(link))
		if moves == "" {
			if err == nil {
				t.Errorf("%s is read", link)
			}
			continue
		}
		if err != nil || strings.Join(record.Moves, " ") != moves {
			t.Errorf("%s: %v, %v", link, record.Moves, err)
		}
	}
}

func notation(t *testing.T, id string) engine.Format {
	t.Helper()
	f, ok := Game.Format(id)
	if !ok {
		t.Fatalf("there is no format %s", id)
	}
	return f
}

// Programs of the older rules know no such boards: they leave these tables, and the thinking there, alone.
func TestLargeBoardsNeedNewerRules(t *testing.T) {
	for _, tt := range []struct {
		options engine.Options
		want    int
	}{
		{engine.Options{"size": 19}, 1},
		{engine.Options{"size": 20}, 2},
		{engine.Options{"size": 11, "width": 25}, 2},
	} {
		if got := Game.Needs(tt.options); got != tt.want {
			t.Errorf("%v needs the rules of version %d, want %d", tt.options, got, tt.want)
		}
	}
}
