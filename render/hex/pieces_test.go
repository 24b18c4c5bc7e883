package hex

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestPieces tests the contrast of stones to every background of cells, of edges to the
// surroundings, and of marks to stones and cells.
func TestPieces(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		pairs := map[string][2]color.RGBA{
			"the red edge": {l.Red.Base, l.Background}, "the blue edge": {l.Blue.Base, l.Background},
			"the winning chain": {l.Green, l.Halo}, "a mark on red": {l.Mark, l.Red.Base}, "a mark on blue": {l.Mark, l.Blue.Base},
			"a cross on a cell": {l.Number, l.Cell}, "what is advised": {l.Green, l.Cell},
		}
		for f := range fillCount {
			if f >= fillHeat && f < fillBand {
				continue // candidates are empty cells
			}
			ground := colourOf(l, f)
			pairs[fmt.Sprintf("red on ground %d", f)] = [2]color.RGBA{l.Red.Base, ground}
			pairs[fmt.Sprintf("blue on ground %d", f)] = [2]color.RGBA{l.Blue.Base, ground}
			weightLook := colourOf(weightLook(l), f)
			pairs[fmt.Sprintf("red on weight %d", f)] = [2]color.RGBA{l.Red.Base, weightLook}
			pairs[fmt.Sprintf("blue on weight %d", f)] = [2]color.RGBA{l.Blue.Base, weightLook}
		}
		return pairs
	})
}
