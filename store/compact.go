package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// compactTx is how many bytes one transaction of a compaction holds: as many as fit into
// memory with ease.
const compactTx = 1 << 20

// Compact writes the store at path anew without the pages that deleted records have left
// free, which bbolt keeps for itself, and returns what is in it and how many bytes the file
// had before. Nobody else may hold the store. The new file is checked before it takes the
// place of the old one, which stays as it is if anything fails.
func Compact(path string) (c Contents, before int64, err error) {
	s, err := Open(path, Options{})
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
		c, err = s.compactInto(temporary.Name())
	}
	// Closed before it loses its name: not every system replaces an open file.
	if err = errors.Join(err, s.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return Contents{}, 0, fmt.Errorf("compact %s: %w", path, explain(cause(err)))
	}
	return c, before, syncFolder(filepath.Dir(path))
}

// compactInto writes what is in the store to the empty file of a name, and checks that.
func (s *Store) compactInto(name string) (Contents, error) {
	if _, err := s.Verify(); err != nil {
		return Contents{}, err
	}
	fresh, err := bolt.Open(name, 0o600, nil)
	if err != nil {
		return Contents{}, err
	}
	err = guard(func() error { return bolt.Compact(fresh, s.db, compactTx) })
	if err = errors.Join(err, fresh.Close()); err != nil {
		return Contents{}, err
	}
	return verifyFile(name)
}
