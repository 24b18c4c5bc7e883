package bot

import (
	"context"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// TestEverythingIsDrawn: the drawers of a game know its positions, what its views show
// and its hints. What is of the kind of another is drawn once: see [sketch].
func TestEverythingIsDrawn(t *testing.T) {
	enginetest.Alone(t)
	t.Parallel()
	for _, entry := range sketch(Games()) {
		g := entry.Game
		o, err := engine.ParseOptions(g.Options, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.New(o)
		if err != nil {
			t.Fatal(err)
		}
		scenes := map[string]any{"a position": p}
		if lister, ok := p.(engine.Picker); ok && g.Opponents.Hint != "" {
			scenes["a hint"] = engine.Suggestion{Position: p, Choice: engine.Choice{Move: lister.Moves()[0]}}
		}
		for _, v := range g.Views {
			answer, err := v.Show(t.Context(), p, engine.Options{})
			if err != nil {
				continue // it asks for more than nothing
			}
			for _, scene := range answer.Scenes {
				if film, ok := scene.(engine.Film); ok {
					scene, _ = film.Frames[len(film.Frames)-1].(engine.Scene)
				}
				scenes["view "+v.Name] = scene
			}
		}
		for name, scene := range scenes {
			if _, err := render.PNG(entry.Draw, scene, render.Style{Theme: render.Themes[0]}); err != nil {
				t.Errorf("%s of %s: %v", name, g.ID, err)
			}
		}
	}
}

// soloGame is a game for one, made of Hex: with chance, a bare verb, a tool with a
// button and a view of its own.
func soloGame() show.Entry {
	hex := quickHex()
	g := *hex.Game
	g.ID, g.Title = "solo", engine.T("Solo")
	g.Sides.List, g.Opponents.Levels, g.Opponents.Hint, g.Formats = nil, nil, "", nil
	g.Seats = func(engine.Options) int { return 1 }
	g.Options = []engine.Arg{{Name: "heap", Help: engine.T("How many"), Kind: engine.Integer, Min: 1, Max: 9, Default: 2, DefaultAlone: 3}}
	g.Verbs = []engine.Verb{{Name: "throw", Help: engine.T("Take one to three by chance")}}
	g.Controls = engine.Controls{Buttons: map[string]engine.Button{
		"throw": {Label: engine.T("Throw"), Emoji: "🎲"}, "count": {Label: engine.T("Count"), Emoji: "🔢"},
	}}
	g.Views = []engine.View{{
		Name: "count", Help: engine.T("How many are left"), Command: true,
		Show: func(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
			return engine.Answer{
				Text:    engine.T("%s", p.String()),
				Actions: []engine.Action{{Label: engine.T("Solve"), Line: "solve seed:7"}},
			}, nil
		},
	}}
	g.Tools = []engine.Tool{{
		Name: "solve", Help: engine.T("Tell the answer"), Args: []engine.Arg{{Name: "seed", Help: engine.T("Where to begin"), Kind: engine.Integer}},
		Run: func(_ context.Context, _ engine.Env, o engine.Options, progress func(engine.Answer)) (engine.Answer, error) {
			progress(engine.Answer{Text: engine.T("Looking")})
			if o.Int("seed") != 7 {
				return engine.Answer{}, engine.Refuse("the seed is 7")
			}
			return engine.Answer{Text: engine.T("Throw until nothing is left")}, nil
		},
	}}
	g.Complete = func(_ engine.Env, _ engine.Position, text string) (string, error) { return text + " 1", nil }
	g.New = func(o engine.Options) (engine.Position, error) { return &heapOf{o.Int("heap")}, nil }
	return show.Entry{Game: &g}
}

// heapOf is so many to take by throws.
type heapOf struct{ left int }

func (h *heapOf) Turn() engine.Seat {
	if h.left == 0 {
		return engine.NoSeat
	}
	return 0
}

func (h *heapOf) Play(text string) (string, error) {
	if text != "throw 1" || h.left == 0 {
		return "", &engine.MoveError{Input: text, Why: engine.T("throw"), Err: engine.ErrIllegal}
	}
	h.left--
	return text, nil
}

func (h *heapOf) Moves() []string { return []string{"throw 1"}[:min(1, h.left)] }

// Picking implements [engine.Picker]. All lines are typed.
func (h *heapOf) Picking(_, _ string) engine.Picking { return engine.Picking{} }

func (h *heapOf) Outcome() engine.Outcome {
	if h.left == 0 {
		return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: engine.T("nothing is left")}
	}
	return engine.Outcome{Winner: engine.NoSeat}
}

func (h *heapOf) Describe() engine.Text { return engine.T("%s", h.String()) }

func (h *heapOf) String() string { return strings.Repeat("o", h.left) }

// TestGameForOne plays a game that is in nothing like Hex: what every game has comes
// from the descriptor alone.
func TestGameForOne(t *testing.T) {
	s := newSession(t, soloGame())
	for _, command := range s.bot.Commands() {
		if command.Name != "solo" {
			continue
		}
		for _, sub := range command.Options {
			if sub.Name == "join" || sub.Name == "hint" || sub.Name == "export" || sub.Name == "view" {
				t.Errorf("a game for one has /%s %s", command.Name, sub.Name)
			}
			for _, option := range sub.Options {
				if option.Name == "opponent" || option.Name == "level" {
					t.Errorf("a game for one asks for the %s", option.Name)
				}
			}
		}
	}
	s.play("you: /solo new", "you: [Throw]")
	if r := s.does("you", "[Count]"); r.Text != "oo" {
		t.Errorf("after a throw %q is left, want 2 of the 3 that one alone begins with", r.Text)
	}
	if r := s.does("you", "[Solve]"); r.Refused || r.Text != "Throw until nothing is left" {
		t.Errorf("the button of an answer says %q", r.Text)
	}
	s.play("you: [Undo]", "you: /solo throw", "you: /solo throw", "you: /solo throw")
	said := s.shown[len(s.shown)-1].reply
	if !strings.Contains(said.Text, "Solved") {
		t.Errorf("the end is told as %q", said.Text)
	}
	if r := s.does("you", "[Again]"); r.Refused {
		t.Errorf("it cannot be played again: %q", r.Text)
	}
}

// TestFiveLevels: the levels of every game for two have the same names, and those of earlier
// versions are still taken.
func TestFiveLevels(t *testing.T) {
	t.Parallel()
	titles := []string{"Beginner", "Easy", "Normal", "Hard", "Max"}
	for _, entry := range Games() {
		g := entry.Game
		if play.Solo(g) {
			continue
		}
		next := 0 // of the five
		for _, l := range g.Opponents.Levels {
			if next > 0 && l.ID == engine.FiveLevels[next-1]+engine.Halfway && l.Title.String() == titles[next-1]+" plus" {
				continue
			}
			if next == len(titles) || l.ID != engine.FiveLevels[next] || l.Title.String() != titles[next] {
				t.Fatalf("%s: after %d of the five comes %s, %s", g.ID, next, l.ID, l.Title)
			}
			next++
		}
		if next < len(titles) {
			t.Errorf("%s has %d of the five", g.ID, next)
		}
	}
	s := newSession(t)
	for _, command := range s.bot.Commands() {
		g := s.bot.Games.ByID[command.Name]
		for _, sub := range command.Options {
			if g != nil && len(g.Game.Opponents.Levels) >= 5 && sub.Name == "new" && (sub.Options[0].Name != "opponent" || sub.Options[1].Name != "level") {
				t.Errorf("/%s new asks %s and %s first", command.Name, sub.Options[0].Name, sub.Options[1].Name)
			}
		}
	}
	s.refused("you", "/ade new level:easy", "or use `/ade play`, which is for two")
	for i, tt := range []struct{ typed, seat string }{
		{"/atom4 new level:2", "level:2"},
		{"/atom4 new depth:7", "level:7"},
		{"/atom4 new depth:0", "level:0"},
		{"/atom4 new level:Hard", "level:hard"},
	} {
		s.play("you: " + tt.typed)
		r, err := s.store.Load(store.Key{Channel: sessionChannel, Game: "atom4", Number: i + 1})
		if err != nil || r.Seats[1] != tt.seat {
			t.Errorf("%s: %v, %+v; want %s", tt.typed, err, r, tt.seat)
		}
	}
	s.play("you: /atom4 new depth:0 versus:1 rounds:1")
	s.refused("you", "/atom4 new depth:2 level:easy", "leave one of them out")
	s.refused("you", "/atom4 new @friend depth:2", "leave either")
}

// TestLevelOfAScalePlaysOn after a restart.
func TestLevelOfAScalePlaysOn(t *testing.T) {
	s := newSession(t)
	s.play("you: /atom4 new depth:6")
	s.restart()
	if r := s.does("you", "/atom4 move i7"); r.Refused || !strings.HasPrefix(r.Text, "**Sixfold Depth 6**: ") {
		t.Errorf("it answers with %q", r.Text)
	}
}
