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

// Open opens the store in the file at path, and makes an empty one if there is none.
// The errors are ErrLocked, ErrNewer, ErrOlder, ErrReadOnly, ErrCorrupt and ErrFull, each with
// a sentence that tells the operator what to do; a file that is refused is left
// as it is. All pages of the file are checked first, which reads it once.
func Open(path string, o Options) (*Store, error) {
	return OpenContext(context.Background(), path, o)
}

// OpenContext is Open that gives up when the context ends, with the cause of that.
func OpenContext(ctx context.Context, path string, o Options) (*Store, error) {
	s, err := prepareStore(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	s.backend = &ownFile{database: s.database}
	go s.run()
	return s, nil
}

// prepareStore opens a file, without the writer.
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

// open opens the file once its pages are known to be whole, and leaves nothing open when it
// fails.
func (s *Store) open(ctx context.Context, o Options) (err error) {
	if err := checkFile(ctx, s.path, o.LockTimeout); err != nil {
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

// openBolt lets bbolt open the file at path, and returns it with the file that it reads.
// When it fails, nothing stays open.
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
	err = guard(func() error {
		db, err = bolt.Open(path, 0o600, &o)
		return err
	})
	if err == nil {
		return db, file, nil
	}
	// bbolt closes its file itself, unless it panicked; the mapping that it leaves then
	// keeps the damaged file locked until the process ends.
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

// readHeads returns why the heads of a file cannot be read: bbolt keeps that to itself, and
// calls the file damaged.
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

// prepare checks that the file is of a known schema; an empty one gets its buckets.
func (s *Store) prepare(o Options) error {
	schema := 0
	err := s.db.View(func(tx *bolt.Tx) (err error) {
		if s.info, err = s.file.Stat(); err != nil {
			return err
		}
		schema, err = checkSchema(tx)
		return err
	})
	if err == nil && !o.noSync {
		err = s.settle()
	}
	if err == nil && schema > 0 && !o.replica {
		err = s.leaveLog()
	}
	if err != nil || schema > 0 {
		return err
	}
	return s.db.Update(create)
}

// leaveLog makes a copy of a log's state, as a backup of a replica is, a store of its own: as a
// copy it would be made anew, and what is written now would be lost.
func (s *Store) leaveLog() error {
	copied := false
	err := s.db.View(func(tx *bolt.Tx) error {
		copied = tx.Bucket(metaBucket).Get(logKey) != nil
		return nil
	})
	if err != nil || !copied {
		return err
	}
	return s.db.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket(metaBucket)
		return errors.Join(meta.Delete(logKey), meta.Delete(headKey), meta.Delete(cleanKey))
	})
}

// settle puts what is seen of the file on the disk. The last commit may be in the system's
// memory alone: of a process that was killed before it synced, or whose sync failed. The
// pages that only the commit before it uses count as free already. Were they written over
// first, and the power lost, the disk would have neither of the two whole.
//
// The heads are written again since a system may take what it failed to write for written.
// They alone can be in doubt: all else was synced before its head was written.
func (s *Store) settle() error {
	heads := make([]byte, 2*s.db.Info().PageSize)
	if _, err := s.file.ReadAt(heads, 0); err != nil {
		return err
	}
	if _, err := s.file.WriteAt(heads, 0); err != nil {
		return err
	}
	return s.file.Sync()
}

// syncFolder makes the names of new files in a folder durable. Windows does that by itself,
// as do file systems that have no call for it; a folder that may be used but not read is
// left to the system too.
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
