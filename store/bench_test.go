package store

import (
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// benchTable returns a table whose record has about 2 KB, a long game.
func benchTable() *Table {
	t := hexTable()
	for len(t.Moves) < 24 {
		t.Moves = append(t.Moves, t.Moves[len(t.Moves)%2])
	}
	return t
}

// saveEach saves every table n times in a row in its own goroutine, and returns the time of one
// save of all of them.
func saveEach(b *testing.B, tables []*Table, n int, save func(Key, *Table, ...Op) error) time.Duration {
	b.Helper()
	var all sync.WaitGroup
	begin := time.Now()
	for i, table := range tables {
		all.Go(func() {
			k := Key{strconv.Itoa(1000 + i), "hex", 1}
			for range n {
				if err := save(k, table); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(begin) / time.Duration(n*len(tables))
}

// saveNaive is Save by one bbolt Update for each caller: the control.
func (s *Store) saveNaive(k Key, t *Table, _ ...Op) error {
	key, err := k.encode()
	if err != nil {
		return err
	}
	now, content, err := nextRevision(t)
	if err != nil {
		return err
	}
	if err := s.db.Update(func(tx *bolt.Tx) error { return replace(&writing{Tx: tx}, key, now, content) }); err != nil {
		return err
	}
	t.Format, t.Revision = now.Format, now.Revision
	return nil
}

// BenchmarkSave measures durable saves by 1 and by 64 writers at once. Each round is
// followed by one of the control, so that both meet the same disk and load. An
// operation is a round; the figures to read are saves/s, naive/s and their ratio.
func BenchmarkSave(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run("writers="+strconv.Itoa(writers), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "bench.db"), Options{})
			control := open(b, filepath.Join(b.TempDir(), "control.db"), Options{})
			tables, controls := make([]*Table, writers), make([]*Table, writers)
			for i := range writers {
				tables[i], controls[i] = benchTable(), benchTable()
			}
			b.ReportAllocs()
			var group, naive time.Duration
			rounds := 0
			for b.Loop() {
				rounds++
				group += saveEach(b, tables, 16, s.Save)
				b.StopTimer()
				naive += saveEach(b, controls, 4, control.saveNaive)
				b.StartTimer()
			}
			b.ReportMetric(float64(rounds*writers*16)/float64(committed(b, s)), "saves/commit")
			b.ReportMetric(float64(rounds)/group.Seconds(), "saves/s")
			b.ReportMetric(float64(rounds)/naive.Seconds(), "naive/s")
			b.ReportMetric(float64(naive)/float64(group), "ratio")
		})
	}
}

// BenchmarkSaveForRequests measures the cost of recording the requests of saves, 20 a second.
// Rounds with and without requests alternate on separate stores. An operation is a round with
// requests; the figure to read is ratio, its time relative to one without.
func BenchmarkSaveForRequests(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run("writers="+strconv.Itoa(writers), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "bench.db"), Options{})
			control := open(b, filepath.Join(b.TempDir(), "control.db"), Options{})
			tables, controls := make([]*Table, writers), make([]*Table, writers)
			for i := range writers {
				tables[i], controls[i] = benchTable(), benchTable()
			}
			var request atomic.Int64
			noting := func(k Key, t *Table, _ ...Op) error {
				return s.Save(k, t, Op{Request: snowflake(time.Duration(request.Add(1))*50*time.Millisecond, 0)})
			}
			b.ReportAllocs()
			var with, without time.Duration
			for b.Loop() {
				with += saveEach(b, tables, 16, noting)
				b.StopTimer()
				without += saveEach(b, controls, 16, control.Save)
				b.StartTimer()
			}
			b.ReportMetric(float64(with)/float64(without), "ratio")
		})
	}
}

// BenchmarkHandled measures looking for a request among 10,000.
func BenchmarkHandled(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "bench.db"), Options{noSync: true})
	for i := range 10 {
		var ids []string
		for n := range 1000 {
			ids = append(ids, snowflake(0, 1000*i+n))
		}
		carryOut(b, s, ids...)
	}
	b.ReportAllocs()
	for b.Loop() {
		if known, err := s.Handled(snowflake(0, 10_001)); known || err != nil {
			b.Fatal(known, err)
		}
	}
}

// BenchmarkLoad measures reading and decoding one table.
func BenchmarkLoad(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "bench.db"), Options{})
	k, err := s.Create(channel, "hex", benchTable())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Load(k); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUser lists the tables of a user who has as many as the default settings allow, each with
// as many moves as allowed, and counts those in their channel. The ratio is to reading the tables
// completely.
func BenchmarkUser(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "bench.db"), Options{noSync: true})
	table := benchTable()
	for len(table.Moves) < 5000 {
		table.Moves = append(table.Moves, table.Moves[0])
	}
	for range 50 {
		table.Revision = 0
		if _, err := s.Create(channel, "hex", table); err != nil {
			b.Fatal(err)
		}
	}
	user := table.People()[0]
	b.ReportAllocs()
	for b.Loop() {
		list, err := s.User(user)
		n, failed := s.CountOpen(OpenTables{Channel: channel})
		if err != nil || failed != nil || len(list) != 50 || n != 50 {
			b.Fatalf("%d tables of %s, %v; %d of the channel, %v", len(list), user, err, n, failed)
		}
	}
	brief := b.Elapsed() / time.Duration(b.N)
	begun := time.Now()
	if _, err := s.Sat(user); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(begun))/float64(brief), "ratio")
}
