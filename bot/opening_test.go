package bot

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// dealtHex is Hex in which chance decides the size of a board of size 19, with commands
// of its own for a small board and for a puzzle.
func dealtHex() show.Entry {
	entry := quickHex()
	g := *entry.Game
	seats := g.Seats
	g.Seats = func(o engine.Options) int {
		if o.Int("size") == 3 {
			return 1
		}
		return seats(o)
	}
	sizes := 3
	g.Prepare = func(_ engine.Env, o engine.Options) (engine.Options, error) {
		if o.Int("size") == 19 {
			sizes++
			o["size"] = sizes
		}
		return o, nil
	}
	g.Starts = []engine.Start{
		{
			Name: "wide", Help: engine.T("Open a wide board"),
			Args: []engine.Arg{{Name: "by", Help: engine.T("How much wider"), Kind: engine.Integer, Min: 0, Max: 4, Default: 1}},
			Options: func(o engine.Options) map[string]any {
				return map[string]any{"size": 12 + o.Int("by"), "swap": false}
			},
		},
		{Name: "puzzle", Help: engine.T("Open a puzzle"), Solo: true, Options: func(engine.Options) map[string]any {
			return map[string]any{"size": 3}
		}},
	}
	entry.Game = &g
	return entry
}

// sizeOf is the size of the board of a table.
func (s *session) sizeOf(number int) int {
	s.t.Helper()
	var o struct{ Size int }
	if err := json.Unmarshal(s.table(number).Options, &o); err != nil {
		s.t.Fatal(err)
	}
	return o.Size
}

// TestChanceCompletesATable: what chance decided is stored, so that the table replays,
// and a rematch decides it anew.
func TestChanceCompletesATable(t *testing.T) {
	s := newSession(t, dealtHex())
	s.play("you: /hex new @friend size:19", "friend: [Accept]", "you: /hex move a1")
	if got := s.sizeOf(1); got != 4 {
		t.Fatalf("the table has the size %d, want 4 as dealt", got)
	}
	s.restart()
	if r := s.does("friend", "/hex move d4"); r.Refused {
		t.Fatalf("the table does not go on: %s", r.Text)
	}
	s.play("you: /hex resign", "you: [Resign]", "friend: [Rematch]", "you: [Rematch]")
	if got := s.sizeOf(2); got != 5 {
		t.Errorf("the rematch has the size %d, want 5 as dealt anew", got)
	}
	if s.table(2).Pending != nil {
		t.Error("the second to press has not accepted")
	}
	s.play("you: /hex new level:easy size:6", "you: /hex resign", "you: [Resign]", "you: [Rematch]")
	if table := s.table(4); s.sizeOf(4) != 6 || table.Asked != nil {
		t.Errorf("a rematch of what nothing decided has the size %d, asked %s", s.sizeOf(4), table.Asked)
	}
}

// TestStartsOpenTables: a game's own commands ask who plays like `new`, unless they are
// for one alone.
func TestStartsOpenTables(t *testing.T) {
	s := newSession(t, dealtHex())
	asks := map[string]string{}
	for _, command := range s.bot.Commands() {
		for _, sub := range command.Options {
			for _, option := range sub.Options {
				asks[command.Name+" "+sub.Name] += option.Name + " "
			}
		}
	}
	if want := "opponent level by colour open rated clock versus help "; asks["hex wide"] != want {
		t.Errorf("/hex wide asks %q, want %q", asks["hex wide"], want)
	}
	if asks["hex puzzle"] != "" {
		t.Errorf("/hex puzzle asks %q", asks["hex puzzle"])
	}
	s.play("you: /hex wide by:2 level:easy colour:blue")
	if table := s.table(1); s.sizeOf(1) != 14 || table.Seats[0] != "level:easy" || table.Seats[1] != "user:11" {
		t.Errorf("/hex wide opens size %d for %v", s.sizeOf(1), table.Seats)
	}
	s.play("you: /hex wide @friend")
	if table := s.table(2); s.sizeOf(2) != 13 || table.Pending == nil || table.Pending.To != ids["friend"] {
		t.Errorf("/hex wide @friend opens size %d, %+v", s.sizeOf(2), table.Pending)
	}
	s.play("you: /hex puzzle")
	if table := s.table(3); len(table.Seats) != 1 || table.Pending != nil {
		t.Errorf("/hex puzzle opens a table for %v, %+v", table.Seats, table.Pending)
	}
	if r := s.does("you", "/hex new @friend size:3"); !r.Refused || !strings.Contains(r.Text, "`opponent`") {
		t.Errorf("a challenge to a puzzle for one: %q", r.Text)
	}
}

// TestRematchPressedTwice opens one table.
func TestRematchPressedTwice(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new level:easy size:3", "you: /hex resign", "you: [Resign]")
	r := s.request("you", "[Rematch]")
	first := s.finish(r)
	r.ID = s.nextRequest()
	second := s.finish(r)
	if first.Refused || second.Refused || !strings.Contains(second.Text, "table 2") {
		t.Errorf("pressed twice: %q, then %q", first.Text, second.Text)
	}
	if _, err := s.store.Load(store.Key{Channel: sessionChannel, Game: "hex", Number: 3}); err == nil {
		t.Error("two tables were opened")
	}
}

// TestOpeningsPressedTwice open one table, and show it: by a level, by both sides, by a challenge,
// for whoever joins, by chance, and in a thread.
func TestOpeningsPressedTwice(t *testing.T) {
	for _, tt := range []struct{ page, press string }{
		{"/play game:hex", "[Easy]"},
		{"/play game:hex", "[Both sides myself]"},
		{"/play game:hex", "[@friend]"},
		{"/play game:hex", "[Whoever joins]"},
		{"/hex new size:5 clock:3d colour:random", "[Hard]"},
		{"/hex new size:7 swap:false", "[@friend]"},
		{"/play game:gordon", "[Normal]"},
		{"/play game:connexion", "[An empty board]"},
		{"/play game:hex", "[Any puzzle]"},
		{"/play game:connexion", "[A puzzle]"},
	} {
		s := newSession(t)
		s.play("you: " + tt.page)
		r := s.request("you", tt.press)
		again := r
		again.ID = s.nextRequest()
		first, second := s.finish(r), s.finish(again)
		if first.Refused || second.Refused || len(second.Files) == 0 || len(second.Mentions) > 0 {
			t.Errorf("%s: %q, then %q, calling %q", tt.press, first.Text, second.Text, second.Mentions)
		}
		if open := s.going(sessionChannel); !slices.Equal(open, []int{1}) {
			t.Errorf("%s %s: the tables %v are open", tt.page, tt.press, open)
		}
	}
}

// TestPressedAgainAfterAMove opens another table, as does what is typed twice, what is pressed under
// another page, or by somebody else.
func TestPressedAgainAfterAMove(t *testing.T) {
	s := newSession(t)
	s.play("you: /play game:hex", "friend: /play game:hex")
	mine, theirs := s.request("you", "[Easy]"), s.request("friend", "[Easy]")
	press := func(r chat.Request) {
		t.Helper()
		r.ID = s.nextRequest()
		if said := s.finish(r); said.Refused {
			t.Fatal(said.Text)
		}
	}
	press(mine)
	press(theirs)
	s.play("you: /hex move c3 table:1")
	press(mine)
	s.play("you: /hex new level:easy", "you: /hex new level:easy size:5", "you: /hex new size:6")
	press(s.request("you", "[Normal]"))
	press(s.request("you", "[Easy]"))
	if open := s.going(sessionChannel); len(open) != 7 {
		t.Errorf("the tables %v are open, want seven", open)
	}
}

// TestChallengedAgain: a challenge that was accepted is none any more, and the button makes another.
func TestChallengedAgain(t *testing.T) {
	s := newSession(t)
	s.play("you: /play game:hex")
	challenge := s.request("you", "[@friend]")
	s.finish(challenge)
	s.play("friend: [Accept]")
	challenge.ID = s.nextRequest()
	if r := s.finish(challenge); !slices.Equal(r.Mentions, []string{ids["friend"]}) || len(s.going(sessionChannel)) != 2 {
		t.Errorf("%q, calling %q", r.Text, r.Mentions)
	}
}

// TestPuzzlesByChance: who wants another one gets it, but not by a slip.
func TestPuzzlesByChance(t *testing.T) {
	s := newSession(t, dealtHex())
	s.play("you: /hex new size:19")
	r := s.request("you", "[Easy]")
	for i, want := range []int{1, 1, 2} {
		r.ID = s.nextRequest()
		if said := s.finish(r); said.Refused || len(s.going(sessionChannel)) != want {
			t.Errorf("pressed %d times: the tables %v are open", i+1, s.going(sessionChannel))
		}
		s.clock = s.clock.Add(time.Duration(i) * play.PressedTwice)
	}
	s = newSession(t)
	s.play("you: /hex puzzle which:random", "you: /hex puzzle which:random")
	if open := s.going(sessionChannel); len(open) != 2 {
		t.Errorf("typed twice: the tables %v are open", open)
	}
}

// TestChallengesTellWhatIsUnusual, in the form in which it is typed.
func TestChallengesTellWhatIsUnusual(t *testing.T) {
	for does, want := range map[string]string{
		"/hex new @friend":                      "A game, offered by **You**: **Hex, table 1**. ",
		"/hex new @friend weighted:true size:5": "A game, offered by **You**: **Hex, table 1**, with `size:5` `weighted:true`. ",
		"/hex new swap:false open:true":         "An opponent wanted by **You**: **Hex, table 1**, with `swap:false`. ",
	} {
		s := newSession(t)
		if r := s.does("you", does); !strings.HasPrefix(r.Text, want) {
			t.Errorf("%s: %q, want %q", does, r.Text, want)
		}
	}
}
