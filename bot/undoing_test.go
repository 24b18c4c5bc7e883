package bot

import (
	"slices"
	"strings"
	"testing"
)

// TestRatedEndStands: nobody takes the move back with which a rated game has ended.
func TestRatedEndStands(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 rated:true", "friend: [Accept]")
	for i, move := range []string{"a1", "b1", "a2", "b2", "a3"} {
		s.play([]string{"you", "friend"}[i%2] + ": /hex move " + move)
	}
	ended := s.table(1).End
	if ended == nil || len(ended.Ratings) != 2 || ended.Ratings[0].After <= 1500 {
		t.Fatalf("the end is %+v", ended)
	}
	if r := s.does("you", "/hex undo"); !r.Refused || !strings.Contains(r.Text, "over and rated") {
		t.Errorf("told is %q", r.Text)
	}
	if got := s.table(1).End; got == nil || !slices.Equal(got.Ratings, ended.Ratings) {
		t.Errorf("the end is %+v, was %+v", got, ended)
	}
}

// TestRatedByDefault: in a server where that is usual, games between people are rated unless
// they say otherwise, and others only for who asks.
func TestRatedByDefault(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend", "you: /hex resign")
	manager := s.does("you", "/server set rated:true")
	for i, tt := range []struct {
		line  string
		rated string
	}{
		{"/hex new @friend", "hex/12"},
		{"/hex new open:true", "hex/12"},
		{"/hex new @friend rated:false", ""},
		{"/hex new @friend help:true", ""},
		{"/hex new @friend swap:false", ""},
		{"/hex new level:easy", ""},
		{"/hex new @you", ""},
	} {
		s.play("you: " + tt.line)
		if got := s.table(i + 2).Rated; got != tt.rated {
			t.Errorf("%s is rated in %q, want %q (%s)", tt.line, got, tt.rated, manager.Text)
		}
		if s.table(i+2).Pending != nil {
			s.play("you: /hex resign")
		}
	}
	if got := s.table(1).Rated; got != "" {
		t.Errorf("before anybody set it, a game was rated in %q", got)
	}
}
