package labyrinth

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured.
func newDrawers() []render.Drawer { return newSets().drawers() }

var measuring = sync.OnceValue(newDrawers)

// published are the solutions that were printed.
func published(tb testing.TB) (solutions [][]connexion.Piece) {
	tb.Helper()
	data, err := os.ReadFile("../../engine/labyrinth/testdata/solutions.json")
	if err != nil {
		tb.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		tb.Fatal(err)
	}
	for _, one := range all {
		pieces, err := connexion.ParseJSON(one)
		if err != nil {
			tb.Fatal(err)
		}
		solutions = append(solutions, pieces)
	}
	return solutions
}

// sample is the last published solution.
func sample(tb testing.TB) []connexion.Piece {
	tb.Helper()
	all := published(tb)
	return all[len(all)-1]
}

// table lays the first pieces of the sample.
func table(tb testing.TB, n int, o engine.Options) *labyrinth.Position {
	tb.Helper()
	pieces := connexion.Tidy(sample(tb))
	if n > 0 {
		o["pieces"] = connexion.FormatPairs(pieces[:n])
	}
	position, err := labyrinth.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return position.(*labyrinth.Position)
}

// laid is the same table, to which its pieces came in as many moves.
func laid(tb testing.TB, n int, o engine.Options) *labyrinth.Position {
	tb.Helper()
	p, pieces := table(tb, 0, o), connexion.Tidy(sample(tb))
	for len(p.Pieces()) < n {
		i := slices.IndexFunc(pieces, func(c connexion.Piece) bool {
			_, err := p.Play(fmt.Sprintf("place %d %s", c.Doors.Number(), c.Name()))
			return err == nil
		})
		if i < 0 {
			tb.Fatalf("no piece can come after %d", len(p.Pieces()))
		}
		pieces = slices.Delete(pieces, i, i+1)
	}
	return p
}

// puzzle is a puzzle with a number of missing pieces, some of them already laid by a solver.
func puzzle(tb testing.TB, seed, removed, laid int) *labyrinth.Position {
	tb.Helper()
	o, err := labyrinth.Game.Prepare(engine.Env{}, engine.Options{"puzzle": "started", "seed": seed, "removed": removed})
	if err != nil {
		tb.Fatal(err)
	}
	position, err := labyrinth.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	for range laid {
		if _, err := position.Play(advice(tb, position).Move); err != nil {
			tb.Fatal(err)
		}
	}
	return position.(*labyrinth.Position)
}

// advice is the move of the solver.
func advice(tb testing.TB, p engine.Position) engine.Choice {
	tb.Helper()
	c, err := labyrinth.Game.Opponents.Levels[0].New(1).Choose(tb.Context(), p)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// view is the scene of a view of a table.
func view(tb testing.TB, p engine.Position, name string) engine.Scene {
	tb.Helper()
	i := slices.IndexFunc(labyrinth.Game.Views, func(v engine.View) bool { return v.Name == name })
	a, err := labyrinth.Game.Views[i].Show(tb.Context(), p, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return a.Scenes[0]
}

// fitting is the picture of the pieces that fit in a gap.
func fitting(tb testing.TB, p *labyrinth.Position, gap int) engine.Scene {
	tb.Helper()
	fits := p.Picking("place", p.Open()[gap].Name())
	if len(fits.Menu.Offers) == 0 {
		tb.Fatal("nothing fits")
	}
	return fits.Scene
}

// scenes are all kinds of them, by the names of their golden pictures.
func scenes(tb testing.TB) map[string]any {
	tb.Helper()
	published := labyrinth.NewPicture(sample(tb), labyrinth.Blue, engine.T("A published solution"))
	now, later := engine.T("Now"), engine.T("To come")
	pair, split := published, published
	pair.Marks = []labyrinth.Mark{
		{Doors: 63, Colours: []labyrinth.Colour{labyrinth.Gold}, Names: []engine.Text{now}},
		{Doors: 61, Colours: []labyrinth.Colour{labyrinth.Red}, Names: []engine.Text{later}},
	}
	split.Marks = []labyrinth.Mark{{Doors: 61, Colours: []labyrinth.Colour{labyrinth.Gold, labyrinth.Red}, Names: []engine.Text{now, later}}}
	safe := published
	safe.Colour, safe.Numbers = labyrinth.Safe, true
	begun := puzzle(tb, 7, 20, 0)
	return map[string]any{
		"empty":    table(tb, 0, engine.Options{}),
		"opening":  table(tb, 3, engine.Options{}),
		"table":    laid(tb, 40, engine.Options{"colour": "gold"}),
		"puzzle":   begun,
		"few":      puzzle(tb, 3, 20, 16),
		"solved":   puzzle(tb, 5, 4, 4),
		"hint":     engine.Suggestion{Position: begun, Choice: advice(tb, begun)},
		"remove":   engine.Suggestion{Position: table(tb, 5, engine.Options{}), Choice: engine.Choice{Move: "remove " + table(tb, 5, engine.Options{}).Pieces()[2].Name()}},
		"numbers":  view(tb, begun, "numbers"),
		"left":     view(tb, begun, "left"),
		"all":      view(tb, table(tb, 0, engine.Options{}), "left"),
		"complete": view(tb, begun, "complete"),
		"fitting":  fitting(tb, begun, 0),
		"solution": published,
		"pair":     pair,
		"split":    split,
		"safe":     safe,
		"stats":    labyrinth.Stats{Solutions: 100, Groups: map[int]int{2: 7, 3: 53, 4: 34, 5: 6}, Largest: map[int]int{50: 10, 60: 60, 63: 30}},
	}
}

// alike are scenes that are like others as far as [TestPictures] looks.
var alike = []string{"empty", "opening", "few", "remove", "all", "fitting"}

// TestGolden compares all kinds of scenes in one theme, the most frequent ones in the others, and
// measures those that [TestPictures] omits.
func TestGolden(t *testing.T) {
	for name, scene := range scenes(t) {
		for i, theme := range render.Themes {
			test := rendertest.Golden
			if i > 0 && !slices.Contains([]string{"opening", "puzzle", "hint", "solution", "pair"}, name) {
				if !slices.Contains(alike, name) {
					continue
				}
				test = rendertest.Measure
			}
			s := render.Style{Theme: theme}
			if p, ok := scene.(*labyrinth.Position); ok && name == "table" {
				last := p.Pieces()[len(p.Pieces())-1]
				s.Move, s.Last = len(p.Pieces()), fmt.Sprintf("place %d %s", last.Doors.Number(), last.Name())
			}
			t.Run(name+"-"+theme.ID, func(t *testing.T) { test(t, measuring, scene, s) })
		}
	}
}

func TestRules(t *testing.T) { rendertest.Rules(t, &labyrinth.Game, measuring) }

// pieceAt is a piece of a hexagram's doors on a cell.
func pieceAt(col, row int, doors connexion.Doors) connexion.Piece {
	return connexion.Piece{Cell: connexion.CellAt(col, row), Doors: doors}
}
