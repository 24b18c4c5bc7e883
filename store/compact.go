package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	bolt "go.etcd.io/bbolt"
)

// compactTx is the size of one transaction of a compaction in bytes, small enough for memory.
const compactTx = 1 << 20

// Compact rewrites the store at path without the free pages that deleted records have left, which
// bbolt never gives back. It returns the contents and the file's previous size in bytes. Nobody
// else may hold the store. The new file is checked before it replaces the old one, which stays
// unchanged if anything fails or the context ends.
func Compact(ctx context.Context, path string) (c Contents, before int64, err error) {
	s, err := OpenContext(ctx, path, Options{})
	if err != nil {
		return c, 0, err
	}
	before = s.info.Size()
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // of mode 0600
	if err == nil {
		defer func() { _ = os.Remove(temporary.Name()) }() // after a success it has been renamed
		err = temporary.Close()
	}
	if err == nil {
		c, err = s.compactInto(ctx, temporary.Name())
	}
	if err == nil {
		err = s.replaceBy(temporary.Name())
	} else {
		err = errors.Join(err, s.Close())
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err != nil {
		return Contents{}, 0, fmt.Errorf("compact %s: %w", path, explain(cause(err)))
	}
	return c, before, nil
}

// replaceBy closes the store and puts another file in place of its own. The rename comes first, so
// that no process can open the old file in between and lose its writes; but Windows cannot replace
// an open file.
func (s *Store) replaceBy(name string) error {
	if runtime.GOOS == "windows" {
		if err := s.Close(); err != nil {
			return err
		}
		return os.Rename(name, s.path)
	}
	return errors.Join(os.Rename(name, s.path), s.Close())
}

// compactInto copies the store's content to the empty file called name, and checks both.
func (s *Store) compactInto(ctx context.Context, name string) (Contents, error) {
	fresh, err := bolt.Open(name, 0o600, nil)
	if err != nil {
		return Contents{}, err
	}
	err = s.view(func(tx *bolt.Tx) error {
		if _, err := verifyRecords(ctx, tx); err != nil { // Open has checked the pages
			return err
		}
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error { return copyBucket(ctx, fresh, name, b) })
	})
	if err = errors.Join(err, fresh.Close()); err != nil {
		return Contents{}, err
	}
	return Check(ctx, name)
}

// copyBucket copies a bucket in several transactions.
func copyBucket(ctx context.Context, to *bolt.DB, name []byte, from *bolt.Bucket) error {
	c := from.Cursor()
	key, value := c.First()
	for first := true; first || key != nil; first = false {
		err := to.Update(func(tx *bolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists(name)
			if err != nil {
				return err
			}
			b.FillPercent = 1 // the keys come in order
			for size := 0; err == nil && key != nil && size < compactTx; key, value = c.Next() {
				size += len(key) + len(value)
				err = b.Put(key, value)
			}
			return errors.Join(err, b.SetSequence(from.Sequence()), context.Cause(ctx))
		})
		if err != nil {
			return err
		}
	}
	return nil
}
