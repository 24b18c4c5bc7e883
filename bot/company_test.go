package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/table"
)

// named is a request that names or picks a member who is away.
func (s *session) named(user, does string, away chat.Away) chat.Request {
	s.t.Helper()
	r := s.request(user, does)
	if who, ok := r.Options[play.OpponentArg.Name].(chat.User); ok {
		who.Away = away
		r.Options[play.OpponentArg.Name] = who
	}
	for i := range r.People {
		r.People[i].Away = away
	}
	return r
}

// TestWhoCannotAnswerIsNotChallenged: neither by name, nor from the menus of people and of a member.
func TestWhoCannotAnswerIsNotChallenged(t *testing.T) {
	for away, want := range map[chat.Away]string{
		chat.Elsewhere: "Friend is not in this server and could not answer",
		chat.Unseeing:  "Friend does not see this channel and could not answer",
		chat.Silenced:  "Friend is in a time-out and cannot answer",
	} {
		s := newSession(t)
		s.play("you: /hex new")
		menu := s.request("you", "/play")
		menu.Command, menu.Options = "Challenge", map[string]any{chat.Target: chat.User{ID: ids["friend"], Name: "Friend", Away: away}}
		for _, r := range []chat.Request{
			s.named("you", "/hex new @friend", away), s.named("you", "/hex new @friend size:5 weighted:true", away), s.named("you", "[@friend]", away), menu,
		} {
			if said := s.finish(r); !said.Refused || !said.Private || len(said.Mentions) > 0 || !strings.HasPrefix(said.Text, want) {
				t.Errorf("away %d, %s %s: %q, calling %q", away, r.Command, r.Action, said.Text, said.Mentions)
			}
		}
		if open := s.going(sessionChannel); len(open) > 0 {
			t.Errorf("away %d: the tables %v are open", away, open)
		}
	}
}

// TestWhoIsAwayMayStillBeNamed if nobody has to answer: the bot itself is not a member where only a
// person has installed it, and a person who has left can be blocked.
func TestWhoIsAwayMayStillBeNamed(t *testing.T) {
	s := newSession(t)
	if r := s.finish(s.named("you", "/hex new @sixfold", chat.Elsewhere)); r.Refused {
		t.Errorf("a game against the bot: %s", r.Text)
	}
	r := s.request("you", "/settings block:@friend")
	who := r.Options[play.BlockOption].(chat.User)
	who.Away = chat.Elsewhere
	r.Options[play.BlockOption] = who
	if r := s.finish(r); r.Refused {
		t.Errorf("blocking who has left: %s", r.Text)
	}
}

// TestNobodyIsChallengedInDirectMessages, where the bot and the caller are alone, nor is a table
// opened for whoever joins.
func TestNobodyIsChallengedInDirectMessages(t *testing.T) {
	s := newSession(t)
	direct := func(does string) chat.Reply {
		r := s.request("you", does)
		r.Guild, r.Channel, r.Threads = "", "2001", false
		return s.finish(r)
	}
	for _, does := range []string{"/hex new @friend", "/ade play @friend type:E degree:8"} {
		if r := direct(does); !r.Refused || !r.Private || !strings.HasPrefix(r.Text, "You and I are alone here") {
			t.Errorf("%s: %q", does, r.Text)
		}
	}
	r := s.request("you", "/play")
	r.Guild, r.Command, r.Options = "", "Challenge", map[string]any{chat.Target: chat.User{ID: ids["friend"], Name: "Friend"}}
	if said := s.finish(r); !said.Refused || len(said.Rows) > 0 {
		t.Errorf("in the menu of a member: %q", said.Text)
	}
	if open := s.going("2001"); len(open) > 0 {
		t.Errorf("the tables %v are open", open)
	}
	if r := direct("/hex new @you"); r.Refused {
		t.Errorf("both sides: %q", r.Text)
	}
}

// TestGroupsOfDirectMessages: people outside of a group conversation cannot be challenged there. If the
// members are not known, everybody can be.
func TestGroupsOfDirectMessages(t *testing.T) {
	s := newSession(t)
	for away, refused := range map[chat.Away]bool{chat.Elsewhere: true, chat.Here: false} {
		r := s.named("you", "/hex new @friend", away)
		r.Guild, r.Channel, r.Posts, r.Threads = "", "2002", false, false
		if said := s.finish(r); said.Refused != refused || refused && !strings.HasPrefix(said.Text, "Friend is not in this conversation") {
			t.Errorf("away %d: %q", away, said.Text)
		}
	}
}

// unseen is a request where the caller alone sees what they are told.
func (s *session) unseen(user, does string) chat.Request {
	s.t.Helper()
	r := s.request(user, does)
	r.Unseen, r.Posts, r.Threads = true, false, false
	return r
}

// TestNothingIsOfferedWhereNobodySeesIt: no challenge, no table for whoever joins, by whatever way.
// Levels play, and their board changes in its place.
func TestNothingIsOfferedWhereNobodySeesIt(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3", "friend: [Accept]", "you: /hex resign", "you: [Resign]")
	rematch := s.unseen("you", "[Rematch]")
	menu := s.unseen("you", "/play")
	menu.Command, menu.Options = "Challenge", map[string]any{chat.Target: chat.User{ID: ids["friend"], Name: "Friend"}}
	for _, r := range []chat.Request{
		s.unseen("you", "/hex new @friend"), s.unseen("you", "/hex new open:true"), s.unseen("you", "/hex new @friend rated:true clock:3d"),
		s.unseen("you", "/ade play type:E degree:8 values:1000000"+strings.Repeat(" 1000000", 7)), rematch, menu,
	} {
		if said := s.finish(r); !said.Refused || !said.Private || !strings.HasPrefix(said.Text, "This server lets you alone see what I answer") {
			t.Errorf("%s %s %v: %q", r.Command, r.Action, r.Options, said.Text)
		}
	}
	asks := s.finish(s.unseen("you", "/hex new"))
	if labels := labelsOf(asks); slices.Contains(labels, "Whoever joins") || slices.Contains(labels, "@friend") || !slices.Contains(labels, "Easy") {
		t.Errorf("asks %q with %q", asks.Text, labels)
	}
	if said := s.finish(s.unseen("you", "[Easy]")); said.Refused || !said.Private || s.table(2).Seats[1] != table.Level("easy") {
		t.Errorf("a level: private %t, %q", said.Private, said.Text)
	}
	pressed := s.unseen("you", "[Hint]")
	if pressed.OnPrivate = true; !s.finish(pressed).Private {
		t.Error("an answer under the board is public")
	}
	if open := s.going(sessionChannel); !slices.Equal(open, []int{2}) {
		t.Errorf("the tables %v are open", open)
	}
}

// TestWhatOthersSeeIsChangedForAll: a person for whom the app answers only privately presses a button
// that all see.
func TestWhatOthersSeeIsChangedForAll(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3")
	if r := s.finish(s.unseen("friend", "[Accept]")); r.Refused || r.Private || !r.Update {
		t.Errorf("accepted: private %t, update %t, %q", r.Private, r.Update, r.Text)
	}
}
