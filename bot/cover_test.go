package bot

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestCoverOfAllGames compares what /play shows first with what was looked at; its file is small.
func TestCoverOfAllGames(t *testing.T) {
	enginetest.Alone(t)
	t.Parallel()
	const most = 90_000 // bytes
	all := &show.Services{Games: newSession(t, quickGames()...).bot.Games}
	for i, theme := range render.Themes[:enginetest.Times(1, len(render.Themes))] {
		data, err := all.Comb(render.Style{Theme: theme})
		if err != nil || len(data) > most {
			t.Fatalf("%s: %d bytes, want %d, %v", theme.ID, len(data), most, err)
		}
		drawn, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			t.Run("cover", func(t *testing.T) { rendertest.GoldenPicture(t, drawn) })
		}
	}
}
