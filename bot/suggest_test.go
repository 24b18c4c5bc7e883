package bot

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// types asks what is offered while a person types an option: a command as typed so
// far, the option last.
func (s *session) types(user, line string) []string {
	s.t.Helper()
	command, option, _ := strings.Cut(line, " | ")
	words := strings.Fields(strings.TrimPrefix(command, "/"))
	name, typed, _ := strings.Cut(option, ":")
	r := s.request(user, "/games")
	r.Kind, r.Command, r.Focus, r.Options = chat.Suggest, words[0], name, map[string]any{name: typed}
	if len(words) > 1 {
		r.Sub = words[1]
	}
	for _, given := range words[min(2, len(words)):] {
		option, value, _ := strings.Cut(given, ":")
		r.Options[option] = value
	}
	var offered []string
	for _, suggestion := range s.bot.Handle(context.Background(), r).Suggestions {
		offered = append(offered, suggestion.Value)
	}
	return offered
}

func TestOptionsAreCompleted(t *testing.T) {
	s := newSession(t)
	for _, line := range []string{"/hex move | cell:", "/hex show | table:", "/hex dance | cell:", "/chess move | cell:", "/games | x:"} {
		if offered := s.types("you", line); offered != nil {
			t.Errorf("where there is no table, %s offers %v", line, offered)
		}
	}
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex move b2", "you: /hex new @you size:3", "friend: /hex new size:4 open:true")
	for _, tt := range []struct {
		user, line string
		want       []string
	}{
		{"friend", "/hex move | cell:", []string{"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}},
		{"friend", "/hex move | cell:b", []string{"b1", "b3"}},
		{"friend", "/hex move | cell:B", []string{"b1", "b3"}},
		{"friend", "/hex move | cell:3", []string{"a3", "b3", "c3"}},
		{"friend", "/hex move | cell:zz", nil},
		{"you", "/hex move table:2 | cell:b2", []string{"b2"}},
		{"you", "/hex show | table:", []string{"1", "2", "3"}},
		{"friend", "/hex show | table:", []string{"1", "3", "2"}},
		{"friend", "/hex show | table:2", []string{"2"}},
		{"you", "/help | game:", recorded},
		{"you", "/help | game:H", []string{"hex"}},
		{"you", "/help | game:x", nil},
	} {
		if got := s.types(tt.user, tt.line); !slices.Equal(got, tt.want) {
			t.Errorf("%s types %s and is offered %v, want %v", tt.user, tt.line, got, tt.want)
		}
	}
}

func TestSuggestionsAreFew(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:19")
	if n := len(s.types("you", "/hex move | cell:")); n != chat.MaxChoices {
		t.Errorf("%d of 361 cells are offered, want %d", n, chat.MaxChoices)
	}
}
