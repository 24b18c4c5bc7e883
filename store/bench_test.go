package store

import (
	"path/filepath"
	"strconv"
	"sync"
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

// saveEach lets every table be saved n times in a row by a goroutine of its own, and
// returns how long one save took, all of them together.
func saveEach(b *testing.B, tables []*Table, n int, save func(Key, *Table) error) time.Duration {
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
func (s *Store) saveNaive(k Key, t *Table) error {
	key, err := k.encode()
	if err != nil {
		return err
	}
	r, err := next(t)
	if err != nil {
		return err
	}
	if err := s.db.Update(func(tx *bolt.Tx) error { return r.replace(tx, key) }); err != nil {
		return err
	}
	t.Format, t.Revision = r.table.Format, r.table.Revision
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
