package table

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// Persons of the tests, by ID.
const (
	anna, ben, carl = "11", "12", "13"
	channel         = "1001"
)

var terms = Config{ChallengeExpires: 24 * time.Hour, IdleWarn: 6 * 24 * time.Hour, IdleEnd: 7 * 24 * time.Hour}

// room is a store of tables, a clock that stands still, and what happened.
type room struct {
	t      *testing.T
	store  *store.Store
	tables *Tables
	game   *engine.Game // that is played
	clock  time.Time
	log    bytes.Buffer
	posted []string
}

func newRoom(t *testing.T) *room {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "room.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	r := &room{t: t, store: s, game: &hex.Game, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	r.tables = NewTables(s, []*engine.Game{&hex.Game}, terms, Surroundings{}, slog.New(slog.NewTextHandler(&r.log, nil)), func() time.Time { return r.clock })
	return r
}

// open opens a table of 3 by 3 cells, at which moves were played in turn.
func (r *room) open(seats []string, moves ...string) *Table {
	r.t.Helper()
	o, err := engine.ParseOptions(hex.Game.Options, map[string]any{"size": 3, "swap": false}, false)
	if err != nil {
		r.t.Fatal(err)
	}
	t, err := New(r.game, o, seats, []string{"Anna", "Ben"}, r.clock)
	if err != nil {
		r.t.Fatal(err)
	}
	t.Record.Owner, t.Record.Posts = anna, true
	for _, move := range moves {
		if _, err := t.Play(move, seats[t.Position.Turn()], r.clock); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := r.tables.Create(channel, t, nothing); err != nil {
		r.t.Fatal(err)
	}
	return t
}

func (r *room) save(t *Table) {
	r.t.Helper()
	if err := r.tables.Save(t); err != nil {
		r.t.Fatal(err)
	}
}

// load is a table as it is stored.
func (r *room) load(t *Table) *Table {
	r.t.Helper()
	stored, err := r.tables.Load(r.t.Context(), t.Key)
	if err != nil {
		r.t.Fatal(err)
	}
	return stored
}

var both = []string{User(anna), User(ben)}

// TestMovesAreBounded: their text, which is stored, read and parsed again and again.
func TestMovesAreBounded(t *testing.T) {
	game := newRoom(t).open(both, "b2")
	game.Record.Moves[0].Text = strings.Repeat("x", maxText-1)
	_, err := game.Play("c3", User(ben), time.Unix(0, 0))
	if why, ok := engine.Why(err); !ok || why.String() != "the moves of a table may have 262,144 characters together; `hex new` opens another" {
		t.Errorf("the error is %v", err)
	}
	if game.Position.Turn() != 1 || game.Played() != 1 {
		t.Errorf("after the refusal it is the turn of seat %d, after %d moves", game.Turn(), game.Played())
	}
	game.Record.Moves[0].Text = strings.Repeat("x", maxText-2)
	if _, err := game.Play("c3", User(ben), time.Unix(0, 0)); err != nil || game.Played() != 2 {
		t.Errorf("where there is room: %v", err)
	}
}

// TestPlayAllStops where a move is refused, and when its context ends.
func TestPlayAllStops(t *testing.T) {
	game := newRoom(t).open(both)
	if err := game.PlayAll(t.Context(), []string{"a1", "a1"}, User(anna), time.Unix(0, 0)); !errors.Is(err, engine.ErrIllegal) || game.Played() != 1 {
		t.Errorf("%d moves were played: %v", game.Played(), err)
	}
	enough := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(enough)
	if err := game.PlayAll(ctx, []string{"b1"}, User(anna), time.Unix(0, 0)); !errors.Is(err, enough) || game.Played() != 1 {
		t.Errorf("%d moves were played: %v", game.Played(), err)
	}
}

func TestPlayRefusesWithoutTrace(t *testing.T) {
	game := newRoom(t).open(both, "b2")
	if _, err := game.Play("b2", User(ben), time.Unix(0, 0)); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("the error is %v, want ErrIllegal", err)
	}
	if got := game.Moves(); !slices.Equal(got, []string{"b2"}) {
		t.Errorf("the moves are %v", got)
	}
}

// TestStampIsOfTheBoard: a button belongs to it until a move or the end, and a question
// changes nothing.
func TestStampIsOfTheBoard(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	seen := map[string]string{game.Stamp(): "the start"}
	step := func(what string, changes bool) {
		t.Helper()
		if other, known := seen[game.Stamp()]; known == changes {
			t.Errorf("%s: the stamp is that of %q: %v, want %v", what, other, known, !changes)
		}
		seen[game.Stamp()] = what
	}
	if _, err := game.Play("b2", User(anna), r.clock); err != nil {
		t.Fatal(err)
	}
	step("a move", true)
	game.Ask(Takeback, anna, ben, r.clock)
	step("a question", false)
	game.End(Resigned, 1)
	step("the end", true)
}

func TestRequireTurn(t *testing.T) {
	for _, tt := range []struct {
		name   string
		seats  []string
		change func(*Table)
		user   string
		want   string // "" for allowed
	}{
		{"the one to move", both, nil, anna, ""},
		{"the other", both, nil, ben, "it is not your turn; next to move: Anna"},
		{"a stranger", both, nil, carl, "this is the table of Anna and Ben; open your own with `hex new`"},
		{"nobody in particular", both, nil, "", "this is the table of Anna and Ben; open your own with `hex new`"},
		{"before it is accepted", both, func(t *Table) { t.Ask(Challenge, anna, ben, time.Unix(0, 0)) }, anna, "the challenge has not been accepted yet; the game begins when it is"},
		{"before anybody joins", []string{User(anna), ""}, func(t *Table) { t.Ask(Open, anna, "", time.Unix(0, 0)) }, anna, "nobody has joined yet; the game begins when somebody presses Join"},
		{"after the end", both, func(t *Table) { t.End(Resigned, 0); t.Record.Over = true }, anna, "the game is over; `hex new` opens another"},
		{"while a level thinks", []string{Level("easy"), User(anna)}, nil, anna, "it is not your turn; next to move: Sixfold Easy"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := newRoom(t).open(tt.seats)
			if tt.change != nil {
				tt.change(game)
			}
			why := ""
			if err := game.RequireTurn(tt.user); err != nil {
				why = err.Error()
			}
			if why != tt.want {
				t.Errorf("refused with %q, want %q", why, tt.want)
			}
		})
	}
}

func TestRequireOwn(t *testing.T) {
	r := newRoom(t)
	levels := r.open([]string{Level("easy"), Level("hard")})
	if err := levels.RequireOwn(anna); err != nil {
		t.Errorf("who opened a table for levels does not own it: %v", err)
	}
	if levels.RequireOwn(ben) == nil {
		t.Error("a stranger owns it too")
	}
	if r.open([]string{User(ben), User(carl)}).RequireOwn(anna) == nil {
		t.Error("who opened a table for others owns it")
	}
}

func TestRequireAnswerer(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	game.Ask(Challenge, anna, ben, r.clock)
	r.save(game)
	for user, want := range map[string]bool{anna: false, ben: true, carl: false} {
		if got := game.RequireAnswerer(user, r.clock) == nil; got != want {
			t.Errorf("%s may answer a challenge: %v, want %v", user, got, want)
		}
	}
	if err := game.RequireAnswerer(ben, r.clock.Add(terms.ChallengeExpires)); err == nil || !strings.Contains(err.Error(), "has expired") {
		t.Errorf("a challenge that has expired: %v", err)
	}
	open := r.open([]string{User(anna), ""})
	open.Ask(Open, anna, "", r.clock)
	r.save(open)
	for user, want := range map[string]bool{anna: false, ben: true, carl: true} {
		if got := open.RequireAnswerer(user, r.clock) == nil; got != want {
			t.Errorf("%s may join: %v, want %v", user, got, want)
		}
	}
	open.Accept(carl, "Carl")
	if open.UserAt(1) != carl || open.Waiting() || open.Name(1).String() != "Carl" {
		t.Errorf("after joining: %q, waiting %v", open.Record.Seats, open.Waiting())
	}
}

func TestUndoTo(t *testing.T) {
	r := newRoom(t)
	game := r.open([]string{User(anna), Level("easy")}, "b2", "a1", "c1")
	for user, want := range map[string]int{anna: 2, ben: -1} {
		if got := game.UndoTo(user); got != want {
			t.Errorf("undoing for %s leaves %d moves, want %d", user, got, want)
		}
	}
	if err := game.Rewind(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := game.Moves(); !slices.Equal(got, []string{"b2"}) || game.Turn() != 1 {
		t.Errorf("rewound to %v, seat %d to move", got, game.Turn())
	}
}

// TestOutcomeAndWords: what people agreed comes before the rules.
func TestOutcomeAndWords(t *testing.T) {
	for _, tt := range []struct {
		name     string
		moves    []string
		change   func(*Table)
		standing string
		winner   engine.Seat
		began    bool
	}{
		{"open", nil, nil, "Red (Anna) to move.", engine.NoSeat, true},
		{"won on the board", []string{"a1", "b1", "a2", "b2", "a3"}, nil, "**Red (Anna) wins**: red joins top and bottom", 0, true},
		{"resigned", redWins[:2], func(t *Table) { t.End(Resigned, 1) }, "**Blue (Ben) wins**: Red resigned.", 1, true},
		{"left", redWins[:2], func(t *Table) { t.End(Abandoned, 0) }, "**Red (Anna) wins**: Blue did not come back.", 0, true},
		{"resigned at once", nil, func(t *Table) { t.End(Resigned, 1) }, "It is over: cancelled, without a result.", engine.NoSeat, true},
		{"left at once", redWins[:1], func(t *Table) { t.End(TimeUp, engine.NoSeat) }, "It is over: cancelled, without a result.", engine.NoSeat, true},
		{"left by both", redWins[:2], func(t *Table) { t.End(Abandoned, engine.NoSeat) }, "It is over: nobody came back to it.", engine.NoSeat, true},
		{"declined", nil, func(t *Table) { t.End(Declined, engine.NoSeat) }, "It is over: the challenge was declined.", engine.NoSeat, false},
		{"challenged", nil, func(t *Table) { t.Ask(Challenge, anna, ben, time.Unix(0, 0)) }, "The game begins when the challenge is accepted.", engine.NoSeat, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := newRoom(t).open(both, tt.moves...)
			if tt.change != nil {
				tt.change(game)
			}
			if got := game.StatusWords().String(); !strings.HasPrefix(got, tt.standing) {
				t.Errorf("it stands %q, want %q", got, tt.standing)
			}
			if got := game.Outcome().Winner; got != tt.winner {
				t.Errorf("seat %d has won, want %d", got, tt.winner)
			}
			if got := game.Began(); got != tt.began {
				t.Errorf("it began: %v, want %v", got, tt.began)
			}
		})
	}
}

// TestNoteNamesPeople: a caption, which has names beside it, calls people by them, unless they are one.
func TestNoteNamesPeople(t *testing.T) {
	for _, tt := range []struct {
		seats []string
		names []string
		want  string
	}{
		{both, []string{"Anna", "Ben"}, "Ben wins: Anna resigned"},
		{both, []string{"", "Ben"}, "Ben wins: Red resigned"},
		{both, nil, "Blue wins: Red resigned"},
		{[]string{User(anna), User(anna)}, []string{"Anna", "Anna"}, "Blue wins: Red resigned"},
	} {
		game := newRoom(t).open(tt.seats, redWins[:2]...)
		game.End(Resigned, 1)
		if got := game.Note(tt.names).String(); got != tt.want {
			t.Errorf("%q with the names %q: %q, want %q", tt.seats, tt.names, got, tt.want)
		}
	}
}

// TestNamesOfLevels leave out what a title explains.
func TestNamesOfLevels(t *testing.T) {
	g := hex.Game
	g.Opponents.Levels = []engine.Level{{ID: "hard", Title: engine.T("Hard: perfect on small boards")}, {ID: "2", Title: engine.T("Level %s", "2")}}
	game := Brief{Game: &g, Head: &store.Head{Seats: []string{User(anna), Level("hard"), Level("2")}, Names: []string{"*Anna*", "", ""}}}
	for s, want := range map[engine.Seat]string{0: `\*Anna\*`, 1: "Sixfold Hard", 2: "Sixfold Level 2", engine.NoSeat: "somebody"} {
		if got := game.Name(s).String(); got != want {
			t.Errorf("seat %d is called %q, want %q", s, got, want)
		}
	}
}

// TestStandingAlone: who plays alone is always to move.
func TestStandingAlone(t *testing.T) {
	r := newRoom(t)
	for want, moves := range map[string][]string{"No moves yet.": nil, "One move so far.": {"b2"}, "2 moves so far.": {"b2", "a1"}} {
		game := r.open(both, moves...)
		game.Record.Seats = game.Record.Seats[:1]
		if got := game.StatusWords().String(); got != want {
			t.Errorf("after %v it stands %q, want %q", moves, got, want)
		}
	}
}

// nothing else belongs to the transaction that creates a table.
func nothing(*store.Tx, store.Key) error { return nil }
