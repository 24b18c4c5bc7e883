package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// replicas says whether the tests of this process open replicas in place of stores.
var replicas = os.Getenv("SIXFOLD_TEST_REPLICAS") == "1"

// logs are the logs of the replicas that openKind has opened, by path.
var logs sync.Map

// openKind opens a store of the kind that the process tests.
func openKind(path string, o Options) (*Store, error) {
	if !replicas {
		return Open(path, o)
	}
	log, _ := logs.LoadOrStore(path, new(logtest.Memory))
	o.writeTimeout = patient
	return OpenReplica(context.Background(), path, log.(*logtest.Memory).Client(0), o)
}

// patient is the write timeout of tests with a responsive log, longer than any machine may be busy.
// Logs that do not answer are tested in bubbles.
const patient = time.Hour

// TestReplicasPassTheSuite runs the tests of stores with replicas, except those about files.
func TestReplicasPassTheSuite(t *testing.T) {
	if replicas {
		return // this is that run
	}
	const about = "^Test(Commit|Sat|EndsThat|Stored|EachWrite|RequestsAre|Recent|OwnerThat|Finished$|" +
		"Simulation$|Load|Save|Create|Malformed|Due|EachMay|CloseEnds|VerifyCounts|Stats|Writers|" +
		"StaleRequest|BrokenRequest|TwoWriters|CloseWaits)"
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.timeout=5m", "-test.run", about)
	run.Env = append(os.Environ(), "SIXFOLD_TEST_REPLICAS=1")
	out, err := run.CombinedOutput()
	if passed := strings.Count(string(out), "\n--- PASS"); err != nil || passed < 27 {
		t.Errorf("%d tests passed: %v\n%s", passed, err, out)
	}
}

// team is some replicas of one log, and the model that they are compared with.
type team struct {
	simulation
	log     logtest.Memory
	clients []*logtest.Client
	stores  []*Store
	paths   []string
	seed    uint64
}

// TestReplicasAreOneStore writes to several replicas over unreliable networks, and compares what
// each shows with what one store would show.
func TestReplicasAreOneStore(t *testing.T) { synctest.Test(t, areOneStore) }

func areOneStore(t *testing.T) {
	folder, files := t.TempDir(), 0
	rapid.Check(timeless{t}, func(t *rapid.T) {
		m := &team{simulation: simulation{model: newModel()}, seed: rapid.Uint64Range(1, 1<<40).Draw(t, "seed")}
		for range 3 {
			files++
			m.paths = append(m.paths, filepath.Join(folder, strconv.Itoa(files)+".db"))
			m.stores, m.clients = append(m.stores, nil), append(m.clients, nil)
			m.open(t, len(m.paths)-1)
		}
		defer m.close(t)
		on := func(act func(*rapid.T)) func(*rapid.T) {
			return func(t *rapid.T) {
				m.Store = m.stores[rapid.IntRange(0, 2).Draw(t, "replica")]
				syncAtLast(m.Store)
				act(t)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"":       on(m.compare),
			"save":   on(m.save),
			"create": on(m.create),
			"delete": on(m.delete),
			"record": on(m.record),
			"rank":   on(m.rank),
			"reopen": func(t *rapid.T) {
				i := rapid.IntRange(0, 2).Draw(t, "replica")
				closeChecked(t, m.stores[i])
				m.open(t, i)
			},
		})
	})
}

// timeless hides the deadline of a test, which must not be used in a bubble.
type timeless struct{ rapid.TB }

// open opens a replica over a network that fails, once it can.
func (m *team) open(t rapid.TB, i int) {
	m.seed++
	m.clients[i] = m.log.Client(m.seed)
	for {
		s, err := OpenReplica(context.Background(), m.paths[i], m.clients[i], Options{writeTimeout: time.Minute})
		if err == nil {
			m.stores[i] = s
			return
		}
		if !errors.Is(err, logtest.ErrNetwork) {
			t.Fatal(err)
		}
	}
}

func (m *team) close(t rapid.TB) {
	for _, s := range m.stores {
		closeChecked(t, s)
	}
}

// TestReplicasLoseNothing makes the writers of three replicas count in the same records, over
// unreliable networks: each acknowledged count is stored exactly once.
func TestReplicasLoseNothing(t *testing.T) { synctest.Test(t, replicasLoseNothing) }

func replicasLoseNothing(t *testing.T) {
	const writers, each = 4, 15
	m := &team{seed: 100}
	folder := t.TempDir()
	for i := range 3 {
		m.paths = append(m.paths, filepath.Join(folder, strconv.Itoa(i)+".db"))
		m.stores, m.clients = append(m.stores, nil), append(m.clients, nil)
		m.open(t, i)
	}
	k := Key{Channel: "1", Game: "hex", Number: 1}
	if err := m.stores[0].Save(k, &Table{Head: Head{Game: "hex"}}); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i, s := range m.stores {
		for w := range writers {
			all.Go(func() { countOn(t, s, k, each, strconv.Itoa(i)+"."+strconv.Itoa(w)) })
		}
	}
	all.Wait()
	for i, s := range m.stores {
		syncAtLast(s)
		table, err := s.Load(k)
		if err != nil || len(table.Moves) != 3*writers*each || table.Revision != uint64(1+len(table.Moves)) {
			t.Fatalf("replica %d has %d moves and revision %d, %v; want %d", i, len(table.Moves), table.Revision, err, 3*writers*each)
		}
		seen := map[string]bool{}
		for _, move := range table.Moves {
			if seen[move.Text] {
				t.Errorf("%s is played twice", move.Text)
			}
			seen[move.Text] = true
		}
		if i == 0 {
			continue
		}
		if diff := gocmp.Diff(rowsOf(t, m.stores[0]), rowsOf(t, s)); diff != "" {
			t.Errorf("replica %d differs: %s", i, diff)
		}
	}
	m.close(t)
}

// syncAtLast syncs a replica over an unreliable network.
func syncAtLast(s *Store) {
	for err := errors.New("not yet"); err != nil; {
		err = s.Sync(context.Background())
	}
}

// countOn adds moves to a table, each with a name of its own, until all are stored.
func countOn(t *testing.T, s *Store, k Key, n int, name string) {
	t.Helper()
	for i := 0; i < n; {
		table, err := s.Load(k)
		if errors.Is(err, ErrNotFound) { // it has not come yet
			continue
		}
		if err == nil {
			table.Moves = append(table.Moves, Move{Text: name + "." + strconv.Itoa(i)})
			err = s.Save(k, table)
		}
		switch {
		case err == nil:
			i++
		case !errors.Is(err, ErrStale):
			t.Errorf("count on: %v", err)
			return
		}
	}
}

// rowsOf is the state of a store.
func rowsOf(t *testing.T, s *Store) map[string]string {
	t.Helper()
	rows := map[string]string{}
	err := s.view(func(tx *bolt.Tx) error {
		return eachRow(tx, func(r changelog.Row) error {
			rows[r.Bucket+"/"+r.Key] = string(r.Value)
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestReplicaGoesOn closes a replica, kills one, and gives its file to another log.
func TestReplicaGoesOn(t *testing.T) {
	var log logtest.Memory
	path := filepath.Join(t.TempDir(), "copy.db")
	put := func(s *Store, id string) {
		t.Helper()
		if err := s.Put("a", id, []byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	shows := func(s *Store, ids ...string) {
		t.Helper()
		var got []string
		if err := s.Each("a", "", func(id string, _ []byte) bool { got = append(got, id); return true }); err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(ids, got); diff != "" {
			t.Errorf("records: %s", diff)
		}
	}
	first := openReplica(t, path, &witness{Client: log.Client(0)})
	put(first, "1")
	other := openReplica(t, filepath.Join(t.TempDir(), "other.db"), &witness{Client: log.Client(0)})
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	put(other, "2")

	closed := &witness{Client: log.Client(0)}
	first = openReplica(t, path, closed)
	shows(first, "1", "2")
	if closed.from != 1 {
		t.Errorf("a copy that was closed follows from %d, want 1", closed.from)
	}
	killed := filepath.Join(t.TempDir(), "killed.db")
	if b, err := os.ReadFile(path); err != nil || os.WriteFile(killed, b, 0o600) != nil {
		t.Fatal(err)
	}
	put(other, "3") // so that it must wait for what follows
	anew := &witness{Client: log.Client(0)}
	shows(openReplica(t, killed, anew), "1", "2", "3")
	if anew.from != 0 {
		t.Errorf("a copy that was not closed follows from %d, want 0", anew.from)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	put(other, "4")
	forgetful := &witness{Client: log.Client(0), forgotten: 1}
	shows(openReplica(t, path, forgetful), "1", "2", "3", "4")
	if forgetful.from != 0 {
		t.Errorf("a copy that the log has forgotten follows from %d, want 0", forgetful.from)
	}

	own := filepath.Join(t.TempDir(), "own.db")
	if err := openedOnce(own); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReplica(t.Context(), own, log.Client(0), Options{}); !errors.Is(err, ErrNoReplica) {
		t.Errorf("a replica in a store's own file: %v", err)
	}
	away := log.Client(0)
	away.Cut(true)
	if _, err := OpenReplica(t.Context(), filepath.Join(t.TempDir(), "away.db"), away, Options{}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a replica of a log that does not answer: %v", err)
	}
	if _, err := Check(t.Context(), own); err != nil {
		t.Errorf("the store that was no copy: %v", err)
	}
}

// openedOnce makes a store of its own.
func openedOnce(path string) error {
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	return s.Close()
}

// witness records the head from which its log was last followed, and can forget everything once.
type witness struct {
	*logtest.Client
	from      uint64
	forgotten int
}

func (w *witness) Follow(ctx context.Context, head uint64, f func(changelog.Batch) error) error {
	if w.from = head; head > 0 && w.forgotten > 0 {
		w.forgotten--
		return changelog.ErrForgotten
	}
	return w.Client.Follow(ctx, head, f)
}

// headOf returns the number of changes in a log.
func headOf(t *testing.T, log *logtest.Memory) uint64 {
	t.Helper()
	head, err := log.Client(0).Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return head
}

func openReplica(t *testing.T, path string, log changelog.Log) *Store {
	t.Helper()
	return openReplicaFor(t, path, log, patient)
}

// openReplicaFor opens a replica that waits for its log so long.
func openReplicaFor(t *testing.T, path string, log changelog.Log, timeout time.Duration) *Store {
	t.Helper()
	s, err := OpenReplica(t.Context(), path, log, Options{writeTimeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeChecked(t, s) })
	return s
}

// TestEveryCopyHearsOfTables that any copy saves or deletes, and of nothing else, once it shows them.
func TestEveryCopyHearsOfTables(t *testing.T) {
	log := &logtest.Memory{}
	one, other := openReplica(t, filepath.Join(t.TempDir(), "one.db"), log.Client(0)), openReplica(t, filepath.Join(t.TempDir(), "other.db"), log.Client(0))
	var heard [2][]string
	for i, s := range []*Store{one, other} {
		s.OnTables(func(tables []Key) {
			for _, key := range tables {
				_, err := s.Load(key)
				heard[i] = append(heard[i], fmt.Sprint(key, " ", !errors.Is(err, ErrNotFound)))
			}
		})
	}
	key := Key{Channel: channel, Game: "hex", Number: 1}
	saved := hexTable()
	saved.Revision = 1
	for _, change := range []func(*Tx){
		func(tx *Tx) { _, _ = tx.Create(channel, "hex", hexTable()) },
		func(tx *Tx) { tx.Save(key, saved) },
		func(tx *Tx) { tx.Put("kind", "id", []byte("x")) },
		func(tx *Tx) { tx.DeleteTable(key, saved) },
	} {
		err := Update(t.Context(), one, Op{}, func(tx *Tx) error { change(tx); return nil })
		if err := errors.Join(err, other.Sync(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{key.String() + " true", key.String() + " true", key.String() + " false"}
	for i, got := range heard {
		if !slices.Equal(got, want) {
			t.Errorf("copy %d hears of %v, want %v", i, got, want)
		}
	}
}

// TestReplicaWithoutItsLog cuts a replica off: writers are told in time, unclear writes are stored
// once or not at all, and readers are told when the state is too old.
func TestReplicaWithoutItsLog(t *testing.T) { synctest.Test(t, cutOff) }

func cutOff(t *testing.T) {
	var log logtest.Memory
	client := log.Client(0)
	s := openReplicaFor(t, filepath.Join(t.TempDir(), "copy.db"), client, 0)
	if err := s.Put("a", "before", []byte{1}); err != nil {
		t.Fatal(err)
	}
	client.Cut(true)
	begun := time.Now()
	unclear := make(chan error, 1)
	go func() { unclear <- s.Put("a", "during", []byte{1}) }()
	synctest.Wait()
	if err := s.Put("a", "behind it", []byte{1}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a write that never began: %v", err)
	}
	if err := <-unclear; !errors.Is(err, ErrUnclear) {
		t.Errorf("a write on its way: %v", err)
	}
	if waited := time.Since(begun); waited > writeTimeout {
		t.Errorf("they waited %s", waited)
	}
	if _, err := s.Get("a", "before"); err != nil {
		t.Errorf("a read soon after: %v", err)
	}
	if err := s.Sync(t.Context()); !errors.Is(err, ErrUnreachable) {
		t.Errorf("Sync() = %v", err)
	}
	time.Sleep(askEvery + writeTimeout) // in the bubble
	if _, err := s.Get("a", "before"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a read long after: %v", err)
	}
	client.Cut(false)
	time.Sleep(2 * askEvery) // in the bubble
	for id, want := range map[string]error{"before": nil, "during": nil, "behind it": ErrNotFound} {
		if _, err := s.Get("a", id); !errors.Is(err, want) {
			t.Errorf("%q afterwards: %v", id, err)
		}
	}
	if n := headOf(t, &log); n != 2 {
		t.Errorf("%d changes, want 2", n)
	}
}

// TestReplicaClosesWithoutItsLog closes a replica whose log does not answer.
func TestReplicaClosesWithoutItsLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log logtest.Memory
		client := log.Client(0)
		s := openReplicaFor(t, filepath.Join(t.TempDir(), "copy.db"), client, 0)
		client.Cut(true)
		put := make(chan error, 1)
		go func() { put <- s.Put("a", "1", []byte{1}) }()
		synctest.Wait()
		if err := s.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
		if err := <-put; !errors.Is(err, ErrUnclear) {
			t.Errorf("a write on its way: %v", err)
		}
	})
}

// TestChangesTooLargeForTheLog queues many writers before a log that accepts few rows.
func TestChangesTooLargeForTheLog(t *testing.T) {
	var log logtest.Memory
	client := log.Client(0)
	client.Limit = 5
	s := openReplica(t, filepath.Join(t.TempDir(), "copy.db"), client)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if err := s.Put("a", strconv.Itoa(i), []byte{1}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	tx := newTx(t.Context(), s)
	for i := range 10 {
		tx.Put("b", strconv.Itoa(i), []byte{1})
	}
	if err := s.Commit(tx, Op{}); !errors.Is(err, changelog.ErrTooLarge) {
		t.Errorf("Commit of what is too large: %v", err)
	}
	if err := s.Put("c", "1", []byte{1}); err != nil {
		t.Error(err)
	}
	if rows := rowsOf(t, s); len(rows) != 42 { // with the schema
		t.Errorf("%d rows, want 42", len(rows))
	}
}

// TestReplicaOnAFullDisk fills the disk of one replica: it stores nothing, and the other continues.
func TestReplicaOnAFullDisk(t *testing.T) { synctest.Test(t, onAFullDisk) }

func onAFullDisk(t *testing.T) {
	var log logtest.Memory
	small, err := OpenReplica(t.Context(), filepath.Join(t.TempDir(), "small.db"), log.Client(0), Options{maxSize: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	other := openReplica(t, filepath.Join(t.TempDir(), "other.db"), log.Client(0))
	big := make([]byte, 1<<16)
	for i := range 4 {
		if err := other.Put("big", strconv.Itoa(i), big); err != nil {
			t.Fatal(err)
		}
	}
	before := headOf(t, &log)
	for err == nil || errors.Is(err, ErrUnreachable) {
		err = small.Put("small", "1", []byte{1})
	}
	if !errors.Is(err, ErrFull) {
		t.Errorf("a write on the full disk: %v", err)
	}
	if err := small.Sync(t.Context()); !errors.Is(err, ErrUnreachable) {
		t.Errorf("Sync() on the full disk = %v", err)
	}
	if got := headOf(t, &log); got != before {
		t.Errorf("the full disk has added %d changes", got-before)
	}
	if err := other.Put("big", "5", big); err != nil {
		t.Error(err)
	}
	if err := small.Close(); err != nil {
		t.Error(err)
	}
}

// TestReplicaOfAnOlderVersion: a log is refused for the same content as a file.
func TestReplicaOfAnOlderVersion(t *testing.T) {
	log := new(logtest.Memory)
	s, err := OpenReplica(t.Context(), filepath.Join(t.TempDir(), "old.db"), log.Client(0), Options{writeTimeout: patient})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	k, err := s.Create(channel, "hex", hexTable())
	if err != nil {
		t.Fatal(err)
	}
	key, err := k.encode()
	if err != nil {
		t.Fatal(err)
	}
	err = s.write(func(w *writing) error {
		table, err := stored(w.Tx, key, decode)
		if err != nil {
			return err
		}
		was := table.Head
		table.Over = true
		value, err := json.Marshal(table)
		if err != nil {
			return err
		}
		return w.putTable(key, &was, &table.Head, checksummed(key, value))
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "new.db")
	if s, err := OpenReplica(t.Context(), path, log.Client(0), Options{writeTimeout: patient}); !errors.Is(err, ErrOlder) {
		t.Errorf("a copy of it opens: %v, %v", s, err)
	}
}

// TestReplicaOfANewerVersion: a copy lists tables that only a newer version can read, so that they are there when
// the copy is updated.
func TestReplicaOfANewerVersion(t *testing.T) {
	log := new(logtest.Memory)
	newer := openReplica(t, filepath.Join(t.TempDir(), "new.db"), log.Client(0))
	older := openReplica(t, filepath.Join(t.TempDir(), "old.db"), log.Client(0))
	over := hexTable()
	over.Pending, over.Thinks, over.Due = nil, false, time.Time{}
	over.End, over.Over = &End{At: time.Unix(1000, 0).UTC(), Winner: 0, Counts: true}, true
	for _, table := range []*Table{hexTable(), over} {
		table.Rated = "hex/11"
		k, err := newer.Create(channel, "hex", table)
		if err != nil {
			t.Fatal(err)
		}
		key, err := k.encode()
		if err != nil {
			t.Fatal(err)
		}
		lists := func() string {
			if err := older.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(indexRows(t, older, key))
		}
		want := lists()
		value := rowsOf(t, newer)["tables/"+string(key)]
		plain := []byte(value[:len(value)-checksumSize])
		later := bytes.ReplaceAll(plain, []byte(`{"`), []byte(`{"colour":"red","`)) // in the table, its end and its moves
		for _, content := range [][]byte{later, plain, later, nil} {
			err := newer.write(func(w *writing) error {
				if content == nil {
					return w.putTable(key, &table.Head, nil, nil)
				}
				return w.putTable(key, &table.Head, &table.Head, checksummed(key, content))
			})
			if err != nil {
				t.Fatal(err)
			}
			if content == nil {
				want = "[]"
			}
			if got := lists(); got != want || (want == "[]") != (content == nil) {
				t.Errorf("a copy lists\n%q, want\n%q", got, want)
			}
		}
	}
}

// indexRows are the entries of a table in the indexes.
func indexRows(t *testing.T, s *Store, table []byte) (list []string) {
	t.Helper()
	err := s.view(func(tx *bolt.Tx) error {
		for _, name := range indexes {
			err := tx.Bucket(name).ForEach(func(key, value []byte) error {
				if bytes.Contains(key, table) {
					list = append(list, fmt.Sprintf("%s %x %x", name, key, value))
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
