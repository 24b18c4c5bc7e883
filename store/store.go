package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Options configure a store. The zero value is ready to use.
type Options struct {
	// LockTimeout is how long Open waits for another process to release the file; zero means one
	// second.
	LockTimeout time.Duration
	// Committed, if not nil, is called after each commit with its duration, sync included, and the
	// number of writes in it. It must be quick, because writers wait for it.
	Committed func(took time.Duration, writes int)

	writeTimeout time.Duration // tests: replaces [writeTimeout] for the writers of a replica

	replica bool // set by [OpenReplica]

	noSync   bool // tests that prove nothing about durability: ten times as fast
	rehearse bool // tests: see [Unsynced]
	maxSize  int  // tests: limit of the file in bytes, to simulate a full disk
}

// Unsynced returns options for tests that prove nothing about durability: ten times as fast.
// [Transact] runs each function once more and discards that result, to catch functions with effects
// outside their transaction.
func Unsynced() Options { return Options{noSync: true, rehearse: true} }

// Store is an open file. It is safe for concurrent use. Readers do not wait for writers.
type Store struct {
	*database
	backend
	Torn error // says which head of the file was damaged when it was opened; see [Check]

	writeTimeout time.Duration // limit for a write, 0 for none

	mu      sync.Mutex
	wake    *sync.Cond // signals changes of queue, nudged and closed
	queue   []*queued
	nudged  bool // the log has something to follow
	closed  bool
	stopped chan struct{} // closed when the writer has stopped

	requests *requests

	rehearse bool
}

// view runs f in a read-only transaction, or returns why the store cannot be read at present.
func (s *Store) view(f func(*bolt.Tx) error) error {
	if err := s.readable(); err != nil {
		return err
	}
	return s.database.view(f)
}

// look returns what f finds in a read-only transaction: see [Store.view].
func look[T any](s *Store, f func(*bolt.Tx) (T, error)) (found T, err error) {
	err = s.view(func(tx *bolt.Tx) (err error) {
		found, err = f(tx)
		return err
	})
	return found, err
}

// lookFor is [look] whose error says what was looked for.
func lookFor[T any](s *Store, what string, f func(*bolt.Tx) (T, error)) (found T, err error) {
	if found, err = look(s, f); err != nil {
		var none T
		return none, fmt.Errorf("%s: %w", what, err)
	}
	return found, nil
}

// Load returns a table. The errors are ErrNotFound and ErrFormat.
func (s *Store) Load(k Key) (*Table, error) {
	key, err := k.encode()
	if err != nil {
		return nil, err
	}
	return lookFor(s, "load table "+k.String(), func(tx *bolt.Tx) (*Table, error) { return stored(tx, key, decode) })
}

// LastNumber returns the last number given to a table of a game in a channel, 0 for none.
func (s *Store) LastNumber(channel, game string) (int, error) {
	series, err := encodeSeries(channel, game)
	if err != nil {
		return 0, err
	}
	return lookFor(s, "last table of "+game+" in "+channel, func(tx *bolt.Tx) (int, error) { return int(lastNumber(tx, series)), nil })
}

// Shared reports whether the store is a replica, so that others write to its state too.
func (s *Store) Shared() bool {
	_, shared := s.backend.(*replica)
	return shared
}

// Sync returns when the store shows everything that had been acknowledged to anybody before the
// call. Only a replica can lag; the error is ErrUnreachable if the log does not answer.
func (s *Store) Sync(ctx context.Context) error { return s.sync(ctx) }

// Mark counts the changes made by others that the store shows. It is 0 for a store that is not a
// replica.
type Mark uint64

// Mark returns the current mark. While it stays the same, no further changes of others are shown.
func (s *Store) Mark() Mark { return Mark(s.foreign.Load()) }

// OnTables has f called after each commit, others' too, with the tables that it has saved or deleted. It replaces
// an earlier f, and must be quick, because writers wait for it.
func (s *Store) OnTables(f func([]Key)) { s.heeds.Store(&f) }

func (d *database) announce(tables []Key) {
	if f := d.heeds.Load(); f != nil {
		(*f)(tables)
	}
}

func (s *Store) rehearses() bool { return s.rehearse }

// Close waits for pending writes and closes the file. Later calls return ErrClosed, but closing
// twice is no error.
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
		return s.file.Close() // bbolt's Close would wait for its locks for ever
	}
	return explain(errors.Join(left, guard(s.db.Close)))
}

// Backup writes a consistent copy of the whole file, which can be opened as a store. Writers
// continue until the file must grow beyond its mapping, so w should be fast.
func (s *Store) Backup(w io.Writer) error {
	var failed error // errors of w are not errors of the store
	err := s.view(func(tx *bolt.Tx) error {
		_, failed = tx.WriteTo(w)
		return nil
	})
	if err = errors.Join(err, failed); err != nil {
		return fmt.Errorf("back the store up: %w", err)
	}
	return nil
}

// Stats are figures that are cheap to read, whatever the size of the store.
type Stats struct {
	Bytes    int64 // of the file
	Open     int   // tables that are not over
	Thinking int   // tables that wait for one of the bot's players
}

// Stats returns the file's size and the sizes of two indexes. The error is ErrClosed after Close.
func (s *Store) Stats() (Stats, error) {
	return look(s, func(tx *bolt.Tx) (Stats, error) {
		return Stats{Bytes: tx.Size(), Open: count(tx.Bucket(openBucket), nil), Thinking: count(tx.Bucket(thinkingBucket), nil)}, nil
	})
}

// count returns how many keys of a bucket begin with prefix.
func count(b *bolt.Bucket, prefix []byte) (n int) {
	c := b.Cursor()
	for key, _ := c.Seek(prefix); key != nil && bytes.HasPrefix(key, prefix); key, _ = c.Next() {
		n++
	}
	return n
}
