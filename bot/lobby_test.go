package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/table"
)

// TestNewAsksWhom: where nobody is named, all that was said otherwise goes on to whatever is
// pressed. The question is for the caller alone, the table for all.
func TestNewAsksWhom(t *testing.T) {
	for pressed, want := range map[string][]string{
		"[Hard]":              {"level:hard", "user:11"},
		"[@friend]":           {"user:12", "user:11"},
		"[Whoever joins]":     {"", "user:11"},
		"[Both sides myself]": {"user:11", "user:11"},
	} {
		s := newSession(t, sketchedGames()...)
		r := s.does("you", "/hex new size:7 colour:blue")
		if want := "**Hex** with `colour:blue size:7`: whom do you want to play?"; !r.Private || r.Refused || r.Text != want {
			t.Fatalf("private %t: %q, want %q", r.Private, r.Text, want)
		}
		if r = s.does("you", pressed); r.Private || r.Refused || r.Update {
			t.Errorf("%s: private %t, updates %t: %q", pressed, r.Private, r.Update, r.Text)
		}
		if seats := s.table(1).Seats; !slices.Equal(seats, want) || s.sizeOf(1) != 7 {
			t.Errorf("%s: seats %q, size %d; want %q, 7", pressed, seats, s.sizeOf(1), want)
		}
	}
}

// TestNewAsksNoMoreThanItMust: an option that is wrong is refused at once, a game for one and
// whoever talks to the bot alone get their table, and what no button can hold opens one for
// whoever joins.
func TestNewAsksNoMoreThanItMust(t *testing.T) {
	s := newSession(t, sketchedGames()...)
	s.refused("you", "/hex new size:5 swap:true width:4", "There is no swap")
	s.play("you: /connexion new", "you: /ade new", "you: /hex puzzle")
	if r := s.does("you", "/ade play type:E degree:8"); !strings.Contains(r.Text, "`degree:8 type:E`: whom") {
		t.Errorf("/ade play: %q", r.Text)
	}
	if r := s.does("you", "[Easy]"); r.Refused || !strings.Contains(r.Text, "ADE, table 2") {
		t.Errorf("pressed: %q", r.Text)
	}
	direct := s.request("you", "/hex new size:3")
	direct.Guild, direct.Channel = "", "2001"
	if r := s.finish(direct); r.Refused || r.Private || !strings.Contains(r.Text, "Hex, table 1") {
		t.Errorf("in direct messages: %q", r.Text)
	}
	if r := s.does("you", "/ade play type:E degree:8 values:1000000"+strings.Repeat(" 1000000", 7)); !strings.Contains(r.Text, "wanted") {
		t.Errorf("too long for a button: %q", r.Text)
	}
}

// TestAgainstNobody: a menu of people that brings none, and one that brings who cannot be
// played, open nothing.
func TestAgainstNobody(t *testing.T) {
	s := newSession(t, sketchedGames()...)
	s.play("you: /hex new")
	r := s.request("you", "[@friend]")
	r.People = nil
	if said := s.finish(r); !said.Refused {
		t.Errorf("nobody picked: %q", said.Text)
	}
	s.refused("you", "[@robot]", "another bot")
	if said := s.does("you", "[@sixfold]"); said.Refused || s.table(1).Seats[1] != table.Level("normal") {
		t.Errorf("the bot picked: %q, %q", said.Text, s.table(1).Seats)
	}
}
