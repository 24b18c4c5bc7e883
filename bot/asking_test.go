package bot

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
)

// TestButtonsAsk: a button asks in a form for what its command needs, and after a mistake again, with
// what was typed.
func TestButtonsAsk(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.does("you", "/play game:iching")
	if form := s.opens("you", "Ask a question"); form.Fields[0].Max != 300 || !form.Fields[0].Required {
		t.Errorf("a question is asked for by %+v", form)
	}
	form := s.opens("you", "Birth chart")
	if form.Title != "The natal hexagram of a birth" || len(form.Fields) != 4 || len(form.Fields[3].Choices) != 2 || form.Fields[3].Required {
		t.Errorf("the form is %+v", form)
	}
	fill := func(form *chat.Form, date string) chat.Reply {
		r := s.request("you", "/games")
		r.Kind, r.Command, r.Action = chat.Submit, "", form.Action
		r.Fields, r.Chosen = map[string]string{"date": date, "time": "21:50", "zone": "Asia/Shanghai"}, map[string][]string{"sex": {"man"}}
		return s.finish(r)
	}
	if said := fill(form, "the day before yesterday | man"); !said.Refused || !said.Private || said.Rows[0].Buttons[0].Label != "Try again" {
		t.Fatalf("a date that is none: %+v", said)
	}
	form = s.opens("you", "Try again")
	if f := form.Fields; f[0].Value != "the day before yesterday   man" || f[1].Value != "21:50" || f[2].Value != "Asia/Shanghai" || !f[3].Choices[0].Chosen {
		t.Errorf("the form opens again as %+v", form)
	}
	if said := fill(form, "the day after tomorrow | man"); !said.Refused {
		t.Fatalf("another date that is none: %+v", said)
	}
	form = s.opens("you", "Try again")
	if f := form.Fields; f[0].Value != "the day after tomorrow   man" || f[1].Value != "21:50" || f[2].Value != "Asia/Shanghai" || !f[3].Choices[0].Chosen {
		t.Errorf("the form opens once more as %+v", form)
	}
	if said := fill(form, "2026-02-17"); said.Refused || !said.Private || !strings.Contains(said.Text, "50") || !strings.Contains(said.Text, "63") {
		t.Errorf("the birth: %+v", said)
	}
	for _, wrong := range []string{"ask:iching:0:nothing|date", "ask:nowhere:0:natal|date", "asked::0:natal|date", "ask:iching:0"} {
		r := s.request("you", "/games")
		r.Kind, r.Command, r.Action = chat.Press, "", wrong
		if said := s.finish(r); !said.Refused || said.Form != nil {
			t.Errorf("%q: %+v", wrong, said)
		}
	}
	if long := form.Action; len(long) > chat.MaxAction || !strings.HasPrefix(long, show.AskedAction) {
		t.Errorf("the form's action is %q", long)
	}
}

// TestAskedFormsHaveRoom: what was filled in comes back as far as the custom ID of the form has room, too.
func TestAskedFormsHaveRoom(t *testing.T) {
	t.Parallel()
	longest := 0
	for n := range chat.MaxAction {
		s := newSession(t)
		s.does("you", "/play game:iching")
		form := s.opens("you", "Birth chart")
		r := s.request("you", "/games")
		r.Kind, r.Command, r.Action, r.Fields = chat.Submit, "", form.Action, map[string]string{"date": strings.Repeat("x", n)}
		if said := s.finish(r); !said.Refused {
			t.Fatalf("%d: %+v", n, said)
		}
		longest = max(longest, len(s.opens("you", "Try again").Action))
	}
	if longest != chat.MaxAction {
		t.Errorf("the longest action has %d characters, want %d", longest, chat.MaxAction)
	}
}

// TestBlanksAreAskedForAgain: a form without what the command requires can be opened again.
func TestBlanksAreAskedForAgain(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.does("you", "/play game:iching")
	form := s.opens("you", "Type in a throw")
	r := s.request("you", "/games")
	r.Kind, r.Command, r.Action, r.Fields = chat.Submit, "", form.Action, map[string]string{"lines": "  ", "question": "Now?"}
	if said := s.finish(r); !said.Refused || len(said.Rows) == 0 {
		t.Fatalf("blanks in place of lines: %+v", said)
	}
	if again := s.opens("you", "Try again"); again.Fields[1].Value != "Now?" {
		t.Errorf("the form opens again as %+v", again)
	}
}

// TestAboutIsAtHand: what a game is and where it comes from is one button away from its cover, its help
// and each page of its rules.
func TestAboutIsAtHand(t *testing.T) {
	t.Parallel()
	for _, entry := range everyGame() {
		id := entry.Game.ID
		for _, from := range []string{"/play game:" + id, "/help game:" + id, "/" + id + " rules"} {
			s := newSession(t)
			s.does("you", from)
			if said := s.does("you", "[About]"); !said.Private || !strings.Contains(said.Text, ": about** (page ") {
				t.Errorf("%s, About: %q", from, said.Text)
			}
		}
	}
}
