package store

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// oldStore is the path of a store of schema 3, as a version with that left it: 385 tables of
// all games, 205 of which are over, and 48 records. Chance has played the games.
func oldStore(t *testing.T) (path string, content []byte) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "schema-3.bolt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	if content, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, content
}

// inUse is how many bytes of the old store's file hold something.
const inUse = 987136

// schemaOf is what a store says of its schema.
func schemaOf(t *testing.T, s *Store) (schema string) {
	t.Helper()
	if err := s.view(func(tx *bolt.Tx) error { schema = string(tx.Bucket(metaBucket).Get(schemaKey)); return nil }); err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestOldStoreIsRaised: it is read as it is, and has no past. The first write, which succeeds,
// leaves a copy of the file as it was beside it; then all tables that are over want an end.
func TestOldStoreIsRaised(t *testing.T) {
	path, content := oldStore(t)
	var copies []string
	s := open(t, path, Options{Raised: func(copied string) { copies = append(copies, copied) }})
	want := Contents{Tables: 385, Open: 180, Records: 48, Bytes: inUse}
	if c, err := s.Verify(t.Context()); err != nil || c != want {
		t.Errorf("Verify = %+v, %v, want %+v", c, err, want)
	}
	var over []Key
	for _, k := range allKeys(t, s) {
		table, err := s.Load(k)
		if err != nil {
			t.Fatal(err)
		}
		if !table.Open() {
			over = append(over, k)
		}
	}
	ask := func() ([]Key, int) { // all that older files know nothing of
		t.Helper()
		keys, err := s.Unended(Key{}, 1000)
		unrated, failed := s.Unrated(10)
		past, failedToo := s.Past("1180000000000000000", "", PastCursor{}, 10)
		rated, failedThen := s.RatedAfter("hex/13", RatedCursor{}, 10)
		top, failedAtLast := s.Top("hex/13", 0, 10)
		_, ranked, never := s.PlaceOf("hex/13", "1")
		if err = errors.Join(err, failed, failedToo, failedThen, failedAtLast, never); err != nil || ranked {
			t.Fatal(err, ranked)
		}
		return keys, len(unrated) + len(past) + len(rated) + len(top)
	}
	if keys, others := ask(); len(keys)+others > 0 {
		t.Errorf("as it is it lists %v and %d others", keys, others)
	}
	if err := s.Save(over[0], &Table{Head: Head{Game: over[0].Game, Revision: 77}}); !errors.Is(err, ErrStale) {
		t.Errorf("a stale write ends in %v", err)
	}
	if schema := schemaOf(t, s); schema != "3" {
		t.Errorf("after a write that was refused the schema is %s", schema)
	}

	requests := latestRequests(t, s)
	if err := s.Put("note", "1", nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range requests {
		handled(t, s, id, true)
	}
	if schema := schemaOf(t, s); schema != strconv.Itoa(Schema) {
		t.Errorf("after a write the schema is %s", schema)
	}
	if keys, others := ask(); !slices.Equal(keys, over) || len(over) != 205 || others > 0 {
		t.Errorf("%d tables of %d have no end, and %d others are listed", len(keys), len(over), others)
	}
	if c, err := s.Verify(t.Context()); err != nil || c.Tables != want.Tables || c.Open != want.Open || c.Records != want.Records+1 {
		t.Errorf("after a write Verify = %+v, %v", c, err)
	}
	if err := s.Put("note", "2", nil); err != nil {
		t.Fatal(err)
	}
	copied := path + ".schema-3"
	if !slices.Equal(copies, []string{copied}) {
		t.Errorf("copies were made at %v, want %s", copies, copied)
	}
	if b, err := os.ReadFile(copied); err != nil || len(b) != inUse || !bytes.Equal(b[2*4096:], content[2*4096:inUse]) {
		t.Errorf("the copy is another file: %v", err)
	}
	if c, err := Check(t.Context(), copied); err != nil || c.Tables != want.Tables || c.Records != want.Records {
		t.Errorf("the copy holds %+v, %v", c, err)
	}
	onlyFiles(t, filepath.Dir(path), "test.db", "test.db.schema-3")
}

// latestRequests are the IDs in the latest block, of which there are some.
func latestRequests(t *testing.T, s *Store) (ids []string) {
	t.Helper()
	err := s.view(func(tx *bolt.Tx) error {
		for block := latestBlock(tx); len(block) > 0; block = block[idSize:] {
			ids = append(ids, strconv.FormatUint(binary.BigEndian.Uint64(block), 10))
		}
		return nil
	})
	if err != nil || len(ids) == 0 {
		t.Fatalf("%d requests, %v", len(ids), err)
	}
	return ids
}

// allKeys are those of all tables of a store.
func allKeys(t *testing.T, s *Store) (keys []Key) {
	t.Helper()
	err := s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(tablesBucket).ForEach(func(key, _ []byte) error {
			k, err := decodeKey(key)
			keys = append(keys, k)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestNothingIsRaisedWithoutACopy: where there is no room for it, nothing is written, until
// there is.
func TestNothingIsRaisedWithoutACopy(t *testing.T) {
	path, _ := oldStore(t)
	s := open(t, path, Options{})
	inTheWay := path + ".schema-3"
	if err := os.Mkdir(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Put("note", "1", nil); err == nil || !strings.Contains(err.Error(), "keep a copy of the store as older versions read it") {
			t.Errorf("without a copy Put = %v", err)
		}
	}
	if schema := schemaOf(t, s); schema != "3" {
		t.Errorf("without a copy the schema becomes %s", schema)
	}
	onlyFiles(t, filepath.Dir(path), "test.db", "test.db.schema-3")
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	if err := s.Put("note", "1", nil); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(inTheWay); err != nil || info.Size() != inUse {
		t.Errorf("the copy is %v, %v", info, err)
	}
}

// TestCopyOfARaisedStoreGoesOn: whoever goes back to the copy and raises it again has a copy
// of what they came with.
func TestCopyOfARaisedStoreGoesOn(t *testing.T) {
	path, _ := oldStore(t)
	copied := path + ".schema-3"
	if err := os.WriteFile(copied, []byte("of last time"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, Options{})
	if err := s.Put("note", "1", nil); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(copied); err != nil || info.Size() != inUse {
		t.Errorf("the copy is %v, %v", info, err)
	}
	older := open(t, copied, Options{})
	if err := older.Put("note", "3", nil); err != nil {
		t.Errorf("the copy does not go on: %v", err)
	}
}
