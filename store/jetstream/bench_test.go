package jetstream

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// BenchmarkAppend makes changes of eight rows each, like a move of a game, on three servers in this
// process, and for comparison with one writer in a bbolt file. After a conflict a writer catches up
// and repeats its change.
func BenchmarkAppend(b *testing.B) {
	b.Run("bbolt", benchmarkFile)
	for _, always := range []bool{false, true} {
		b.Run(fmt.Sprintf("always=%v", always), func(b *testing.B) {
			c := start(b, b.TempDir(), 3, func(o *server.Options) { o.SyncAlways = always })
			b.Cleanup(c.stop)
			for _, writers := range []int{1, 3} {
				b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
					o := c.bucket()
					b.ResetTimer()
					r := logtest.Work(b, func() changelog.Log { return opened(b, o) }, logtest.Load{
						Writers: writers, Rows: 6, More: func(done int) bool { return done < b.N },
					})
					b.StopTimer()
					report(b, r)
					b.ReportMetric(float64(r.Conflicts)/float64(r.Changes), "conflicts/change")
				})
			}
		})
	}
}

func benchmarkFile(b *testing.B) {
	db, err := bolt.Open(filepath.Join(b.TempDir(), "file"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	var times []time.Duration
	b.ResetTimer()
	for i := range b.N {
		started := time.Now()
		err := db.Update(func(tx *bolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("tables"))
			for k := range 8 {
				if err == nil {
					err = bucket.Put(fmt.Append(nil, k), fmt.Append(nil, i))
				}
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(started))
	}
	b.StopTimer()
	r := logtest.Report{Times: times}
	r.Changes, r.Took = len(times), b.Elapsed()
	report(b, &r)
}

func report(b *testing.B, r *logtest.Report) {
	b.Helper()
	b.ReportMetric(float64(r.Changes)/r.Took.Seconds(), "changes/s")
	b.ReportMetric(float64(r.At(0.5).Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(r.At(0.99).Microseconds())/1000, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFollow reads a log of 100,000 rows of 500 bytes each into a new copy.
func BenchmarkFollow(b *testing.B) {
	c := start(b, b.TempDir(), 3, nil)
	b.Cleanup(c.stop)
	o := c.bucket()
	l := opened(b, o)
	const rows = 100_000
	head := uint64(0)
	for i, number := 0, uint64(1); i < rows; number++ {
		var some []changelog.Row
		for ; len(some) < MaxRows && i < rows; i++ {
			some = append(some, changelog.Row{Bucket: "tables", Key: fmt.Sprint(i), Value: make([]byte, 500)})
		}
		var err error
		if head, err = l.Append(b.Context(), head, changelog.Attempt{Writer: "w", Number: number}, some); err != nil {
			b.Fatal(err)
		}
	}
	enough := errors.New("enough")
	for b.Loop() {
		got := 0
		err := l.Follow(b.Context(), 0, func(batch changelog.Batch) error {
			if got += len(batch.Rows); batch.Head == head {
				return enough
			}
			return nil
		})
		// A busy server may seem lost; the reader then asks for the last part again.
		if !errors.Is(err, enough) || got < rows {
			b.Fatalf("%d rows have come (%v), want %d at least", got, err, rows)
		}
	}
	info, err := l.stream.Info(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.State.Bytes)/rows, "disk-bytes/row")
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(0, "ns/op")
}
