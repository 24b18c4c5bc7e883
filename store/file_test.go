package store

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// writeFunc is a writer that is a function.
type writeFunc func([]byte) (int, error)

func (f writeFunc) Write(b []byte) (int, error) { return f(b) }

// backup writes a copy of a store to path.
func backup(t *testing.T, s *Store, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// refuses checks that a file is refused with the error, which names the file, and is left
// unchanged.
func refuses(t *testing.T, path string, want error, words ...string) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{LockTimeout: time.Millisecond})
	if err == nil {
		_ = s.Close()
	}
	if !errors.Is(err, want) {
		t.Fatalf("Open = %v, want %v", err, want)
	}
	for _, word := range append(words, path) {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q does not say %q", err, word)
		}
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("the refused file was changed")
	}
}

// writeBolt makes a bbolt file by other means than Open.
func writeBolt(t *testing.T, path string, fill func(*bolt.Tx) error) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(fill), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesAFileInUse(t *testing.T) {
	s := fresh(t)
	refuses(t, s.path, ErrLocked, "another bot", "playground", "sixfold say", "--data")
	if err := s.Put("a", "1", nil); err != nil {
		t.Errorf("the store that holds the file: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, s.path, Options{LockTimeout: time.Millisecond})
}

func TestOpenRefusesANewerSchema(t *testing.T) {
	s := fresh(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	newer := strconv.Itoa(Schema + 1)
	writeBolt(t, s.path, func(tx *bolt.Tx) error { return tx.Bucket(metaBucket).Put(schemaKey, []byte(newer)) })
	refuses(t, s.path, ErrNewer, "schema is "+newer)
}

// TestOpenRefusesAnOlderVersion: a file with an older schema, one of this schema with a table from
// before ends were stored, and the copy of a log with such a table.
func TestOpenRefusesAnOlderVersion(t *testing.T) {
	for name, older := range map[string]struct {
		fill func(*bolt.Tx) error
		word string
	}{
		"by its schema":   {func(tx *bolt.Tx) error { return tx.Bucket(metaBucket).Put(schemaKey, []byte("3")) }, "its schema is 3"},
		"by its contents": {func(tx *bolt.Tx) error { return tx.Bucket(unendedBucket).Put(firstKey(tx, tablesBucket), nil) }, "does not tell how it ended"},
	} {
		t.Run(name, func(t *testing.T) {
			path := full40(t)
			writeBolt(t, path, older.fill)
			refuses(t, path, ErrOlder, "commit 0ad4ed6f", older.word)
			if _, err := Check(t.Context(), path); !errors.Is(err, ErrOlder) {
				t.Errorf("Check = %v, want ErrOlder", err)
			}
			if err := Inspect(t.Context(), path); !errors.Is(err, ErrOlder) {
				t.Errorf("Inspect = %v, want ErrOlder", err)
			}
		})
	}
}

func TestOpenRefusesWhatIsNoStore(t *testing.T) {
	whole, err := os.ReadFile(full40(t))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		content []byte
	}{
		{"text", []byte("channel = 5\n")},
		{"long text", bytes.Repeat([]byte("channel = 5\n"), 10_000)},
		{"zeros", make([]byte, 64<<10)},
		{"a byte", []byte{0}},
		{"cut off in the first page", whole[:1000]},
		{"cut off after the first page", whole[:4096]},
		{"cut off in the second page", whole[:5000]},
		{"cut off after the head", whole[:8192]},
		{"cut off in the middle", whole[:len(whole)/3]},
		{"both heads damaged", append(make([]byte, 8192), whole[8192:]...)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			if err := os.WriteFile(path, tt.content, 0o600); err != nil {
				t.Fatal(err)
			}
			refuses(t, path, ErrCorrupt, "backup")
		})
	}
}

func TestOpenRefusesAnotherProgramsBolt(t *testing.T) {
	tests := []struct {
		name string
		fill func(*bolt.Tx) error
	}{
		{"other buckets", func(tx *bolt.Tx) error {
			_, err := tx.CreateBucket([]byte("other"))
			return err
		}},
		{"a bucket is missing", func(tx *bolt.Tx) error {
			return errors.Join(create(tx), tx.DeleteBucket(dueBucket))
		}},
		{"no schema", func(tx *bolt.Tx) error {
			return errors.Join(create(tx), tx.Bucket(metaBucket).Delete(schemaKey))
		}},
		{"schema 0", func(tx *bolt.Tx) error {
			return errors.Join(create(tx), tx.Bucket(metaBucket).Put(schemaKey, []byte("0")))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			writeBolt(t, path, tt.fill)
			refuses(t, path, ErrCorrupt)
		})
	}
}

func TestOpenInAFolderThatIsNotThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "test.db")
	if _, err := Open(path, Options{}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open = %v, want an error that names the file", err)
	}
	if _, err := Open(t.TempDir(), Options{}); err == nil {
		t.Error("a folder was opened as a store")
	}
}

// full40 returns the file of a store of 40 tables, some of which take several pages and some of
// which are over, in a folder of its own.
func full40(t *testing.T) string {
	t.Helper()
	content, err := contentOf40()
	path := filepath.Join(t.TempDir(), "test.db")
	if err = errors.Join(err, os.WriteFile(path, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// contentOf40 makes what [full40] returns, once.
var contentOf40 = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "store")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "test.db")
	s, err := Open(path, Options{noSync: true})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(fill40(s), s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func fill40(s *Store) error {
	for i := range 40 {
		table := hexTable()
		for range i * 4 {
			table.Moves = append(table.Moves, table.Moves[0])
		}
		if i%3 == 2 {
			endTable(table, i)
		}
		if _, err := s.Create(strconv.Itoa(1000+i%7), "hex", table); err != nil {
			return err
		}
		err := Update(context.Background(), s, Op{}, func(tx *Tx) error {
			tx.Rank(Ranked{Board: "hex/13", Member: strconv.Itoa(i), Score: int32(1400 + 7*i%50)})
			tx.Put("note", strconv.Itoa(i), make([]byte, 300))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// endTable ends a table, alternately in three ways: rated, to be rated, and as older versions did.
func endTable(t *Table, i int) {
	t.Pending, t.Thinks, t.Due, t.Over = nil, false, time.Time{}, true
	if t.End = (&End{At: now, Winner: -1}); i/3%3 == 2 {
		return
	}
	t.Rated = "hex/13"
	t.End = &End{At: now.Add(time.Duration(i) * time.Minute), Winner: i % 2, Counts: true}
	if i/3%3 == 1 {
		t.End.Ratings = []Rating{{Before: 1500, After: 1516.25, Deviation: 80.5, Volatility: 0.06}, {Before: 1600, After: 1600}}
	}
}

// TestDamageIsReported damages a valid file in many ways. Nothing may crash or hang, and callers
// must be able to distinguish every error.
func TestDamageIsReported(t *testing.T) {
	whole, err := os.ReadFile(full40(t))
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	ways := map[string]func(*rand.Rand, []byte) []byte{
		"cut off": func(r *rand.Rand, b []byte) []byte { return b[:1+r.IntN(len(b)-1)] },
		"page of zeros": func(r *rand.Rand, b []byte) []byte {
			at := r.IntN(len(b)/page) * page
			clear(b[at : at+page])
			return b
		},
		"page of noise": func(r *rand.Rand, b []byte) []byte {
			at := r.IntN(len(b)/page) * page
			for i := range page {
				b[at+i] = byte(r.Uint32())
			}
			return b
		},
		"page in another's place": func(r *rand.Rand, b []byte) []byte {
			to, from := r.IntN(len(b)/page)*page, r.IntN(len(b)/page)*page
			copy(b[to:to+page], b[from:from+page])
			return b
		},
		"head of a page": func(r *rand.Rand, b []byte) []byte {
			b[r.IntN(len(b)/page)*page+8+r.IntN(56)] ^= byte(1 + r.IntN(255))
			return b
		},
	}
	for name, damage := range ways {
		t.Run(name, func(t *testing.T) {
			folder, met := t.TempDir(), 0
			for seed := range uint64(12) {
				// A file each: bbolt may panic with the file mapped, which keeps it locked.
				path := filepath.Join(folder, strconv.FormatUint(seed, 10)+".db")
				b := damage(rand.New(rand.NewPCG(seed, 0)), bytes.Clone(whole))
				if err := os.WriteFile(path, b, 0o600); err != nil {
					t.Fatal(err)
				}
				for _, err := range useAll(t, path) {
					met++
					if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrFormat) {
						t.Errorf("seed %d: %v", seed, err)
					}
				}
			}
			if met == 0 {
				t.Error("no damage was met")
			}
		})
	}
}

// useAll opens a damaged store, calls all its methods and returns what went wrong.
func useAll(t *testing.T, path string) (errs []error) {
	t.Helper()
	note := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{noSync: true})
	note(err)
	if err != nil {
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("the refused file was changed: %v", err)
		}
		return errs
	}
	defer func() { note(s.Close()) }()
	for i := range 7 {
		entries, err := s.Channel(strconv.Itoa(1000 + i))
		note(err)
		for _, e := range entries {
			_, err = s.Load(e.Key)
			note(err)
		}
	}
	_, err = s.User("11")
	note(err)
	_, err = s.Thinking()
	note(err)
	_, err = s.Due(now.Add(24 * time.Hour))
	note(err)
	note(s.Each("note", "", func(string, []byte) bool { return true }))
	_, err = s.First("note", "3", 100)
	note(err)
	_, err = s.Past("11", "", PastCursor{}, 100)
	note(err)
	_, err = s.Unrated(100)
	note(err)
	_, err = s.ratedAfter("hex/13", ratedCursor{}, 100)
	note(err)
	_, err = s.Top("hex/13", 3, 30)
	note(err)
	_, _, err = s.PlaceOf("hex/13", "7")
	note(err)
	note(s.Commit(&Tx{ranks: []Ranked{{Board: "hex/13", Member: "7", Score: 1}}}, Op{}))
	_, err = s.Create("1003", "hex", hexTable())
	note(err)
	note(s.Delete(Key{"1001", "hex", 1}))
	note(s.Put("note", "1", make([]byte, 9000)))
	return errs
}

// TestFileCutOffUnderAnOpenStore: as a careless shell redirection does.
func TestFileCutOffUnderAnOpenStore(t *testing.T) {
	path := full40(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first error must not leave a lock behind
		_, err := s.Load(Key{"1001", "hex", 1})
		for _, err := range []error{err, s.Put("a", "1", nil)} {
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("after the file was cut off: %v, want ErrCorrupt", err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
}

func TestFullStoreStaysUsable(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{maxSize: 256 << 10})
	k, err := s.Create(channel, "hex", hexTable())
	if err != nil {
		t.Fatal(err)
	}
	id := committed(t, s)
	if err := s.Put("note", "large", make([]byte, 1<<20)); !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "disk") {
		t.Fatalf("Put of more than fits = %v, want ErrFull", err)
	}
	if n := committed(t, s); n != id {
		t.Errorf("a refused write was committed")
	}
	check(t, s)
	if _, err := s.Get("note", "large"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Get of what did not fit = %v, want ErrNotFound", err)
	}
	table, err := s.Load(k)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Save(k, table); err != nil {
		t.Errorf("Save of what fits, after ErrFull: %v", err)
	}
}
