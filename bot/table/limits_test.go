package table

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// tryOpen opens a table of a person's with these seats in a channel; to is whom it waits
// for, "" for nobody.
func (r *room) tryOpen(channel, owner string, seats []string, kind, to string) (*Table, error) {
	r.t.Helper()
	o, err := engine.ParseOptions(hex.Game.Options, map[string]any{"size": 3, "swap": false}, false)
	if err != nil {
		r.t.Fatal(err)
	}
	t, err := New(&hex.Game, o, seats, []string{"Anna", "Ben"}, r.clock)
	if err != nil {
		r.t.Fatal(err)
	}
	t.Record.Owner = owner
	if kind != "" {
		t.Ask(kind, owner, to, r.clock)
	}
	return t, r.tables.Create(channel, t, nothing)
}

// alone opens a table at which a person plays alone.
func (r *room) alone(channel, owner string) (*Table, error) {
	return r.tryOpen(channel, owner, []string{User(owner), User(owner)}, "", "")
}

// challenges opens a table at which one person has challenged another.
func (r *room) challenges(channel, by, to string) (*Table, error) {
	return r.tryOpen(channel, by, []string{User(by), User(to)}, Challenge, to)
}

// expect checks that an error is a refusal by a limit, "" for no error.
func expect(t *testing.T, what string, err error, limit string) {
	t.Helper()
	got := ""
	if e, ok := errors.AsType[*LimitError](err); ok {
		got = e.Limit
		if _, said := engine.Why(err); !said {
			t.Errorf("%s: nobody is told why: %v", what, err)
		}
	} else if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if got != limit {
		t.Errorf("%s: refused by %q, want %q: %v", what, got, limit, err)
	}
}

func (r *room) end(t *Table) {
	r.t.Helper()
	t.End(Resigned, engine.NoSeat)
	r.save(t)
}

// TestTablesOfAPerson: as many as allowed in all channels together, and not those that
// others wait for them to accept.
func TestTablesOfAPerson(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits.PersonTables = 3
	first, err := r.alone("1001", anna)
	expect(t, "the first table", err, "")
	_, err = r.tryOpen("1002", anna, []string{Level("easy"), Level("hard")}, "", "")
	expect(t, "a table of levels", err, "")
	_, err = r.tryOpen("1003", anna, []string{User(anna), ""}, Open, "")
	expect(t, "an open table", err, "")
	_, err = r.alone("1004", anna)
	expect(t, "one too many", err, "person_tables")
	if !strings.Contains(err.Error(), "3 open tables") {
		t.Errorf("it is told by %q", err)
	}
	_, err = r.tryOpen("1004", anna, []string{Level("easy"), Level("hard")}, "", "")
	expect(t, "levels one too many", err, "person_tables")
	_, err = r.alone("1004", ben)
	expect(t, "another person", err, "")
	asked, err := r.challenges("1004", ben, anna)
	expect(t, "a challenge to whoever has too many", err, "")
	expect(t, "accepting it", r.tables.Seat(asked, anna, "Anna"), "person_tables")
	if stored := r.load(asked); !stored.Asks(Challenge) {
		t.Error("the challenge was accepted")
	}
	r.end(first)
	expect(t, "accepting when there is room", r.tables.Seat(asked, anna, "Anna"), "")
	_, err = r.alone("1001", anna)
	expect(t, "a table beside the accepted one", err, "person_tables")
	_, err = r.alone("1001", ben)
	expect(t, "the challenger's third", err, "")
	_, err = r.alone("1001", ben)
	expect(t, "the challenger's fourth", err, "person_tables")
}

// TestChallengesFillNobodysTables: however many others ask, one can open tables.
func TestChallengesFillNobodysTables(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits.PersonTables = 2
	for i := range 10 {
		_, err := r.challenges("1001", strconv.Itoa(20+i), anna)
		expect(t, "a challenge", err, "")
	}
	_, err := r.alone("1001", anna)
	expect(t, "a table of the challenged", err, "")
}

// TestTablesOfAChannel: as many as allowed, of all games and people together.
func TestTablesOfAChannel(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits.ChannelTables = 3
	var last *Table
	for _, person := range []string{anna, ben, carl} {
		var err error
		last, err = r.alone("1001", person)
		expect(t, "a table", err, "")
	}
	_, err := r.alone("1001", "14")
	expect(t, "one too many", err, "channel_tables")
	_, err = r.alone("1002", "14")
	expect(t, "another channel", err, "")
	r.end(last)
	_, err = r.alone("1001", "14")
	expect(t, "after one has ended", err, "")
}

// TestChallengesOfAPerson: those that wait, to persons and to anybody.
func TestChallengesOfAPerson(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits.PersonChallenges = 3
	var first *Table
	for i := range 2 {
		made, err := r.challenges("1001", anna, strconv.Itoa(20+i))
		expect(t, "a challenge", err, "")
		if first == nil {
			first = made
		}
	}
	_, err := r.tryOpen("1002", anna, []string{User(anna), ""}, Open, "")
	expect(t, "an open table", err, "")
	for _, kind := range []string{Challenge, Open} {
		to := map[string]string{Challenge: "30"}[kind]
		_, err = r.tryOpen("1003", anna, []string{User(anna), ""}, kind, to)
		expect(t, kind+", one too many", err, "person_challenges")
	}
	_, err = r.alone("1003", anna)
	expect(t, "a table that asks nobody", err, "")
	_, err = r.challenges("1001", ben, anna)
	expect(t, "a challenge by another", err, "")
	expect(t, "an answer", r.tables.Seat(first, "20", "Tom"), "")
	_, err = r.challenges("1003", anna, "30")
	expect(t, "a challenge after an answer", err, "")
}

// TestChallengesOfAPair: those that wait between the two, whoever has made them.
func TestChallengesOfAPair(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits.PairChallenges = 3
	first, err := r.challenges("1001", anna, ben)
	expect(t, "the first", err, "")
	_, err = r.challenges("1002", ben, anna)
	expect(t, "the second", err, "")
	_, err = r.challenges("1003", anna, ben)
	expect(t, "the third", err, "")
	_, err = r.challenges("1004", anna, ben)
	expect(t, "one too many", err, "pair_challenges")
	_, err = r.challenges("1004", ben, anna)
	expect(t, "one too many by the other", err, "pair_challenges")
	_, err = r.challenges("1004", anna, carl)
	expect(t, "a challenge to another", err, "")
	_, err = r.challenges("1004", carl, ben)
	expect(t, "a challenge by another", err, "")
	expect(t, "an answer", r.tables.Seat(first, ben, "Ben"), "")
	_, err = r.challenges("1004", ben, anna)
	expect(t, "a challenge after an answer", err, "")
}

// TestManyAtOnceTakeNoMoreThanThereIs: of those who ask at the same time for the last
// places, as many get one as there are.
func TestManyAtOnceTakeNoMoreThanThereIs(t *testing.T) {
	for _, tt := range []struct {
		name   string
		limits Limits
		open   func(r *room, i int) error
	}{
		{"a person", Limits{PersonTables: 5}, func(r *room, i int) error {
			_, err := r.alone(strconv.Itoa(1001+i), anna)
			return err
		}},
		{"a channel", Limits{ChannelTables: 5}, func(r *room, i int) error {
			_, err := r.alone("1001", strconv.Itoa(20+i))
			return err
		}},
		{"a pair", Limits{PairChallenges: 5}, func(r *room, i int) error {
			two := []string{anna, ben}
			_, err := r.challenges(strconv.Itoa(1001+i), two[i%2], two[1-i%2])
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRoom(t)
			r.tables.config.Limits = tt.limits
			var all sync.WaitGroup
			errs := make([]error, 24)
			for i := range errs {
				all.Go(func() { errs[i] = tt.open(r, i) })
			}
			all.Wait()
			opened := 0
			for i, err := range errs {
				if err == nil {
					opened++
				} else if _, ok := errors.AsType[*LimitError](err); !ok {
					t.Errorf("%d: %v", i, err)
				}
			}
			if opened != 5 {
				t.Errorf("%d were opened, want 5", opened)
			}
		})
	}
}

// TestGamesThatAreOverNeedNoRoom: a written game that has ended waits for nobody.
func TestGamesThatAreOverNeedNoRoom(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits = Limits{PersonTables: 1, ChannelTables: 1}
	_, err := r.alone(channel, anna)
	expect(t, "a table", err, "")
	r.open([]string{User(anna), User(anna)}, "a1", "b1", "a2", "b2", "a3")
}

// TestMovesOfATable: the last that fits, one more, and what is told.
func TestMovesOfATable(t *testing.T) {
	r := newRoom(t)
	r.tables.config.Limits.TableMoves = 2
	table := r.open(both, "a1")
	expect(t, "the second move", r.tables.RequireNotFull(table), "")
	if r.tables.Full(table) {
		t.Error("with one move of two the table is full")
	}
	if _, err := table.Play("b1", User(ben), r.clock); err != nil {
		t.Fatal(err)
	}
	err := r.tables.RequireNotFull(table)
	expect(t, "the third move", err, "table_moves")
	for _, word := range []string{"2 moves", "`hex resign`", "`hex export`", "`hex new`"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %s", err, word)
		}
	}
	if !r.tables.Full(table) {
		t.Error("with two moves the table is not full")
	}
	table.Record.Over = true
	if err := r.tables.RequireNotFull(table); strings.Contains(err.Error(), "resign") {
		t.Errorf("at a table that is over: %v", err)
	}
	for moves, limit := range map[int]string{0: "", 1: "", 2: "", 3: "table_moves", 100: "table_moves"} {
		expect(t, fmt.Sprint("a written game of moves: ", moves), r.tables.RequireLength(moves), limit)
	}
}
