package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// crowd is a model of many finished games of many people: those of a server of several years.
type crowd struct {
	games, people int
	heavy         int // games of the first person
	*rand.Rand
}

// newCrowd returns a small crowd, or with SIXFOLD_LONG=1 one of the size that the store is meant
// for.
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
	at := now.Truncate(time.Millisecond).Add(time.Duration(i) * 40 * time.Second)
	users := []string{c.person(a), c.person(b)}
	t := &Table{
		Head: Head{
			Game: game, Rules: 2, Seats: []string{UserSeat + users[0], UserSeat + users[1]}, Names: []string{"Ada Lovelace", "Ben"},
			Owner: users[0], Guild: "1100000000000000077", Posts: true, Locale: "en-GB", Over: true,
			Opened: at.Add(-time.Hour), Touched: at, Used: []int64{at.UnixMilli(), at.UnixMilli()},
			Rated: crowdPools[game],
			End:   &End{At: at, Winner: c.IntN(2), Counts: true},
		},
		Options: []byte(`{"size":11,"swap":true}`),
	}
	for n := range 5 + c.IntN(40) {
		t.Moves = append(t.Moves, Move{Text: string(rune('a'+c.IntN(11))) + strconv.Itoa(1+c.IntN(11)), By: t.Seats[n%2], At: at.Add(time.Duration(n) * time.Second)})
	}
	t.Stand = &Stand{Turn: -1, Moves: len(t.Moves)}
	for range 2 {
		t.End.Ratings = append(t.End.Ratings, Rating{c.rating(), c.rating(), float64(5000+c.IntN(10000)) / 100, float64(5900000+c.IntN(200000)) / 1e8, float64(5000+c.IntN(10000)) / 100})
	}
	return k, t
}

func (c *crowd) rating() float64 { return float64(int(150_000+30_000*c.NormFloat64())) / 100 }

// bare returns the game without everything about its end.
func bare(t *Table) *Table {
	b := *t
	b.Rated, b.End, b.Over = "", nil, false
	return &b
}

// stages is how often a game is stored while it is played.
const stages = 4

// stage returns the game as stored for the n-th time, from 0: at some stages of its course, then at
// its end, and at last after it has been rated.
func stage(t *Table, n int) *Table {
	s := *t
	s.Revision = uint64(n)
	switch {
	case n < stages:
		s.Moves = s.Moves[:len(s.Moves)*n/stages]
		s.Over, s.End, s.Stand = false, nil, &Stand{Moves: len(s.Moves)}
	case n == stages && s.End != nil:
		s.End = &End{At: s.End.At, Winner: s.End.Winner, Counts: true}
	}
	return &s
}

// atOnce is the number of concurrent games.
const atOnce = 200

// play stores all games as they are played, in random order.
func (c *crowd) play(tb testing.TB, s *Store, as func(*Table) *Table) {
	tb.Helper()
	type playing struct {
		Key
		*Table
		stored int
	}
	var list []*playing
	for begun, saves := 0, 0; begun < c.games || len(list) > 0; {
		var writes []func(*writing) error
		for range 64 {
			if begun < c.games && len(list) < atOnce {
				k, t := c.game(begun)
				list, begun = append(list, &playing{k, as(t), 0}), begun+1
			}
			if len(list) == 0 {
				break
			}
			i := c.IntN(len(list))
			p := list[i]
			if saves++; p.stored == stages && p.End != nil { // it ends now
				p.End.At = now.Add(time.Duration(saves) * time.Second)
			}
			writes = append(writes, c.writes(tb, p.Key, []*Table{stage(p.Table, p.stored)})...)
			if p.stored++; p.stored == stages+2 || p.stored == stages+1 && p.End == nil {
				list = slices.Delete(list, i, i+1)
			}
		}
		apply(tb, s, writes)
	}
}

// apply makes writes in one transaction.
func apply(tb testing.TB, s *Store, writes []func(*writing) error) {
	tb.Helper()
	err := s.write(func(tx *writing) error {
		for _, write := range writes {
			if err := write(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// fill stores all games in their final state, many in each transaction, except the last hundred,
// which have not been rated. Everybody gets a place.
func (c *crowd) fill(tb testing.TB, s *Store, as func(*Table) *Table) {
	tb.Helper()
	for from := 0; from < c.games; {
		var writes []func(*writing) error
		for ; len(writes) < 4000 && from < c.games; from++ {
			k, t := c.game(from)
			if from >= c.games-100 {
				t.End.Ratings = nil
			}
			writes = append(writes, c.writes(tb, k, []*Table{as(t)})...)
		}
		apply(tb, s, writes)
	}
	tx := newTx(tb.Context(), s)
	for i := range c.people {
		for _, board := range []string{"hex/13", "hex/13@1100000000000000077"} {
			tx.Rank(Ranked{Board: board, Member: c.person(i), Score: int32(c.rating())})
		}
	}
	if err := s.Commit(tx, Op{}); err != nil {
		tb.Fatal(err)
	}
}

// asNow is a game as it is stored now.
func asNow(t *Table) *Table { return t }

// writes stores one revision of a table after the other.
func (c *crowd) writes(b testing.TB, k Key, revisions []*Table) (writes []func(*writing) error) {
	b.Helper()
	key, err := k.encode()
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range revisions {
		now, content, err := nextRevision(t)
		if err != nil {
			b.Fatal(err)
		}
		writes = append(writes, func(tx *writing) error { return replace(tx, key, now, content) })
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

// mostAdded is how many bytes a finished game may take beyond an unfinished one with as many moves.
const mostAdded = 430

// TestFinishedGamesAreSmall measures what the end, the ratings and the history entries of a game
// between two people take in the file.
func TestFinishedGamesAreSmall(t *testing.T) {
	var with, without map[string]int
	games := 0
	for as, got := range map[*map[string]int]func(*Table) *Table{&with: asNow, &without: bare} {
		c := newCrowd()
		part := max(7, c.games/40_000)
		c.games, c.people, c.heavy = c.games/part, c.people/part, c.heavy/part
		s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{noSync: true})
		c.play(t, s, got)
		*as, games = sizes(t, s), c.games
	}
	added := with["tables"] - without["tables"]
	t.Logf("a table has %d bytes, %d more than one that goes on", with["tables"]/games, added/games)
	for _, bucket := range []string{"past", "unrated", "rated"} {
		t.Logf("%s: %d bytes a game", bucket, with[bucket]/games)
		added += with[bucket]
	}
	if added /= games; added > mostAdded {
		t.Errorf("a finished game takes %d bytes more than one that goes on, want at most %d", added, mostAdded)
	}
}

// unchecked opens a store that is not checked when it is closed, because that is slow for millions
// of records.
func unchecked(b *testing.B, path string) *Store {
	b.Helper()
	s, err := Open(path, Options{noSync: true})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkFinished reads what lists, profiles and leaderboards read, with the games and people of
// [newCrowd].
func BenchmarkFinished(b *testing.B) {
	c := newCrowd()
	s := unchecked(b, filepath.Join(b.TempDir(), "bench.db"))
	defer func() { _ = s.Close() }()
	c.fill(b, s, asNow)
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
			games, at := 0, PastCursor{}
			for {
				list, err := s.Past(heavy, "", at, 256)
				games += len(list)
				if err != nil || len(list) == 0 {
					if games < c.heavy {
						b.Errorf("a profile of %d games", games)
					}
					return err
				}
				at = list[len(list)-1].Cursor()
			}
		},
		"Top":                  func() error { list, err := s.Top("hex/13", 0, 20); return page(len(list), err) },
		"Top from the middle":  func() error { list, err := s.Top("hex/13", c.people/2, 20); return page(len(list), err) },
		"PlaceOf":              func() error { _, _, err := s.PlaceOf("hex/13", c.person(c.IntN(c.people))); return err },
		"Unrated":              func() error { list, err := s.Unrated(20); return page(len(list), err) },
		"ratedAfter the start": func() error { list, err := s.ratedAfter("hex/13", ratedCursor{}, 20); return page(len(list), err) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			begun := cpuTime()
			for b.Loop() {
				if err := read(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cpuTime()-begun)/float64(b.N), "cpu-ns/op")
		})
	}
}
