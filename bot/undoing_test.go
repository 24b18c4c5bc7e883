package bot

import (
	"strings"
	"testing"
)

// TestRatedGameIsTakenBack: where both agree the game goes on, and the ratings are as they
// were before it, until it ends again.
func TestRatedGameIsTakenBack(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 rated:true", "friend: [Accept]")
	for i, move := range []string{"a1", "b1", "a2", "b2", "a3"} {
		s.play([]string{"you", "friend"}[i%2] + ": /hex move " + move)
	}
	if end := s.table(1).End; end == nil || len(end.Ratings) != 2 || end.Ratings[0].After <= 1500 {
		t.Fatalf("the end is %+v", end)
	}
	s.play("you: /hex undo", "friend: [Allow]")
	if got := s.table(1); got.End != nil || got.Rated == "" {
		t.Errorf("what was taken back has ended: %+v, rated in %q", got.End, got.Rated)
	}
	if r := s.does("you", "/rank"); !strings.Contains(r.Text, "no rated game yet") {
		t.Errorf("the ratings are %q", r.Text)
	}
	s.play("you: /hex move b3", "friend: /hex move a3", "you: /hex move c1", "friend: /hex move c2")
	if end := s.table(1).End; end == nil || len(end.Ratings) != 2 {
		t.Errorf("the second end is %+v", end)
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
