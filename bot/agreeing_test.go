package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// TestGamesEndByAgreement: in each game for two, at any moment, whoever asks, whoever is to move, with a clock or without,
// rated or not, by button or command. Nobody wins, no rating changes, and lists say how it ended.
func TestGamesEndByAgreement(t *testing.T) {
	for name, tt := range map[string]struct {
		opens, moves string // by turns
		asks         string // who asks
		answers      string
	}{
		"Hex":                 {"/hex new @friend size:9", "a1 b2 c3", "you", "[Allow]"},
		"before any move":     {"/hex new @friend", "", "friend", "[Allow]"},
		"rated":               {"/hex new @friend rated:true", "a1 b2", "friend", "/hex resign agree:true"},
		"a clock":             {"/hex new @friend clock:10+5 rated:true", "a1 b2 c3", "friend", "[Allow]"},
		"days":                {"/hex new @friend clock:3d", "a1", "you", "/hex resign agree:true table:1"},
		"unequal":             {"/hex new @friend size:5 width:4", "a1 b2", "you", "[Allow]"},
		"Atom-4":              {"/atom4 new @friend", "i7 h7", "friend", "/atom4 resign agree:true"},
		"Gordon, two of five": {"/gordon new @friend group:D5", "", "you", "/gordon resign agree:true"},
		"ADE":                 {"/ade play @friend", "", "you", "/ade resign agree:true"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			game := strings.Fields(tt.opens)[0]
			s.play("you: "+tt.opens, "friend: [Accept]")
			for i, move := range strings.Fields(tt.moves) {
				s.play([]string{"you", "friend"}[i%2] + ": " + game + " move " + move)
			}
			other := map[string]string{"you": "friend", "friend": "you"}[tt.asks]
			asked := s.does(tt.asks, game+" resign agree:true")
			if len(asked.Mentions) != 1 || asked.Mentions[0] != ids[other] {
				t.Errorf("asked: %+v", asked)
			}
			s.play("friend: /games")
			agreed := s.does(other, tt.answers)
			ended, err := s.store.Load(store.Key{Channel: sessionChannel, Game: game[1:], Number: 1})
			if err != nil {
				t.Fatal(err)
			}
			end := ended.End
			if end == nil || end.Winner != -1 || end.Kind != table.Agreed || !end.Counts || len(end.Ratings) > 0 || ended.Rated != "" {
				t.Fatalf("the end is %+v, told %s", end, agreed.Text)
			}
			rated := strings.Contains(tt.opens, "rated")
			if !strings.Contains(agreed.Text, "both agreed") || strings.Contains(agreed.Text, "It is not rated.") != rated || !strings.Contains(agreed.Files[0].Alt, "both agreed") {
				t.Errorf("told %s, %s", agreed.Text, agreed.Files[0].Alt)
			}
			for _, who := range []string{"you", "friend"} {
				if h := s.does(who, "/history").Text; !strings.Contains(h, "ended by agreement") {
					t.Errorf("%s's history is %s", who, h)
				}
				if stats := s.does(who, "/stats").Text; !strings.Contains(stats, "One game ended without a winner, by agreement.") || strings.Contains(stats, "None") {
					t.Errorf("%s's statistics are %s", who, stats)
				}
				if rank := s.does(who, "/rank").Text; !strings.Contains(rank, "no rated game yet") {
					t.Errorf("%s's rank is %s", who, rank)
				}
			}
		})
	}
}

// TestRequestsToAgreeAreBounded: they wait for an answer, end with a move, and have no effect on the clock.
func TestRequestsToAgreeAreBounded(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend clock:10+0", "friend: [Accept]", "you: /hex move a1", "friend: /hex move b1", "you: /hex move a2", "friend: /hex resign agree:true")
	before := s.request("you", "[Allow]")
	for _, line := range []string{"/hex resign agree:true", "/hex undo", "/hex pause"} {
		s.refused("friend", line, "You must answer first.")
	}
	s.refused("you", "/hex undo", "Friend has asked something; answer that first.")
	s.play("friend: /hex move b2")
	before.ID = s.nextRequest()
	if s.finish(before); s.table(1).Over {
		t.Fatal("what was withdrawn by a move is agreed to")
	}
	s.play("you: /hex resign agree:true")
	s.clock = s.clock.Add(11 * time.Minute)
	s.play("friend: [Allow]")
	if r := s.table(1).Result; r == nil || r.Kind != table.TimeUp || r.Winner != 1 {
		t.Errorf("after the time has run out the result is %+v", r)
	}
}

// TestPausedGamesEndByAgreement: also with the buttons of older versions.
func TestPausedGamesEndByAgreement(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend clock:10+0", "friend: [Accept]", "you: /hex move a1", "friend: /hex move b1", "you: /hex pause")
	old := s.request("friend", "[Allow]")
	old.Action = strings.Replace(old.Action, "allow", "standstill", 1)
	s.finish(old)
	r := s.does("you", "/hex resign agree:true")
	for _, label := range []string{"Allow", "Refuse", "Resume", "Resign"} {
		if !labelled(r, label) {
			t.Errorf("there is no %s", label)
		}
	}
	s.play("friend: [Allow]")
	if end := s.table(1).End; end == nil || end.Kind != table.Agreed {
		t.Errorf("the end is %+v", end)
	}
}

func labelled(r chat.Reply, label string) bool {
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return true
			}
		}
	}
	return false
}

// TestNobodyAgreesInPlaceOf a level, of a tournament's table, or of somebody who has been forgotten.
func TestNobodyAgreesInPlaceOf(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new level:easy size:9 rated:true")
	s.refused("you", "/hex resign agree:true", "There is nobody here who could agree to that; `/hex resign` gives the game up.")
	if labelled(s.does("you", "/hex resign"), "Offer no winner") {
		t.Error("a level is offered it")
	}
	c := newCup(t)
	c.sitDown(4, "rounds:1")
	at := c.open(sessionChannel)[0]
	first := strings.TrimPrefix(at.Seats[0], "user:")
	c.refuses(c.asks(0, "/hex resign agree:true", by(first)), "needs a result")
	r := c.asks(0, "/hex resign", by(first))
	if c.must(r); labelled(r, "Offer no winner") {
		t.Error("a tournament offers it")
	}
}
