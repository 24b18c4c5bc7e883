package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/store"
)

// TestRatedEndStands: nobody takes the move back with which a rated game has ended.
func TestRatedEndStands(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:9 rated:true", "friend: [Accept]")
	for row := 1; row < 9; row++ {
		s.play(fmt.Sprint("you: /hex move a", row), fmt.Sprint("friend: /hex move b", row))
	}
	s.play("you: /hex move a9")
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

// TestNoRoundAfterWhatStands: a rated game, or one of a tournament, offers no further round.
func TestNoRoundAfterWhatStands(t *testing.T) {
	for what, change := range map[string]func(*store.Table){
		"":             func(*store.Table) {},
		"rated":        func(r *store.Table) { r.Rated = "atom4" },
		"a tournament": func(r *store.Table) { r.Event = "1/0/0" },
	} {
		s := newSession(t)
		s.play("you: /atom4 new @you rounds:2")
		for move := range strings.FieldsSeq("i7 h7 h6 g6 g8 i9 g7 i6 h9") {
			s.play("you: /atom4 move " + move)
		}
		at, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "atom4", Number: 1})
		if err != nil || !at.Record.Over {
			t.Fatal("the round goes on", err)
		}
		change(at.Record)
		if err := s.bot.Tables.Annotate(at); err != nil {
			t.Fatal(err)
		}
		offered := false
		for _, row := range s.does("you", "/atom4 show").Rows {
			offered = offered || slices.ContainsFunc(row.Buttons, func(b chat.Button) bool { return b.Label == "Next round" })
		}
		if offered != (what == "") {
			t.Errorf("%q: the next round is offered: %t", what, offered)
		}
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
		{"/hex new @friend size:8", ""},
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
	if r := s.does("you", "/gordon new @friend"); r.Refused || strings.Contains(r.Text, "rated") {
		t.Errorf("a game whose winner is known is offered by %q", r.Text)
	}
	if got := s.table(1).Rated; got != "" {
		t.Errorf("before anybody set it, a game was rated in %q", got)
	}
}

// TestOneQuestionAtATime: nobody takes the place of what the other one asks, nor calls them twice.
func TestOneQuestionAtATime(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend clock:3d", "friend: [Accept]", "you: /hex move a1", "friend: /hex move b1", "you: /hex move a2", "you: /hex pause")
	s.refused("you", "/hex undo", "You have asked something already; Friend must answer first.")
	s.refused("friend", "/hex undo", "You has asked something; answer that first.")
	s.play("friend: [Allow]")
	if at, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1}); err != nil || !at.Paused() {
		t.Errorf("the clock is not paused: %v", err)
	}
}
