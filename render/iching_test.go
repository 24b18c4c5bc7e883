package render

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// ichingAnswer runs a command of the oracle at a fixed time and by a fixed chance.
func ichingAnswer(t testing.TB, tool string, raw map[string]any) engine.Answer {
	t.Helper()
	cmd, ok := iching.Game.Tool(tool)
	if !ok {
		t.Fatalf("there is no tool %s", tool)
	}
	o, err := engine.ParseOptions(cmd.Args, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	env := engine.Env{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Rand: rand.New(rand.NewPCG(1, 1)), Notes: engine.NewNotes()}
	a, err := cmd.Run(t.Context(), env, o, func(engine.Answer) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestIChingGolden(t *testing.T) {
	question := "Shall I take the path over the mountain, or wait in the valley until the snow has gone?"
	tests := []struct {
		name  string
		tool  string
		raw   map[string]any
		theme int
	}{
		{"iching-sheet", "manual", map[string]any{"lines": "7 8 9 6 7 7", "question": question}, 0},
		{"iching-unchanged", "manual", map[string]any{"lines": "7 8 7 8 7 8", "question": "Now?"}, 1},
		{"iching-contrast", "manual", map[string]any{"lines": "6 9 6 9 6 9"}, 2},
		{"iching-leaf", "hexagram", map[string]any{"hexagram": "23"}, 0},
		{"iching-line", "hexagram", map[string]any{"hexagram": "44", "line": 4}, 1},
		{"iching-clock", "clock", map[string]any{"zone": "Europe/Amsterdam", "longitude": "4.9"}, 0},
		{"iching-clock-contrast", "clock", map[string]any{"hemisphere": "south"}, 2},
		{"iching-natal", "natal", map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}, 0},
		{"iching-natal-light", "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := ichingAnswer(t, tt.tool, tt.raw)
			goldenOf(t, IChing, a.Scenes[0], Style{Theme: Themes[tt.theme]})
		})
	}
	t.Run("iching-table", func(t *testing.T) {
		p, err := iching.Game.New(engine.Options{"question": "Who is there?"})
		if err != nil {
			t.Fatal(err)
		}
		goldenOf(t, IChing, p, Style{})
	})
}

// TestIChingConnexion: the Connexion beside a throw is drawn too, and moves as a film.
func TestIChingConnexion(t *testing.T) {
	a := ichingAnswer(t, "manual", map[string]any{"lines": "7 8 9 6 7 7", "view": "connexion"})
	if len(a.Scenes) != 2 {
		t.Fatalf("%d scenes, want the throw and its Connexion", len(a.Scenes))
	}
	picture, ok := a.Scenes[1].(*iching.Connexion)
	if !ok || len(picture.Pieces) != labyrinth.Pieces || len(picture.Marks) != 2 {
		t.Fatalf("the Connexion is %T", a.Scenes[1])
	}
	if _, err := PNG(IChing, picture, Style{}); err != nil {
		t.Error(err)
	}
	a = ichingAnswer(t, "manual", map[string]any{"lines": "7 8 9 6 7 7", "view": "film"})
	film, ok := a.Scenes[1].(engine.Film)
	if !ok {
		t.Fatalf("the moving Connexion is %T", a.Scenes[1])
	}
	if _, err := GIF(IChing, film, Style{}); err != nil {
		t.Error(err)
	}
}

// TestIChingThemes draws all scenes in all themes with words that are long.
func TestIChingThemes(t *testing.T) {
	long := func(x engine.Text) string { return strings.Repeat(x.String()+" ", 3) }
	for _, theme := range Themes {
		for _, tool := range []string{"throw", "clock"} {
			for _, scene := range ichingAnswer(t, tool, nil).Scenes {
				if _, err := PNG(IChing, scene, Style{Theme: theme, Say: long}); err != nil {
					t.Errorf("%s, %s: %v", theme.ID, tool, err)
				}
			}
		}
	}
	if _, err := Draw(IChing, 7, Style{}); !errors.Is(err, ErrScene) {
		t.Errorf("a number is drawn: %v", err)
	}
}

func BenchmarkIChing(b *testing.B) {
	for _, tool := range []string{"throw", "clock"} {
		scene := ichingAnswer(b, tool, nil).Scenes[0]
		b.Run(tool, func(b *testing.B) {
			for b.Loop() {
				data, err := PNG(IChing, scene, Style{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(data)), "bytes")
			}
		})
	}
}
