package bot

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

const (
	apart  = "There can be no game between you and You at present."
	byYou  = "You have blocked Friend; `/settings unblock:` lifts that."
	noWait = "Nobody waits for you"
)

// TestBlockedPersonCannotPlay: neither challenge, nor join, nor ask for a rematch, in
// either direction, and only until the block is lifted.
func TestBlockedPersonCannotPlay(t *testing.T) {
	s := newSession(t)
	s.play(
		"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2", "you: /hex resign", "you: [Resign]", // table 1
		"you: /gordon new open:true", "friend: /gordon new open:true", "stranger: /hex new @you size:3", // open tables, and another's challenge
		"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2", // table 3, which goes on
	)
	if r := s.does("you", "/settings block:@friend"); !r.Private || !strings.HasPrefix(r.Text, "You have blocked **Friend**, who is not told") {
		t.Errorf("blocking is answered, private %t: %q", r.Private, r.Text)
	}
	for range 2 { // before and after a restart
		s.refused("friend", "/hex new @you size:3", apart)
		s.refused("friend", "/gordon join table:1", apart)
		s.refused("friend", "/gordon join", noWait)
		s.refused("you", "/hex new @friend size:3", byYou)
		s.refused("you", "/gordon join table:2", byYou)
		s.refused("you", "/gordon join", noWait)
		for user, words := range map[string]string{"friend": apart, "you": byYou} {
			old, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1})
			if err != nil {
				t.Fatal(err)
			}
			id := strings.Join([]string{"rematch", "hex", "1", old.Stamp(), ""}, ":")
			if r := s.pressed(user, id); !r.Refused || r.Text != words {
				t.Errorf("%s presses Rematch: %q", user, r.Text)
			}
		}
		s.restart()
	}
	s.play("friend: /hex move a1 table:3", "you: /hex join table:2", "stranger: /hex new @friend size:3", "friend: /hex join")
	s.play("you: /settings unblock:@friend", "friend: /hex new @you size:3", "friend: /gordon join")
}

// TestBlockingEndsChallenges between the two, and no other.
func TestBlockingEndsChallenges(t *testing.T) {
	s := newSession(t)
	s.play(
		"you: /hex new @friend size:3", "friend: /hex new @you size:3", "stranger: /hex new @you size:3", "friend: /hex new size:3 open:true",
		"you: /hex new @stranger size:3", "you: /settings block:@friend",
	)
	for number, want := range map[int]string{1: table.Withdrawn, 2: table.Declined, 3: "", 4: "", 5: ""} {
		record, kind := s.table(number), ""
		if record.Result != nil {
			kind = record.Result.Kind
		}
		if kind != want || record.Over != (want != "") {
			t.Errorf("table %d ended as %q, want %q", number, kind, want)
		}
	}
	s.refused("friend", "/hex join table:1", "This challenge is no longer open")
	s.play("you: /hex join table:3", "stranger: /hex join table:5")
}

// TestBlockedWhileAChallengeWaits: one that was made in the moment of blocking is not
// accepted either.
func TestBlockedWhileAChallengeWaits(t *testing.T) {
	s := newSession(t)
	s.play("friend: /hex new @you size:3", "you: /gordon new @friend")
	if err := s.store.Put(play.BlocksKind, ids["you"]+"/"+ids["friend"], nil); err != nil {
		t.Fatal(err)
	}
	s.refused("friend", "[Accept]", apart)
	s.refused("you", "/hex join", noWait)
	s.refused("you", "/hex join table:1", byYou)
}

// TestListOfTheBlocked: the caller alone sees it, and their own.
func TestListOfTheBlocked(t *testing.T) {
	s := newSession(t)
	const nobody = "You have blocked nobody."
	lists := func(user, want string) {
		t.Helper()
		if r := s.does(user, "/settings"); !r.Private || len(r.Mentions) > 0 || !strings.Contains(r.Text, want) {
			t.Errorf("%s is told, private %t, calling %v: %q; want %q", user, r.Private, r.Mentions, r.Text, want)
		}
	}
	lists("you", nobody)
	s.play("you: /settings block:@stranger", "you: /settings block:@friend theme:light", "you: /settings block:@friend")
	lists("you", "You have blocked: <@12>, <@13>. `/settings unblock:` lifts that.")
	lists("you", "Light")
	lists("friend", nobody)
	s.restart()
	lists("you", "<@12>, <@13>")
	s.refused("friend", "/settings unblock:@you", "You have not blocked You")
	s.play("you: /settings unblock:@friend")
	lists("you", "You have blocked: <@13>.")
	s.refused("you", "/settings block:@you", "You cannot block yourself")
	s.refused("you", "/settings block:@robot", "Robot is a bot")
	s.refused("you", "/settings block:@friend unblock:@stranger", "one at a time")
	lists("you", "You have blocked: <@13>.")
}

// TestLookingAtSettingsWritesNothing, and changing them writes once.
func TestLookingAtSettingsWritesNothing(t *testing.T) {
	s := newSession(t)
	s.play("friend: /hex new @you size:3", "you: /hex new @friend size:3")
	writes := &ledger{Store: s.store}
	s.stores(writes)
	s.play("you: /settings")
	if n := len(writes.writes); n != 0 {
		t.Errorf("to look makes %d writes", n)
	}
	s.play("you: /settings block:@friend theme:light")
	if n := len(writes.writes); n != 1 {
		t.Errorf("to block and to choose makes %d writes", n)
	}
}

// overtaken is a store in which something happens after a person's tables are listed, or
// before the first change.
type overtaken struct {
	*store.Store
	listed, before func()
}

// once calls a function that is there, and takes it away.
func once(f *func()) {
	if does := *f; does != nil {
		*f = nil
		does()
	}
}

func (o *overtaken) User(user string) ([]store.Brief, error) {
	list, err := o.Store.User(user)
	once(&o.listed)
	return list, err
}

func (o *overtaken) Commit(tx *store.Tx, op store.Op) error {
	once(&o.before)
	return o.Store.Commit(tx, op)
}

// TestBlockingAChallengeThatIsAccepted meanwhile blocks, and the game goes on.
func TestBlockingAChallengeThatIsAccepted(t *testing.T) {
	for _, listed := range []bool{true, false} {
		s := newSession(t)
		s.play("you: /hex new @friend size:3")
		disk := &overtaken{Store: s.store}
		accept := func() {
			accepted := s.table(1)
			accepted.Pending = nil
			if err := bottest.Save(s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: 1}, accepted); err != nil {
				t.Error(err)
			}
		}
		if listed {
			disk.listed = accept
		} else {
			disk.before = accept
		}
		s.stores(disk)
		s.play("you: /settings block:@friend", "you: /hex move b2")
		s.refused("friend", "/hex new @you size:3", apart)
	}
}

// TestBlocksHaveAnEnd: a hundred people, and no more.
func TestBlocksHaveAnEnd(t *testing.T) {
	s := newSession(t)
	for i := range play.MaxBlocks - 1 {
		if err := s.store.Put(play.BlocksKind, ids["you"]+"/"+strconv.Itoa(1000+i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.store.Put(play.BlocksKind, "1/2", nil); err != nil { // another person's
		t.Fatal(err)
	}
	s.play("you: /settings block:@friend")
	s.refused("you", "/settings block:@stranger", "You have blocked 100 people, as many as can be")
	s.play("you: /settings block:@friend") // who is one of them
	s.play("you: /settings unblock:@friend", "you: /settings block:@stranger")
	if r := s.does("you", "/settings"); strings.Count(transcript(r), "<@") != play.MaxBlocks {
		t.Errorf("of %d people blocked it lists:\n%s", play.MaxBlocks, transcript(r))
	}
}

// TestForgetRemovesBlocks with the settings, and with all; those of others stay.
func TestForgetRemovesBlocks(t *testing.T) {
	for what, kept := range map[string]bool{"settings": false, "all": false, "notes": true} {
		s := newSession(t)
		s.play("you: /settings block:@friend", "stranger: /settings block:@you", "you: /privacy forget what:"+what+" sure:true")
		if kept {
			s.refused("friend", "/hex new @you size:3", apart)
		} else {
			s.play("friend: /hex new @you size:3")
		}
		if r := s.does("you", "/settings"); strings.Contains(r.Text, "<@12>") != kept {
			t.Errorf("after /privacy forget %s: %q", what, r.Text)
		}
		s.refused("you", "/hex new @stranger size:3", "There can be no game between you and Stranger at present.")
	}
}

// TestNobodyChallengesWhomTheOperatorBlocks, who could not answer.
func TestNobodyChallengesWhomTheOperatorBlocks(t *testing.T) {
	s := newSession(t)
	s.configure(func(c *config.Config) { c.Limits.BlockedPeople = []string{ids["friend"]} })
	s.refused("you", "/hex new @friend size:3", "There can be no game between you and Friend at present.")
	s.play("you: /hex new @stranger size:3")
}
