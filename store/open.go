package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Open opens the store in the file at path, and creates an empty one if there is none. The errors
// are ErrLocked, ErrNewer, ErrOlder, ErrReadOnly, ErrCorrupt and ErrFull, each with a sentence that
// tells the operator what to do. A refused file is left unchanged. Open checks all pages of the
// file, which reads it once.
func Open(path string, o Options) (*Store, error) {
	return OpenContext(context.Background(), path, o)
}

// OpenContext is Open with a context; if that ends, the error is its cause.
func OpenContext(ctx context.Context, path string, o Options) (*Store, error) {
	s, err := prepareStore(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	s.backend = &ownFile{database: s.database}
	go s.run()
	return s, nil
}

// prepareStore opens a file without starting the writer.
func prepareStore(ctx context.Context, path string, o Options) (*Store, error) {
	s := &Store{
		database: &database{path: path, commit: (*bolt.Tx).Commit, committed: o.Committed},
		stopped:  make(chan struct{}), rehearse: o.rehearse, requests: &requests{},
	}
	if s.committed == nil {
		s.committed = func(time.Duration, int) {}
	}
	s.wake = sync.NewCond(&s.mu)
	if err := ensure(path, o); err != nil {
		return nil, explain(err)
	}
	if err := s.open(ctx, o); err != nil {
		return nil, err
	}
	if err := s.database.view(s.requests.load); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// open checks the pages of the file and opens it. If it fails, nothing stays open.
func (s *Store) open(ctx context.Context, o Options) (err error) {
	if s.Torn, err = checkFile(ctx, s.path, o.LockTimeout, func(*bolt.Tx) error { return nil }); err != nil {
		return explain(err)
	}
	s.db, s.file, err = openBolt(s.path, bolt.Options{Timeout: o.LockTimeout, NoSync: o.noSync, MaxSize: o.maxSize})
	if err != nil {
		return err
	}
	if err = guard(func() error { return s.prepare(o) }); err != nil {
		_ = guard(s.db.Close)
	}
	return explain(err)
}

// openBolt opens the file at path with bbolt, and returns the *os.File that bbolt uses. If it
// fails, nothing stays open.
func openBolt(path string, o bolt.Options) (db *bolt.DB, file *os.File, err error) {
	if o.Timeout == 0 {
		o.Timeout = time.Second
	}
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag, mode)
		if file == nil {
			file = f
		}
		return f, err
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Size() == 0 {
		return nil, nil, fmt.Errorf("%w: it has 0 bytes", ErrCorrupt) // bbolt would fill it
	}
	err = guard(func() error {
		db, err = bolt.Open(path, 0o600, &o)
		return err
	})
	if err == nil {
		return db, file, nil
	}
	// bbolt closes its file itself, unless it panicked; then the remaining mapping keeps the
	// damaged file locked until the process ends.
	if file != nil {
		_ = file.Close()
	}
	if errno := syscall.Errno(0); errors.As(err, &errno) || meaning(err) != nil {
		return nil, nil, explain(err)
	}
	if err := readHeads(path); err != nil {
		return nil, nil, explain(err)
	}
	return nil, nil, corrupt(err)
}

// readHeads returns why the heads of a file cannot be read. bbolt does not report that, but calls
// the file damaged.
func readHeads(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = file.ReadAt(make([]byte, 2*os.Getpagesize()), 0)
	if errors.Is(err, io.EOF) {
		err = nil // the file is short
	}
	return errors.Join(err, file.Close())
}

// prepare checks the schema of the file, and creates the buckets of an empty one.
func (s *Store) prepare(o Options) error {
	schema, copied := 0, false
	err := s.db.View(func(tx *bolt.Tx) (err error) {
		if s.info, err = s.file.Stat(); err != nil {
			return err
		}
		if schema, err = checkSchema(tx); schema > 0 {
			copied = tx.Bucket(metaBucket).Get(logKey) != nil
		}
		return err
	})
	if err == nil && !o.noSync {
		err = s.syncHeads()
	}
	switch {
	case err != nil:
		return err
	case schema == 0:
		return s.db.Update(create)
	case copied && !o.replica:
		return s.db.Update(leaveLog)
	}
	return nil
}

// leaveLog turns a copy of a log's state, such as the backup of a replica, into a store of its own.
// If it stayed a copy, OpenReplica could rebuild it and lose what is written now.
func leaveLog(tx *bolt.Tx) error {
	meta := tx.Bucket(metaBucket)
	return errors.Join(meta.Delete(logKey), meta.Delete(headKey), meta.Delete(cleanKey))
}

// syncHeads syncs what is visible of the file. The last commit may be only in the system's page
// cache, if a process was killed before its sync or the sync failed. The pages that only the
// previous commit uses already count as free. If they were overwritten before a sync and the power
// failed, neither commit would be intact on disk.
//
// The heads are written again because a system may consider pages clean that it failed to write.
// Only the heads can be in doubt: everything else is synced before a head is written.
func (s *Store) syncHeads() error {
	heads := make([]byte, 2*s.db.Info().PageSize)
	if _, err := s.file.ReadAt(heads, 0); err != nil {
		return err
	}
	if _, err := s.file.WriteAt(heads, 0); err != nil {
		return err
	}
	return s.file.Sync()
}

// syncFolder makes the names of new files in a folder durable. Windows needs no call, and some file
// systems have none. A folder without read permission is left to the system.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}

// ensure creates an empty store at path if there is no file. It is created under a temporary name
// and renamed when complete: so an existing file that is not a store, even one of 0 bytes, is
// damaged and is refused with ErrCorrupt. The name is durable afterwards, even if another process
// has just created the file.
func ensure(path string, o Options) error {
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createFile(path, o)
	case err == nil && !o.noSync:
		return cause(syncFolder(filepath.Dir(path)))
	}
	return nil // opening the file reports any other error
}

// createFile creates an empty store, unless another process creates one first.
func createFile(path string, o Options) error {
	return viaTemporary(path, publish, func(file *os.File) error {
		db, err := bolt.Open(file.Name(), 0o600, &bolt.Options{NoSync: o.noSync, MaxSize: o.maxSize})
		if err != nil {
			return cause(err)
		}
		return cause(errors.Join(db.Update(create), db.Close()))
	})
}

// publish renames a file, unless the new name is taken.
func publish(temporary, path string) error {
	err := os.Link(temporary, path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // not all file systems have hard links
		return os.Rename(temporary, path)
	}
	return nil
}
