package iching

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestConnexion: the Connexion of a throw is drawn too, and moves as a film.
func TestConnexion(t *testing.T) {
	lines := map[string]any{"lines": "7 8 9 6 7 7"}
	t.Run("connexion", func(t *testing.T) {
		lines["view"] = "connexion"
		a := answer(t, "manual", lines)
		picture, ok := a.Scenes[0].(*iching.Connexion)
		if !ok || len(a.Scenes) != 1 || len(picture.Pieces) != board.Pieces || len(picture.Marks) != 2 {
			t.Fatalf("the Connexion is %T, the first of %d scenes", a.Scenes[0], len(a.Scenes))
		}
		rendertest.Golden(t, measuring, picture, render.Style{})
	})
	t.Run("film", func(t *testing.T) {
		lines["view"] = "film"
		film, ok := answer(t, "manual", lines).Scenes[0].(engine.Film)
		if !ok {
			t.Fatal("it does not move")
		}
		rendertest.GoldenFrame(t, measuring, film, len(film.Frames)/2, render.Style{})
	})
}
