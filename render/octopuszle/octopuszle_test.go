package octopuszle

import (
	"context"
	"os"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestGolden(t *testing.T) {
	data, err := os.ReadFile("../../engine/octopuszle/testdata/solution.json")
	if err != nil {
		t.Fatal(err)
	}
	board, err := octopuszle.ParseJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	table, err := octopuszle.New(engine.Options{"started": 9, "seed": 3})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := octopuszle.Game.Opponents.Levels[0].New(1).Choose(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		t.Run(theme.ID, func(t *testing.T) {
			rendertest.Golden(t, newDrawers, octopuszle.Picture{Board: board, Caption: engine.T("A published solution")}, s)
		})
		t.Run("small-"+theme.ID, func(t *testing.T) {
			rendertest.Golden(t, newDrawers, engine.Suggestion{Position: table, Choice: choice}, s)
		})
	}
	t.Run("sheet", func(t *testing.T) {
		rendertest.Golden(t, newDrawers, octopuszle.Sheet{Squares: []int8{0, 5, 9, 14, 15}, Caption: engine.T("These fit on b2")}, render.Style{})
	})
	t.Run("diagonals", func(t *testing.T) {
		rendertest.Golden(t, newDrawers, octopuszle.Picture{Board: board, DiagonalsAlone: true, Caption: engine.T("The diagonals alone")}, render.Style{})
	})
}

// BenchmarkOctopuszle draws and encodes the whole board.
func BenchmarkOctopuszle(b *testing.B) {
	data, err := os.ReadFile("../../engine/octopuszle/testdata/solution.json")
	if err != nil {
		b.Fatal(err)
	}
	board, err := octopuszle.ParseJSON(data)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		data, err := render.PNG(Drawers, octopuszle.Picture{Board: board}, render.Style{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(data)), "bytes")
	}
}

func TestRules(t *testing.T) { rendertest.Rules(t, &octopuszle.Game, newDrawers) }
