package bot

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// morePages are the games whose rules need more than mostPages pages.
var morePages = map[string]int{"atom4": 12, "hex": 10}

// Pages of the rules of a game: fewer leave something out, more are not read.
const (
	leastPages = 3
	mostPages  = 6
)

// TestRulesAreAtHand for every game: some short pages, each with a picture. Packages of render
// draw all of them.
func TestRulesAreAtHand(t *testing.T) {
	t.Parallel()
	for _, entry := range sketch(everyGame()) {
		tool, ok := entry.Game.Tool(engine.RulesTool)
		if !ok {
			t.Errorf("%s has no rules", entry.Game.ID)
			continue
		}
		pages, most := tool.Args[0].Max, max(mostPages, morePages[entry.Game.ID])
		if pages < leastPages || pages > most {
			t.Errorf("the rules of %s have %d pages, want %d to %d", entry.Game.ID, pages, leastPages, most)
		}
		for n := 1; n <= pages; n++ {
			t.Run(entry.Game.ID+"-"+strconv.Itoa(n), func(t *testing.T) {
				a, err := tool.Run(t.Context(), engine.Env{}, engine.Options{"page": n}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, told, ok := strings.Cut(a.Text.String(), "\n"); !ok || engine.T("%s", told).Length() > engine.MostTold {
					t.Errorf("%d characters are told, want at most %d: %q", len(told), engine.MostTold, told)
				}
				if _, err := render.Draw(entry.Draw, a.Scenes[0], render.Style{}); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestPagesTurn: the pages turn in place by their buttons, and stop at either end.
func TestPagesTurn(t *testing.T) {
	s := newSession(t)
	s.play("you: /gordon new @you", "you: [Rules]")
	last := s.shown[len(s.shown)-1].reply
	if !last.Private || last.Update || !strings.Contains(last.Text, "page 1 of 6") || !last.Rows[0].Buttons[0].Disabled {
		t.Errorf("Rules shows %+v", last)
	}
	for n := 2; n <= 6; n++ {
		r := s.does("you", "[Next]")
		if !r.Update || !strings.Contains(r.Text, "page "+strconv.Itoa(n)+" of 6") || r.Rows[0].Buttons[0].Disabled || r.Rows[0].Buttons[1].Disabled != (n == 6) {
			t.Errorf("page %d is %+v", n, r)
		}
	}
	if r := s.does("you", "[Back]"); !strings.Contains(r.Text, "page 5 of 6") {
		t.Errorf("back leads to %q", r.Text)
	}
	s.play("you: /gordon move m=5 p=1")
	for _, row := range s.shown[len(s.shown)-1].reply.Rows {
		for _, b := range row.Buttons {
			if b.Label == "Rules" {
				t.Error("Rules stays under the board after the first move")
			}
		}
	}
}

// TestRulesStayWhileEditing: help and rules are at hand whatever was set, and again after a run.
func TestRulesStayWhileEditing(t *testing.T) {
	s := newSession(t)
	s.play("you: /ade new degree:3")
	for _, does := range []string{"/ade set V1 1", "/ade set V1 0", "/ade load graph:E 8", "/ade set V1 1", "/ade fire", "/ade edit"} {
		s.play("you: " + does)
		labels := map[string]bool{}
		for _, row := range s.shown[len(s.shown)-1].reply.Rows {
			for _, b := range row.Buttons {
				labels[b.Label] = true
			}
		}
		if playing := does == "/ade fire"; labels["Rules"] == playing || !labels["Help"] || !labels["Load"] {
			t.Errorf("after %s the buttons are %v", does, labels)
		}
	}
}
