package iching

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestPiecesStandOut from all on which they lie.
func TestPiecesStandOut(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		pairs := map[string][2]color.RGBA{
			"line":                 {l.Text, l.Background},
			"line that changes":    {l.Red.Base, l.Background},
			"related hexagram":     {l.Text, l.Band},
			"hexagram of the hour": {l.Text, l.Cell},
			"place that waits":     {l.Muted, l.Background},
			"frame of a place":     {l.Muted, l.Band},
			"crescent on a coin":   {l.Muted, l.Cell},
			"hand of the hour":     {l.Red.Base, l.Background},
			"hand of the month":    {l.Blue.Base, l.Background},
			"ring at the foot":     {l.Red.Base, l.Band},
		}
		for i, mark := range labyrinth.MarkColours() {
			pairs[fmt.Sprintf("mark %d", i)] = [2]color.RGBA{mark, l.Background}
		}
		return pairs
	})
}
