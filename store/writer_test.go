package store

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// held is a store whose writer is stopped in the middle of a commit, so that a test decides what is
// queued for the next one.
type held struct {
	*Store
	commits atomic.Int32
	entered chan struct{} // receives when the first commit begins
	release chan struct{}
	first   chan error // the result of the request that is being committed
	id      int        // of the last transaction committed before
}

// hold stops a store's writer in the commit of a small record. No other write may be in progress.
func hold(t *testing.T, s *Store) *held {
	t.Helper()
	h := &held{
		Store: s, entered: make(chan struct{}), release: make(chan struct{}), first: make(chan error, 1),
		id: committed(t, s),
	}
	commit := s.commit
	s.commit = func(tx *bolt.Tx) error {
		if h.commits.Add(1) == 1 {
			close(h.entered)
			<-h.release
		}
		return commit(tx)
	}
	go func() { h.first <- s.Put("held", "record", nil) }()
	<-h.entered
	return h
}

// queued starts writes, and returns when all of them wait for the next commit.
func (h *held) queued(writes []func() error) (results []chan error) {
	for _, write := range writes {
		result := make(chan error, 1)
		results = append(results, result)
		go func() { result <- write() }()
	}
	for {
		h.mu.Lock()
		n := len(h.queue)
		h.mu.Unlock()
		if n == len(writes) {
			return results
		}
		runtime.Gosched()
	}
}

// resume lets the writer go on.
func (h *held) resume(t *testing.T) {
	t.Helper()
	close(h.release)
	if err := <-h.first; err != nil {
		t.Errorf("the write before the others: %v", err)
	}
}

// committed returns bbolt's own number of the last committed transaction.
func committed(tb testing.TB, s *Store) int {
	tb.Helper()
	id := 0
	err := s.db.View(func(tx *bolt.Tx) error {
		id = tx.ID()
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return id
}

func TestWritersShareACommit(t *testing.T) {
	s := fresh(t)
	h := hold(t, s)
	var writes []func() error
	for i := range 64 {
		writes = append(writes, func() error {
			return s.Save(Key{strconv.Itoa(i), "hex", 1}, hexTable())
		})
	}
	results := h.queued(writes)
	h.resume(t)
	for i, result := range results {
		if err := <-result; err != nil {
			t.Errorf("writer %d: %v", i, err)
		}
	}
	if n := h.commits.Load(); n != 2 {
		t.Errorf("%d commits, want 1 for the writer that came first and 1 for the 64 others", n)
	}
	if n := committed(t, s) - h.id; n != 2 {
		t.Errorf("bbolt counts %d transactions, want 2", n)
	}
}

func TestNothingIsReportedAsDoneBeforeItsCommit(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{})
	h := hold(t, s)
	select {
	case err := <-h.first:
		t.Fatalf("Put returned %v in the middle of its commit", err)
	default:
	}
	if _, err := s.Get("held", "record"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Get before the commit = %v, want ErrNotFound", err)
	}
	h.resume(t)
	if _, err := s.Get("held", "record"); err != nil {
		t.Errorf("Get after Put returned = %v", err)
	}
	if db := s.db; db.NoSync || db.NoGrowSync || db.NoFreelistSync {
		t.Error("a commit would not be synced")
	}
}

func TestStaleRequestSpoilsNoOther(t *testing.T) {
	s := fresh(t)
	k := Key{channel, "hex", 1}
	table := hexTable()
	if err := s.Save(k, table); err != nil {
		t.Fatal(err)
	}
	h := hold(t, s)
	var writes []func() error
	for i := range 8 {
		writes = append(writes,
			func() error {
				mine := *table
				mine.Owner = strconv.Itoa(i)
				return s.Save(k, &mine)
			},
			func() error { return s.Save(Key{channel, "hex", 2 + i}, hexTable()) },
		)
	}
	results := h.queued(writes)
	h.resume(t)
	winner := -1
	for i := range 8 {
		switch err := <-results[2*i]; {
		case err == nil && winner < 0:
			winner = i
		case !errors.Is(err, ErrStale):
			t.Errorf("racer %d: %v, want ErrStale for all but one", i, err)
		}
		if err := <-results[2*i+1]; err != nil {
			t.Errorf("bystander %d: %v", i, err)
		}
	}
	if n := h.commits.Load(); n != 2 {
		t.Errorf("%d commits, want 2", n)
	}
	got, err := s.Load(k)
	if err != nil {
		t.Fatal(err)
	}
	if got.Revision != 2 || got.Owner != strconv.Itoa(winner) {
		t.Errorf("stored is revision %d of %q, want 2 of the winner %d", got.Revision, got.Owner, winner)
	}
}

func TestBrokenRequestSpoilsNoOther(t *testing.T) {
	s := fresh(t)
	damage := errors.New("broken")
	broken := func(end func() error) func() error {
		return func() error {
			return s.write(func(tx *writing) error {
				if err := tx.Bucket(recordsBucket).Put([]byte("half"), nil); err != nil {
					return err
				}
				return end()
			})
		}
	}
	h := hold(t, s)
	results := h.queued([]func() error{
		func() error { return s.Put("a", "1", nil) },
		broken(func() error { return damage }),
		func() error { return s.Put("a", "2", nil) },
		broken(func() error { panic("page is damaged") }),
		func() error { return s.Put("a", "3", nil) },
	})
	h.resume(t)
	for i, want := range []error{nil, damage, nil, ErrCorrupt, nil} {
		if err := <-results[i]; !errors.Is(err, want) {
			t.Errorf("request %d: %v, want %v", i, err, want)
		}
	}
	for _, id := range []string{"1", "2", "3"} {
		if _, err := s.Get("a", id); err != nil {
			t.Errorf("record %s: %v", id, err)
		}
	}
	err := s.db.View(func(tx *bolt.Tx) error {
		if tx.Bucket(recordsBucket).Get([]byte("half")) != nil {
			t.Error("a broken request left half of its work")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFailedCommitFailsAll(t *testing.T) {
	s := fresh(t)
	k := Key{channel, "hex", 1}
	table := hexTable()
	if err := s.Save(k, table); err != nil {
		t.Fatal(err)
	}
	h := hold(t, s)
	results := h.queued([]func() error{
		func() error { mine := *table; return s.Save(k, &mine) },
		func() error { mine := *table; return s.Save(k, &mine) }, // stale only if the first were stored
		func() error { return s.Put("a", "1", nil) },
	})
	commit := s.commit
	s.commit = func(tx *bolt.Tx) error {
		if h.commits.Load() > 0 && tx.ID() > h.id+1 {
			return errors.Join(tx.Rollback(), &fs.PathError{Op: "write", Path: "test.db", Err: syscall.ENOSPC})
		}
		return commit(tx)
	}
	h.resume(t)
	for i, result := range results {
		if err := <-result; !errors.Is(err, ErrFull) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("request %d: %v, want ErrFull with the system's reason", i, err)
		}
	}
	s.commit = commit
	if got, err := s.Load(k); err != nil || got.Revision != 1 {
		t.Errorf("after the failure: %+v, %v, want revision 1", got, err)
	}
	if err := s.Save(k, table); err != nil || table.Revision != 2 {
		t.Errorf("Save when there is room again: revision %d, %v", table.Revision, err)
	}
}

func TestTwoWritersRaceForOneRevision(t *testing.T) {
	s := fresh(t)
	k := Key{channel, "hex", 1}
	const writers, rounds = 8, 25
	wins := make([]int, writers)
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for wins[w] < rounds {
				table, err := s.Load(k)
				if errors.Is(err, ErrNotFound) {
					table, err = &Table{Head: Head{Game: "hex"}}, nil
				}
				if err != nil {
					t.Error(err)
					return
				}
				table.Moves = append(table.Moves, Move{Text: "c5", By: strconv.Itoa(w)})
				switch err := s.Save(k, table); {
				case err == nil:
					wins[w]++
				case !errors.Is(err, ErrStale):
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	table, err := s.Load(k)
	if err != nil {
		t.Fatal(err)
	}
	if n := writers * rounds; len(table.Moves) != n || table.Revision != uint64(n) {
		t.Errorf("%d moves in revision %d, want %d: one was lost", len(table.Moves), table.Revision, n)
	}
}

func TestCloseWaitsForWhatIsQueued(t *testing.T) {
	s := fresh(t)
	h := hold(t, s)
	results := h.queued([]func() error{func() error { return s.Put("a", "1", nil) }})
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	for isClosed := false; !isClosed; runtime.Gosched() {
		s.mu.Lock()
		isClosed = s.closed
		s.mu.Unlock()
	}
	if err := s.Put("a", "2", nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Put while closing = %v, want ErrClosed", err)
	}
	h.resume(t)
	if err := <-results[0]; err != nil {
		t.Errorf("the write queued before Close: %v", err)
	}
	if err := <-closed; err != nil {
		t.Errorf("Close() = %v", err)
	}
	if _, err := open(t, s.path, Options{}).Get("a", "1"); err != nil {
		t.Errorf("the queued write is not in the file: %v", err)
	}
}
