package table

import (
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestLeftTablesStand: while the bot is not in the server the clock is stopped, whatever is stored, and
// nobody can answer that request.
func TestLeftTablesStand(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	if err := game.SetClock(Control{Days: 1}); err != nil {
		t.Fatal(err)
	}
	if err := r.tables.Save(game); err != nil || !game.clockRuns() {
		t.Fatalf("the clock runs: %t, %v", game.clockRuns(), err)
	}
	game.leave(r.clock)
	if err := r.tables.Save(game); err != nil || game.clockRuns() {
		t.Errorf("the clock runs: %t, %v", game.clockRuns(), err)
	}
	if game.Question() != "" {
		t.Error("it asks a question")
	}
	game.BotIsBack(true)
	if err := r.tables.Save(game); err != nil || !game.clockRuns() {
		t.Errorf("after it the clock runs: %t, %v", game.clockRuns(), err)
	}
}

// TestNothingIsDueAfterTheEnd: a game that ends while due tables are handled stays as it is.
func TestNothingIsDueAfterTheEnd(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	game.End(Resigned, engine.Seat(0))
	if err := r.tables.Save(game); err != nil {
		t.Fatal(err)
	}
	r.clock = r.clock.Add(99 * 24 * time.Hour)
	err := r.tables.expire(t.Context(), game.Key, everywhere, func(*Table, Notice) { t.Error("something is said") })
	now, loadErr := r.tables.Load(t.Context(), game.Key)
	if err != nil || loadErr != nil || now.Record.Revision != game.Record.Revision {
		t.Errorf("%v, %v, revision %d after %d", err, loadErr, now.Record.Revision, game.Record.Revision)
	}
}
