package bot

import (
	"bytes"
	"image"
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
	drawers := []render.Drawer{render.For(func(v *show.Services, s render.Style) *image.Paletted {
		data, err := v.Comb(s)
		if err != nil || len(data) > most {
			t.Fatalf("%s: %d bytes, want %d, %v", s.Theme.ID, len(data), most, err)
		}
		drawn, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return drawn.(*image.Paletted)
	})}
	t.Run("cover", func(t *testing.T) {
		rendertest.GoldenCollage(t, func() []render.Drawer { return drawers }, all, render.Style{})
	})
}
