package store

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Open opens the store in the file at path, and makes an empty one if there is none.
// The errors are ErrLocked, ErrNewer, ErrReadOnly, ErrCorrupt and ErrFull, each with
// a sentence that tells who runs the bot what to do; a file that is refused is left
// as it is.
func Open(path string, o Options) (*Store, error) {
	s := &Store{path: path, commit: (*bolt.Tx).Commit, committed: o.Committed, stopped: make(chan struct{})}
	if s.committed == nil {
		s.committed = func(time.Duration, int) {}
	}
	s.wake = sync.NewCond(&s.mu)
	if err := ensure(path, o); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, explain(err))
	}
	if err := s.open(o); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	go s.run()
	return s, nil
}

// open opens the file, and leaves nothing open when it fails.
func (s *Store) open(o Options) error {
	err := guard(func() error { return s.openFile(o) })
	if err != nil {
		// bbolt closes its file itself, unless it panicked; the mapping that it leaves then
		// keeps the damaged file locked until the process ends.
		if s.file != nil {
			_ = s.file.Close()
		}
		return err
	}
	if err = guard(s.prepare); err != nil {
		_ = guard(s.db.Close)
	}
	return explain(err)
}

// openFile lets bbolt open the file.
func (s *Store) openFile(o Options) error {
	timeout := o.LockTimeout
	if timeout == 0 {
		timeout = time.Second
	}
	db, err := bolt.Open(s.path, 0o600, &bolt.Options{
		Timeout: timeout,
		NoSync:  o.noSync,
		MaxSize: o.maxSize,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			file, err := os.OpenFile(name, flag, mode)
			if s.db == nil { // a backup opens the file once more
				s.file = file
			}
			return file, err
		},
	})
	if err == nil {
		s.db = db
		return nil
	}
	if errno := syscall.Errno(0); errors.As(err, &errno) || meaning(err) != nil {
		return explain(err)
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// prepare checks that the file is whole as far as that costs nothing, and is of a known
// schema; an empty one gets its buckets.
func (s *Store) prepare() error {
	err := s.db.View(func(tx *bolt.Tx) error {
		info, err := s.file.Stat()
		if err != nil {
			return err
		}
		// Pages beyond the end of the file are a memory fault to touch.
		s.info = info
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: it is cut off at %d of %d bytes", ErrCorrupt, info.Size(), tx.Size())
		}
		s.schema, err = checkSchema(tx)
		return err
	})
	if err != nil || s.schema > 0 {
		return err
	}
	s.schema = Schema
	return s.db.Update(create)
}

// syncFolder makes a new file's name durable. Windows does that by itself and has no
// call for it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
