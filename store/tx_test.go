package store

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// grow adds a byte to a record.
func grow(ctx context.Context, db DB, by byte) error {
	return Update(ctx, db, Op{}, func(tx *Tx) error {
		was, err := tx.Get("sum", "1")
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		tx.Put("sum", "1", append(bytes.Clone(was), by))
		return nil
	})
}

// TestTransactLosesNothing: concurrent additions to one record are all kept, in one file and on
// replicas.
func TestTransactLosesNothing(t *testing.T) {
	const people, times = 4, 8
	log := &logtest.Memory{}
	replica := func(name string) *Store { return openReplica(t, filepath.Join(t.TempDir(), name), log.Client(0)) }
	for name, stores := range map[string][]*Store{"one file": {fresh(t)}, "replicas": {replica("1"), replica("2")}} {
		var all sync.WaitGroup
		for i := range people {
			all.Go(func() {
				for range times {
					if err := grow(t.Context(), stores[i%len(stores)], byte(i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if err := stores[0].Sync(t.Context()); err != nil {
			t.Error(err)
		}
		sum, err := stores[0].Get("sum", "1")
		if err != nil || len(sum) != people*times {
			t.Errorf("%s: %d of %d changes are there: %v", name, len(sum), people*times, err)
		}
	}
}

// overtaken is a store to which something happens before each change, if before is set.
type overtaken struct {
	*Store
	happens func()
	applied int
}

func (o *overtaken) Commit(tx *Tx, op Op) error {
	o.applied++
	if o.happens != nil {
		o.happens()
	}
	return o.Store.Commit(tx, op)
}

// TestTransactRunsAgain: only if what it has read was changed.
func TestTransactRunsAgain(t *testing.T) {
	s := fresh(t)
	db := &overtaken{Store: s}
	table := &Table{}
	key, err := s.Create("1", "hex", table)
	if err != nil {
		t.Fatal(err)
	}
	put := func(id string) {
		if err := s.Put("note", id, []byte(strconv.Itoa(db.applied))); err != nil {
			t.Fatal(err)
		}
	}
	save := func() {
		now, err := s.Load(key)
		if err == nil {
			err = s.Save(key, now)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	get := func(tx *Tx) error {
		_, err := tx.Get("note", "1")
		tx.Put("other", "1", nil)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		return err
	}
	counts := func(of OpenTables) func(*Tx) error {
		return func(tx *Tx) error {
			n, err := s.CountOpen(of)
			tx.Counted(of, n)
			tx.Put("other", "1", nil)
			return err
		}
	}
	opens := func() {
		if _, err := s.Create("1", "hex", &Table{Head: Head{Owner: "11"}}); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		does    func(tx *Tx) error
		happens func()
		runs    int
		want    error
	}{
		"another table of a channel": {counts(OpenTables{Channel: "1"}), opens, 2, nil},
		"another table of a user":    {counts(OpenTables{User: "11"}), opens, 2, nil},
		"another table elsewhere":    {counts(OpenTables{Channel: "2"}), opens, 1, nil},
		"another user's table":       {counts(OpenTables{User: "1"}), opens, 1, nil},
		"nothing happens":            {get, nil, 1, nil},
		"a record that was read":     {get, func() { put("1") }, 2, nil},
		"a record that was not read": {get, func() { put("2") }, 1, nil},
		"a table that stays":         {func(tx *Tx) error { _, err := tx.Load(key); tx.Put("other", "1", nil); return err }, save, 2, nil},
		"a table that is saved": {func(tx *Tx) error {
			now, err := tx.Load(key)
			if err == nil {
				tx.Save(key, now)
			}
			return err
		}, save, 2, nil},
		"a table that was found": {func(tx *Tx) error {
			now, err := s.Load(key)
			if err == nil {
				tx.Found(key, now)
				tx.DeleteTable(Key{"1", "hex", 7}, &Table{}) // there is none
			}
			return err
		}, nil, 1, ErrStale},
		"a table that was loaded before": {func(tx *Tx) error { tx.Save(key, &Table{Head: Head{Game: "hex", Revision: 99}}); return nil }, nil, 1, ErrStale},
		"one that fails":                 {func(tx *Tx) error { tx.Put("other", "1", nil); return ErrFull }, nil, 1, ErrFull},
	} {
		runs := 0
		db.happens = func() {
			if h := tt.happens; h != nil && runs == 1 {
				h()
			}
		}
		err := Update(t.Context(), db, Op{}, func(tx *Tx) error {
			runs++
			return tt.does(tx)
		})
		if runs != tt.runs || !errors.Is(err, tt.want) {
			t.Errorf("%s: %d runs, %v; want %d, %v", name, runs, err, tt.runs, tt.want)
		}
	}
	db.happens = func() { put("1") }
	if err := Update(t.Context(), db, Op{}, get); !errors.Is(err, ErrBusy) {
		t.Errorf("what is changed again and again: %v, want ErrBusy", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if db.applied = 0; !errors.Is(Update(ctx, db, Op{}, get), ErrStale) || db.applied != 1 {
		t.Errorf("who waits no longer has it tried %d times", db.applied)
	}
}

// TestTransactionSeesItsWrites: others see them only after the commit.
func TestTransactionSeesItsWrites(t *testing.T) {
	s := fresh(t)
	kind, table := Kind[int]("number"), &Table{}
	key, err := s.Create("1", "hex", table)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.Create("1", "hex", &Table{})
	if err != nil {
		t.Fatal(err)
	}
	after := 0
	err = Update(t.Context(), s, Op{Request: "77"}, func(tx *Tx) error {
		if err := kind.Put(tx, "1", 5); err != nil {
			return err
		}
		if n, ok, err := kind.Get(tx, "1"); n != 5 || !ok || err != nil {
			t.Errorf("a record that was written is %d, %t, %v", n, ok, err)
		}
		if _, ok, err := kind.Get(s, "1"); ok || err != nil {
			t.Errorf("others see it: %t, %v", ok, err)
		}
		if err := kind.Put(tx, "2", 6); err != nil {
			return err
		}
		tx.Delete(kind.Record("2"))
		if _, ok, _ := kind.Get(tx, "2"); ok {
			t.Error("a record that was deleted is there")
		}
		now, err := tx.Load(key)
		if err != nil {
			return err
		}
		now.Owner = "11"
		tx.Save(key, now)
		if again, err := tx.Load(key); err != nil || again.Owner != "11" {
			t.Errorf("a table that was saved is %+v, %v", again, err)
		}
		tx.Save(key, now) // twice is one revision
		gone, err := tx.Load(other)
		if err != nil {
			return err
		}
		tx.DeleteTable(other, gone)
		if _, err := tx.Load(other); !errors.Is(err, ErrNotFound) {
			t.Errorf("a table that was deleted: %v", err)
		}
		if saved, removed, _ := tx.Tables(); len(saved) != 1 || saved[0] != key || len(removed) != 1 || removed[0] != other {
			t.Errorf("it saves %v and removes %v", saved, removed)
		}
		tx.After(func() { after++; table = now })
		return nil
	})
	if err != nil || after != 1 || table.Revision != 2 {
		t.Errorf("%v; %d times afterwards; revision %d", err, after, table.Revision)
	}
	if now, err := s.Load(key); err != nil || now.Owner != "11" || now.Revision != 2 {
		t.Errorf("stored is %+v, %v", now, err)
	}
	if handled, err := s.Handled("77"); !handled || err != nil {
		t.Errorf("the request is not noted: %v", err)
	}
	if n, ok, err := kind.Get(s, "1"); n != 5 || !ok || err != nil {
		t.Errorf("stored is %d, %t, %v", n, ok, err)
	}
	if err := s.Put("number", "1", []byte("five")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := kind.Get(s, "1"); !errors.Is(err, ErrFormat) {
		t.Errorf("a record that is no number: %v", err)
	}
}

// TestTransactionThatWritesNothing: it commits nothing, like one that fails.
func TestTransactionThatWritesNothing(t *testing.T) {
	s := fresh(t)
	before := committed(t, s)
	failed := errors.New("failed")
	got, err := Transact(t.Context(), s, Op{Request: "77"}, func(tx *Tx) (string, error) {
		_, err := tx.Get("note", "1")
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("a record that is not there: %v", err)
		}
		tx.After(func() { t.Error("it is not committed") })
		return "so", nil
	})
	if got != "so" || err != nil {
		t.Errorf("Transact = %q, %v", got, err)
	}
	err = Update(t.Context(), s, Op{}, func(tx *Tx) error {
		tx.Put("note", "1", nil)
		tx.After(func() { t.Error("it is not committed") })
		return failed
	})
	if !errors.Is(err, failed) || committed(t, s) != before {
		t.Errorf("%v; %d commits", err, committed(t, s)-before)
	}
}

// TestRehearsal: in tests without syncing each function runs once more, and that result is
// discarded.
func TestRehearsal(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "s.db"), Unsynced())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs := 0
	for range 2 {
		err = Update(t.Context(), &overtaken{Store: s}, Op{}, func(tx *Tx) error {
			runs++
			was, _, err := Kind[int]("number").Get(tx, "1")
			return errors.Join(err, Kind[int]("number").Put(tx, "1", was+1))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n, _, err := Kind[int]("number").Get(s, "1"); runs != 4 || n != 2 || err != nil {
		t.Errorf("%d runs add up to %d, %v", runs, n, err)
	}
}

// lagging is a log that reaches its followers late.
type lagging struct{ changelog.Log }

func (l lagging) Follow(ctx context.Context, head uint64, f func(changelog.Batch) error) error {
	return l.Log.Follow(ctx, head, func(b changelog.Batch) error {
		time.Sleep(rand.N(2 * time.Millisecond))
		return f(b)
	})
}

// heedless is a store without the guarantees that Serve relies on.
type heedless struct {
	*Store
	noSync, noMark bool
}

func (h heedless) Sync(ctx context.Context) error {
	if h.noSync {
		return nil
	}
	return h.Store.Sync(ctx)
}

// TestServedIsWhatWasStored: on replicas that lag behind their log, what a request has read is as
// new as everything acknowledged before it, whether it commits something or not. The controls show
// that without the barrier this fails for requests that commit nothing, and without the mark for
// those that do.
func TestServedIsWhatWasStored(t *testing.T) {
	for name, tt := range map[string]struct {
		heedless
		must, may map[bool]bool // by whether the request commits something: an old state must be read, or may be
	}{
		"as it is":        {},
		"without barrier": {heedless{noSync: true}, map[bool]bool{false: true}, map[bool]bool{true: true}},
		"without marks":   {heedless{noMark: true}, map[bool]bool{true: true}, nil},
	} {
		stale := servedStale(t, tt.heedless, tt.must)
		for _, commits := range []bool{false, true} {
			if found := stale[commits] > 0; found != tt.must[commits] && !tt.may[commits] {
				t.Errorf("%s: %d requests (that commit something: %t) go by what is past", name, stale[commits], commits)
			}
		}
	}
}

// servedStale makes people read a number on replicas that lag, while others raise it on one that
// does not, and counts those who read less than was acknowledged: among a number of requests, or if
// that must happen, until it has.
func servedStale(t *testing.T, h heedless, must map[bool]bool) map[bool]int {
	t.Helper()
	const copies, people, times, most = 2, 2, 50, 100_000
	stale := map[bool]int{}
	log := &logtest.Memory{}
	open := func(l changelog.Log) *Store {
		s, err := OpenReplica(t.Context(), filepath.Join(t.TempDir(), "s.db"), l, Options{writeTimeout: patient})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	var told, requests atomic.Int64
	var all, raising sync.WaitGroup
	var mu sync.Mutex // of stale
	found := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return (!must[false] || stale[false] > 0) && (!must[true] || stale[true] > 0)
	}
	for range copies {
		db := h
		db.Store = open(lagging{log.Client(0)})
		for range people {
			all.Go(func() {
				for n := 0; n < times && len(must) == 0 || n < most && !found(); n++ {
					time.Sleep(rand.N(2 * time.Millisecond))
					before, id, commits := told.Load(), strconv.FormatInt(requests.Add(1), 10), rand.N(2) == 0
					n, err := Serve(t.Context(), db, id, func(since Mark) (int64, error) {
						return served(t.Context(), db, Op{Request: id, Since: since}, commits)
					})
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					if n < before {
						stale[commits]++
					}
					mu.Unlock()
				}
			})
		}
	}
	first, done := open(log.Client(0)), make(chan struct{})
	raising.Go(func() {
		for n := int64(1); ; n++ {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
			if err := Update(t.Context(), first, Op{}, func(tx *Tx) error { return Kind[int64]("number").Put(tx, "1", n) }); err != nil {
				t.Error(err)
			}
			told.Store(n)
		}
	})
	all.Wait()
	close(done)
	raising.Wait()
	return stale
}

// served reads the number, and changes another record if it is to commit something.
func served(ctx context.Context, db heedless, op Op, commits bool) (int64, error) {
	n, _, err := Kind[int64]("number").Get(db, "1")
	if err != nil || !commits {
		return n, err
	}
	if db.noMark {
		op.Since = 0
	}
	return n, Update(ctx, db, op, func(tx *Tx) error { tx.Put("other", op.Request, nil); return nil })
}

// TestReadTwice: what a transaction has read first must be unchanged, though it reads it again.
func TestReadTwice(t *testing.T) {
	s, runs := fresh(t), 0
	err := Update(t.Context(), s, Op{}, func(tx *Tx) error {
		first, err := tx.Get("note", "1")
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if runs++; runs <= 2 { // the first may be a rehearsal
			if err := s.Put("note", "1", []byte{byte(runs)}); err != nil {
				return err
			}
		}
		if _, err := tx.Get("note", "1"); err != nil {
			return err
		}
		tx.Put("copy", "1", first)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	note, _ := s.Get("note", "1")
	if copied, err := s.Get("copy", "1"); err != nil || !bytes.Equal(copied, note) {
		t.Errorf("copied is %v of %v, %v", copied, note, err)
	}
}
