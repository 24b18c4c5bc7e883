package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// BenchmarkCopies plays games of 30 moves each, stored in one bbolt file, or by 1 to 3 copies of
// the bot on three servers in this process that sync each change. An operation is a move; it is
// saved with its request, as in the bot. One player shows the latency of a move, 64 show the
// throughput.
func BenchmarkCopies(b *testing.B) {
	c := start(b, b.TempDir(), 3, func(o *server.Options) { o.SyncAlways = true })
	b.Cleanup(c.stop)
	for _, people := range []int{1, 66} {
		b.Run(fmt.Sprintf("people=%d/bbolt", people), func(b *testing.B) {
			s, err := store.Open(filepath.Join(b.TempDir(), "games.db"), store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			moves(b, people, s)
		})
		for _, copies := range []int{1, 2, 3} {
			if copies > people {
				break
			}
			b.Run(fmt.Sprintf("people=%d/copies=%d", people, copies), func(b *testing.B) {
				o := c.bucket()
				var all []*store.Store
				for i := range copies {
					s, err := store.OpenReplica(b.Context(), filepath.Join(b.TempDir(), strconv.Itoa(i)), opened(b, o), store.Options{})
					if err != nil {
						b.Fatal(err)
					}
					all = append(all, s)
				}
				moves(b, people, all...)
			})
		}
	}
}

// moves has people move b.N times, and closes the stores.
func moves(b *testing.B, people int, stores ...*store.Store) {
	b.Helper()
	var all sync.WaitGroup
	var made, unsaved atomic.Int64
	times := make([][]time.Duration, people)
	b.ResetTimer()
	for i := range people {
		all.Go(func() {
			s, t := stores[i%len(stores)], longGame()
			var k store.Key
			err := patiently(func() (err error) {
				k, err = create(s, strconv.Itoa(1_350_000_000_000_000_000+i), "hex", t)
				return err
			})
			for err == nil && made.Add(1) <= int64(b.N) {
				began := time.Now()
				t.Moves = append(t.Moves[1:], t.Moves[0])
				if err = save(s, k, t, store.Op{Request: request()}); err == nil {
					times[i] = append(times[i], time.Since(began))
				} else if away(err) {
					unsaved.Add(1)
					err = patiently(func() (err error) {
						t, err = s.Load(k)
						return err
					})
				}
			}
			if err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
	b.StopTimer()
	r := logtest.Report{Took: b.Elapsed()}
	for _, some := range times {
		r.Times = append(r.Times, some...)
	}
	r.Changes = len(r.Times)
	b.ReportMetric(float64(r.Changes)/r.Took.Seconds(), "moves/s")
	b.ReportMetric(float64(r.At(0.5).Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(r.At(0.99).Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(unsaved.Load()), "unsaved")
	b.ReportMetric(0, "ns/op")
	for _, s := range stores {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	}
}

// away reports whether the error is that servers have not answered, as on a busy machine.
func away(err error) bool {
	return errors.Is(err, store.ErrUnreachable) || errors.Is(err, store.ErrUnclear)
}

// patiently repeats f until the servers answer.
func patiently(f func() error) error {
	err := f()
	for ; away(err); err = f() {
		time.Sleep(10 * time.Millisecond) // a benchmark of busy servers
	}
	return err
}

var requests atomic.Int64

// request is the ID of a new interaction of now.
func request() string {
	const discord = 1_420_070_400_000 // the first moment of its clock, in milliseconds
	return strconv.FormatInt((time.Now().UnixMilli()-discord)<<22|requests.Add(1)&(1<<22-1), 10)
}

// longGame is a table of two people, as the bot stores it after 30 moves.
func longGame() *store.Table {
	now := time.Now().UTC()
	people := []string{store.UserSeat + "1456074443980800005", store.UserSeat + "1456074443980800006"}
	t := &store.Table{
		Head: store.Head{
			Game: "hex", Rules: 1, Seats: people, Names: []string{"Annabel", "Bob"}, Owner: "1456074443980800005", Guild: "1456074443980800001",
			Posts: true, Locale: "en-GB", Opened: now, Touched: now, Used: []int64{now.UnixMilli(), now.UnixMilli()},
		},
		Options: json.RawMessage(`{"size":11,"weighted":false,"swap":true,"convention":"modern"}`),
	}
	for i := range 30 {
		t.Moves = append(t.Moves, store.Move{Text: string(rune('a'+i%11)) + strconv.Itoa(1+i/11), By: people[i%2], At: now.Add(time.Duration(i) * time.Minute)})
	}
	return t
}

// BenchmarkTables opens tables of 30 moves, 2,000 or with SIXFOLD_LONG=1 20,000, moves five times
// at each, and reports what they take: a server's disk and memory, a copy's file, and the traffic
// between a copy and the servers.
func BenchmarkTables(b *testing.B) {
	tables := 2000
	if logtest.Long() {
		tables = 20_000
	}
	for b.Loop() {
		measureTables(b, tables)
	}
	b.ReportMetric(0, "ns/op")
}

func measureTables(b *testing.B, tables int) {
	b.Helper()
	dir := b.TempDir()
	c := start(b, dir, 3, func(o *server.Options) { o.SyncAlways = true })
	defer c.stop()
	o := c.bucket()
	log := opened(b, o)
	file := filepath.Join(b.TempDir(), "copy.db")
	s, err := store.OpenReplica(b.Context(), file, log, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	empty := heap()
	games := make([]*store.Table, tables)
	keys := make([]store.Key, tables)
	each(b, tables, func(i int) (err error) {
		games[i] = longGame()
		return patiently(func() (err error) {
			keys[i], err = create(s, strconv.Itoa(1_350_000_000_000_000_000+i), "hex", games[i])
			return err
		})
	})
	row, err := json.Marshal(games[0])
	if err != nil {
		b.Fatal(err)
	}
	per := func(n int64) float64 { return float64(n) / float64(tables) }
	b.ReportMetric(float64(len(row)), "row-B")
	b.ReportMetric(per(size(b, dir))/3, "opened-disk-B/server")
	before := log.link.conn.Stats()
	for range 5 {
		each(b, tables, func(i int) error {
			if err := save(s, keys[i], games[i], store.Op{Request: request()}); !away(err) {
				return err
			}
			return patiently(func() (err error) {
				games[i], err = s.Load(keys[i])
				return err
			})
		})
	}
	after := log.link.conn.Stats()
	b.ReportMetric(per(int64(after.OutBytes-before.OutBytes))/5, "sent-B/move")
	b.ReportMetric(per(int64(after.InBytes-before.InBytes))/5, "received-B/move")
	b.ReportMetric(per(size(b, dir))/3, "moved-disk-B/server")
	clear(games)
	b.ReportMetric(per(heap()-empty)/3, "heap-B/server")
	if err := s.Close(); err != nil {
		b.Error(err)
	}
	b.ReportMetric(per(size(b, file)), "file-B/copy")
	began := time.Now()
	if s, err = store.OpenReplica(b.Context(), filepath.Join(b.TempDir(), "new.db"), opened(b, o), store.Options{}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(tables)/time.Since(began).Seconds(), "new-copy-tables/s")
	if err := s.Close(); err != nil {
		b.Error(err)
	}
}

// each calls f for all numbers below n, many at a time.
func each(b *testing.B, n int, f func(i int) error) {
	b.Helper()
	var all sync.WaitGroup
	var next atomic.Int64
	for range 128 {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := f(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// heap is what the process holds in memory.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// size is what a file, or all files below a folder, take on the disk, in bytes.
func size(b *testing.B, path string) (n int64) {
	b.Helper()
	err := filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // servers remove files meanwhile
		b.Fatal(err)
	}
	return n
}

func create(s *store.Store, channel, game string, t *store.Table) (store.Key, error) {
	return store.Transact(context.Background(), s, store.Op{}, func(tx *store.Tx) (store.Key, error) { return tx.Create(channel, game, t) })
}

func save(s *store.Store, k store.Key, t *store.Table, op store.Op) error {
	return store.Update(context.Background(), s, op, func(tx *store.Tx) error {
		tx.Save(k, t)
		return nil
	})
}
