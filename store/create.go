package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// ensure makes an empty store at path if there is no file. It is made under another name and
// gets its own when it is whole: so a file that is no store, even one of 0 bytes, has been
// damaged, and is refused with ErrCorrupt. The name is durable then, also that of a file
// which somebody else has just made.
func ensure(path string, o Options) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createFile(path, o)
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return fmt.Errorf("%w: it has 0 bytes", ErrCorrupt)
	case err == nil && !o.noSync:
		return cause(syncFolder(filepath.Dir(path)))
	}
	return nil // whatever else is wrong, opening the file tells
}

// createFile makes an empty store. If another process makes one first, that stays.
func createFile(path string, o Options) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // of mode 0600
	if err != nil {
		return cause(err)
	}
	defer func() { _ = os.Remove(temporary.Name()) }()
	if err := temporary.Close(); err != nil {
		return cause(err)
	}
	db, err := bolt.Open(temporary.Name(), 0o600, &bolt.Options{NoSync: o.noSync, MaxSize: o.maxSize})
	if err != nil {
		return cause(err)
	}
	if err := errors.Join(db.Update(create), db.Close()); err != nil {
		return cause(err)
	}
	return publish(temporary.Name(), path)
}

// publish gives a file its name, unless there is a file of that name.
func publish(temporary, path string) error {
	err := os.Link(temporary, path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // not all file systems have links
		if err := os.Rename(temporary, path); err != nil {
			return cause(err)
		}
	}
	return syncFolder(filepath.Dir(path))
}
