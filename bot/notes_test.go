package bot

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// diary is a game of the given name with a tool that keeps what it is told.
func diary(id string) show.Entry {
	entry := quickHex()
	g := *entry.Game
	g.ID = id
	g.Tools = []engine.Tool{{
		Name: "diary", Help: engine.T("Write a line"), Args: []engine.Arg{{Name: "line", Help: engine.T("What"), Kind: engine.Word}},
		Run: func(_ context.Context, env engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
			before, _, err := env.Notes.Get("today")
			if err != nil {
				return engine.Answer{}, err
			}
			line := o.Text("line")
			if line == "much" {
				line = strings.Repeat("x", 1<<20)
			}
			if line != "" {
				if err := env.Notes.Put("today", append(before, line...)); err != nil {
					return engine.Answer{}, err
				}
			}
			names, err := env.Notes.Names()
			return engine.Answer{Text: engine.T("%s: %s", strings.Join(names, ","), string(before))}, err
		},
	}}
	entry.Game = &g
	return entry
}

// TestNotesAreOnePersonsOfOneGame, on disk, within bounds, and go when they are told to.
func TestNotesAreOnePersonsOfOneGame(t *testing.T) {
	s := newSession(t, diary("hex"), diary("hexagon"))
	says := func(user, does, want string) {
		t.Helper()
		if r := s.does(user, does); r.Text != want {
			t.Errorf("%s: %s: %q, want %q", user, does, r.Text, want)
		}
	}
	says("you", "/hex diary one", "today: ")
	s.restart()
	says("you", "/hex diary two", "today: one")
	says("you", "/hex diary", "today: onetwo")
	says("friend", "/hex diary", ": ")
	says("you", "/hexagon diary", ": ")
	says("friend", "/hex diary theirs", "today: ")
	if r := s.does("you", "/hex diary much"); !r.Refused || !strings.Contains(r.Text, "too long to keep") {
		t.Errorf("a megabyte is answered %q", r.Text)
	}
	s.play("you: /settings theme:light", "you: /privacy forget notes")
	says("you", "/hex diary", ": ")
	says("friend", "/hex diary", "today: theirs")
	if r := s.does("you", "/settings"); !strings.Contains(r.Text, "Light") {
		t.Errorf("the settings went with the notes: %q", r.Text)
	}
	s.play("you: /hexagon diary there", "you: /privacy forget what:all sure:true")
	says("you", "/hexagon diary", ": ")
	if r := s.does("you", "/settings"); !strings.Contains(r.Text, "Dark") {
		t.Errorf("the settings did not go: %q", r.Text)
	}
	s.play("friend: /settings theme:light", "friend: /privacy forget settings")
	says("friend", "/hex diary", "today: theirs")
	if r := s.does("friend", "/settings"); !strings.Contains(r.Text, "Dark") {
		t.Errorf("the settings alone did not go: %q", r.Text)
	}
}

// TestShowRepeatsWhatWasAsked: without a table, `show` repeats for the person alone what a
// tool has shown them; a table that changed since, or one that is named, goes first.
func TestShowRepeatsWhatWasAsked(t *testing.T) {
	s := newSession(t)
	if r := s.does("you", "/iching show"); !r.Refused || !strings.Contains(r.Text, "no I Ching table") {
		t.Errorf("before any question: %q", r.Text)
	}
	asked := s.does("you", "/iching ask question:weather")
	shown := s.does("you", "/iching show")
	if shown.Refused || !shown.Private || shown.Text != asked.Text || len(shown.Files) != 1 {
		t.Errorf("asked and answered %q; shown, private %t, with %d files: %q", asked.Text, shown.Private, len(shown.Files), shown.Text)
	}
	if r := s.does("friend", "/iching show"); !r.Refused {
		t.Errorf("another person is shown %q", r.Text)
	}
	s.clock = s.clock.Add(time.Minute)
	s.play("you: /iching new question:tides")
	if r := s.does("you", "/iching show"); strings.Contains(r.Text, "weather") || r.Refused {
		t.Errorf("with a newer table: %q", r.Text)
	}
	s.clock = s.clock.Add(time.Minute)
	s.does("you", "/iching ask question:wind")
	if r := s.does("you", "/iching show"); !strings.Contains(r.Text, "wind") {
		t.Errorf("with a newer question: %q", r.Text)
	}
	if r := s.does("you", "/iching show table:1"); strings.Contains(r.Text, "wind") || r.Refused {
		t.Errorf("the table that is named: %q", r.Text)
	}
}
