//go:build unix

package load

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/store"
)

var stored = flag.Int("stored", 20_000, "how many games are stored when the bot starts")

// waiting is the number of stored games in which the bot is to move at the start.
const waiting = 16

// BenchmarkStart starts a bot on a store with many games, most of them finished. An operation lasts
// until the bot is connected; resumed-ms is the time until it has made the moves it owed.
func BenchmarkStart(b *testing.B) {
	d, file := newDiscord(b), filepath.Join(b.TempDir(), "start.db")
	fill(b, file, *stored)
	var started, resumed time.Duration
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		awaitBot(b, file)
		b.StartTimer()
		begin := time.Now()
		p := start(b, d, file, "blank")
		for n := range waiting {
			if _, err := d.listen(b.Context(), startRoom(n).channel()); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer()
		resumed += time.Since(begin)
		started += p.vitals().Started
		p.stop()
		b.StartTimer()
	}
	b.ReportMetric(started.Seconds()*1000/float64(b.N), "start-ms")
	b.ReportMetric(resumed.Seconds()*1000/float64(b.N), "resumed-ms")
	b.ReportMetric(0, "ns/op") // stopping is excluded
}

// startRoom returns a room in which the bot is to move.
func startRoom(n int) *room { return newRoom(nil, 2_000_000+n, 5, "easy") }

// gameOf returns a table of Hex with a person and a level.
func gameOf(moves ...string) *store.Table {
	t := &store.Table{
		Head: store.Head{
			Rules: 1, Seats: []string{"user:1", "level:easy"}, Names: []string{"Annabel", ""}, Owner: "1", Posts: true, Guild: guild,
			Opened: time.Now().UTC(),
		},
		Options: json.RawMessage(`{"size":5,"weighted":false,"swap":false,"convention":"modern"}`),
	}
	t.Touched = t.Opened
	for i, move := range moves {
		t.Moves = append(t.Moves, store.Move{Text: move, By: t.Seats[i%2], At: t.Opened})
	}
	return t
}

// fill stores so many games, one in ten of them unfinished.
func fill(b *testing.B, file string, games int) {
	b.Helper()
	s, err := store.Open(file, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	const writers = 512 // share each commit
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for n := w; n < games; n += writers {
				t := gameOf(strings.Fields("c3 c4 d3 d2 b4")...)
				t.Over = n%10 != 0
				if !t.Over {
					t.Due = t.Touched.Add(time.Hour)
				}
				if _, err := bottest.Create(s, strconv.Itoa(1_000_000_000_000_000_000+n), "hex", t); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if err := s.Close(); err != nil {
		b.Error(err)
	}
	if b.Failed() {
		b.FailNow()
	}
}

// awaitBot stores games in which the bot is to move.
func awaitBot(b *testing.B, file string) {
	b.Helper()
	s, err := store.Open(file, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for n := range waiting {
		t := gameOf("c3")
		t.Thinks = true
		if _, err := bottest.Create(s, startRoom(n).channel(), "hex", t); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// TestGuildsCostNoMemory connects a bot that is in as many servers as one connection allows.
func TestGuildsCostNoMemory(t *testing.T) {
	t.Parallel()
	const guilds, most = 2500, 2 << 20
	var heap [2]uint64
	for i, n := range []int{0, guilds} {
		d := newDiscord(t, func(d *fakeDiscord) { d.guilds = n })
		p := start(t, d, filepath.Join(t.TempDir(), "guilds.db"), "blank")
		r := newRoom(d, 1, 5, "")
		if err := r.move(t.Context()); err != nil { // arrives after all events before it
			t.Fatal(err)
		}
		heap[i] = p.vitals().Heap
		p.stop()
	}
	if heap[1] > heap[0]+most {
		t.Errorf("in %d servers the heap is %d bytes, in none %d; want %d more at most", guilds, heap[1], heap[0], most)
	}
	t.Logf("heap with %d servers: %d bytes, without: %d", guilds, heap[1], heap[0])
}
