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

// compactTx is how many bytes one transaction of a compaction holds: as many as fit into
// memory with ease.
const compactTx = 1 << 20

// Compact writes the store at path anew without the pages that deleted records have left
// free, which bbolt keeps for itself, and returns what is in it and how many bytes the file
// had before. Nobody else may hold the store. The new file is checked before it takes the
// place of the old one, which stays as it is if anything fails or the context ends.
func Compact(ctx context.Context, path string) (c Contents, before int64, err error) {
	s, err := OpenContext(ctx, path, Options{})
	if err != nil {
		return c, 0, err
	}
	before = s.info.Size()
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // of mode 0600
	if err == nil {
		defer func() { _ = os.Remove(temporary.Name()) }() // it is gone under this name when all went well
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

// replaceBy closes the store and puts another file in the place of its own. Nobody can take
// hold of the old file in between, to write what would be gone with it; but Windows replaces
// no open file.
func (s *Store) replaceBy(name string) error {
	if runtime.GOOS == "windows" {
		if err := s.Close(); err != nil {
			return err
		}
		return os.Rename(name, s.path)
	}
	return errors.Join(os.Rename(name, s.path), s.Close())
}

// compactInto writes what is in the store to the empty file of a name, and checks both.
func (s *Store) compactInto(ctx context.Context, name string) (Contents, error) {
	fresh, err := bolt.Open(name, 0o600, nil)
	if err != nil {
		return Contents{}, err
	}
	err = s.view(func(tx *bolt.Tx) error {
		if _, err := verifyRecords(ctx, tx); err != nil { // of the pages Open has seen to
			return err
		}
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error { return copyBucket(ctx, fresh, name, b) })
	})
	if err = errors.Join(err, fresh.Close()); err != nil {
		return Contents{}, err
	}
	return Check(ctx, name)
}

// copyBucket writes a bucket anew, in several transactions.
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
