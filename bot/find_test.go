package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// damaged is a store in which one table cannot be read.
type damaged struct {
	*store.Store
	key store.Key
}

var errDamaged = fmt.Errorf("test: %w", store.ErrDamaged)

func (d damaged) without(entries []store.Brief, err error) ([]store.Brief, error) {
	var sound []store.Brief
	for _, e := range entries {
		if e.Key == d.key {
			err = errors.Join(err, errDamaged)
		} else {
			sound = append(sound, e)
		}
	}
	return sound, err
}

func (d damaged) Channel(channel string) ([]store.Brief, error) {
	return d.without(d.Store.Channel(channel))
}

func (d damaged) User(id string) ([]store.Brief, error) { return d.without(d.Store.User(id)) }

func (d damaged) Recent(channel, game string, limit int) ([]store.Brief, error) {
	return d.without(d.Store.Recent(channel, game, limit))
}

func (d damaged) Load(key store.Key) (*store.Table, error) {
	if key == d.key {
		return nil, errDamaged
	}
	return d.Store.Load(key)
}

// TestDamagedTableHidesNoOther: one record that cannot be read leaves the others of its
// channel in reach.
func TestDamagedTableHidesNoOther(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex new @you size:4", "you: /hex move a1")
	s.stores(damaged{s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: 1}})
	s.play("you: /hex move b2", "you: /hex show")
	if r := s.does("you", "/games"); r.Refused || !strings.Contains(r.Text, "table 2") {
		t.Errorf("the list is %q, want table 2 in it", r.Text)
	}
	if r := s.does("you", "/hex show table:1"); !r.Refused {
		t.Errorf("the damaged table is shown: %q", r.Text)
	}
	s.play("you: /hex resign", "you: /hex show")
}

// TestDamagedTableIsTold: where it is the only one, its players are not told that there is
// none; they can open another, which is then the one that is meant.
func TestDamagedTableIsTold(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3")
	s.stores(damaged{s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: 1}})
	for _, line := range []string{"/hex show", "/hex move b2", "/hex resign", "/hex show table:1"} {
		if r := s.does("you", line); !r.Refused || !strings.Contains(r.Text, "is damaged") {
			t.Errorf("%s is answered by %q", line, r.Text)
		}
	}
	if r := s.does("you", "/atom4 show"); strings.Contains(r.Text, "damaged") {
		t.Errorf("another game is answered by %q", r.Text)
	}
	s.play("you: /hex new @you size:4", "you: /hex move d4", "you: /hex show")
}

// TestForeignTableHidesNoOther: a table that can be read but not replayed hides no other either.
func TestForeignTableHidesNoOther(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3")
	newer := s.table(1)
	newer.Rules = 99
	if err := bottest.Save(s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: 1}, newer); err != nil {
		t.Fatal(err)
	}
	s.play("you: /hex new @you size:4", "you: /hex move d4", "you: /games")
	if r := s.does("you", "/hex show table:1"); !r.Refused || !strings.Contains(r.Text, "newer version") {
		t.Errorf("a table of a newer version is answered by %q", r.Text)
	}
}

// TestDirectMessages: whoever talks to the bot alone plays the bot, for nobody else
// could join.
func TestDirectMessages(t *testing.T) {
	s := newSession(t)
	direct := s.request("you", "/hex new size:3")
	direct.Guild, direct.Channel = "", "2001"
	s.finish(direct)
	group := s.request("you", "/hex new size:3 open:true")
	group.Guild, group.Channel, group.Posts = "", "2002", false
	s.finish(group)
	for channel, want := range map[string]string{"2001": "level:normal", "2002": ""} {
		table, err := s.store.Load(store.Key{Channel: channel, Game: "hex", Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		if table.Seats[1] != want || table.Guild != "" {
			t.Errorf("in channel %s: seat %q in server %q, want %q in none", channel, table.Seats[1], table.Guild, want)
		}
	}
	move := s.request("you", "/hex move b2")
	move.Guild, move.Channel = "", "2001"
	if r := s.finish(move); r.Refused || len(r.Files) != 1 || !strings.Contains(r.Text, "Sixfold Normal") {
		t.Errorf("a move in direct messages is answered by %q", r.Text)
	}
}

// TestNothingIsPostedUnasked: where the bot is no member, such as where only a person
// installed it, a restart goes on with the game and a table ends without a word.
func TestNothingIsPostedUnasked(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	for _, does := range []string{"/hex new size:3 level:easy", "/hex move b2"} {
		r := s.request("you", does)
		r.Posts = false
		if reply := s.bot.Handle(context.Background(), r); reply.Refused {
			t.Fatalf("%s: %s", does, reply.Text)
		}
	}
	s.restart()
	posted := make(channelPosts, 10)
	g.Pass <- struct{}{}
	s.bot.resume(context.Background(), posted, 0)()
	if n := len(s.table(1).Moves); n != 2 {
		t.Errorf("after the restart the table has %d moves, want 2", n)
	}
	for range 2 { // the warning, and the end
		s.clock = s.clock.Add(7 * 24 * time.Hour)
		s.bot.expire(context.Background(), posted)
	}
	if len(posted) > 0 {
		t.Errorf("posted where it may not: %q", (<-posted).Text)
	}
	if !s.table(1).Over {
		t.Error("the idle table goes on")
	}
}

// TestDamagedTableIsLoggedOnce, however many rounds find it.
func TestDamagedTableIsLoggedOnce(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3")
	s.stores(damaged{s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: 1}})
	out := s.logged()
	s.clock = s.clock.Add(30 * 24 * time.Hour)
	for range 3 {
		s.bot.expire(context.Background(), make(channelPosts, 1))
	}
	if n := strings.Count(out.String(), "tidy table"); n != 1 {
		t.Errorf("3 rounds log a damaged table %d times, want once:\n%s", n, out)
	}
}

// TestOwnTableComesFirst: beside the open table of strangers, commands about a game that
// is over mean the caller's own.
func TestOwnTableComesFirst(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b1", "you: /hex move a1", "you: /hex move b2",
		"you: /hex move a2", "you: /hex move b3", "stranger: /hex new @friend size:4", "friend: [Accept]", "stranger: /hex move a4")
	if r := s.does("you", "/hex resign"); !strings.Contains(r.Text, "The game is over") {
		t.Errorf("giving up after the end is answered by %q", r.Text)
	}
	for does, want := range map[string]string{
		"/hex review": "Hex, 3 by 3.", "/hex replay": "table 1", "/hex export format:sgf": "SZ[3]",
	} {
		r := s.does("you", does)
		if said := transcript(r) + string(r.Files[0].Data); !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q in it", does, said, want)
		}
	}
	if r := s.does("robot", "/hex review"); !strings.Contains(transcript(r), "Hex, 3 by 3.") {
		t.Errorf("who only watches is shown %q, want the game that is over", transcript(r))
	}
	s.play("you: /hex undo")
	if n := len(s.table(1).Moves); n != 4 {
		t.Errorf("the own table has %d moves after taking back, want 4", n)
	}
}

// TestExportNamesItsTable: the puzzle that is open, although nothing was played there, and
// no other game without saying so.
func TestExportNamesItsTable(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b1")
	s.clock = s.clock.Add(time.Minute)
	s.play("you: /hex new number:1")
	for _, tt := range []struct {
		does string
		want []string
	}{
		{"/hex export format:hexworld", []string{"table 2", "#5c1,"}}, // the first puzzle has 5 rows
		{"/hex export format:hexworld table:1", []string{"table 1", "#3c1,b1"}},
		{"/hex export format:hexworld", []string{"table 1", "#3c1,b1"}}, // which was used last
	} {
		said := transcript(s.does("you", tt.does))
		for _, part := range tt.want {
			if !strings.Contains(said, part) {
				t.Errorf("%s: %q, want %q in it", tt.does, said, part)
			}
		}
	}
	if said := transcript(s.does("you", "/hex export table:9")); !strings.Contains(said, "There is no table 9") {
		t.Errorf("a table that is none: %q", said)
	}
}

// TestViewNamesAnAmbiguousTable, and no other.
func TestViewNamesAnAmbiguousTable(t *testing.T) {
	s := newSession(t)
	says := func(does, want string, named bool) {
		t.Helper()
		if said := transcript(s.does("you", does)); strings.Contains(said, want) != named {
			t.Errorf("%s: %q; names %s: %v, want %v", does, said, want, !named, named)
		}
	}
	s.play("you: /hex new @you size:3")
	says("/hex view name:sets", "Hex, table 1", false)
	s.play("stranger: /hex new @friend size:4", "friend: [Accept]")
	says("/hex view name:sets", "Hex, table 1", false)
	s.clock = s.clock.Add(time.Minute)
	s.play("you: /hex new @you size:5")
	says("/hex view name:sets", "Hex, table 3", true)
	says("/hex view name:sets table:1", "Hex, table 1", false)
}

// TestCommandsMeanTheTableUsedLast, whatever a person did there and also after a restart, and the answer
// names the table.
func TestCommandsMeanTheTableUsedLast(t *testing.T) {
	s := newSession(t)
	means := func(does string, number int) {
		t.Helper()
		if said := transcript(s.does("you", does)); !strings.Contains(said, fmt.Sprintf("**Hex, table %d**", number)) {
			t.Errorf("%s: %q, want table %d named", does, said, number)
		}
	}
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex new @you size:4", "you: /hex new @you size:5")
	means("/hex move a1", 3)
	s.clock = s.clock.Add(time.Minute)
	s.play("you: /hex show table:2")
	means("/hex move b1", 2)
	s.restart()
	means("/hex move b2", 2)
	s.play("you: /hex show table:1")
	means("/hex move a1", 1)
	means("/hex move d1", 2) // it is not their turn at table 1
	means("/hex undo", 2)
	means("/hex resign", 2)
}

// TestWhichTable: the bot asks if a move or an end could be meant for a game with somebody in which it
// has become the person's turn since. A button then runs the command at its table, once.
func TestWhichTable(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex move a1", "you: /hex new @you size:4", "you: /hex move a1")
	s.clock = s.clock.Add(time.Minute)
	s.play("friend: /hex move b2")
	for _, does := range []string{"/hex move c3", "/hex undo", "/hex resign"} {
		r := s.does("you", does)
		if said := transcript(r); !r.Refused || !r.Private || !strings.Contains(said, "[1: You and Friend] [2: You]") {
			t.Fatalf("%s: %q, want a question with both tables", does, said)
		}
	}
	if first, second := len(s.table(1).Moves), len(s.table(2).Moves); first != 2 || second != 1 {
		t.Errorf("the tables have %d and %d moves, want 2 and 1", first, second)
	}
	question := s.does("you", "/hex move c3")
	s.play("you: [1: You and Friend]")
	if n := len(s.table(1).Moves); n != 3 {
		t.Errorf("table 1 has %d moves, want 3", n)
	}
	s.shown = append(s.shown, utterance{to: ids["you"], reply: question})
	if r := s.does("you", "[1: You and Friend]"); !strings.Contains(r.Text, "earlier move") || len(s.table(1).Moves) != 3 {
		t.Errorf("the same button once more: %q", r.Text)
	}
	s.play("you: /hex move d4 table:2")
}

// TestNothingEndsElsewhere: after the game used last is over, a command that ends or empties a game
// applies to no other.
func TestNothingEndsElsewhere(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b2", "you: /hex new @you size:4", "you: /hex move a1", "you: /hex resign table:2", "you: [End]")
	if r := s.does("you", "/hex undo"); !r.Refused || !strings.Contains(transcript(r), "[1: You]") {
		t.Errorf("taking back is answered by %q, want a question", transcript(r))
	}
	s.play("you: [1: You]")
	if n := len(s.table(1).Moves); n != 0 {
		t.Errorf("table 1 has %d moves, want 0", n)
	}
	s.play("you: /ade new type:A degree:3", "you: /ade set all 1", "you: /ade fire", "you: /ade new type:A degree:4", "you: /ade resign") // where nothing was done there is no question
	if r := s.does("you", "/ade edit"); !r.Refused || !strings.Contains(transcript(r), "[1: You]") {
		t.Errorf("clearing a trace is answered by %q, want a question", transcript(r))
	}
}

// TestReviewTellsWhoGaveUp: the moves do not show it.
func TestReviewTellsWhoGaveUp(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex move b2", "friend: /hex move a1", "friend: [Resign]", "friend: [Resign]")
	want := "**Red (You) wins**: Blue resigned."
	if said := transcript(s.does("you", "/hex review")); !strings.Contains(said, want) {
		t.Errorf("the review says %q, want %q in it", said, want)
	}
}

// TestNextRoundIsOnesOwn: the next round begins at the caller's table, whoever else
// plays meanwhile.
func TestNextRoundIsOnesOwn(t *testing.T) {
	s := newSession(t)
	s.play("you: /atom4 new @you rounds:2")
	for move := range strings.FieldsSeq("i7 h7 h6 g6 g8 i9 g7 i6 h9") {
		s.play("you: /atom4 move " + move)
	}
	s.play("stranger: /atom4 new @friend", "friend: [Accept]", "you: /atom4 next")
}

// TestWhichTableIsARefusal, also where the command is too long for a button.
func TestWhichTableIsARefusal(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:5", "friend: [Accept]", "you: /hex new @stranger size:5", "stranger: [Accept]")
	for _, name := range []string{"a", strings.Repeat("a", chat.MaxAction)} {
		c := show.NewCall(chat.Call{Request: chat.Request{Command: "hex", Sub: "move", Options: map[string]any{"cell": name}}, Words: s.bot.Words("en-US"), Log: s.bot.Log})
		tables, err := s.bot.Tables.Of(ids["you"])
		if err != nil || len(tables) != 2 {
			t.Fatalf("%d tables, %v", len(tables), err)
		}
		which := &table.WhichError{}
		for _, b := range tables {
			g, err := s.bot.Tables.Load(t.Context(), b.Key)
			if err != nil {
				t.Fatal(err)
			}
			which.Tables = append(which.Tables, g)
		}
		if r := c.Refusal(which); !r.Refused || !strings.Contains(r.Text, "Which one do you mean") && len(r.Rows) > 0 {
			t.Errorf("%+v", r)
		}
	}
}
