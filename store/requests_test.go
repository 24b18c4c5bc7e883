package store

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/logtest"
)

// snowflake returns the n-th ID made at a time after the tests' first one.
func snowflake(after time.Duration, n int) string {
	return strconv.FormatUint(uint64(400_000_000_000+after.Milliseconds())<<22|uint64(n), 10)
}

// carryOut commits the first steps of requests, all at once, or fails the test.
func carryOut(t testing.TB, s *Store, ids ...string) {
	t.Helper()
	err := s.write(func(tx *writing) error {
		for _, text := range ids {
			id, err := parseRequest(text)
			if err != nil {
				return err
			}
			if _, known := tx.nextStep(id); known {
				return fmt.Errorf("%w: %s", ErrHandled, text)
			}
			tx.noteStep(id, 0)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// handled checks whether an ID is stored.
func handled(t *testing.T, s *Store, id string, want bool) {
	t.Helper()
	if got, err := s.Handled(id); err != nil || got != want {
		t.Errorf("Handled(%s) = %t, %v, want %t", id, got, err, want)
	}
}

func TestEachWriteNotesItsRequests(t *testing.T) {
	s := fresh(t)
	k := Key{Channel: other, Game: "hex", Number: 1} // not one that Create gives
	table := hexTable()
	writes := map[string]func(Op) error{
		"Save":   func(op Op) error { return s.Save(k, table, op) },
		"Create": func(op Op) error { _, err := s.Create(channel, "hex", hexTable(), op); return err },
		"Commit": func(op Op) error { return s.Commit(&Tx{}, op) },
	}
	ids := map[string]string{}
	for name, write := range writes {
		id := snowflake(0, len(ids))
		ids[name] = id
		handled(t, s, id, false)
		for _, want := range []struct {
			step uint8
			err  error
		}{{0, nil}, {0, ErrHandled}, {1, nil}, {3, nil}, {1, ErrHandled}, {2, ErrHandled}, {255, nil}, {255, ErrHandled}} {
			if err := write(Op{Request: id, Step: want.step}); !errors.Is(err, want.err) {
				t.Fatalf("%s, step %d: %v, want %v", name, want.step, err, want.err)
			}
		}
		handled(t, s, id, true)
	}
	handled(t, s, snowflake(0, len(ids)), false)
	handled(t, s, "", false)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, s.path, Options{})
	for _, id := range ids {
		handled(t, s, id, true)
		for step := range uint8(3) { // who began it is not there any more
			if err := s.Commit(&Tx{}, Op{Request: id, Step: step}); !errors.Is(err, ErrHandled) {
				t.Errorf("step %d after a restart: %v", step, err)
			}
		}
	}
}

// TestOneOfManyCarriesOut: of several concurrent writers for one request, in one commit and in
// several, one succeeds.
func TestOneOfManyCarriesOut(t *testing.T) {
	s := fresh(t)
	for i := range 20 {
		op := Op{Request: snowflake(0, i)}
		var all sync.WaitGroup
		var done atomic.Int32
		for range 8 {
			all.Go(func() {
				switch _, err := s.Create("1", "hex", &Table{}, op); {
				case err == nil:
					done.Add(1)
				case !errors.Is(err, ErrHandled):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := done.Load(); n != 1 {
			t.Errorf("request %d was carried out %d times", i, n)
		}
	}
	if list, err := s.Channel("1"); err != nil || len(list) != 20 {
		t.Errorf("%d tables, %v", len(list), err)
	}
}

func TestWhatIsNotStoredIsNotNoted(t *testing.T) {
	s := fresh(t)
	k := Key{Channel: channel, Game: "hex", Number: 1}
	stale, failed := snowflake(0, 1), snowflake(0, 2)
	late := hexTable()
	late.Revision = 7
	if err := s.Save(k, late, Op{Request: stale}); !errors.Is(err, ErrStale) {
		t.Errorf("a stale save: %v", err)
	}
	commit := s.commit
	s.commit = func(*bolt.Tx) error { return ErrFull }
	if err := s.Save(k, hexTable(), Op{Request: failed}); !errors.Is(err, ErrFull) {
		t.Errorf("a save on a full disk: %v", err)
	}
	s.commit = commit
	if err := s.Save(k, hexTable(), Op{Request: "ann"}); !errors.Is(err, ErrKey) {
		t.Errorf("a save for a request without a snowflake: %v", err)
	}
	if _, err := s.Load(k); !errors.Is(err, ErrNotFound) {
		t.Errorf("the table: %v", err)
	}
	if _, err := s.Handled("ann"); !errors.Is(err, ErrKey) {
		t.Errorf("a look for what is no snowflake: %v", err)
	}
	handled(t, s, stale, false)
	handled(t, s, failed, false)
	carryOut(t, s, stale, failed)
	uncertain := snowflake(0, 3)
	s.commit = func(tx *bolt.Tx) error { return errors.Join(commit(tx), ErrDisk) }
	if err := s.Save(k, hexTable(), Op{Request: uncertain}); !errors.Is(err, ErrUncertain) {
		t.Errorf("a save whose commit fails when it is there: %v", err)
	}
	handled(t, s, uncertain, true) // as the table is
	s.commit = commit
	refused := snowflake(0, 4)
	if err := s.Save(k, hexTable(), Op{Request: refused}); !errors.Is(err, ErrDisk) || errors.Is(err, ErrUncertain) {
		t.Errorf("a save after that, of which nothing is stored: %v", err)
	}
	handled(t, s, refused, false)
}

// TestRequestsAreForgottenInTime: neither early nor much too late.
func TestRequestsAreForgottenInTime(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{noSync: true})
	const every = 20 * time.Second
	for i := range 4 * blockIDs {
		at := time.Duration(i) * every
		carryOut(t, s, snowflake(at, 0))
		s.requests = fromDisk(t, s)
		handled(t, s, snowflake(max(at-keepRequests, 0), 0), true)
		if gone := at - keepRequests - 2*blockIDs*every; gone >= 0 {
			handled(t, s, snowflake(gone, 0), false)
		}
	}
	// Requests with a time long past, as from a wrong clock, remove no present ones.
	var past []string
	for n := range 2 * blockIDs {
		past = append(past, strconv.Itoa(1+n))
	}
	carryOut(t, s, past...)
	s.requests = fromDisk(t, s)
	handled(t, s, snowflake((4*blockIDs-1)*every, 0), true)
	handled(t, s, past[len(past)-1], true)
}

// fromDisk are the requests that a store would know if it were opened now.
func fromDisk(t *testing.T, s *Store) *requests {
	t.Helper()
	var r requests
	if err := s.view(r.load); err != nil {
		t.Fatal(err)
	}
	return &r
}

// TestRequestsAreBounded: if there are too many in a short time, the oldest are dropped.
func TestRequestsAreBounded(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{noSync: true})
	const at, writes = 1000, 80
	for i := range writes {
		var ids []string
		for n := range at {
			ids = append(ids, snowflake(0, i*at+n))
		}
		carryOut(t, s, ids...)
	}
	const total = writes * at
	for range 2 {
		for n, want := range map[int]bool{0: false, total - (maxBlocks+1)*blockIDs: false, total - maxBlocks*blockIDs: true, total - 1: true} {
			handled(t, s, snowflake(0, n), want)
		}
		s.requests = fromDisk(t, s)
	}
}

func TestDamagedRequestsAreFoundAndKeepNobody(t *testing.T) {
	damages := map[string]func(tx *bolt.Tx) error{
		"the latest": func(tx *bolt.Tx) error {
			value := bytes.Clone(tx.Bucket(metaBucket).Get(handledKey))
			value[0] ^= 1
			return tx.Bucket(metaBucket).Put(handledKey, value)
		},
		"a piece of one": func(tx *bolt.Tx) error {
			return tx.Bucket(metaBucket).Put(handledKey, checksummed(handledKey, []byte("ann")))
		},
		"older ones": func(tx *bolt.Tx) error {
			key, value := tx.Bucket(handledBucket).Cursor().First()
			return tx.Bucket(handledBucket).Put([]byte("12345678"), append(key, value...))
		},
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			s, err := Open(filepath.Join(t.TempDir(), "test.db"), Options{noSync: true}) // not checked at the end: it is damaged
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			var ids []string
			for n := range blockIDs + 3 {
				ids = append(ids, strconv.Itoa(1+n))
			}
			carryOut(t, s, ids...)
			if _, err := s.Verify(t.Context()); err != nil {
				t.Fatalf("before: %v", err)
			}
			if err := s.db.Update(damage); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Verify(t.Context()); !errors.Is(err, ErrDamaged) {
				t.Errorf("Verify() = %v", err)
			}
			s.requests = fromDisk(t, s)
			carryOut(t, s, "1000")
			handled(t, s, "1000", true)
		})
	}
}

// TestCompactKeepsRequests: and the numbering of their blocks.
func TestCompactKeepsRequests(t *testing.T) {
	s := fresh(t)
	var all []string
	note := func() {
		t.Helper()
		var ids []string
		for range 2*blockIDs + 3 {
			ids = append(ids, snowflake(0, len(all)+len(ids)))
		}
		all = append(all, ids...)
		carryOut(t, s, ids...)
	}
	note()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Compact(t.Context(), s.path); err != nil {
		t.Fatal(err)
	}
	s = open(t, s.path, Options{})
	note()
	for _, id := range all {
		handled(t, s, id, true)
	}
	err := s.db.View(func(tx *bolt.Tx) error {
		if n := count(tx.Bucket(handledBucket), nil); n != 4 {
			t.Errorf("%d blocks, want 4", n)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestReplicasHandleOnce: if a request is delivered to two replicas, one of them carries out all
// its steps.
func TestReplicasHandleOnce(t *testing.T) {
	log := &logtest.Memory{}
	stores := []*Store{
		openReplica(t, filepath.Join(t.TempDir(), "1"), log.Client(0)), openReplica(t, filepath.Join(t.TempDir(), "2"), log.Client(0)),
	}
	id := func(i int) string { return snowflake(time.Duration(i)*time.Second, i) }
	for i := range 3 * blockIDs {
		winner, loser := stores[i%2], stores[1-i%2]
		var made [2]error
		var both sync.WaitGroup
		for j, s := range stores {
			both.Go(func() { _, made[j] = s.Create("1", "hex", &Table{}, Op{Request: id(i)}) })
		}
		both.Wait()
		if made[1-i%2] == nil {
			winner, loser = loser, winner
		}
		a, b := made[0], made[1]
		if a != nil {
			a, b = b, a
		}
		if a != nil || !errors.Is(b, ErrHandled) {
			t.Fatalf("request %d: %v and %v, want one success and ErrHandled", i, made[0], made[1])
		}
		second := Op{Request: id(i), Step: 1}
		if err := winner.Commit(&Tx{}, second); err != nil {
			t.Errorf("a second step of who came first: %v", err)
		}
		if err := loser.Commit(&Tx{}, second); !errors.Is(err, ErrHandled) {
			t.Errorf("a second step of who came last: %v", err)
		}
	}
	if list, err := stores[0].Channel("1"); err != nil || len(list) != 3*blockIDs {
		t.Errorf("%d tables, %v; want %d", len(list), err, 3*blockIDs)
	}
}
