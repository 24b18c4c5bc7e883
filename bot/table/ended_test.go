package table

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
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

// TestHowGamesEnd is told of each from the save that ends it on.
func TestHowGamesEnd(t *testing.T) {
	alone := []string{User(anna), User(anna)}
	for name, tt := range map[string]struct {
		seats []string
		moves []string
		kind  string // of the result, "" for none
		wins  engine.Seat
		want  *store.End // but for the time
	}{
		"goes on":               {both, redWins[:4], "", 0, nil},
		"won by the rules":      {both, redWins, "", 0, &store.End{Winner: 0, Counts: true}},
		"resigned at once":      {both, nil, Resigned, 1, &store.End{Winner: 1, Kind: Resigned, Counts: true}},
		"abandoned":             {both, redWins[:2], Abandoned, engine.NoSeat, &store.End{Winner: -1, Kind: Abandoned, Counts: true}},
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

// TestEndKeepsItsTime when the table is saved again, and is gone when the end is taken back.
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

// old makes a table one that an older version has stored.
func (r *room) old(t *Table) {
	r.t.Helper()
	t.Record.End = nil
	if err := r.store.Save(t.Key, t.Record); err != nil {
		r.t.Fatal(err)
	}
}

// unended are the tables that do not tell how they ended.
func (r *room) unended() []store.Key {
	r.t.Helper()
	keys, err := r.store.Unended(store.Key{}, 1000)
	if err != nil {
		r.t.Fatal(err)
	}
	return keys
}

// TestRestore has tables of older versions tell how they ended, and leaves all else of them.
func TestRestore(t *testing.T) {
	r := newRoom(t)
	won, resigned, declined := r.open(both, redWins...), r.open(both, "b2"), r.open(both)
	resigned.End(Resigned, 1)
	declined.End(Declined, engine.NoSeat)
	for _, game := range []*Table{resigned, declined} {
		r.save(game)
	}
	ended := r.clock
	want := map[store.Key]*store.End{}
	for _, game := range []*Table{won, resigned, declined} {
		want[game.Key] = game.Record.End
		game.Record.Stand = nil
		r.old(game)
	}
	if len(r.unended()) != 3 || len(r.past(anna)) != 0 {
		t.Fatalf("at first %v do not tell their ends, and the past is %v", r.unended(), r.past(anna))
	}
	r.clock = r.clock.Add(1000 * time.Hour)
	r.tables.Restore(t.Context())
	for _, game := range []*Table{won, resigned, declined} {
		got := r.load(game).Record
		if diff := cmp.Diff(want[game.Key], got.End); diff != "" {
			t.Errorf("%s: %s", game.Key, diff)
		}
		if !got.Touched.Equal(ended) || got.Revision != game.Record.Revision+1 {
			t.Errorf("%s: touched %v, revision %d", game.Key, got.Touched, got.Revision)
		}
	}
	past := r.past(anna)
	if len(past) != 2 || past[0].Key != won.Key || past[0].Moves != 5 || past[1].Winner != 1 {
		t.Errorf("the past is %+v", past)
	}
	if keys := r.unended(); len(keys) > 0 {
		t.Errorf("%v do not tell their ends", keys)
	}
}

// TestRestoreIsBounded: a round takes some tables, and those that cannot be played here, which
// stay as they are, keep it from none.
func TestRestoreIsBounded(t *testing.T) {
	r := newRoom(t)
	for range mostRestored + 2 {
		game := r.open(both, redWins...)
		game.Record.Rules = hexNewer
		r.old(game)
	}
	good := r.open(both, redWins...)
	r.old(good)
	for round, left := range []int{mostRestored + 3, mostRestored + 2, mostRestored + 2, mostRestored + 2} {
		r.tables.Restore(t.Context())
		if keys := r.unended(); len(keys) != left {
			t.Errorf("after round %d %d are left, want %d", round, len(keys), left)
		}
	}
	if n := strings.Count(r.log.String(), "newer version"); n != mostRestored+2 {
		t.Errorf("%d reports, want one for each", n)
	}
}

// hexNewer is a version of the rules that nobody knows yet.
const hexNewer = 1 << 20

// TestRestoreSetsAside what cannot be replayed, with what its record tells, and goes on.
func TestRestoreSetsAside(t *testing.T) {
	r := newRoom(t)
	broken, odd, good := r.open(both, redWins...), r.open(both, "b2"), r.open(both, redWins...)
	odd.End(Resigned, 1)
	r.save(odd)
	broken.Record.Moves[1].Text, odd.Record.Moves[0].Text = "nonsense", "nonsense"
	for _, game := range []*Table{broken, odd, good} {
		r.old(game)
	}
	r.tables.Restore(t.Context())
	if keys := r.unended(); len(keys) > 0 {
		t.Errorf("%v come up again", keys)
	}
	for game, want := range map[*Table]store.End{
		broken: {At: r.clock, Winner: -1},
		odd:    {At: r.clock, Winner: 1, Kind: Resigned},
		good:   {At: r.clock, Winner: 0, Counts: true},
	} {
		record, err := r.store.Load(game.Key)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, record.End); diff != "" {
			t.Errorf("%s: %s", game.Key, diff)
		}
	}
	if log := r.log.String(); strings.Count(log, "note how a table ended") != 2 {
		t.Errorf("the log has\n%s", log)
	}
}

// TestRestoreSurvivesAPanic of a game's rules.
func TestRestoreSurvivesAPanic(t *testing.T) {
	l := newWork(t, 1)
	bad, good := l.open(both, redWins...), l.open(both, redWins[:4]...)
	good.End(Resigned, 0)
	l.save(good)
	l.old(bad)
	l.old(good)
	l.restart()
	l.played = func() {
		if l.plays.Load() == 5 {
			panic("a fault of the rules")
		}
	}
	l.tables.Restore(t.Context())
	if keys := l.unended(); len(keys) > 0 {
		t.Errorf("%v come up again", keys)
	}
	if past := l.past(anna); len(past) != 1 || past[0].Key != good.Key {
		t.Errorf("the past is %+v", past)
	}
}

// TestRestoreKeepsWhatPeopleUse: the positions of old tables take no room from those of others.
func TestRestoreKeepsWhatPeopleUse(t *testing.T) {
	l := newWork(t, leastLiveWork)
	game := l.open(both, "a1", "b2", "c3")
	for range mostLive + 1 {
		l.old(l.open(both, redWins...))
	}
	l.restart()
	l.load(game)
	l.plays.Store(0)
	l.tables.Restore(t.Context())
	l.expect("restoring", len(redWins)*(mostLive+1))
	l.load(game)
	l.expect("loading what was in use", 0)
}

// TestRestoreStops with its context, and leaves what it has not reached.
func TestRestoreStops(t *testing.T) {
	l := newWork(t, 1)
	l.old(l.open(both, redWins...))
	l.restart()
	ctx, stop := context.WithCancel(t.Context())
	l.played = stop
	l.tables.Restore(ctx)
	l.expect("a round that is stopped at the first", 1)
	if keys := l.unended(); len(keys) != 1 {
		t.Errorf("left are %v", keys)
	}
	if log := l.log.String(); strings.Contains(log, "ERROR") {
		t.Errorf("the log has\n%s", log)
	}
}
