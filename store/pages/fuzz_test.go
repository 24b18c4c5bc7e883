package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// editSize is the number of bytes that encode one edit of a file: how, where, and what.
const editSize = 6

// edit changes a file: one byte, a number of two or four bytes, a page copied over another one, or
// correct checksums of the heads.
func (f *image) edit(edits []byte) {
	for ; len(edits) >= editSize; edits = edits[editSize:] {
		at := int(binary.BigEndian.Uint32(edits[:4])&0xffffff) % (len(f.bytes) - 4)
		value := binary.BigEndian.Uint16(edits[4:])
		switch edits[0] % 6 {
		case 0:
			f.bytes[at] ^= byte(value)
		case 1: // one of the first bytes of a page
			f.bytes[at/1024*1024+at%48] = byte(value)
		case 2:
			put16(f.bytes[at:], value)
		case 3:
			put32(f.bytes[at/4*4:], uint32(int16(value)))
		case 4:
			to, from := at/1024*1024, int(value)*1024%(len(f.bytes)-1023)
			copy(f.bytes[to:to+1024], f.bytes[from:from+1024])
		case 5:
			for i := range uint64(2) {
				b := f.page(i)[headerSize:headSize]
				put64(b[56:], headSum(b))
			}
		}
	}
}

// FuzzCheck changes a file arbitrarily. A check reads and allocates no more than its bounds; and
// bbolt must be able to use and change a file in which it finds nothing.
func FuzzCheck(f *testing.F) {
	whole := newImage(f)
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 150 {
		edits := make([]byte, editSize*(1+n%4))
		for i := range edits {
			edits[i] = byte(r.Uint32())
		}
		f.Add(edits)
	}
	f.Fuzz(func(t *testing.T, edits []byte) {
		file := whole.clone(t)
		file.edit(edits)
		err := checkMemory(t, file.bytes)
		if err == nil || errors.Is(err, ErrHead) {
			for id := range uint64(2) { // only bbolt's check looks at this
				put64(file.page(id), id)
				put16(file.page(id)[8:], headFlag)
			}
			sound(t, file.bytes)
			return
		}
		if _, damaged := errors.AsType[*Error](err); !damaged {
			t.Errorf("Check = %v", err)
		}
	})
}

// checkMemory is check that counts what is allocated.
func checkMemory(t *testing.T, file []byte) error {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := check(t, file)
	runtime.ReadMemStats(&after)
	// The marks, the buffer, a table and a key; and what goes on beside the test.
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(len(file)/minPageSize*12+2<<20); got > most {
		t.Errorf("%d bytes are allocated to check %d; want %d at most", got, len(file), most)
	}
	return err
}

// sound lets bbolt use a file in every way. It may report only what the check leaves open: the
// order of keys across pages.
func sound(t *testing.T, file []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ordered := true
	err = db.View(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			ordered = false
			if !strings.Contains(err.Error(), "needs to be") {
				t.Errorf("bbolt finds %v", err)
			}
		}
		return nil
	})
	if err != nil || !ordered {
		return
	}
	err = db.Update(func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error {
			c, n := b.Cursor(), 0
			for key, value := c.First(); key != nil; key, value = c.Next() {
				if got := b.Get(key); !bytes.Equal(got, value) {
					t.Errorf("key %x is not found", key)
				}
				n++
			}
			for i := range 3 {
				if err := b.Put([]byte{byte(i * 100)}, bytes.Repeat([]byte{1}, 2000*i)); err != nil {
					return err
				}
			}
			key, _ := c.Seek([]byte("1"))
			if key == nil {
				return nil
			}
			return b.Delete(key)
		})
	})
	if err != nil {
		t.Error(err)
	}
	if err := db.View(func(tx *bolt.Tx) error { _, err := tx.WriteTo(bytes.NewBuffer(nil)); return err }); err != nil {
		t.Error(err)
	}
}
