//go:build unix

package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/store"
)

// damagedTables is the number of tables in the store.
const damagedTables = 100

// storeToDamage writes a store: a table opened by the bot, tables of all sizes, records, and free
// pages. Only the first table differs between runs.
func storeToDamage(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	if out, err := program(t, "say", "/hex new @you size:3", "--data", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s, err := store.Open(path, store.Unsynced())
	if err != nil {
		t.Fatal(err)
	}
	var gone []store.Entry
	for n := range damagedTables + damagedTables/3 {
		at := time.Unix(int64(1_700_000_000+n), 0).UTC()
		e := store.Entry{Key: keyToDamage(n), Table: &store.Table{Head: store.Head{
			Game: "hex", Seats: []string{"user:" + strconv.Itoa(n%50), "user:7"}, Names: []string{"Ada", "Bo"}, Owner: "7",
			Over: n%3 == 0, Opened: at, Due: at,
		}}}
		for m := range n * n % 211 {
			e.Moves = append(e.Moves, store.Move{Text: "c" + strconv.Itoa(m), By: "user:7", At: at})
		}
		if e.Over {
			e.End = &store.End{At: at}
		}
		err = errors.Join(err, bottest.Save(s, e.Key, e.Table))
		if n >= damagedTables {
			gone = append(gone, e)
		}
	}
	err = errors.Join(err, store.Update(t.Context(), s, store.Op{}, func(tx *store.Tx) error {
		for _, e := range gone {
			tx.DeleteTable(e.Key, e.Table)
		}
		for n := range 100 {
			tx.Put("note", strconv.Itoa(n), bytes.Repeat([]byte("a note "), n))
		}
		return nil
	}))
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func keyToDamage(n int) store.Key {
	return store.Key{Channel: strconv.Itoa(1000 + n%40), Game: "hex", Number: 1 + n/40}
}

// told returns what people were told that a store holds.
func told(t *testing.T, path string) string {
	t.Helper()
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var all strings.Builder
	for n := range damagedTables {
		table, err := s.Load(keyToDamage(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(&all).Encode(table); err != nil {
			t.Fatal(err)
		}
	}
	err = s.Each("note", "", func(id string, value []byte) bool {
		fmt.Fprintf(&all, "%s %q\n", id, value)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// damages are ways to damage a file.
var damages = []struct {
	name  string
	apply func(*rand.Rand, []byte) []byte
}{
	{"a byte", func(r *rand.Rand, b []byte) []byte {
		b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
		return b
	}},
	{"a byte of a page's first", func(r *rand.Rand, b []byte) []byte {
		b[pageIn(r, b)+r.IntN(64)] ^= byte(1 + r.IntN(255))
		return b
	}},
	{"a byte of how many pages a page takes", func(r *rand.Rand, b []byte) []byte {
		b[pageIn(r, b)+12+r.IntN(4)] ^= byte(1 + r.IntN(255))
		return b
	}},
	{"a byte of the heads", func(r *rand.Rand, b []byte) []byte {
		b[r.IntN(2)*pageSize+r.IntN(80)] ^= byte(1 + r.IntN(255))
		return b
	}},
	{"a page of zeros", func(r *rand.Rand, b []byte) []byte {
		at := pageIn(r, b)
		clear(b[at : at+pageSize])
		return b
	}},
	{"a page of noise", func(r *rand.Rand, b []byte) []byte {
		at := pageIn(r, b)
		for i := range pageSize {
			b[at+i] = byte(r.Uint32())
		}
		return b
	}},
	{"noise behind a page's first 16 bytes", func(r *rand.Rand, b []byte) []byte {
		at := pageIn(r, b)
		for i := 16; i < pageSize; i++ {
			b[at+i] = byte(r.Uint32())
		}
		return b
	}},
	{"a page in another's place", func(r *rand.Rand, b []byte) []byte {
		to, from := pageIn(r, b), pageIn(r, b)
		copy(b[to:to+pageSize], b[from:from+pageSize])
		return b
	}},
	{"a page that is missing", func(r *rand.Rand, b []byte) []byte {
		at := pageIn(r, b)
		return append(b[:at], b[at+pageSize:]...)
	}},
	{"cut off", func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] }},
}

// pageSize is the page size of the stores created here.
var pageSize = os.Getpagesize()

// pageIn returns the offset of a random page.
func pageIn(r *rand.Rand, b []byte) int { return r.IntN(len(b)/pageSize) * pageSize }
