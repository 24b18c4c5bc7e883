package iching

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured.
var measuring = sync.OnceValue(newDrawers)

// answer runs a command of the oracle at a fixed time and by a fixed chance.
func answer(t testing.TB, tool string, raw map[string]any) engine.Answer {
	t.Helper()
	return answerTo(t, engine.Env{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Rand: rand.New(rand.NewPCG(1, 1)), Notes: engine.NewNotes()}, tool, raw)
}

func answerTo(t testing.TB, env engine.Env, tool string, raw map[string]any) engine.Answer {
	t.Helper()
	cmd, ok := iching.Game.Tool(tool)
	if !ok {
		t.Fatalf("there is no tool %s", tool)
	}
	o, err := engine.ParseOptions(cmd.Args, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	a, err := cmd.Run(t.Context(), env, o, func(engine.Answer) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestGolden(t *testing.T) {
	question := "Shall I take the path over the mountain, or wait in the valley until the snow has gone?"
	tests := []struct {
		name  string
		tool  string
		raw   map[string]any
		theme int
	}{
		{"sheet", "manual", map[string]any{"lines": "7 8 9 6 7 7", "question": question}, 0},
		{"unchanged", "manual", map[string]any{"lines": "7 8 7 8 7 8", "question": "Now?"}, 1},
		{"contrast", "manual", map[string]any{"lines": "6 9 6 9 6 9"}, 2},
		{"question-chinese", "manual", map[string]any{"lines": "7 8 8 8 9 8", "question": "我应该走山路，还是在山谷里等到雪融化呢？我们什么时候可以再见面？"}, 1},
		{"question-korean", "manual", map[string]any{"lines": "9 7 7 7 7 7", "question": "산길로 가야 할까요, 기다려야 할까요?"}, 2},
		{"question-long", "manual", map[string]any{"lines": "8 8 8 8 8 8", "question": strings.Repeat("Стоит ли мне пойти через гору? ", 5)}, 0},
		{"question-longest", "manual", map[string]any{"lines": "6 9 6 9 6 9", "question": strings.Repeat("Shall I take the path over the mountain? ", 7)}, 1},
		{"unchanged-dark", "manual", map[string]any{"lines": "8 7 7 7 7 7", "question": question}, 0},
		{"unchanged-contrast", "manual", map[string]any{"lines": "7 7 7 8 8 7"}, 2},
		{"leaf-contrast", "hexagram", map[string]any{"hexagram": "28"}, 2},
		{"line-dark", "hexagram", map[string]any{"hexagram": "62", "line": 6}, 0},
		{"clock-light", "clock", map[string]any{"zone": "Asia/Tokyo"}, 1},
		{"natal-contrast", "natal", map[string]any{"date": "2001-11-30", "time": "06:40", "zone": "Europe/Paris", "sex": "man"}, 2},
		{"leaf", "hexagram", map[string]any{"hexagram": "23"}, 0},
		{"line", "hexagram", map[string]any{"hexagram": "44", "line": 4}, 1},
		{"clock", "clock", map[string]any{"zone": "Europe/Amsterdam", "longitude": "4.9"}, 0},
		{"clock-contrast", "clock", map[string]any{"hemisphere": "south"}, 2},
		{"natal", "natal", map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}, 0},
		{"natal-light", "natal", map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "woman"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(t, tt.tool, tt.raw)
			rendertest.Golden(t, measuring, a.Scenes[0], render.Style{Theme: render.Themes[tt.theme]})
		})
	}
	for _, tt := range []struct {
		name, method, question string
		theme                  int
	}{
		{"table", "coins", "Who is there?", 0},
		{"table-light", "yarrow", question, 1},
		{"table-contrast", "coins", "", 2},
		{"table-yarrow", "yarrow", "Who is there?", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rendertest.Golden(t, measuring, tableOf(t, tt.method, tt.question), render.Style{Theme: render.Themes[tt.theme]})
		})
	}
}

// TestThemes draws all scenes in all themes with words that are long.
func TestThemes(t *testing.T) {
	long := func(x engine.Text) string { return strings.Repeat(x.String()+" ", 3) }
	for _, theme := range render.Themes {
		for _, tool := range []string{"throw", "clock"} {
			for _, scene := range answer(t, tool, nil).Scenes {
				if _, err := render.PNG(Drawers, scene, render.Style{Theme: theme, Say: long}); err != nil {
					t.Errorf("%s, %s: %v", theme.ID, tool, err)
				}
			}
		}
	}
	if _, err := render.Draw(Drawers, 7, render.Style{}); !errors.Is(err, render.ErrScene) {
		t.Errorf("a number is drawn: %v", err)
	}
}

func BenchmarkIChing(b *testing.B) {
	for _, tool := range []string{"throw", "clock"} {
		scene := answer(b, tool, nil).Scenes[0]
		b.Run(tool, func(b *testing.B) {
			for b.Loop() {
				data, err := render.PNG(Drawers, scene, render.Style{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(data)), "bytes")
			}
		})
	}
}

func TestRules(t *testing.T) { rendertest.Rules(t, &iching.Game, measuring) }
