package bot

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestRatedGameIsNotTakenBack: not by a question of after the end, nor by the answer to one
// that was asked before it was rated. One that is not rated is.
func TestRatedGameIsNotTakenBack(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]")
	for i, move := range []string{"a1", "b1", "a2", "b2", "a3"} {
		s.play([]string{"you", "friend"}[i%2] + ": /hex move " + move)
	}
	s.play("you: /hex undo", "friend: [Allow]")
	if s.table(1).End != nil {
		t.Error("what was taken back has ended")
	}
	s.play("you: /hex move a3", "you: /hex undo")
	rated := s.table(1)
	if rated.End == nil || rated.Pending == nil {
		t.Fatalf("the end is %v, and what is asked %v", rated.End, rated.Pending)
	}
	rated.Rated, rated.End.Ratings = "hex/9", []store.Rating{{Before: 1500, After: 1516}, {Before: 1500, After: 1484}}
	if err := s.store.Save(store.Key{Channel: sessionChannel, Game: "hex", Number: 1}, rated); err != nil {
		t.Fatal(err)
	}
	for _, does := range []string{"friend: [Allow]", "you: /hex undo"} {
		who, what, _ := strings.Cut(does, ": ")
		if r := s.does(who, what); !strings.Contains(r.Text, "has been rated, so its moves stay") {
			t.Errorf("%s: %q", does, r.Text)
		}
	}
	if got := s.table(1); got.End == nil || len(got.Moves) != 5 {
		t.Errorf("%d moves are left, and the end is %v", len(got.Moves), got.End)
	}
}
