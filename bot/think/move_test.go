package think

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// room is a store of Hex tables with levels defined by the test.
type room struct {
	t      *testing.T
	store  *store.Store
	tables *table.Tables
	levels *Levels
	clock  time.Time
	game   *engine.Game
}

func newRoom(t *testing.T, player func() engine.Player) *room {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "room.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	g := hex.Game
	g.Opponents.Levels = slices.Clone(g.Opponents.Levels)
	for i := range g.Opponents.Levels {
		g.Opponents.Levels[i].New = func(uint64) engine.Player { return player() }
		g.Opponents.Levels[i].Think = time.Hour
	}
	r := &room{t: t, store: s, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), game: &g}
	r.limit(table.Limits{})
	return r
}

// limit restarts the room with limits.
func (r *room) limit(l table.Limits) {
	log, now := slog.New(slog.DiscardHandler), func() time.Time { return r.clock }
	r.tables = table.NewTables(r.store, []*engine.Game{r.game}, table.Config{IdleWarn: time.Hour, IdleEnd: 2 * time.Hour, Limits: l}, table.Surroundings{}, log, now)
	r.levels = NewLevels(r.tables, NewPool(1, time.Hour, watch.New(), nil), log, now, 0)
}

// open opens a table of 5 by 5 cells.
func (r *room) open(seats ...string) *table.Table {
	r.t.Helper()
	o, err := engine.ParseOptions(r.game.Options, map[string]any{"size": 5, "swap": false}, false)
	if err != nil {
		r.t.Fatal(err)
	}
	t, err := table.New(r.game, o, seats, []string{"Anna", ""}, r.clock)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.tables.Create("1001", t, func(*store.Tx, store.Key) error { return nil }); err != nil {
		r.t.Fatal(err)
	}
	return t
}

// move plays a person's move, and lets the level answer.
func (r *room) move(t *table.Table, line string) *table.Table {
	r.t.Helper()
	r.act(t, func(t *table.Table) error {
		_, err := t.Play(line, t.Record.Seats[t.Turn()], r.clock)
		return err
	})
	return r.play(t)
}

// act changes a table and saves it.
func (r *room) act(t *table.Table, change func(*table.Table) error) {
	r.t.Helper()
	if err := errors.Join(change(t), r.tables.Save(t)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) play(t *table.Table) *table.Table {
	r.t.Helper()
	t, _, err := r.levels.Play(r.t.Context(), t, table.Notice{}, func(*table.Table, table.Notice) {})
	if err != nil {
		r.t.Fatal(err)
	}
	if r.tables.HasThought(t.Key) {
		r.t.Error("the turn goes on after the move")
	}
	return t
}

// noting is a player with a comment on its move.
type noting struct{ bottest.FirstMove }

func (n noting) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	c, err := n.FirstMove.Choose(ctx, p)
	c.Note = engine.T("This is not proved.")
	return c, err
}

// TestNotesAreSaid: with the move to which they belong.
func TestNotesAreSaid(t *testing.T) {
	r := newRoom(t, func() engine.Player { return noting{} })
	game := r.open(table.Level("easy"), table.User("11"))
	_, n, err := r.levels.Play(t.Context(), game, table.Notice{}, func(*table.Table, table.Notice) {})
	if said := n.Text.String(); err != nil || !strings.HasSuffix(said, "This is not proved.") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestTableKeepsItsPlayer: from move to move, also when moves are taken back, until it has not
// been used for long.
func TestTableKeepsItsPlayer(t *testing.T) {
	var made []*learner
	r := newRoom(t, func() engine.Player {
		made = append(made, &learner{bytes: 1})
		return made[len(made)-1]
	})
	check := func(when string, kept int, asked ...int) {
		t.Helper()
		var got []int
		for _, l := range made {
			got = append(got, l.asked)
		}
		if !slices.Equal(got, asked) {
			t.Errorf("%s: the players were asked %v times, want %v", when, got, asked)
		}
		if got := r.levels.players.kept(); len(got) != kept {
			t.Errorf("%s: players of the tables %v are kept, want %d", when, got, kept)
		}
	}
	game := r.open(table.User("11"), table.Level("easy"))
	game = r.move(game, "c3")
	game = r.move(game, "d3")
	check("two moves", 1, 2)
	r.act(game, func(t *table.Table) error { return t.Rewind(r.t.Context(), t.UndoTo("11")) })
	game = r.move(game, "b4")
	check("a move taken back", 1, 3)
	r.clock = r.clock.Add(table.MaxCacheIdle + time.Second)
	r.levels.DropIdle()
	check("after a while", 0, 3)
	game = r.move(game, "e4")
	check("somebody new", 1, 3, 1)
	r.act(game, func(t *table.Table) error { t.End(table.Resigned, 1); return nil })
	r.play(r.open(table.Level("easy"), table.Level("easy")))
	if len(made) != 4 || made[2].asked < 2 || made[3].asked < 2 {
		t.Errorf("two of one level: %d players were made", len(made))
	}
	r.clock = r.clock.Add(table.MaxCacheIdle + time.Second)
	r.levels.DropIdle()
	if got := r.levels.players.kept(); len(got) != 0 {
		t.Errorf("long after their games the players of %v are kept", got)
	}
}

// held is a player that thinks until it is released or stopped.
type held struct{ begun, pass chan struct{} }

func (h held) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	h.begun <- struct{}{}
	select {
	case <-h.pass:
	case <-ctx.Done():
	}
	return bottest.FirstMove{}.Choose(ctx, p)
}

// TestEverySaveEndsAThought: also one that does not change the game, because saving the level's
// result would fail.
func TestEverySaveEndsAThought(t *testing.T) {
	transact := func(r *room, f func(tx *store.Tx)) error {
		return store.Update(t.Context(), r.store, store.Op{}, func(tx *store.Tx) error { f(tx); return nil })
	}
	for name, save := range map[string]func(*room, *table.Table) error{
		"save":     func(r *room, t *table.Table) error { return r.tables.Save(t) },
		"annotate": func(r *room, t *table.Table) error { return r.tables.Annotate(t) },
		"delete": func(r *room, t *table.Table) error {
			return transact(r, func(tx *store.Tx) { r.tables.Remove(tx, t.Key, t.Record) })
		},
		"rename": func(r *room, t *table.Table) error {
			return transact(r, func(tx *store.Tx) { tx.Save(t.Key, t.Record) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := held{make(chan struct{}), make(chan struct{})}
			r := newRoom(t, func() engine.Player { return h })
			game := r.open(table.Level("easy"), table.User("11"))
			other, err := r.tables.Load(t.Context(), game.Key)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan bool)
			go func() {
				defer close(ended)
				r.play(game)
			}()
			<-h.begun
			if err := save(r, other); err != nil {
				t.Fatal(err)
			}
			bottest.Receive(t, ended) // nobody lets the player go: the save does
			if stored, err := r.store.Load(game.Key); err == nil && len(stored.Moves) != 0 {
				t.Errorf("a move was saved over a newer revision: %v", stored.Moves)
			}
		})
	}
}

// TestOwnMoveEndsNoThought: two levels play on although each of their moves is a change.
func TestOwnMoveEndsNoThought(t *testing.T) {
	r := newRoom(t, func() engine.Player { return bottest.FirstMove{} })
	game := r.play(r.open(table.Level("easy"), table.Level("hard")))
	if !game.Record.Over || game.Record.Thinks {
		t.Errorf("after %d moves: over %v, awaits a level %v", len(game.Record.Moves), game.Record.Over, game.Record.Thinks)
	}
}

// TestMissingLevelIsAnError: the error names the level.
func TestMissingLevelIsAnError(t *testing.T) {
	r := newRoom(t, func() engine.Player { return bottest.FirstMove{} })
	game := r.open(table.Level("easy"), table.User("11"))
	r.game.Opponents.Levels = nil
	_, n, err := r.levels.Play(t.Context(), game, table.Notice{Text: engine.T("Well.")}, func(*table.Table, table.Notice) {})
	if why, ok := engine.Why(err); !ok || why.String() != "the level easy does not play any more" {
		t.Errorf("the error is %v", err)
	}
	if n.Text.String() != "Well. The bot could not move; it will try again." {
		t.Errorf("said is %q", n.Text)
	}
}

// TestLevelsEndAFullTable: only if no person plays; a person's last move is still answered.
func TestLevelsEndAFullTable(t *testing.T) {
	r := newRoom(t, func() engine.Player { return bottest.FirstMove{} })
	r.limit(table.Limits{TableMoves: 3})
	game := r.open(table.Level("easy"), table.Level("hard"))
	end, n, err := r.levels.Play(t.Context(), game, table.Notice{}, func(*table.Table, table.Notice) {})
	if err != nil || !end.EndedAs(table.Full) || len(end.Record.Moves) != 3 {
		t.Errorf("two levels end with %+v after %d moves, %v", end.Record.Result, len(end.Record.Moves), err)
	}
	if want := "It is over: the table has as many moves as a table may have."; n.Text.String() != want {
		t.Errorf("it is told by %q, want %q", n.Text, want)
	}
	if keys, err := r.store.Thinking(); err != nil || len(keys) > 0 {
		t.Errorf("%v await a level, %v", keys, err)
	}
	game = r.open(table.User("11"), table.Level("easy"))
	game = r.move(game, "a1")
	game = r.move(game, "b5")
	if len(game.Record.Moves) != 4 || game.Record.Over {
		t.Errorf("a person's table has %d moves, over %t", len(game.Record.Moves), game.Record.Over)
	}
}
