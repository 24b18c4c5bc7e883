package store

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// TestServer: it lists the tables of a server that are open and not private, as far as one
// asks, also in a file that older versions wrote.
func TestServer(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{})
	put := func(guild string, over, private bool) Key {
		t.Helper()
		k, err := s.Create(channel, "hex", &Table{Head: Head{Game: "hex", Seats: []string{"user:11"}, Guild: guild, Over: over, Private: private}})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	numbers := func(guild string, limit int, want ...int) {
		t.Helper()
		found, err := s.Server(guild, limit)
		if err != nil || len(found) != len(want) {
			t.Fatalf("Server(%s, %d) = %d tables, %v, want %v", guild, limit, len(found), err, want)
		}
		for i, b := range found {
			if b.Key.Number != want[i] || b.Guild != guild {
				t.Errorf("Server(%s)[%d] = %v of %s, want %d", guild, i, b.Key, b.Guild, want[i])
			}
		}
	}
	put("77", false, false)
	put("77", true, false)
	put("77", false, true)
	put("778", false, false)
	put("", false, false)
	last := put("77", false, false)
	numbers("77", 10, 1, 6)
	numbers("77", 1, 1)
	numbers("778", 10, 4)

	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeBolt(t, s.path, func(tx *bolt.Tx) error {
		for _, name := range buckets(Schema) {
			if !inSchema(endsSchema-1, name) {
				if err := tx.DeleteBucket(name); err != nil {
					return err
				}
			}
		}
		return tx.Bucket(metaBucket).Put(schemaKey, []byte(strconv.Itoa(endsSchema-1)))
	})
	s = open(t, s.path, Options{})
	numbers("77", 10)
	if err := s.Delete(last); err != nil {
		t.Fatal(err)
	}
	numbers("77", 10, 1)
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// inSchema reports whether a schema has a bucket.
func inSchema(schema int, name []byte) bool {
	for _, b := range buckets(schema) {
		if string(b) == string(name) {
			return true
		}
	}
	return false
}

// TestFinished: games that ended before a time are found piece by piece, but for those whose
// ratings wait.
func TestFinished(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{})
	rated := []Rating{{Before: 1500, After: 1510}, {Before: 1500, After: 1490}}
	for _, h := range []Head{
		{Over: true, End: &End{At: now, Counts: true}},
		{Over: true, End: &End{At: now.Add(time.Hour), Counts: true}},
		{},
		{Over: true, Rated: "hex/13", End: &End{At: now, Counts: true}},
		{Over: true, Rated: "hex/13", End: &End{At: now, Counts: true, Ratings: rated}},
		{Over: true, End: &End{At: now}},
	} {
		h.Game, h.Seats = "hex", []string{"user:11", "user:12"}
		if _, err := s.Create(channel, "hex", &Table{Head: h}); err != nil {
			t.Fatal(err)
		}
	}
	var found []int
	last, calls := Key{}, 0
	for calls = 1; calls < 10; calls++ {
		keys, next, err := s.Finished(last, now.Add(time.Minute), 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range keys {
			found = append(found, k.Number)
		}
		if last = next; last == (Key{}) {
			break
		}
	}
	if want := []int{1, 5, 6}; !slices.Equal(found, want) || calls != 4 {
		t.Errorf("found %v in %d calls, want %v", found, calls, want)
	}
}
