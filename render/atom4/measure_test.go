package atom4

import (
	"image/color"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestPiecesStandOut from all on which they lie.
func TestPiecesStandOut(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		pairs := map[string][2]color.RGBA{
			"dot of a legal vertex": {l.Label, l.Cell},
			"mark":                  {l.Text, l.Background},
		}
		for c := grid.Black; c <= grid.White; c++ {
			pairs[c.String()+" on the board"] = [2]color.RGBA{looksOf(l).seen(c, l.Background), l.Background}
			pairs[c.String()+" beside it"] = [2]color.RGBA{looksOf(l).seen(c, l.Band), l.Band}
			pairs["letter on "+c.String()] = [2]color.RGBA{looksOf(l).on(c), looksOf(l).piece(c)}
		}
		return pairs
	})
}

// TestColoursHaveTheirNames in every theme.
func TestColoursHaveTheirNames(t *testing.T) {
	for _, theme := range render.Themes {
		for c := grid.Black; c <= grid.White; c++ {
			rendertest.Named(t, theme.ID, looksOf(theme.Look()).piece(c), c.Name().String())
		}
	}
}

// TestAllSeeTheColours: in the theme that is made for all kinds of colour vision, pieces are told
// apart without their letters.
func TestAllSeeTheColours(t *testing.T) {
	const apart = 20
	for a := grid.Black; a <= grid.White; a++ {
		for b := a + 1; b <= grid.White; b++ {
			rendertest.Apart(t, a.String()+" and "+b.String(), contrast.piece(a), contrast.piece(b), apart)
		}
	}
}

// TestRandomPositionsCanBeRead, however crowded they are, with names of all lengths; in full twice
// as many.
func TestRandomPositionsCanBeRead(t *testing.T) {
	for i, plies := range []int{1, 5, 11, 18, 26, 33, 40, 52, 70, 110, 160, 220, 254} {
		if i%2 > 0 && !enginetest.Long() {
			continue
		}
		p := randomGame(t, 1+i%6, plies, uint64(i))
		s := render.Style{Theme: render.Themes[i%len(render.Themes)], Names: []string{strings.Repeat("Wm", i%5), strings.Repeat("il ", i)}}
		rendertest.Measure(t, measuring, p, s)
		rendertest.Measure(t, measuring, atom4.Preview{Position: p}, s)
		if moves := p.Moves(); p.Outcome().Status == engine.Open {
			line := moves[:min(len(moves), 6)]
			rendertest.Measure(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: line[0], Line: line}}, s)
		}
	}
}

// TestFilesAreSmall: of crowded positions on boards of all sizes, in full in every theme.
func TestFilesAreSmall(t *testing.T) {
	const most = 90_000 // bytes
	for i, plies := range []int{20, 32, 40, 55, 60, 80, 150, 220, 220, 250, 254} {
		for j, theme := range render.Themes {
			if j != i%len(render.Themes) && !enginetest.Long() {
				continue
			}
			p := randomGame(t, 1+j, plies, uint64(7+i+j))
			data, err := render.PNG(Drawers, p, render.Style{Theme: theme, Names: []string{"Annabel the Great", "Björn Björnsson"}, Move: plies, Last: "p16"})
			if err != nil {
				t.Fatal(err)
			}
			if len(data) > most {
				t.Errorf("%s, %d pieces: %d bytes, want %d", theme.ID, plies, len(data), most)
			}
		}
	}
}
