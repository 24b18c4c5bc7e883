package octopuszle

import (
	"context"
	"fmt"
	"image"
	"os"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured.
var measuring = sync.OnceValue(newDrawers)

func TestGolden(t *testing.T) {
	shown := solution(t)
	table, err := octopuszle.New(engine.Options{"started": 9, "seed": 3})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := octopuszle.Game.Opponents.Levels[0].New(1).Choose(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	begun, fit := table.(*octopuszle.Position), []int8{}
	for _, move := range begun.Moves() {
		if square, place, ok := begun.ParseMove(move); ok && place == 10 {
			fit = append(fit, square)
		}
	}
	picture := octopuszle.Picture{Board: shown, Caption: engine.T("A published solution")}
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		for name, scene := range map[string]any{
			"whole": picture, "table": laidOn(t, 9, 2), "solved": solved(t),
			"given-up": laidOn(t, 9, 2).Conclude(engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}),
			"hint":     engine.Suggestion{Position: table, Choice: choice},
			"sheet":    octopuszle.Sheet{Position: begun, At: 10, Squares: fit, Caption: engine.T("These fit on c3")},
		} {
			t.Run(name+"-"+theme.ID, func(t *testing.T) { rendertest.Golden(t, measuring, scene, played(scene, s)) })
		}
	}
	t.Run("start", func(t *testing.T) { rendertest.Golden(t, measuring, laidOn(t, 0, 0), render.Style{}) })
	t.Run("large", func(t *testing.T) {
		full := render.For(func(p octopuszle.Picture, s render.Style) *image.Paletted {
			d := (&boards{canvas.Cache[key, *board]{Limit: 1}}).draw(large, s)
			d.all(p)
			return d.on.Paletted
		})
		rendertest.GoldenBeside(t, func() []render.Drawer { return []render.Drawer{full} }, picture, render.Style{Theme: render.Themes[1]})
	})
	t.Run("diagonals", func(t *testing.T) {
		rendertest.Golden(t, measuring, octopuszle.Picture{Board: shown, DiagonalsAlone: true, Caption: engine.T("The diagonals alone")}, render.Style{})
	})
}

// played adds the last move of a table to a style: a square that was not there from the start was
// laid, and none taken back.
func played(scene any, s render.Style) render.Style {
	p, ok := scene.(*octopuszle.Position)
	if !ok || p.Last() < 0 {
		return s
	}
	for at := range octopuszle.SmallSquares {
		if p.At(at) != octopuszle.NoSquare && !p.Fixed(at) {
			s.Move++
		}
	}
	at := p.Last()
	s.Last = fmt.Sprintf("place %d %s%d", p.At(at), hexgrid.Letters(at%octopuszle.Small), at/octopuszle.Small+1)
	return s
}

// solution is a whole board.
func solution(tb testing.TB) *octopuszle.Board {
	tb.Helper()
	data, err := os.ReadFile("../../engine/octopuszle/testdata/solution.json")
	if err != nil {
		tb.Fatal(err)
	}
	board, err := octopuszle.ParseJSON(data)
	if err != nil {
		tb.Fatal(err)
	}
	return board
}

// laidOn is a table with squares from the start, and others laid since.
func laidOn(t testing.TB, started, since int) *octopuszle.Position {
	t.Helper()
	p := tableOf(t, started)
	for range since {
		for _, move := range p.Moves() {
			if square, _, _ := p.ParseMove(move); square != octopuszle.NoSquare {
				if _, err := p.Play(move); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	return p
}

// solved is a table on which all squares lie.
func solved(t *testing.T) *octopuszle.Position {
	t.Helper()
	p := tableOf(t, 12)
	for p.Outcome().Status == engine.Open {
		choice, err := octopuszle.Game.Opponents.Levels[0].New(1).Choose(t.Context(), p)
		if err == nil {
			_, err = p.Play(choice.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestRules(t *testing.T) { rendertest.Rules(t, &octopuszle.Game, measuring) }
