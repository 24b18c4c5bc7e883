package table

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

var key = store.Key{Channel: "1001", Game: "hex", Number: 3}

func open(t *testing.T, file string) (*Places, *store.Store) {
	t.Helper()
	s, err := store.Open(file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return NewPlaces(s, StoreAfter, slog.New(slog.DiscardHandler), func() time.Time { return time.Unix(1e9, 0) }), s
}

// show begins and ends showing a revision.
func show(t *testing.T, ps *Places, revision uint64, now Place) (before Place, newer bool) {
	t.Helper()
	before, newer, err := ps.Begin(t.Context(), key, revision)
	if err != nil {
		t.Fatal(err)
	}
	ps.End(key, now)
	return before, newer
}

// TestPlacesOutliveTheProcess: places are stored, and deleted ones are gone after a restart.
func TestPlacesOutliveTheProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "boards.db")
	ps, s := open(t, file)
	if at, _ := show(t, ps, 1, Place{Message: "71", Moves: 0}); at != (Place{}) {
		t.Errorf("a new table's board stands at %v", at)
	}
	if at, _ := show(t, ps, 2, Place{Message: "72", Moves: 1}); at != (Place{Message: "71", Moves: 0}) {
		t.Errorf("the board stands at %v", at)
	}
	show(t, ps, 2, Place{}) // a board that was not sent
	ps.Flush()
	ps.now = func() time.Time { return time.Unix(2e9, 0) }
	ps.DropIdle()
	if len(ps.boards) != 0 {
		t.Error("an idle table is kept in memory")
	}
	if at := ps.At(key); at != (Place{Message: "72", Moves: 1}) {
		t.Errorf("forgotten, the board stands at %v", at)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, _ := open(t, file)
	if at, _ := show(t, again, 3, Place{}); at != (Place{Message: "72", Moves: 1}) {
		t.Errorf("after a restart the board stands at %v", at)
	}
}

// TestLateBoards: a board after a newer one is reported as late, and is not recorded.
func TestLateBoards(t *testing.T) {
	ps, _ := open(t, filepath.Join(t.TempDir(), "boards.db"))
	show(t, ps, 5, Place{Message: "75", Moves: 2, Revision: 5})
	if at, newer := show(t, ps, 4, Place{}); !newer || at.Message != "75" {
		t.Errorf("an older board: newer %t, at %v", newer, at)
	}
	if _, newer := show(t, ps, 5, Place{}); newer {
		t.Error("the same board again is told that there is a newer one")
	}
}

// TestOneAtATime: a board waits as long as another is being sent.
func TestBoardsChangeOneAtATime(t *testing.T) {
	ps, _ := open(t, filepath.Join(t.TempDir(), "boards.db"))
	if _, _, err := ps.Begin(t.Context(), key, 1); err != nil {
		t.Fatal(err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := ps.Begin(ended, key, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("a second board is let through: %v", err)
	}
	for range 20 { // where nobody is in the way, there is time
		ps.End(key, Place{})
		if _, _, err := ps.Begin(ended, key, 2); err != nil {
			t.Fatal(err)
		}
	}
	at := make(chan Place)
	go func() {
		p, _, err := ps.Begin(context.Background(), key, 2)
		if err != nil {
			t.Error(err)
		}
		at <- p
		ps.End(key, Place{})
	}()
	ps.End(key, Place{Message: "71"})
	if p := <-at; p.Message != "71" {
		t.Errorf("the second board takes the place of %v", p)
	}
}

// TestBuriedBoards: a message below a board buries it until it is shown again.
func TestBuriedBoards(t *testing.T) {
	ps, _ := open(t, filepath.Join(t.TempDir(), "boards.db"))
	ps.Bury(key) // which has no board
	if at := ps.At(key); at != (Place{}) {
		t.Errorf("there is a board at %v", at)
	}
	show(t, ps, 1, Place{Message: "71"})
	ps.Bury(key)
	if at, _ := show(t, ps, 2, Place{Message: "72"}); !at.Buried {
		t.Error("the board is not buried")
	}
	if at := ps.At(key); at.Buried {
		t.Error("the next board is buried too")
	}
}

// TestSharedBoards: two copies of the bot show a board in turn, and each finds the place stored by the
// other.
func TestSharedBoards(t *testing.T) {
	alone, s := open(t, filepath.Join(t.TempDir(), "boards.db"))
	one, other := NewPlaces(s, 0, alone.log, alone.now), NewPlaces(s, 0, alone.log, alone.now)
	for revision := range uint64(6) {
		now, then := one, other
		if revision%2 == 1 {
			now, then = other, one
		}
		place := Place{Message: strconv.FormatUint(70+revision, 10), Revision: revision + 1}
		before, newer := show(t, now, revision+1, place)
		if revision > 0 && before.Message != strconv.FormatUint(69+revision, 10) || newer {
			t.Errorf("before revision %d the board stands at %v, newer %t", revision+1, before, newer)
		}
		now.Flush()
		if at := then.At(key); at != place {
			t.Errorf("for the other copy the board stands at %v, want %v", at, place)
		}
		if _, newer := show(t, then, revision, Place{}); !newer {
			t.Errorf("the other copy does not know that its board is late after revision %d", revision+1)
		}
	}
}

// TestPlacesAreStoredInTheEnd: places that could not be stored are stored with the next write.
func TestPlacesAreStoredInTheEnd(t *testing.T) {
	ps, s := open(t, filepath.Join(t.TempDir(), "boards.db"))
	ps.store = refusingDB{s}
	show(t, ps, 1, Place{Message: "71"})
	ps.Flush()
	if at, _, err := BoardKind.Get(s, key.String()); err != nil || at != (Place{}) {
		t.Errorf("stored is %v, %v", at, err)
	}
	ps.store = s
	ps.Flush()
	if at, _, err := BoardKind.Get(s, key.String()); err != nil || at.Message != "71" {
		t.Errorf("stored is %v, %v", at, err)
	}
}

// TestPlacesAreKnownWhileTheyAreStored, and a change meanwhile is stored too.
func TestPlacesAreKnownWhileTheyAreStored(t *testing.T) {
	ps, s := open(t, filepath.Join(t.TempDir(), "boards.db"))
	ps.store = busyDB{s, sync.OnceFunc(func() {
		if at := ps.At(key); at.Message != "71" {
			t.Errorf("while it is stored the board stands at %v", at)
		}
		ps.Bury(key)
	})}
	show(t, ps, 1, Place{Message: "71"})
	ps.Flush()
	if at, _, err := BoardKind.Get(s, key.String()); err != nil || at.Message != "71" || !at.Buried {
		t.Errorf("stored is %v, %v", at, err)
	}
}

// busyDB is a store in whose writes something else happens.
type busyDB struct {
	store.DB
	meanwhile func()
}

func (b busyDB) Commit(tx *store.Tx, op store.Op) error {
	b.meanwhile()
	return b.DB.Commit(tx, op)
}

// refusingDB is a store that cannot be written.
type refusingDB struct{ store.DB }

func (refusingDB) Commit(*store.Tx, store.Op) error { return store.ErrFull }

// slowStore runs a function once before it stores what is then stored.
type slowStore struct {
	*store.Store
	first func()
}

func (s *slowStore) Commit(tx *store.Tx, op store.Op) error {
	if first := s.first; first != nil {
		s.first = nil
		first()
	}
	return s.Store.Commit(tx, op)
}

// TestDeletedTablesHaveNoPlace: neither one that is being written when the table is deleted, nor that of an
// answer which is sent later.
func TestDeletedTablesHaveNoPlace(t *testing.T) {
	ps, s := open(t, filepath.Join(t.TempDir(), "boards.db"))
	var dropped sync.WaitGroup
	slow := &slowStore{Store: s}
	slow.first = func() {
		dropped.Go(func() { ps.Drop(key) })
		for gone := false; !gone; runtime.Gosched() { // until Drop waits for the end of this write
			ps.mu.Lock()
			gone = ps.boards[key].gone
			ps.mu.Unlock()
		}
	}
	ps.store = slow
	show(t, ps, 1, Place{Message: "71"})
	ps.Flush()
	dropped.Wait()
	if at := ps.At(key); at != (Place{}) {
		t.Errorf("written meanwhile, the board stands at %v", at)
	}
	if slow.first != nil {
		t.Error("nothing was written")
	}
	show(t, ps, 2, Place{Message: "72"})
	ps.Flush()
	if at := ps.At(key); at != (Place{}) {
		t.Errorf("sent later, the board stands at %v", at)
	}
}
