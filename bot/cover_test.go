package bot

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestCoverOfAllGames compares what /play shows first with what was looked at.
func TestCoverOfAllGames(t *testing.T) {
	t.Parallel()
	games := newSession(t, quickGames()...).bot.games
	drawers := []render.Drawer{render.For(func(games *registry, s render.Style) image.Image {
		drawn, err := games.comb(s)
		if err != nil {
			t.Fatal(err)
		}
		return drawn
	})}
	t.Run("cover", func(t *testing.T) { rendertest.GoldenCollage(t, drawers, games, render.Style{}) })
}

// TestCoverIsSmall: its file is, in the first theme, and in every theme in the long form.
func TestCoverIsSmall(t *testing.T) {
	t.Parallel()
	const most = 90_000 // bytes
	all := &covers{games: newSession(t, quickGames()...).bot.games}
	for i, theme := range render.Themes {
		if i > 0 && !enginetest.Long() {
			break
		}
		if data, err := all.comb(render.Style{Theme: theme}); err != nil || len(data) > most {
			t.Errorf("%s: %d bytes, want %d, %v", theme.ID, len(data), most, err)
		}
	}
}
