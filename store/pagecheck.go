package store

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/pages"
)

// checkFile checks the pages of the file at path, while no other process writes to it. A
// head that bbolt can do without is no error.
func checkFile(ctx context.Context, path string, lockTimeout time.Duration) error {
	db, file, err := openBolt(path, bolt.Options{ReadOnly: true, Timeout: lockTimeout})
	if err != nil {
		return err
	}
	err = checkAll(ctx, file)
	if errors.Is(err, pages.ErrHead) {
		err = nil
	}
	return errors.Join(err, db.Close())
}

// checkAll checks all pages of a file.
func checkAll(ctx context.Context, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return checkPages(ctx, file, info.Size())
}

// checkPages is [pages.Check], in which damage is ErrCorrupt.
func checkPages(ctx context.Context, file io.ReaderAt, size int64) error {
	err := pages.Check(ctx, file, size)
	if _, damaged := errors.AsType[*pages.Error](err); damaged {
		return corrupt(err)
	}
	return err
}

// moment is the file of a store as it stands in a transaction. The pages of that stay as
// they are until it ends, but the heads are those of later changes before long.
type moment struct {
	heads []byte
	file  io.ReaderAt
}

// ReadAt implements [io.ReaderAt].
func (m moment) ReadAt(b []byte, at int64) (n int, err error) {
	if at < int64(len(m.heads)) {
		n = copy(b, m.heads[at:])
	}
	if n < len(b) {
		var more int
		more, err = m.file.ReadAt(b[n:], at+int64(n))
		n += more
	}
	return n, err
}

// headsOf returns the pages of the two heads that a copy of a transaction has.
func headsOf(tx *bolt.Tx) ([]byte, error) {
	var w headWriter
	if _, err := tx.WriteTo(&w); !errors.Is(err, errHeads) {
		return nil, err
	}
	return w.heads, nil
}

// errHeads ends a copy of which the heads are enough.
var errHeads = errors.New("store: there are the heads")

// headWriter keeps the first two pieces that are written, which are the heads.
type headWriter struct {
	heads  []byte
	writes int
}

// Write implements [io.Writer].
func (w *headWriter) Write(b []byte) (int, error) {
	if w.writes == 2 {
		return 0, errHeads
	}
	w.writes++
	w.heads = append(w.heads, b...)
	return len(b), nil
}
