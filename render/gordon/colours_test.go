package gordon

import (
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestPieces: places, steps and paths stand out from what lies behind them.
func TestPieces(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		pairs := map[string][2]color.RGBA{
			"rim of a free place": {canvas.Mix(l.Background, l.Muted, freeRim), l.Background},
			"place of the start":  {l.Ink(canvas.InkMuted), l.Background},
			"where one stands":    {l.Ink(canvas.InkLit), l.Background},
		}
		for name, s := range map[string]state{"player one": red, "player two": blue} {
			pairs[name+"'s places and path"] = [2]color.RGBA{l.Ink(inkOf(s)), l.Background}
		}
		return pairs
	})
}
