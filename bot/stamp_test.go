package bot

import (
	"os"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
)

// goesBack ends the program, and starts it again with the store as it was when it was copied.
func (s *session) goesBack(kept []byte) {
	s.t.Helper()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.file, kept, 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.start()
}

// copied is the store as it is now.
func (s *session) copied() []byte {
	s.t.Helper()
	s.restart()
	kept, err := os.ReadFile(s.file)
	if err != nil {
		s.t.Fatal(err)
	}
	return kept
}

// offered is a button of the newest message that a person sees, with the message.
func (s *session) offered(user, label string) (press chat.Request) {
	s.t.Helper()
	return s.request(user, "["+label+"]")
}

// aged is a press of the same button as an older version has made it: its stamp does not tell
// whose it is.
func aged(r chat.Request) chat.Request {
	parts := strings.SplitN(r.Action, ":", show.ActionParts)
	_, parts[3], _ = strings.Cut(parts[3], "-")
	r.Action = strings.Join(parts, ":")
	return r
}

// TestGoingBackToACopy: what was offered before takes nobody into another game that has its
// number now, whichever version has made the button, and in whichever message it hangs.
func TestGoingBackToACopy(t *testing.T) {
	for _, offer := range []string{"/hex new @friend size:5", "/hex new size:5 open:true"} {
		s := newSession(t)
		kept := s.copied()
		s.play("you: " + offer)
		label := "Accept"
		if strings.Contains(offer, "open") {
			label = "Join"
		}
		board := s.offered("friend", label)
		s.play("friend: /games")
		listed := s.offered("friend", "1 "+label)
		s.goesBack(kept)
		s.clock = s.clock.Add(1)
		s.play("stranger: " + strings.Replace(offer, "size:5", "size:11 clock:1+0 rated:true", 1))
		for what, press := range map[string]chat.Request{
			"the old board": board, "an old list": listed, "an old board of an older version": aged(board), "an old list of an older version": aged(listed),
		} {
			press.ID = s.nextRequest()
			press.Message = "6001"
			if r := s.finish(press); !r.Refused || !strings.Contains(r.Text, "does not belong to **Hex, table 1**") {
				t.Errorf("%s: %s answers %q", offer, what, r.Text)
			}
		}
		if now := s.table(1); now.Pending == nil {
			t.Fatalf("%s: the game has begun: %+v", offer, now.Seats)
		}
		s.play("friend: [" + label + "]")
	}
}

// TestButtonsOfOlderVersions do their service under the board, and are refused elsewhere where
// they would change something.
func TestButtonsOfOlderVersions(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:5")
	accept := aged(s.offered("friend", "Accept"))
	elsewhere := accept
	elsewhere.Message = "6001"
	if r := s.finish(elsewhere); !r.Refused {
		t.Errorf("in another message it answers %q", r.Text)
	}
	accept.ID = s.nextRequest()
	if r := s.finish(accept); r.Refused || s.table(1).Pending != nil {
		t.Fatalf("under the board it answers %q", r.Text)
	}
	s.play("you: /hex move b2", "friend: /hex move c3", "you: /hex resign")
	giveUp := aged(s.offered("you", "Resign"))
	if r := s.finish(giveUp); !r.Refused || s.table(1).Over {
		t.Errorf("a question of an older version answers %q", r.Text)
	}
	s.play("you: [Resign]")
	look := aged(s.offered("friend", show.Back))
	look.Message = "6001"
	if r := s.finish(look); r.Refused || !strings.Contains(r.Text, "move 1 of 2") {
		t.Errorf("to look at a game it answers %q", r.Text)
	}
}
