package iching

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestConnexion: the Connexion of a throw is drawn too, and moves as a film.
func TestConnexion(t *testing.T) {
	env := engine.Env{Rand: rand.New(rand.NewPCG(1, 1)), Notes: engine.NewNotes()}
	a := answerTo(t, env, "manual", map[string]any{"lines": "7 8 9 6 7 7", "connect": true})
	t.Run("connexion", func(t *testing.T) {
		picture, ok := a.Scenes[0].(*iching.Connexion)
		if !ok || len(a.Scenes) != 1 || len(picture.Pieces) != board.Pieces || len(picture.Marks) != 2 {
			t.Fatalf("the Connexion is %T, the first of %d scenes", a.Scenes[0], len(a.Scenes))
		}
		rendertest.Golden(t, measuring, picture, render.Style{})
	})
	t.Run("film", func(t *testing.T) {
		at := slices.IndexFunc(a.Actions, func(act engine.Action) bool { return act.Label.String() == "Animate" })
		id := strings.Fields(a.Actions[at].Line)[2]
		film, ok := answerTo(t, env, "journal", map[string]any{"do": "show", "reading": id, "view": "film"}).Scenes[0].(engine.Film)
		if !ok {
			t.Fatal("it does not move")
		}
		rendertest.GoldenFrame(t, measuring, film, len(film.Frames)/2, render.Style{})
	})
}
