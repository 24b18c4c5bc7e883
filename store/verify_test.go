package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

func TestVerifyCounts(t *testing.T) {
	s := fresh(t)
	for i := range 3 {
		table := hexTable()
		if i == 0 {
			table.Over, table.End = true, &End{At: now}
		}
		if _, err := s.Create(channel, "hex", table); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put("note", "1", nil); err != nil {
		t.Fatal(err)
	}
	c, err := s.Verify(t.Context())
	info, statErr := os.Stat(s.path)
	if err = errors.Join(err, statErr); err != nil {
		t.Fatal(err)
	}
	if want := (Contents{Tables: 3, Open: 2, Records: 1, Bytes: c.Bytes}); c != want || c.Bytes <= 0 || c.Bytes > info.Size() {
		t.Errorf("Verify() = %+v in a file of %d bytes, want %+v", c, info.Size(), want)
	}
}

func TestStatsCountOpenAndThinkingTables(t *testing.T) {
	s := fresh(t)
	for i := range 4 {
		table := hexTable()
		if table.Thinks = i > 1; i == 0 {
			table.Over, table.End = true, &End{At: now}
		}
		if _, err := s.Create(channel, "hex", table); err != nil {
			t.Fatal(err)
		}
	}
	st, err := s.Stats()
	if err != nil || st.Open != 3 || st.Thinking != 2 || st.Bytes <= 0 {
		t.Errorf("Stats() = %+v, %v, want 3 open and 2 thinking", st, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Stats(); !errors.Is(err, ErrClosed) {
		t.Errorf("Stats() after Close = %v, want ErrClosed", err)
	}
}

func TestCommittedCountsWhatWasStored(t *testing.T) {
	type commit struct {
		took   time.Duration
		writes int
	}
	commits := make(chan commit, 10)
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{Committed: func(took time.Duration, writes int) {
		commits <- commit{took, writes}
	}})
	table := hexTable()
	k, err := s.Create(channel, "hex", table)
	if err != nil {
		t.Fatal(err)
	}
	if c := <-commits; c.writes != 1 || c.took <= 0 {
		t.Errorf("commit %+v, want one write that took a time", c)
	}
	table.Revision = 7
	if err := s.Save(k, table); !errors.Is(err, ErrStale) {
		t.Fatalf("Save = %v, want ErrStale", err)
	}
	if len(commits) != 0 {
		t.Errorf("a refused write counts as a commit: %+v", <-commits)
	}
}

// firstKey returns a copy of a bucket's first key.
func firstKey(tx *bolt.Tx, bucket []byte) []byte {
	key, _ := tx.Bucket(bucket).Cursor().First()
	return bytes.Clone(key)
}

func TestVerifyFindsDamage(t *testing.T) {
	remove := func(bucket []byte) func(*bolt.Tx) error {
		return func(tx *bolt.Tx) error { return tx.Bucket(bucket).Delete(firstKey(tx, bucket)) }
	}
	tests := []struct {
		name   string
		damage func(*bolt.Tx) error
		want   error
		word   string
	}{
		{"an open table that no index has", remove(openBucket), ErrCorrupt, "open"},
		{"a user's table that no index has", remove(usersBucket), ErrCorrupt, "users"},
		{"an index of a table that is gone", remove(tablesBucket), ErrCorrupt, "index"},
		{"an index entry too many", func(tx *bolt.Tx) error { return tx.Bucket(dueBucket).Put([]byte("x"), nil) }, ErrCorrupt, "due"},
		{"a past that no index has", remove(pastBucket), ErrCorrupt, "past"},
		{"a past that tells something else", func(tx *bolt.Tx) error {
			key := firstKey(tx, pastBucket)
			value := bytes.Clone(tx.Bucket(pastBucket).Get(key))
			value[1] ^= 2 // the player's seat
			return tx.Bucket(pastBucket).Put(key, value)
		}, ErrCorrupt, "does not say what is so"},
		{"a past of nobody", func(tx *bolt.Tx) error { return tx.Bucket(pastBucket).Put([]byte("x"), nil) }, ErrCorrupt, "past"},
		{"a game to be rated that no index has", remove(unratedBucket), ErrCorrupt, "unrated"},
		{"a rated game that no index has", remove(ratedBucket), ErrCorrupt, "rated"},
		{"a table of a server that no index has", remove(serversBucket), ErrCorrupt, "servers"},
		{"a member of a ranking without a place", remove(ranksBucket), ErrCorrupt, "ranking"},
		{"a number that would be given twice", func(tx *bolt.Tx) error {
			return tx.Bucket(numbersBucket).Put(firstKey(tx, numbersBucket), []byte{0, 0, 0, 1})
		}, ErrCorrupt, "number"},
		{"blocks of requests that are counted anew", func(tx *bolt.Tx) error {
			b, err := tx.CreateBucket(handledBucket)
			key := []byte{0, 0, 0, 0, 0, 0, 0, 1}
			return errors.Join(err, b.Put(key, checksummed(key, nil)))
		}, ErrCorrupt, "beyond the last number"},
		{"a record that is no JSON", func(tx *bolt.Tx) error {
			return tx.Bucket(tablesBucket).Put(firstKey(tx, tablesBucket), []byte("{"))
		}, ErrFormat, "hex"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := full40(t)
			copied := filepath.Join(t.TempDir(), "copy.db")
			whole, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(copied, whole, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			writeBolt(t, copied, tt.damage)
			if _, err := Check(t.Context(), copied); !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.word) {
				t.Errorf("Check = %v, want %v that says %q", err, tt.want, tt.word)
			}
		})
	}
}

// TestVerifyFindsLostPages overwrites each page that is not empty. Each loss must be found, except
// that of a free page.
func TestVerifyFindsLostPages(t *testing.T) {
	whole, err := os.ReadFile(full40(t))
	if err != nil {
		t.Fatal(err)
	}
	size, found := os.Getpagesize(), 0
	pages, path := len(whole)/size, filepath.Join(t.TempDir(), "copy.db")
	for page := 2; page < pages; page++ {
		damaged := bytes.Clone(whole)
		clear(damaged[page*size : (page+1)*size])
		if bytes.Equal(damaged, whole) {
			continue
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Check(t.Context(), path); errors.Is(err, ErrCorrupt) {
			found++
		} else if err != nil && !errors.Is(err, ErrFormat) {
			t.Errorf("page %d: %v", page, err)
		}
	}
	if found < 40 { // all that begin a node, and many that go on with one
		t.Errorf("only %d lost pages of %d were noticed", found, pages)
	}
}
