package bot

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// Every picture that a session shows is told in words, for those who do not see it.
func TestPicturesHaveAlternativeText(t *testing.T) {
	pictures := 0
	var look func(t *testing.T, r chat.Reply)
	look = func(t *testing.T, r chat.Reply) {
		t.Helper()
		for _, f := range r.Files {
			if strings.HasSuffix(f.Name, ".png") || strings.HasSuffix(f.Name, ".gif") {
				pictures++
				if f.Alt == "" || len([]rune(f.Alt)) > chat.MaxAlt {
					t.Errorf("%s under %q has %d characters of alternative text", f.Name, r.Text, len([]rune(f.Alt)))
				}
			}
		}
		for _, next := range r.After {
			look(t, next)
		}
	}
	s := newSession(t)
	for _, line := range []string{
		"you: /hex new @friend size:5", "friend: [Accept]", "you: /hex move c3", "friend: [Swap]", "you: /hex move a1",
		"friend: /hex show", "you: [Undo]", "friend: [Allow]", "stranger: /hex new level:easy size:11", "stranger: [Hint]",
		"stranger: /hex move f6",
	} {
		user, does, _ := strings.Cut(line, ": ")
		r := s.does(user, does)
		if r.Refused {
			t.Fatalf("%s: %s", line, r.Text)
		}
		look(t, r)
	}
	if pictures < 8 {
		t.Errorf("only %d pictures were shown", pictures)
	}
}
