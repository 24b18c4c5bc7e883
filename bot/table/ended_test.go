package table

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// redWins are moves by which the first seat wins on 3 by 3 cells.
var redWins = []string{"a1", "b1", "a2", "b2", "a3"}

// past are the finished games of a person, as the store lists them.
func (r *room) past(user string) []store.Past {
	r.t.Helper()
	list, err := r.store.Past(user, "", store.PastCursor{}, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	return list
}

// TestHowGamesEnd: histories have the end of a game once it is saved.
func TestHowGamesEnd(t *testing.T) {
	alone := []string{User(anna), User(anna)}
	cancelled := &store.End{Winner: -1, Kind: Cancelled, Counts: true}
	for name, tt := range map[string]struct {
		seats []string
		moves []string
		kind  string // of the result, "" for none
		wins  engine.Seat
		want  *store.End // but for the time
	}{
		"goes on":               {both, redWins[:4], "", 0, nil},
		"won by the rules":      {both, redWins, "", 0, &store.End{Winner: 0, Counts: true}},
		"resigned at once":      {both, nil, Resigned, 1, cancelled},
		"the second, at once":   {both, redWins[:1], Resigned, 0, cancelled},
		"the first, unanswered": {both, redWins[:1], Resigned, 1, &store.End{Winner: 1, Kind: Resigned, Counts: true}},
		"resigned":              {both, redWins[:2], Resigned, 1, &store.End{Winner: 1, Kind: Resigned, Counts: true}},
		"abandoned":             {both, redWins[:2], Abandoned, engine.NoSeat, &store.End{Winner: -1, Kind: Abandoned, Counts: true}},
		"never begun":           {both, nil, Abandoned, engine.NoSeat, cancelled},
		"never answered":        {both, redWins[:1], Abandoned, engine.NoSeat, cancelled},
		"no time, at once":      {both, redWins[:1], TimeUp, engine.NoSeat, cancelled},
		"no time":               {both, redWins[:2], TimeUp, 1, &store.End{Winner: 1, Kind: TimeUp, Counts: true}},
		"a level, at once":      {[]string{Level("normal"), User(anna)}, redWins[:1], Resigned, 0, cancelled},
		"by a level, at once":   {[]string{User(anna), Level("normal")}, redWins[:1], Resigned, 0, &store.End{Winner: 0, Kind: Resigned, Counts: true}},
		"vanished":              {both, redWins[:1], Vanished, engine.NoSeat, &store.End{Winner: -1, Kind: Vanished}},
		"agreed":                {both, redWins[:2], Agreed, engine.NoSeat, &store.End{Winner: -1, Kind: Agreed, Counts: true}},
		"declined":              {both, nil, Declined, engine.NoSeat, &store.End{Winner: -1, Kind: Declined}},
		"withdrawn":             {both, nil, Withdrawn, engine.NoSeat, &store.End{Winner: -1, Kind: Withdrawn}},
		"expired":               {both, nil, Expired, engine.NoSeat, &store.End{Winner: -1, Kind: Expired}},
		"alone, without a move": {alone, nil, Resigned, engine.NoSeat, &store.End{Winner: -1, Kind: Resigned}},
		"alone, after a move":   {alone, redWins[:1], Resigned, engine.NoSeat, &store.End{Winner: -1, Kind: Resigned, Counts: true}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.clock = r.clock.Add(1234567 * time.Nanosecond)
			game := r.open(tt.seats, tt.moves...)
			if tt.kind != "" {
				game.End(tt.kind, tt.wins)
				r.save(game)
			}
			if tt.want != nil {
				tt.want.At = r.clock.Truncate(time.Millisecond)
			}
			if diff := cmp.Diff(tt.want, r.load(game).Record.End); diff != "" {
				t.Error(diff)
			}
			past := r.past(anna)
			if counts := tt.want != nil && tt.want.Counts; counts != (len(past) == 1) || counts && past[0].Moves != len(tt.moves) {
				t.Errorf("the past is %+v", past)
			}
		})
	}
}

// TestEndKeepsItsTime when the table is saved again, and is removed when the end is taken back.
func TestEndKeepsItsTime(t *testing.T) {
	r := newRoom(t)
	game := r.open([]string{User(anna), User(anna)}, redWins...)
	ended := r.clock
	r.clock = r.clock.Add(time.Hour)
	r.save(game)
	if got := game.Record.End; got == nil || !got.At.Equal(ended) {
		t.Errorf("after another save the end is %+v", got)
	}
	if err := game.TakeBack(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	r.save(game)
	if got := r.load(game).Record.End; got != nil || len(r.past(anna)) > 0 {
		t.Errorf("the end that was taken back is %+v", got)
	}
	if _, err := game.Play(redWins[4], User(anna), r.clock); err != nil {
		t.Fatal(err)
	}
	r.save(game)
	if got := r.load(game).Record.End; got == nil || !got.At.Equal(r.clock) || len(r.past(anna)) != 1 {
		t.Errorf("the second end is %+v", got)
	}
}

// TestCancelledGames: who never made a first move loses nothing, and neither does the other. In a tournament absence loses,
// and a rated game against a level counts from its start.
func TestCancelledGames(t *testing.T) {
	r := newRoom(t)
	game := r.open(both, redWins[0])
	game.End(Resigned, 0)
	r.save(game)
	if got, want := game.StatusWords().String(), "It is over: cancelled, without a result."; got != want {
		t.Errorf("said is %q, want %q", got, want)
	}
	for _, change := range []func(*store.Table){
		func(t *store.Table) { t.Event = "1/0/0" },
		func(t *store.Table) { t.Rated, t.Seats[0] = "hex/9", Level("hard") },
	} {
		game := r.open(slices.Clone(both), redWins[0])
		change(game.Record)
		game.End(Resigned, 0)
		if o := game.Outcome(); o.Winner != 0 || game.EndedAs(Cancelled) {
			t.Errorf("the outcome is %+v", o)
		}
	}
}

// TestImportedGamesAreNobodysWin: no statistics count a game as won, drawn or solved by who has brought it.
func TestImportedGamesAreNobodysWin(t *testing.T) {
	for name, o := range map[string]engine.Options{"a game": {"size": 3, "swap": false}, "a puzzle": {"number": 2}} {
		r := newRoom(t)
		seats := []string{User(anna), User(anna)}[:hex.Game.Seats(o)]
		game, err := New(&hex.Game, o, seats, []string{"Anna", "Anna"}[:len(seats)], r.clock)
		if err != nil {
			t.Fatal(err)
		}
		game.Record.Imported = &store.Imported{}
		moves := redWins
		if list := game.Position.(engine.Picker).Moves(); len(seats) == 1 {
			moves = list
		}
		for _, move := range moves {
			if game.Position.Outcome().Status == engine.Open {
				if _, err := game.Play(move, User(anna), r.clock); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := r.tables.Create(channel, game, nothing); err != nil {
			t.Fatal(err)
		}
		past := r.past(anna)
		if len(past) != 1 || past[0].Kind != Recorded || past[0].Opponent != "" || past[0].Rated != "" {
			t.Errorf("%s is in the history as %+v", name, past)
		}
	}
}
