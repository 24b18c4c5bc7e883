package pages

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// BenchmarkCheck checks a file of some 100 MB, of which the system holds all in memory.
func BenchmarkCheck(b *testing.B) {
	path := filepath.Join(b.TempDir(), "test.db")
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		tables, err := tx.CreateBucket([]byte("tables"))
		for n := uint64(0); n < 100_000 && err == nil; n++ {
			err = tables.Put(binary.BigEndian.AppendUint64(nil, n), make([]byte, 500))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		if err := Check(b.Context(), file, info.Size()); err != nil {
			b.Fatal(err)
		}
	}
}
