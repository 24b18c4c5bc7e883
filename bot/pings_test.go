package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
)

// TestChallengesCallThreeTimes: whoever challenges a person, and whatever becomes of it, the fourth
// challenge within ten minutes is posted as any other, and calls nobody.
func TestChallengesCallThreeTimes(t *testing.T) {
	s := newSession(t)
	challenge := func(user string, calls bool) {
		t.Helper()
		r := s.does(user, "/hex new @friend size:3")
		if r.Refused || !strings.Contains(r.Text, "<@12>, will you play") || slices.Contains(r.Mentions, ids["friend"]) != calls {
			t.Errorf("%s challenges, calling %v: %q", user, r.Mentions, r.Text)
		}
	}
	const many = "Many challenges came to you of late"
	challenge("you", true)
	s.play("you: /hex resign")
	challenge("stranger", true)
	s.play("friend: [Decline]")
	if r := s.does("friend", "/games"); strings.Contains(r.Text, many) {
		t.Errorf("after two challenges: %q", r.Text)
	}
	s.clock = s.clock.Add(time.Minute)
	challenge("you", true)
	for range 3 {
		s.play("you: /hex resign")
		challenge("you", false)
	}
	s.play("friend: [Accept]", "friend: /hex resign", "friend: [Resign]")
	if r := s.does("stranger", "/hex new @you size:3"); !slices.Contains(r.Mentions, ids["you"]) {
		t.Errorf("another person is called: %v", r.Mentions)
	}
	s.clock = s.clock.Add(9 * time.Minute)
	challenge("stranger", false) // the fourth, after those of a minute ago
	s.clock = s.clock.Add(10 * time.Minute)
	challenge("you", true)
	if r := s.does("friend", "/games"); strings.Contains(r.Text, many) {
		t.Errorf("ten minutes later: %q", r.Text)
	}
}

// TestGamesNamesWhoChallenges a person again and again, though no challenge is left.
func TestGamesNamesWhoChallenges(t *testing.T) {
	s := newSession(t)
	for range 2 {
		s.play("you: /hex new @friend size:3", "you: /hex resign", "stranger: /hex new @friend size:3", "stranger: /hex resign")
	}
	if r := s.does("friend", "/games"); !strings.Contains(r.Text, "<@11>") || !strings.Contains(r.Text, "<@13>") || !strings.Contains(r.Text, "/settings block:") || len(r.Mentions) > 0 {
		t.Errorf("the list calls %v: %q", r.Mentions, r.Text)
	}
	if r := s.does("you", "/games"); strings.Contains(r.Text, "block") {
		t.Errorf("nobody has challenged: %q", r.Text)
	}
}

// TestRematchesCallThreeTimes as other challenges do.
func TestRematchesCallThreeTimes(t *testing.T) {
	s := begun(t)
	s.play("friend: /hex move c3", "friend: /hex resign", "friend: [Resign]")
	s.clock = s.clock.Add(time.Hour)
	press := s.offered("you", "Rematch")
	for i := range 5 {
		press.ID = s.nextRequest()
		r := s.finish(press)
		if r.Refused || slices.Contains(r.Mentions, ids["friend"]) != (i < 3) {
			t.Errorf("rematch %d calls %v: %q", i, r.Mentions, r.Text)
		}
		s.play("you: [Decline]")
	}
}

// TestChallengesByDirectMessage are told three times too.
func TestChallengesByDirectMessage(t *testing.T) {
	s := newSession(t)
	s.play("friend: /notify way:direct")
	p, told := &post{}, 0
	for range 5 {
		s.play("you: /hex new @friend size:3")
		direct, _ := s.tell(p, soon)
		told += len(direct)
		s.play("you: /hex resign")
	}
	if told != 3 {
		t.Errorf("5 challenges are told %d times by direct message", told)
	}
}

// TestBlockAtTheChallenge: from the third challenge on the person asked blocks with one press, which declines
// it as any other; nobody else can, and only who blocks is told.
func TestBlockAtTheChallenge(t *testing.T) {
	s := newSession(t)
	for range 2 {
		if r := s.does("you", "/hex new @friend size:3"); strings.Contains(transcript(r), "[Block]") {
			t.Errorf("a first challenge asks whether to block: %q", transcript(r))
		}
		s.play("you: /hex resign")
	}
	s.play("you: /hex new @friend size:3")
	s.refused("stranger", "[Block]", "This challenge is for Friend")
	s.refused("you", "[Block]", "")
	r := s.does("friend", "[Block]")
	if r.Private || !strings.Contains(r.Text, "declined by **Friend**") || len(r.Mentions) > 0 || len(r.After) != 1 {
		t.Fatalf("all see, calling %v: %q", r.Mentions, transcript(r))
	}
	if own := r.After[0]; !own.Private || !strings.HasPrefix(own.Text, "You have blocked **You**, who is not told") {
		t.Errorf("who blocks is told, private %t: %q", own.Private, own.Text)
	}
	if end := s.table(3).Result; end == nil || end.Kind != table.Declined {
		t.Errorf("the challenge ended as %v", end)
	}
	s.refused("you", "/hex new @friend size:3", "There can be no game between you and Friend at present.")
}

// TestBlockOfForgotten: the challenge of somebody who has all removed has no name to block.
func TestBlockOfForgotten(t *testing.T) {
	s := newSession(t)
	for range 2 {
		s.play("you: /hex new @friend size:3", "you: /hex resign")
	}
	s.play("you: /hex new @friend size:3", "you: /privacy forget what:all sure:true")
	r := s.does("friend", "[Block]")
	if len(r.After) != 1 || !strings.HasPrefix(r.After[0].Text, "You have blocked **somebody**, who is not told") {
		t.Errorf("who blocks is told %q", transcript(r))
	}
}
