package table

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// A game is not replayed twice, whether it is looked at, moved in or taken back, and lists replay nothing.
func TestNobodyReplaysTwice(t *testing.T) {
	l := newWork(t, minCacheWork)
	game := l.open(both, "a1", "b2", "c3")
	l.expect("opening", 3)
	l.load(game)
	l.expect("loading what was just saved", 0)

	l.restart()
	briefs, err := l.tables.In(channel)
	if err != nil || len(briefs) != 1 {
		t.Fatalf("%v, %v", briefs, err)
	}
	b, ok := l.tables.Brief(t.Context(), briefs[0])
	if !ok || b.StatusWords().String() != "Blue (Ben) to move." || b.Played() != 3 {
		t.Errorf("in a list the table is %+v", b)
	}
	l.expect("listing", 0)

	game = l.load(game)
	l.expect("loading after a restart", 3)
	if _, err := l.load(game).Play("a2", User(ben), l.clock); err != nil {
		t.Fatal(err)
	}
	l.expect("loading it again, and a move that is not saved", 1)
	if got := l.load(game).Position.String(); got != game.Position.String() {
		t.Errorf("what was not saved shows in\n%s", got)
	}

	if _, err := game.Play("b3", User(ben), l.clock); err != nil {
		t.Fatal(err)
	}
	l.save(game)
	game = l.load(game)
	l.expect("a move", 1)
	if got := game.Moves(); !slices.Equal(got, []string{"a1", "b2", "c3", "b3"}) || game.Position.(*heavy).Ply() != 4 {
		t.Errorf("after the moves %v is shown\n%s", got, game.Position)
	}
	if err := game.Rewind(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	l.save(game)
	game = l.load(game)
	l.expect("taking it back", 0)
	if game.Position.(*heavy).Ply() != 3 || game.Turn() != 1 {
		t.Errorf("after taking back it is the turn of seat %d in\n%s", game.Turn(), game.Position)
	}
}

// Games whose moves take no time are not cached.
func TestLightGamesAreNotKept(t *testing.T) {
	l := newWork(t, 1)
	game := l.open(both, "a1", "b2")
	l.load(game)
	if n := len(l.tables.cache.list); n != 0 {
		t.Errorf("%d positions are kept", n)
	}
}

// A table stored without its Stand is replayed if a list needs it.
func TestListsOfOldTables(t *testing.T) {
	l := newWork(t, 1)
	game := l.open(both, "a1", "b2", "c3")
	game.Record.Stand = nil
	if err := bottest.Save(l.store, game.Key, game.Record); err != nil {
		t.Fatal(err)
	}
	l.restart()
	briefs, err := l.tables.In(channel)
	if err != nil || len(briefs) != 1 || briefs[0].Stand != nil {
		t.Fatalf("%v, %v", briefs, err)
	}
	b, ok := l.tables.Brief(t.Context(), briefs[0])
	if !ok || b.Turn() != 1 || b.Played() != 3 {
		t.Errorf("in a list the table is %+v", b)
	}
	l.expect("listing", 3)
}

// Of many concurrent requests, one replays.
func TestOneReplaysForAll(t *testing.T) {
	l := newWork(t, minCacheWork)
	game := l.open(both, "a1", "b2", "c3")
	l.restart()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			own, err := l.tables.Load(t.Context(), game.Key)
			if err != nil {
				t.Error(err)
				return
			}
			cells := []string{"a2", "a3", "b1", "b3", "c1", "c2"}
			if _, err := own.Play(cells[i%len(cells)], User(ben), l.clock); err != nil {
				t.Error(err)
			}
			if own.Position.String() == "" || own.Position.(*heavy).Ply() != 4 {
				t.Errorf("somebody else has played on\n%s", own.Position)
			}
		})
	}
	all.Wait()
	l.expect("20 loads, each with a move", 3+20)
}

// A request that waits for the replay of another can be cancelled, and replays itself if the other was
// stopped.
func TestWaitingForAReplay(t *testing.T) {
	l := newWork(t, minCacheWork)
	game := l.open(both, "a1", "b2", "c3")
	l.restart()
	first, stop := context.WithCancel(t.Context())
	begun, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	l.played = func() {
		once.Do(func() {
			close(begun)
			<-goOn
		})
	}
	var all sync.WaitGroup
	all.Go(func() {
		if _, err := l.tables.Load(first, game.Key); !errors.Is(err, context.Canceled) {
			t.Errorf("who was stopped gets %v", err)
		}
	})
	<-begun
	impatient, leave := context.WithCancel(t.Context())
	leave()
	if _, err := l.tables.Load(impatient, game.Key); !errors.Is(err, context.Canceled) {
		t.Errorf("who leaves gets %v", err)
	}
	all.Go(func() {
		if _, err := l.tables.Load(t.Context(), game.Key); err != nil {
			t.Errorf("who waits gets %v", err)
		}
	})
	stop()
	close(goOn)
	all.Wait()
	l.expect("a replay that is stopped at its first move, and a whole one", 1+3)
}

// A game that panics blocks nobody.
func TestPanickingReplay(t *testing.T) {
	l := newWork(t, minCacheWork)
	game := l.open(both, "a1", "b2", "c3")
	l.restart()
	l.played = func() {
		l.played = func() {}
		panic("oh")
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		l.load(game)
	}()
	l.load(game)
	l.expect("a panic and a replay", 1+3)
}

// The cache is bounded in number, size and time, and a table's positions are dropped with it.
func TestLivePositionsAreBounded(t *testing.T) {
	l := newWork(t, minCacheWork)
	cache := l.tables.cache
	p := l.open(both, "a1").Position.(*heavy)
	cache.list = nil
	key := func(n int) store.Key { return store.Key{Channel: channel, Game: "hex", Number: n} }
	kept := func() (numbers []string) {
		for _, p := range cache.list {
			numbers = append(numbers, strconv.Itoa(p.key.table.Number))
		}
		return numbers
	}
	for n := range 2 * maxPositions {
		cache.keep(momentOf(key(n), nil), p)
	}
	if got := kept(); len(got) != maxPositions || got[0] != strconv.Itoa(maxPositions) {
		t.Errorf("kept are %v, want the last %d", got, maxPositions)
	}
	cache.list = nil
	for n := range 5 {
		cache.Keep(momentOf(key(n), nil), replayed{position: p}, MaxCacheBytes/3)
		cache.get(momentOf(key(0), nil)) // is used again and again
	}
	if got := kept(); !slices.Equal(got, []string{"3", "4", "0"}) {
		t.Errorf("kept are %v, want those that were used last", got)
	}
	cache.Keep(momentOf(key(9), nil), replayed{position: p}, MaxCacheBytes+1)
	cache.Drop(func(at moment) bool { return at.table == key(4) })
	if got := kept(); !slices.Equal(got, []string{"3", "0"}) {
		t.Errorf("kept are %v, without one that is too large and one that was dropped", got)
	}
	l.clock = l.clock.Add(MaxCacheIdle)
	cache.get(momentOf(key(3), nil))
	l.clock = l.clock.Add(1)
	l.tables.DropIdle()
	if got := kept(); !slices.Equal(got, []string{"3"}) {
		t.Errorf("kept are %v, want the one that was asked for", got)
	}
	l.clock = l.clock.Add(-time.Minute)
	l.tables.DropIdle()
	if got := kept(); len(got) > 0 {
		t.Errorf("kept although the clock was set back: %v", got)
	}

	game := l.open(both, "a1", "b2")
	game = l.load(game)
	err := store.Update(t.Context(), l.store, store.Op{}, func(tx *store.Tx) error {
		l.tables.Remove(tx, game.Key, game.Record)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(cache.list, func(p cached[moment, replayed]) bool { return p.key.table == game.Key }) {
		t.Error("the positions of a table that was deleted are kept")
	}
}

// A new table can take moves back before it is stored.
func TestRewindWithoutStore(t *testing.T) {
	l := newWork(t, minCacheWork)
	game, err := New(l.game, engine.Options{"size": 3}, both, []string{"Anna", "Ben"}, l.clock)
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range []string{"a1", "b2"} {
		if _, err := game.Play(move, both[i], l.clock); err != nil {
			t.Fatal(err)
		}
	}
	if err := game.Rewind(t.Context(), 1); err != nil || game.Position.(*heavy).Ply() != 1 || game.Turn() != 1 {
		t.Errorf("%v, after %d moves", err, game.Position.(*heavy).Ply())
	}
}
