package bot

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestCoverOfAllGames compares what /play shows first with what was looked at.
func TestCoverOfAllGames(t *testing.T) {
	games := newSession(t).bot.games
	drawers := []render.Drawer{render.For(func(games *registry, s render.Style) image.Image {
		drawn, err := games.comb(s)
		if err != nil {
			t.Fatal(err)
		}
		return drawn
	})}
	t.Run("cover", func(t *testing.T) { rendertest.GoldenCollage(t, drawers, games, render.Style{}) })
}

// TestCoverIsSmall: its file is, in every theme.
func TestCoverIsSmall(t *testing.T) {
	const most = 90_000 // bytes
	all := &covers{games: newSession(t).bot.games}
	for _, theme := range render.Themes {
		if data, err := all.comb(render.Style{Theme: theme}); err != nil || len(data) > most {
			t.Errorf("%s: %d bytes, want %d, %v", theme.ID, len(data), most, err)
		}
	}
}
