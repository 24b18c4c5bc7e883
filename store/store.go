package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Options are how a store is opened; the zero value is good.
type Options struct {
	// LockTimeout is how long Open waits for another process to let go of the file;
	// zero means one second.
	LockTimeout time.Duration
	// Committed, if not nil, is called after each commit with the time that it took to
	// become durable and with how many writes it held. It must be quick: writers wait.
	Committed func(took time.Duration, writes int)

	noSync  bool // tests that prove nothing about durability: ten times as fast
	maxSize int  // tests: bytes, as if the disk held no more
}

// Store is an open file. Its methods may be called by any number of goroutines at once;
// reading waits for no writing.
type Store struct {
	path string
	db   *bolt.DB
	file *os.File // bbolt's, for the one case in which bbolt cannot close it itself

	commit    func(*bolt.Tx) error // replaced by tests that need a commit to fail
	committed func(took time.Duration, writes int)

	mu      sync.Mutex
	wake    *sync.Cond // the queue or closed has changed
	queue   []*request
	closed  bool
	stopped chan struct{} // closed when the writer has ended

	stuck atomic.Pointer[error] // why no transaction can begin or end any more
}

// Open opens the store in the file at path, and makes an empty one if there is none.
// The errors are ErrLocked, ErrNewer, ErrReadOnly, ErrCorrupt and ErrFull, each with
// a sentence that tells who runs the bot what to do; a file that is refused is left
// as it is.
func Open(path string, o Options) (*Store, error) {
	_, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist)
	s := &Store{path: path, commit: (*bolt.Tx).Commit, committed: o.Committed, stopped: make(chan struct{})}
	if s.committed == nil {
		s.committed = func(time.Duration, int) {}
	}
	s.wake = sync.NewCond(&s.mu)
	if err := s.open(o, fresh); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	go s.run()
	return s, nil
}

// open opens the file, and leaves nothing open or behind when it fails.
func (s *Store) open(o Options, fresh bool) error {
	err := guard(func() error { return s.openFile(o) })
	if err != nil {
		// bbolt closes its file itself, unless it panicked; the mapping that it leaves then
		// keeps the damaged file locked until the process ends.
		if s.file != nil {
			_ = s.file.Close()
		}
		if fresh && s.file != nil && !errors.Is(err, ErrLocked) {
			_ = os.Remove(s.path)
		}
		return err
	}
	err = guard(s.prepare)
	if err == nil && fresh {
		err = syncFolder(filepath.Dir(s.path))
	}
	if err != nil {
		_ = guard(s.db.Close)
		if fresh {
			_ = os.Remove(s.path)
		}
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
	empty := false
	err := s.db.View(func(tx *bolt.Tx) error {
		info, err := s.file.Stat()
		if err != nil {
			return err
		}
		// Pages beyond the end of the file are a memory fault to touch.
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: it is cut off at %d of %d bytes", ErrCorrupt, info.Size(), tx.Size())
		}
		empty, err = checkSchema(tx)
		return err
	})
	if err != nil || !empty {
		return err
	}
	return s.db.Update(create)
}

// Close waits for the writes that have begun, and closes the file. Further calls end
// in ErrClosed, but closing again is no error.
func (s *Store) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	s.wake.Signal()
	<-s.stopped
	if s.stuck.Load() != nil {
		return s.file.Close() // bbolt would wait for its locks for ever
	}
	return guard(s.db.Close)
}

// Backup writes a copy of the whole file, as it stands now, that can be opened as a
// store. Writers go on meanwhile, until the file must grow beyond what is mapped: w
// should be fast.
func (s *Store) Backup(w io.Writer) error {
	var failed error // what w says must not be taken for the store's own trouble
	err := s.view(func(tx *bolt.Tx) error {
		_, failed = tx.WriteTo(w)
		return nil
	})
	if err = errors.Join(err, failed); err != nil {
		return fmt.Errorf("back the store up: %w", err)
	}
	return nil
}

// view runs f in a transaction that reads. What bbolt hands to f dies with the
// transaction: f must decode or copy it.
func (s *Store) view(f func(*bolt.Tx) error) error {
	tx, err := s.begin(false)
	if err != nil {
		return explain(err)
	}
	defer s.rollback(tx)
	return guard(func() error { return f(tx) })
}

// begin starts a transaction. If bbolt panics over it, its locks stay taken: from then
// on every call gets the reason at once, in place of waiting for ever.
func (s *Store) begin(writable bool) (tx *bolt.Tx, err error) {
	if stuck := s.stuck.Load(); stuck != nil {
		return nil, *stuck
	}
	err = guard(func() error {
		tx, err = s.db.Begin(writable)
		return err
	})
	if errors.Is(err, ErrCorrupt) {
		s.stuck.Store(&err)
	}
	return tx, err
}

// rollback ends a transaction without a trace; one that has ended already stays so. A
// panic means the same as in begin.
func (s *Store) rollback(tx *bolt.Tx) {
	if err := guard(tx.Rollback); errors.Is(err, ErrCorrupt) {
		s.stuck.Store(&err)
	}
}

// guard runs f and turns a panic, or a memory fault in the mapped file, into ErrCorrupt:
// they are how bbolt meets a damaged page.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, r)
		}
	}()
	return f()
}

// explain puts the sentence for whoever can act on it before an error of the system's
// or bbolt's.
func explain(err error) error {
	if err == nil {
		return nil
	}
	m := meaning(err)
	if m == nil || errors.Is(err, m) {
		return err
	}
	// The path is in front of the sentence already.
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	return fmt.Errorf("%w: %w", m, err)
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
