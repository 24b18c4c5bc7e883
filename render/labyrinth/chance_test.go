package labyrinth

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// chances is how many random tables are drawn: a few, or many with SIXFOLD_LONG=1.
func chances() uint64 {
	if os.Getenv("SIXFOLD_LONG") == "1" {
		return 300
	}
	return 3
}

// largestFile is how large a picture may be in bytes.
const largestFile = 90_000

// TestRandomTables: whatever lies where, all words can be read, within the picture and apart
// from each other; with a hint, in all views, and at all sizes of the board. Files are small.
func TestRandomTables(t *testing.T) {
	for seed := range chances() {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 17))
			p := scattered(t, random)
			s := render.Style{Theme: render.Themes[int(seed)%len(render.Themes)]}
			rendertest.Measure(t, measuring, p, s)
			if data, err := render.PNG(Drawers, p, s); err != nil || len(data) > largestFile {
				t.Errorf("a file of %d bytes, want %d at most: %v", len(data), largestFile, err)
			}
			if moves := p.Moves(); len(moves) > 0 {
				hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: moves[random.IntN(len(moves))]}}
				rendertest.Measure(t, measuring, hint, s)
			}
			rendertest.Measure(t, measuring, view(t, p, "numbers"), s)
			if len(p.Left()) > 0 {
				rendertest.Measure(t, measuring, view(t, p, "left"), s)
			}
		})
	}
}

// scattered is a table on which random pieces lie: some side by side, as the rules suggest, and
// some anywhere.
func scattered(t *testing.T, random *rand.Rand) *labyrinth.Position {
	t.Helper()
	p := puzzle(t, random.IntN(1000), 1+random.IntN(63), 0)
	if random.IntN(2) == 0 {
		p = table(t, 0, engine.Options{"colour": "red"})
	}
	apart := random.Float64()
	for range random.IntN(60) {
		left, moves := p.Left(), p.Moves()
		if len(left) == 0 || len(moves) == 0 {
			break
		}
		move := moves[random.IntN(len(moves))]
		if random.Float64() < apart {
			cell := connexion.CellAt(random.IntN(labyrinth.Board.Cols), random.IntN(labyrinth.Board.Rows))
			move = connexion.FormatPairs([]connexion.Piece{{Cell: cell, Doors: left[random.IntN(len(left))]}})
		}
		_, _ = p.Play(move) // where it does not fit, nothing is laid
	}
	return p
}

// TestSolutionsOfAllShapes: those that were printed can be read whole, with their numbers where
// these have room, and so can a film of a search.
func TestSolutionsOfAllShapes(t *testing.T) {
	all := published(t)
	for i := 0; i < len(all); i += max(1, len(all)/int(chances())) {
		p := labyrinth.NewPicture(all[i], labyrinth.Colour(i%int(labyrinth.ColourCount)), engine.T("A published solution"))
		p.Numbers = i%2 == 0
		if i%3 == 0 {
			p.Marks = []labyrinth.Mark{{
				Doors: 7, Colours: []labyrinth.Colour{labyrinth.Red, labyrinth.Violet},
				Names: []engine.Text{engine.T("Earlier Heaven"), engine.T("Later Heaven")},
			}}
		}
		rendertest.Measure(t, measuring, p, render.Style{Theme: render.Themes[i%len(render.Themes)]})
	}
}
