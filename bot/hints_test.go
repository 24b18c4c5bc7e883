package bot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// TestHintsArePlayed by their button: by whose turn it is, and where the board is still the
// same.
func TestHintsArePlayed(t *testing.T) {
	for _, begin := range []string{
		"/hex new level:easy size:4 swap:false", "/atom4 new level:easy", "/gordon new level:easy", "/ade play level:easy type:D degree:4",
		"/ade new type:D degree:4", "/connexion new", "/octopuszle new",
	} {
		game := strings.Fields(begin)[0]
		s := newSession(t)
		s.play("you: " + begin)
		hint := s.does("you", game+" hint")
		advice, ok := hint.Data.(engine.Choice)
		if !ok || len(hint.Rows) != 1 || len(hint.Rows[0].Buttons) != 1 {
			t.Errorf("%s is followed by the hint %q with %v and the buttons %+v", begin, hint.Text, hint.Data, hint.Rows)
			continue
		}
		button := hint.Rows[0].Buttons[0]
		if !strings.HasSuffix(strings.ToLower(button.Label), strings.ToLower(advice.Move)) {
			t.Errorf("%s: the button of %q is called %q", begin, advice.Move, button.Label)
		}
		before := s.tableOf(game[1:], 1)
		if r := s.pressed("stranger", button.Action); !r.Refused || s.tableOf(game[1:], 1).Revision != before.Revision {
			t.Errorf("%s: a stranger plays the hint: %q", begin, r.Text)
		}
		r := s.does("you", "["+button.Label+"]")
		after := s.tableOf(game[1:], 1)
		if r.Refused || len(after.Moves) <= len(before.Moves) || after.Moves[len(before.Moves)].Text != advice.Move {
			t.Errorf("%s: the hint %q is played as %+v: %q", begin, advice.Move, after.Moves, r.Text)
		}
		if r := s.pressed("you", button.Action); !r.Refused || !strings.Contains(r.Text, "has changed since this hint") {
			t.Errorf("%s: the hint of an earlier board is answered by %q", begin, r.Text)
		}
		if now := s.tableOf(game[1:], 1); now.Revision != after.Revision {
			t.Errorf("%s: the hint of an earlier board is played", begin)
		}
	}
}

// TestAdviceWithoutButton: what is too long for a button is told in words alone.
func TestAdviceWithoutButton(t *testing.T) {
	s := newSession(t)
	s.play("you: /ade new type:D degree:4")
	at, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "ade", Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := s.bot.UnaskedCall(at)
	for words, want := range map[int]bool{1: true, 10: true, 40: false} {
		move := "set" + strings.Repeat(" 1", words)
		b, ok := browse.AdviceButton(c, at, move)
		if ok != want || ok && (chat.Length(b.Action) > chat.MaxAction || b.Label != fmt.Sprint("Set", move[3:])) {
			t.Errorf("%d numbers: %t, %+v", words, ok, b)
		}
	}
}
