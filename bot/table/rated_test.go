package table

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// rates gives a rating to each seat of a game that ends.
type rates struct{}

func (rates) Save(_ *store.Tx, t *Table) error {
	if end := t.Record.End; end != nil && t.Record.Rated != "" && len(end.Ratings) == 0 {
		end.Ratings = []store.Rating{{Before: 1520, After: 1533.6, Deviation: 80}, {Before: 1480, After: 1466.4, Deviation: 120}}
	}
	return nil
}

// rated opens a rated table.
func (r *room) rated(seats []string, moves ...string) *Table {
	r.t.Helper()
	r.tables.with.Companions = []Companion{rates{}}
	game := r.open(seats, moves...)
	game.Record.Rated = "hex/9"
	return game
}

// TestRatedEnd: the end is shown with the ratings, which later saves do not change.
func TestRatedEnd(t *testing.T) {
	r := newRoom(t)
	game := r.rated(both, redWins...)
	r.save(game)
	if got, want := game.StatusWords().String(), "Anna 1520 → 1534, Ben 1480 → 1466 (provisional)."; !strings.HasSuffix(got, want) {
		t.Errorf("said is %q, want at the end %q", got, want)
	}
	want := r.load(game).Record.End
	r.clock = r.clock.Add(time.Hour)
	r.save(game)
	if diff := cmp.Diff(want, r.load(game).Record.End); diff != "" || len(want.Ratings) != 2 {
		t.Error(diff)
	}
}

// fresh rates as rates do, and fails the test where an earlier run of the transaction has left its
// ratings.
type fresh struct{ t *testing.T }

func (f fresh) Save(tx *store.Tx, t *Table) error {
	if len(t.Record.End.Ratings) > 0 {
		f.t.Error("a run begins with the ratings of another")
	}
	return rates{}.Save(tx, t)
}

// TestRunsAreAlike: whatever creates or saves a table may run several times, here twice.
func TestRunsAreAlike(t *testing.T) {
	r := newRoom(t)
	game := r.open(both, redWins...)
	twice, err := store.Open(filepath.Join(t.TempDir(), "twice.db"), store.Unsynced())
	if err != nil {
		t.Fatal(err)
	}
	defer twice.Close()
	r.tables.store, r.tables.with.AtEnd = twice, []Companion{fresh{t}}
	game.Record.Rated, game.Record.Revision = "hex/9", 0
	if err := r.tables.Create(channel, game, nothing); err != nil {
		t.Fatal(err)
	}
	if n := len(r.load(game).Record.End.Ratings); n != 2 {
		t.Errorf("%d ratings are stored", n)
	}
	game.Record.End.Ratings = nil
	r.save(game)
}

// TestRatedEndIsFinal: no move is taken back, and a later end changes no rating.
func TestRatedEndIsFinal(t *testing.T) {
	r := newRoom(t)
	if r.rated(both, redWins[:2]...).RequireUndo() != nil {
		t.Error("people may not agree to take a move back")
	}
	game := r.rated(both, redWins...)
	r.save(game)
	if err := game.RequireUndo(); err == nil || !strings.Contains(err.Error(), "over and rated") {
		t.Errorf("a move is taken back after the end: %v", err)
	}
	want := game.Record.End.Ratings
	game.End(Resigned, 1)
	r.save(game)
	if got := r.load(game).Record.End.Ratings; len(got) != 2 || !slices.Equal(got, want) {
		t.Errorf("the ratings are %+v, want %+v", got, want)
	}
}

// TestGivenUp: who gives up or stays away loses rating points once they have moved, against a level
// from the start; and somebody must have won.
func TestGivenUp(t *testing.T) {
	level, second := []string{User(anna), Level("normal")}, []string{Level("normal"), User(anna)}
	for name, tt := range map[string]struct {
		seats []string
		moves []string
		kind  string
		wins  engine.Seat
		rated bool
	}{
		"resigned at once":               {both, nil, Resigned, 1, false},
		"the second, before a move":      {both, redWins[:1], Resigned, 0, false},
		"the first, after a move":        {both, redWins[:1], Resigned, 1, true},
		"two moves of each":              {both, redWins[:4], Resigned, 1, true},
		"against a level":                {level, redWins[:4], Resigned, 1, true},
		"against a level, at once":       {level, nil, Resigned, 1, true},
		"against a level, as the second": {second, redWins[:1], Resigned, 0, true},
		"a level":                        {level, redWins[:1], Resigned, 0, true},
		"nobody came back":               {both, redWins[:4], Abandoned, engine.NoSeat, false},
		"somebody came not back":         {both, redWins[:4], Abandoned, 0, true},
		"left alone with a level":        {level, nil, Abandoned, 1, true},
		"no time left against a level":   {level, nil, TimeUp, 1, true},
		"a channel that is gone":         {level, nil, Vanished, engine.NoSeat, false},
		"both agreed":                    {both, redWins[:4], Agreed, engine.NoSeat, false},
		"did not come":                   {both, nil, Forfeited, 1, false},
		"against oneself":                {[]string{User(anna), User(anna)}, redWins[:4], Resigned, engine.NoSeat, false},
		"the challenge has ended":        {both, nil, Declined, engine.NoSeat, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			game := r.rated(tt.seats, tt.moves...)
			if absent := tt.kind == Abandoned || tt.kind == TimeUp; absent && tt.wins >= 0 && game.winnerByAbsence() != game.Turn().Other() {
				t.Errorf("by absence seat %d wins", game.winnerByAbsence())
			}
			game.End(tt.kind, tt.wins)
			for range 2 { // what is noted later changes nothing
				r.save(game)
			}
			stored := r.load(game).Record
			if (stored.Rated != "") != tt.rated || (len(stored.End.Ratings) > 0) != tt.rated {
				t.Errorf("rated in %q, %+v", stored.Rated, stored.End)
			}
			if said := game.StatusWords().String(); strings.Contains(said, "It is not rated.") != (!tt.rated && stored.End.Counts) {
				t.Errorf("said is %q", said)
			}
		})
	}
}

// TestRatedTableIsWithoutHelp: neither hints nor takebacks against a level, and no game beyond
// its end.
func TestRatedTableIsWithoutHelp(t *testing.T) {
	r := newRoom(t)
	game := r.open([]string{User(anna), Level("normal")}, redWins[:2]...)
	for _, rated := range []bool{false, true} {
		if game.Record.Rated = ""; rated {
			game.Record.Rated = "hex/9"
		}
		if (game.RequireHelp() != nil) != rated || game.HelpOpen() == rated || (game.RequireUndo() != nil) != rated {
			t.Errorf("rated: %v; help: %v, %v; undo: %v", rated, game.RequireHelp(), game.HelpOpen(), game.RequireUndo())
		}
		game.Record.Over = true
		if next := (engine.Verb{AfterEnd: true}); game.GoesOn(next) == rated {
			t.Errorf("rated: %v, and what is for after the end may follow it: %v", rated, game.GoesOn(next))
		}
		game.Record.Over = false
	}
	if game := r.rated(both, redWins[:2]...); game.RequireUndo() != nil {
		t.Error("people may not agree to take a move back")
	}
}

// TestResultsOfTournamentsStay: a finished tournament game is not taken back, rated or not.
func TestResultsOfTournamentsStay(t *testing.T) {
	r := newRoom(t)
	game := r.open(both, "a1", "b1", "a2", "b2", "a3")
	if !game.Record.Over && game.Outcome().Status == engine.Open {
		t.Fatal("the game goes on")
	}
	r.save(game)
	if err := game.RequireUndo(); err != nil {
		t.Errorf("a game of nobody's tournament: %v", err)
	}
	game.Record.Event = "1/0/0"
	if err := game.RequireUndo(); err == nil {
		t.Error("the result of a tournament is taken back")
	}
	if next := (engine.Verb{AfterEnd: true}); game.GoesOn(next) {
		t.Error("a game of a tournament goes on after its end")
	}
}
