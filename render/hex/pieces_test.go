package hex

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestLatticeStandsOut from the ground of the board and from all empty cells, which are lighter than it.
func TestLatticeStandsOut(t *testing.T) {
	const least = 1.6
	for _, theme := range render.Themes {
		for name, l := range map[string]*canvas.Look{"plain": theme.Look(), "weighted": weightLook(theme.Look())} {
			grounds := map[string]color.RGBA{"the ground": l.Background}
			for f := range fillTone + tones {
				if name == "weighted" == (f < fillTone) || f == fillWeight {
					grounds[fmt.Sprintf("background %d", f)] = colourOf(l, f)
				}
			}
			for what, ground := range grounds {
				if c := canvas.Contrast(l.Line, ground); c < least {
					t.Errorf("%s, %s: lines have a contrast of %.2f to %s", theme.ID, name, c, what)
				}
				if canvas.Brightness(ground) < canvas.Brightness(l.Background) && l.IsDark() {
					t.Errorf("%s, %s: %s is darker than the ground", theme.ID, name, what)
				}
			}
			if canvas.Brightness(l.Cell) <= canvas.Brightness(l.Background) {
				t.Errorf("%s, %s: empty cells are darker than the ground", theme.ID, name)
			}
		}
	}
}

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
			if l.IsDark() && f >= fillVisited {
				ground = l.Shadow // of the rim
			}
			pairs[fmt.Sprintf("red on ground %d", f)] = [2]color.RGBA{l.Red.Base, ground}
			pairs[fmt.Sprintf("blue on ground %d", f)] = [2]color.RGBA{l.Blue.Base, ground}
			if ground = colourOf(weightLook(l), f); l.IsDark() {
				ground = l.Shadow
			}
			pairs[fmt.Sprintf("red on weight %d", f)] = [2]color.RGBA{l.Red.Base, ground}
			pairs[fmt.Sprintf("blue on weight %d", f)] = [2]color.RGBA{l.Blue.Base, ground}
		}
		return pairs
	})
}
