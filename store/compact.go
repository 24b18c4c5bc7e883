package store

import (
	"context"
	"errors"
	"fmt"
	"os"
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
	err = viaTemporary(path, s.replaceBy, func(file *os.File) (err error) {
		c, err = s.compactInto(ctx, file.Name())
		return err
	})
	if err = errors.Join(err, s.Close()); err != nil {
		return Contents{}, 0, fmt.Errorf("compact %s: %w", path, explain(cause(err)))
	}
	return c, before, nil
}

// replaceBy puts another file in place of the store's own, which is still open, so that no process
// can open the old file in between and lose its writes. But Windows cannot replace an open file.
func (s *Store) replaceBy(name, path string) error {
	if runtime.GOOS == "windows" {
		if err := s.Close(); err != nil {
			return err
		}
	}
	return os.Rename(name, path)
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
		return bolt.Compact(fresh, s.db, compactTx)
	})
	if err = errors.Join(err, fresh.Close()); err != nil {
		return Contents{}, err
	}
	return Check(ctx, name)
}
