package store

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestServer: it lists the open public tables of a server, up to a limit.
func TestServer(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{})
	put := func(guild string, over, private bool) Key {
		t.Helper()
		table := &Table{Head: Head{Game: "hex", Seats: []string{"user:11"}, Guild: guild, Over: over, Private: private}}
		if over {
			table.End = &End{At: now}
		}
		k, err := s.Create(channel, "hex", table)
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
	put("77", false, false)
	numbers("77", 10, 1, 6)
	numbers("77", 1, 1)
	numbers("778", 10, 4)
}

// TestFinished: games that ended before a time are found piece by piece, except those waiting to be
// rated.
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
