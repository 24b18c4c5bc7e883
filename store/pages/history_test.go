package pages

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// work counts what a check reads.
type work struct {
	*bytes.Reader
	bytes int64
}

func (w *work) ReadAt(b []byte, at int64) (int, error) {
	n, err := w.Reader.ReadAt(b, at)
	w.bytes += int64(n)
	return n, err
}

// check checks a file. Whatever its content, no more is read than twice its size and what is read
// in vain when reading continues elsewhere.
func check(t testing.TB, file []byte) error {
	t.Helper()
	w := &work{Reader: bytes.NewReader(file)}
	err := Check(context.Background(), w, int64(len(file)))
	if most := 2*int64(len(file)) + 4*span; w.bytes > most {
		t.Errorf("of %d bytes %d were read", len(file), w.bytes)
	}
	return err
}

// history is a bbolt file with random keys of some length, many of which were removed again.
func history(t testing.TB, pageSize int, seed uint64) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := bolt.Open(path, 0o600, &bolt.Options{PageSize: pageSize, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, uint64(pageSize)))
	for range 3 + r.IntN(12) {
		if err := db.Update(func(tx *bolt.Tx) error { return someChanges(tx, r) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// someChanges puts and deletes in one of four buckets. The first stays small enough to be inline in
// its element's value, the second has long values.
func someChanges(tx *bolt.Tx, r *rand.Rand) error {
	kind := r.IntN(4)
	b, err := tx.CreateBucketIfNotExists(fmt.Appendf(nil, "bucket %d", kind))
	if err != nil {
		return err
	}
	keys, long := []int{3, 40, 400, 4000}[kind], []int{10, 20_000, 200, 0}[kind]
	for range 1 + r.IntN(keys) {
		key := fmt.Appendf(nil, "%0*d", 1+r.IntN(40), r.IntN(keys))
		if r.IntN(3) == 0 {
			err = b.Delete(key)
		} else {
			err = b.Put(key, bytes.Repeat([]byte{0xff}, r.IntN(long+1)))
		}
		if err != nil {
			return err
		}
	}
	if r.IntN(4) > 0 {
		return nil
	}
	c := b.Cursor() // a run of keys goes, and whole pages with it
	from := fmt.Appendf(nil, "%d", r.IntN(keys))
	for key, _ := c.Seek(from); key != nil && r.IntN(200) > 0; key, _ = c.Seek(from) {
		if err := b.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// TestWholeFiles: files written by bbolt are valid, by its own check and by this one.
func TestWholeFiles(t *testing.T) {
	seeds := uint64(10)
	if os.Getenv("SIXFOLD_LONG") == "1" {
		seeds = 1500
	}
	for _, pageSize := range []int{1 << 10, 1 << 12, 1 << 14} {
		for seed := range seeds {
			file := history(t, pageSize, seed)
			if err := check(t, file); err != nil {
				t.Errorf("pages of %d bytes, seed %d: %v", pageSize, seed, err)
			}
		}
	}
}
