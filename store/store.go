package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
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

	writeTimeout time.Duration // tests: of who writes to a replica, instead of [writeTimeout]

	replica bool // it is to be a copy of a log's state

	noSync   bool // tests that prove nothing about durability: ten times as fast
	rehearse bool // tests: functions of transactions run once more before, for nothing
	maxSize  int  // tests: bytes, as if the disk held no more
}

// Unsynced are options for tests that prove nothing about durability: ten times as fast. What
// [Transact] runs, it runs once more before and throws the result away, so that a function which
// does more than its transaction is found out.
func Unsynced() Options { return Options{noSync: true, rehearse: true} }

// Store is an open file. Its methods may be called by any number of goroutines at once;
// reading waits for no writing.
type Store struct {
	*database
	backend

	writeTimeout time.Duration // how long a writer waits, 0 for as long as it takes

	mu      sync.Mutex
	wake    *sync.Cond // the queue or closed has changed
	queue   []*request
	nudged  bool // the log is to be followed
	closed  bool
	stopped chan struct{} // closed when the writer has ended

	requests *requests // those that were carried out last

	rehearse bool // see [Unsynced]
}

// view runs f in a transaction that reads, as [database.view] does, if the store may be read.
func (s *Store) view(f func(*bolt.Tx) error) error {
	if err := s.readable(); err != nil {
		return err
	}
	return s.database.view(f)
}

// Shared reports whether others write to what the store holds, as they do if it is a replica.
func (s *Store) Shared() bool {
	_, shared := s.backend.(*replica)
	return shared
}

// Sync returns when the store shows all that anybody had been told to be stored before the
// call. Only a replica can lag behind; the error is ErrUnreachable where it cannot find out.
func (s *Store) Sync(ctx context.Context) error { return s.sync(ctx) }

// Mark is what a store shows of the changes that others make to what it holds; 0 where nobody
// else does.
type Mark uint64

// Mark returns the mark of now. As long as it stays the same, the store shows no more of others.
func (s *Store) Mark() Mark { return Mark(s.foreign.Load()) }

func (s *Store) rehearses() bool { return s.rehearse }

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
	left := s.close(s.stopped)
	if s.stuck.Load() != nil {
		return s.file.Close() // bbolt would wait for its locks for ever
	}
	return explain(errors.Join(left, guard(s.db.Close)))
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

// Stats are what a store tells at once, however large it is.
type Stats struct {
	Bytes    int64 // of the file
	Open     int   // tables that are not over
	Thinking int   // tables that await one of the bot's players
}

// Stats reads the size of the file and counts the entries of two indexes. The error is
// ErrClosed after Close.
func (s *Store) Stats() (Stats, error) {
	var st Stats
	err := s.view(func(tx *bolt.Tx) error {
		st = Stats{Bytes: tx.Size(), Open: count(tx.Bucket(openBucket)), Thinking: count(tx.Bucket(thinkingBucket))}
		return nil
	})
	return st, err
}

func count(b *bolt.Bucket) int {
	n := 0
	c := b.Cursor()
	for key, _ := c.First(); key != nil; key, _ = c.Next() {
		n++
	}
	return n
}
