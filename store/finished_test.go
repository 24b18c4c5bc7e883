package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// crowd is many finished games of many people: those of a server of some years.
type crowd struct {
	games, people int
	heavy         int // games of the first person
	*rand.Rand
}

// newCrowd is small, or with SIXFOLD_LONG=1 as large as the store is meant for.
func newCrowd() *crowd {
	c := &crowd{games: 5000, people: 500, heavy: 200, Rand: rand.New(rand.NewPCG(18, 1))}
	if long() {
		c.games, c.people, c.heavy = 1_000_000, 50_000, 5000
	}
	return c
}

var (
	crowdGames = []string{"hex", "hex", "hex", "atom4", "connexion"}
	crowdPools = map[string]string{"hex": "hex/13", "atom4": "atom4", "connexion": "connexion"}
)

// person is the ID of the n-th.
func (c *crowd) person(n int) string { return strconv.Itoa(1_180_000_000_000_000_000 + n*7919) }

// game returns the i-th game, as it is when it has been rated, and where it is.
func (c *crowd) game(i int) (Key, *Table) {
	a, b := c.IntN(c.people), c.IntN(c.people-1)
	if i%(c.games/c.heavy) == 0 {
		a = 0
	}
	if b >= a {
		b++
	}
	game := crowdGames[c.IntN(len(crowdGames))]
	k := Key{Channel: strconv.Itoa(1_290_000_000_000_000_000 + i%997*104_729), Game: game, Number: 1 + i/997}
	at := now.Add(time.Duration(i) * 40 * time.Second)
	users := []string{c.person(a), c.person(b)}
	t := &Table{
		Head: Head{
			Game: game, Rules: 2, Seats: []string{UserSeat + users[0], UserSeat + users[1]}, Names: []string{"Ada Lovelace", "Ben"},
			Owner: users[0], Guild: "1100000000000000077", Posts: true, Locale: "en-GB", Over: true,
			Opened: at.Add(-time.Hour), Touched: at, Used: []int64{at.UnixMilli(), at.UnixMilli()},
			Rated: crowdPools[game],
			End:   &End{At: at.Truncate(time.Millisecond), Winner: c.IntN(2), Counts: true},
		},
		Options: []byte(`{"size":11,"swap":true}`),
	}
	for n := range 5 + c.IntN(20) { // few, of which nothing here depends
		t.Moves = append(t.Moves, Move{Text: string(rune('a'+c.IntN(11))) + strconv.Itoa(1+c.IntN(11)), By: t.Seats[n%2], At: at.Add(time.Duration(n) * time.Second)})
	}
	t.Stand = &Stand{Turn: -1, Moves: len(t.Moves)}
	for range 2 {
		t.End.Ratings = append(t.End.Ratings, Rating{c.rating(), c.rating(), float64(5000+c.IntN(10000)) / 100, float64(59000+c.IntN(2000)) / 1e6})
	}
	return k, t
}

func (c *crowd) rating() float64 { return float64(int(150_000+30_000*c.NormFloat64())) / 100 }

// bare is the game as older versions stored it.
func bare(t *Table) *Table {
	b := *t
	b.Rated, b.End = "", nil
	return &b
}

// fill stores all games, many in each transaction: each as it is when it ends, and then, but
// for the last hundred, as it is when it has been rated. Everybody gets a place.
func (c *crowd) fill(b testing.TB, s *Store, as func(*Table) *Table) (moves int) {
	b.Helper()
	for from := 0; from < c.games; {
		var writes []func(tx *bolt.Tx) error
		for ; len(writes) < 4000 && from < c.games; from++ {
			k, t := c.game(from)
			text, err := json.Marshal(t.Moves)
			if err != nil {
				b.Fatal(err)
			}
			moves += len(text)
			ended := as(t)
			revisions := []*Table{ended}
			if ended.End != nil {
				unrated := *ended
				unrated.End = &End{At: ended.End.At, Winner: ended.End.Winner, Counts: true}
				revisions = []*Table{&unrated}
				if from < c.games-100 {
					ended.Revision = 1
					revisions = append(revisions, ended)
				}
			}
			writes = append(writes, c.writes(b, k, revisions)...)
		}
		err := s.write(func(tx *bolt.Tx) error {
			for _, write := range writes {
				if err := write(tx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	var change Change
	for i := range c.people {
		for _, board := range []string{"hex/13", "hex/13@1100000000000000077"} {
			change.Rank = append(change.Rank, Ranked{Board: board, Member: c.person(i), Score: int32(c.rating())})
		}
	}
	if err := s.Apply(change); err != nil {
		b.Fatal(err)
	}
	return moves
}

// writes stores one revision of a table after the other.
func (c *crowd) writes(b testing.TB, k Key, revisions []*Table) (writes []func(tx *bolt.Tx) error) {
	b.Helper()
	key, err := k.encode()
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range revisions {
		r, err := next(t)
		if err != nil {
			b.Fatal(err)
		}
		writes = append(writes, func(tx *bolt.Tx) error { return r.replace(tx, key) })
	}
	return writes
}

// sizes are how many bytes of pages each bucket has.
func sizes(tb testing.TB, s *Store) map[string]int {
	tb.Helper()
	list := map[string]int{}
	err := s.view(func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error {
			stats := b.Stats()
			list[string(name)] = stats.LeafAlloc + stats.BranchAlloc
			return nil
		})
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

// TestFinishedGamesAreSmall: what it takes that a game tells how it ended, has been rated and
// is found again by both players.
func TestFinishedGamesAreSmall(t *testing.T) {
	c := newCrowd()
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{noSync: true})
	moves := c.fill(t, s, func(t *Table) *Table { return t })
	with := sizes(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	older := open(t, filepath.Join(t.TempDir(), "older.db"), Options{noSync: true})
	newCrowd().fill(t, older, bare)
	without := sizes(t, older)
	added := 0
	for _, bucket := range []string{"past", "unrated", "rated", "ranks"} {
		added += with[bucket]
		t.Logf("%s: %d bytes a game", bucket, with[bucket]/c.games)
	}
	ranks := with["ranks"]
	tables := with["tables"] - without["tables"]
	t.Logf("tables: %d bytes a game more than without an end, of %d, in which the moves have %d", tables/c.games, with["tables"]/c.games, moves/c.games)
	t.Logf("ranks: %d bytes for each place", ranks/(2*c.people))
	if a := (added - ranks + tables) / c.games; a > mostAdded {
		t.Errorf("a finished game takes %d bytes more than before, want at most %d", a, mostAdded)
	} else {
		t.Logf("%d bytes a game in all", a)
	}
}

// mostAdded is how many bytes a finished game may take more than it did before anything told
// how it ended.
const mostAdded = 400

// BenchmarkFinished reads what lists, profiles and leaderboards read, of as many games and
// people as [newCrowd] has.
func BenchmarkFinished(b *testing.B) {
	c := newCrowd()
	s := open(b, filepath.Join(b.TempDir(), "bench.db"), Options{noSync: true})
	c.fill(b, s, func(t *Table) *Table { return t })
	heavy := c.person(0)
	middle, err := s.Past(heavy, "", PastCursor{}, c.heavy/2)
	if err != nil || len(middle) != c.heavy/2 {
		b.Fatalf("%d games, %v", len(middle), err)
	}
	cursor := middle[len(middle)-1].Cursor()
	page := func(n int, err error) error {
		if err == nil && n != 20 {
			err = fmt.Errorf("a page of %d", n)
		}
		return err
	}
	for name, read := range map[string]func() error{
		"history": func() error { list, err := s.Past(heavy, "", cursor, 20); return page(len(list), err) },
		"history of a game": func() error {
			list, err := s.Past(heavy, "hex", cursor, 20)
			return page(len(list), err)
		},
		"history of anybody": func() error {
			_, err := s.Past(c.person(1+c.IntN(c.people-1)), "", PastCursor{}, 20)
			return err
		},
		"profile": func() error {
			list, err := s.Past(heavy, "", PastCursor{}, c.games)
			if len(list) < c.heavy {
				b.Errorf("a profile of %d games", len(list))
			}
			return err
		},
		"Top":                  func() error { list, err := s.Top("hex/13", 0, 20); return page(len(list), err) },
		"Top from the middle":  func() error { list, err := s.Top("hex/13", c.people/2, 20); return page(len(list), err) },
		"PlaceOf":              func() error { _, _, err := s.PlaceOf("hex/13", c.person(c.IntN(c.people))); return err },
		"Unrated":              func() error { list, err := s.Unrated(20); return page(len(list), err) },
		"RatedAfter the start": func() error { list, err := s.RatedAfter("hex/13", RatedCursor{}, 20); return page(len(list), err) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// makeOlder turns a closed store of which no table tells how it ended into one of schema 3.
func makeOlder(tb testing.TB, path string) {
	tb.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		tb.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range buckets(Schema) {
			if slices.ContainsFunc(buckets(endsSchema-1), func(old []byte) bool { return bytes.Equal(old, name) }) {
				continue
			}
			if err := tx.DeleteBucket(name); err != nil {
				return err
			}
		}
		return tx.Bucket(metaBucket).Put(schemaKey, []byte(strconv.Itoa(endsSchema-1)))
	})
	if err = errors.Join(err, db.Close()); err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkRaise measures the first write in a store of an older version: an operation is the
// copy of the file and the indexing of all its finished games.
func BenchmarkRaise(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bench.db")
	s := open(b, path, Options{noSync: true})
	newCrowd().fill(b, s, bare)
	for b.Loop() {
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		makeOlder(b, path)
		var err error
		if s, err = Open(path, Options{noSync: true}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := s.Put("note", "1", nil); err != nil {
			b.Fatal(err)
		}
	}
	closeChecked(b, s)
	if err := os.Remove(path + ".schema-3"); err != nil {
		b.Fatal(err)
	}
}
