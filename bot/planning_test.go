package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// plans are how many records of plans there are, by ID.
func (s *session) plans() (ids []string) {
	s.t.Helper()
	err := s.store.Each(string(table.PlanKind), "", func(id string, _ []byte) bool {
		ids = append(ids, id)
		return true
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return ids
}

// begun opens a table of Hex between you and a friend: it is your turn.
func (s *session) begun(size int) {
	s.t.Helper()
	s.play(fmt.Sprintf("you: /hex new @friend size:%d swap:false", size), "friend: [Accept]")
}

func (s *session) moves() string {
	s.t.Helper()
	var texts []string
	for _, m := range s.table(1).Moves {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, " ")
}

// TestPlansAreFollowed several deep, through a restart, and say so to who has moved.
func TestPlansAreFollowed(t *testing.T) {
	s := newSession(t)
	s.begun(11)
	s.play("friend: /hex plan moves:c5 d4, e6 f3, g7 h8; c6 e5")
	s.restart()
	reply := s.does("you", "/hex move c5")
	if s.moves() != "c5 d4" || !strings.Contains(reply.Text, "As planned: **Friend**: d4.") || len(reply.Mentions) > 0 {
		t.Errorf("played %s, said: %s, calling %v", s.moves(), reply.Text, reply.Mentions)
	}
	if m := s.table(1).Moves; m[1].By != table.User(ids["friend"]) {
		t.Errorf("played by %s", m[1].By)
	}
	s.play("you: /hex move e6")
	if s.moves() != "c5 d4 e6 f3" {
		t.Errorf("played %s", s.moves())
	}
	s.play("you: /hex undo", "friend: [Allow]") // f3 and e6: the plan is still ahead
	if s.moves() != "c5 d4" || len(s.plans()) != 1 {
		t.Errorf("after the undo: %s, %q", s.moves(), s.plans())
	}
	s.play("you: /hex move a1")
	if after := s.does("you", "/hex show").After; len(after) > 0 {
		t.Errorf("the other is told: %+v", after)
	}
	if after := s.does("friend", "/hex show").After; len(after) != 1 || !after[0].Private || !strings.Contains(after[0].Text, "after `a1`") {
		t.Errorf("the friend is told %+v", after)
	}
	if after := s.does("friend", "/hex show").After; len(after) > 0 || len(s.plans()) > 0 {
		t.Errorf("told twice: %+v, %q", after, s.plans())
	}
}

// TestPlansOnBothSides: a move sets off what both have planned, as far as both go, and all of
// it is one revision.
func TestPlansOnBothSides(t *testing.T) {
	s := newSession(t)
	s.begun(11)
	s.play("you: /hex plan moves:a1 a2 c5, d4 e6, f3 b11; b1 b2 c2", "friend: /hex plan moves:a1 a2, c5 d4, e6 f3, g7 h8")
	if s.moves() != "" {
		t.Fatalf("played by itself: %s", s.moves())
	}
	revision := s.table(1).Revision
	reply := s.does("you", "/hex move a1")
	if got := s.moves(); got != "a1 a2 c5 d4 e6 f3 b11" {
		t.Errorf("played: %s", got)
	}
	if got := s.table(1).Revision; got != revision+1 {
		t.Errorf("revision %d after %d: it was not one change", got, revision)
	}
	if want := "As planned: **Friend**: a2, **You**: c5, **Friend**: d4, **You**: e6, **Friend**: f3, **You**: b11."; !strings.Contains(reply.Text, want) {
		t.Errorf("said: %s", reply.Text)
	}
	if len(reply.Mentions) != 1 || reply.Mentions[0] != ids["friend"] {
		t.Errorf("called: %v", reply.Mentions)
	}
	if after := s.does("friend", "/hex show").After; len(after) != 1 || len(s.plans()) > 0 {
		t.Errorf("the friend's plan had g7 in mind: %+v, %q", after, s.plans())
	}
}

// TestPlansAreGone with the game, with the removal, and with what is kept of a person.
func TestPlansAreGone(t *testing.T) {
	for name, end := range map[string][]string{
		"resigned":  {"you: /hex resign", "you: [Resign]"},
		"removed":   {"friend: /hex plan", "friend: [Remove]"},
		"forgotten": {"friend: /privacy forget what:all sure:true"},
		"notes":     {"friend: /privacy forget what:notes"},
		"played":    {"you: /hex move c5"},
	} {
		s := newSession(t)
		s.begun(11)
		s.play("friend: /hex plan moves:c5 d4")
		if len(s.plans()) != 1 {
			t.Fatalf("%s: %q", name, s.plans())
		}
		s.play(end...)
		if len(s.plans()) != 0 {
			t.Errorf("%s: there are still %q", name, s.plans())
		}
	}
	s := newSession(t)
	s.begun(11)
	s.play("friend: /hex plan moves:c5 d4", "friend: /privacy forget what:settings")
	if len(s.plans()) != 1 {
		t.Error("a plan is no setting")
	}
}

// TestNothingIsLostWithAPlan: if the store fails, neither the move nor its answer is there.
func TestNothingIsLostWithAPlan(t *testing.T) {
	s := newSession(t)
	s.begun(11)
	s.play("friend: /hex plan moves:c5 d4")
	s.stores(&refusesCommit{s.store})
	if r := s.does("you", "/hex move c5"); !r.Refused {
		t.Errorf("said: %s", r.Text)
	}
	s.stores(s.store)
	if s.moves() != "" || len(s.plans()) != 1 {
		t.Errorf("stored: %q, %q", s.moves(), s.plans())
	}
	s.play("you: /hex move c5")
	if s.moves() != "c5 d4" {
		t.Errorf("stored: %q", s.moves())
	}
}

// refusesCommit is a store that has no room for changes of several records.
type refusesCommit struct{ Store }

func (*refusesCommit) Commit(*store.Tx, store.Op) error { return store.ErrFull }

// A plan that nobody can read keeps nobody from moving.
func TestDamagedPlan(t *testing.T) {
	s := newSession(t)
	for i, data := range []string{"", "{", `{"at":-1,"tree":{}}`, `{"at":0,"stamp":"x","tree":{"n":[null]}}`, `{"at":99,"tree":{"n":[]}}`} {
		s.play("you: /hex new @friend size:5 swap:false", "friend: [Accept]")
		key := store.Key{Channel: sessionChannel, Game: "hex", Number: i + 1}
		if err := s.store.Put(string(table.PlanKind), ids["friend"]+"/"+key.String(), []byte(data)); err != nil {
			t.Fatal(err)
		}
		s.play(fmt.Sprintf("you: /hex move c3 table:%d", i+1), fmt.Sprintf("friend: /hex move c2 table:%d", i+1))
	}
}

// TestUndoneAnswerIsNotPlayedAgain: whoever takes a planned answer back wants another.
func TestUndoneAnswerIsNotPlayedAgain(t *testing.T) {
	s := newSession(t)
	s.begun(11)
	s.play("friend: /hex plan moves:c5 d4, e6 f3", "you: /hex move c5", "friend: /hex undo", "you: [Allow]")
	if s.moves() != "c5" {
		t.Errorf("after the undo: %s", s.moves())
	}
	s.play("friend: /hex move a1", "you: /hex move e6")
	if s.moves() != "c5 a1 e6" || len(s.plans()) > 0 {
		t.Errorf("after other moves: %s, %q", s.moves(), s.plans())
	}
}

// TestPlansByTheClock: an answer takes no time, and gets its increment.
func TestPlansByTheClock(t *testing.T) {
	s := newSession(t)
	s.timed("5+5")
	s.play("friend: /hex plan moves:d2 b4, d4 a1")
	s.runs(time.Minute)
	s.play("you: /hex move d2")
	c := s.clockOf(1)
	if c.Left[0] != minutes(4)+5000 || c.Left[1] != minutes(5)+5000 || c.Since != s.clock.UnixMilli() {
		t.Errorf("%+v", c)
	}
	if s.moves() != "c3 b2 d2 b4" {
		t.Errorf("played: %s", s.moves())
	}
}

// TestPlansAgainstALevel: its move sets off the answer, and then it moves again.
func TestPlansAgainstALevel(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new level:easy size:5 swap:false")
	s.bot.Handle(context.Background(), s.request("you", "/hex move c3")) // the level has not come to answer
	s.play("you: /hex plan moves:any e5")
	s.bot.resume(context.Background(), &posts{}, 0)()
	m := s.table(1).Moves
	if len(m) != 4 || m[2].Text != "e5" || m[2].By != table.User(ids["you"]) || len(s.plans()) > 0 {
		t.Errorf("played: %s, %q", s.moves(), s.plans())
	}
}

// TestPlanAndMoveAtOnce: whichever comes first, the answer is played if the plan was kept.
func TestPlanAndMoveAtOnce(t *testing.T) {
	s := newSession(t)
	for n := 1; n <= 20; n++ {
		s.play("you: /hex new @friend size:5 swap:false", "friend: [Accept]")
		var all sync.WaitGroup
		var kept, played bool
		plans := s.request("friend", fmt.Sprintf("/hex plan moves:c3 c2 table:%d", n))
		moves := s.request("you", fmt.Sprintf("/hex move c3 table:%d", n))
		all.Go(func() { kept = !s.bot.Handle(context.Background(), plans).Refused })
		all.Go(func() { played = !s.bot.Handle(context.Background(), moves).Refused })
		all.Wait()
		want := 1
		if kept {
			want = 2
		}
		if got := len(s.table(n).Moves); !played || got != want {
			t.Errorf("table %d: kept %v, played %v, %d moves", n, kept, played, got)
		}
		if len(s.plans()) > 0 {
			t.Errorf("table %d: %q", n, s.plans())
		}
	}
}

// TestPlansOfAThousandMoves are kept and played to the end, or refused with a sentence.
func TestPlansOfAThousandMoves(t *testing.T) {
	s := newSession(t)
	s.begun(19)
	var cells []string
	for row := range 19 {
		for column := range 19 {
			cells = append(cells, fmt.Sprintf("%c%d", 'a'+column, row+1))
		}
	}
	var lines []string
	for i := range 16 {
		lines = append(lines, strings.Join(cells[i:i+60], " "))
	}
	lines = append(lines, strings.Join(cells[100:140], " "))
	reply := s.does("friend", "/hex plan moves:"+strings.Join(lines, ";"))
	if reply.Refused || !reply.Private {
		t.Fatalf("a plan of 1,000 moves: %s", reply.Text)
	}
	if r := s.does("friend", "/hex plan moves:"+strings.Join(append(lines, "s19 s18"), ";")); !r.Refused || !strings.Contains(r.Text, "1,000 moves") {
		t.Errorf("a plan of more: %s", r.Text)
	}
	s.play("you: /hex move " + cells[3])
	for i := 4; i+1 < 63; i += 2 {
		s.play("you: /hex move " + cells[i+1])
	}
	if got := strings.Fields(s.moves()); len(got) != 60 || got[59] != cells[62] || len(s.plans()) > 0 {
		t.Errorf("%d moves, %q", len(got), s.plans())
	}
}

// TestRandomPlans plays games in which both plan at random, and compares what is played with
// what a reader of the plans would play by hand.
func TestRandomPlans(t *testing.T) {
	s := newSession(t)
	random := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 10; n++ {
		s.play("you: /hex new @friend size:4 swap:false", "friend: [Accept]")
		for turn := 0; ; turn++ {
			r := s.table(n)
			if r.Over {
				break
			}
			t1, err := s.bot.Tables.Load(context.Background(), store.Key{Channel: sessionChannel, Game: "hex", Number: n})
			if err != nil {
				t.Fatal(err)
			}
			mover, waits := "you", "friend"
			if t1.Turn() == 1 {
				mover, waits = waits, mover
			}
			free := t1.Position.(engine.Picker).Moves()
			random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
			planned := len(free) >= 2
			if planned {
				r := s.does(waits, fmt.Sprintf("/hex plan table:%d moves:%s %s", n, free[0], free[1]))
				if planned = !r.Refused; !planned && !strings.Contains(r.Text, "over before") {
					t.Fatal(r.Text)
				}
			}
			before := len(r.Moves)
			s.play(fmt.Sprintf("%s: /hex move %s table:%d", mover, free[0], n))
			now := s.table(n)
			wins := now.Over && len(now.Moves) == before+1
			if planned && !wins && (len(now.Moves) != before+2 || now.Moves[before+1].Text != free[1]) {
				t.Fatalf("%v after %d moves, with the plan %s", now.Moves, before, free[:2])
			}
		}
		if len(s.plans()) > 0 {
			t.Fatalf("plans of a game that is over: %q", s.plans())
		}
	}
}

// TestPlansAreStale where somebody has moved since the table was loaded.
func TestPlansAreStale(t *testing.T) {
	s := newSession(t)
	s.begun(5)
	key := store.Key{Channel: sessionChannel, Game: "hex", Number: 1}
	old, err := s.bot.Tables.Load(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := s.bot.Tables.Grow(context.Background(), old, ids["friend"], "c3 c2")
	if err != nil {
		t.Fatal(err)
	}
	s.play("you: /hex move a1")
	if err := s.bot.Tables.KeepPlan(old, ids["friend"], tree); !errors.Is(err, store.ErrStale) {
		t.Errorf("kept: %v", err)
	}
}

// TestPlansByForm: the form holds the plan that there is, and what is written takes its place.
func TestPlansByForm(t *testing.T) {
	s := newSession(t)
	s.begun(5)
	s.play("friend: /hex plan", "friend: [Write] c3>c2")
	s.play("friend: [Change] d3>d2")
	if got := s.form.Fields[0].Value; got != "c3 > c2" {
		t.Errorf("the form holds %q", got)
	}
	s.play("you: /hex move d3")
	if s.moves() != "d3 d2" {
		t.Errorf("played %s", s.moves())
	}
	if r := s.does("friend", "[Change] d3>d2"); !r.Refused || !r.Private {
		t.Errorf("a plan that is not legal any more: %+v", r)
	}
}

// TestPlansAreSuggested to who plans, and to nobody else.
func TestPlansAreSuggested(t *testing.T) {
	s := newSession(t)
	s.begun(5)
	for user, want := range map[string]int{"friend": 5, "stranger": 0} {
		r := s.request(user, "/hex plan moves:c3 d")
		r.Kind, r.Focus = chat.Suggest, "moves"
		got := s.bot.Handle(context.Background(), r).Suggestions
		if len(got) != want || want > 0 && got[0].Value != "c3 d1" {
			t.Errorf("%s is offered %+v", user, got)
		}
	}
}
