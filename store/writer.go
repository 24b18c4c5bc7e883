package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"
)

// request is one caller's part of a commit.
type request struct {
	apply func(*bolt.Tx) error // may run more than once, each time in a fresh transaction
	err   error
	done  chan error // receives once, when the commit that decides the request is over
}

// write runs apply in a transaction that it may share with other callers, and returns
// when that is on disk, or why it is not. apply must return ErrStale, ErrNotFound and
// ErrFormat before it has written anything.
func (s *Store) write(apply func(*bolt.Tx) error) error {
	r := &request{apply: apply, done: make(chan error, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.queue = append(s.queue, r)
	s.mu.Unlock()
	s.wake.Signal()
	return <-r.done
}

// run is the writer: it commits whatever has queued up, until the store is closed and
// the queue empty.
func (s *Store) run() {
	defer close(s.stopped)
	for {
		batch := s.take()
		if batch == nil {
			return
		}
		s.commitAll(batch)
		for _, r := range batch {
			r.done <- r.err
		}
	}
}

// take waits for requests and returns all of them, nil at the end. It yields as long as
// that lets the queue grow: those whom the last commit answered are often about to ask
// again, and without this they would fall into two halves that wait for each other's
// commits. A lone writer is kept no longer than one yield.
func (s *Store) take() []*request {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed {
		s.wake.Wait()
	}
	for seen := 0; seen < len(s.queue); {
		seen = len(s.queue)
		s.mu.Unlock()
		runtime.Gosched()
		s.mu.Lock()
	}
	batch := s.queue
	s.queue = nil
	return batch
}

// commitAll decides every request of a batch in as few transactions as can be: one,
// unless a request breaks it. Such a one is left out and the others run again.
func (s *Store) commitAll(batch []*request) {
	batch = slices.Clone(batch)
	for len(batch) > 0 {
		broken := s.attempt(batch)
		if broken < 0 {
			return
		}
		batch = slices.Delete(batch, broken, broken+1)
	}
}

// attempt runs a batch in one transaction and sets the requests' errors. It returns
// the index of a request that broke the transaction, -1 if none did.
func (s *Store) attempt(batch []*request) (broken int) {
	if s.uncertain != nil {
		fail(batch, s.uncertain)
		return -1
	}
	if err := s.preserve(); err != nil {
		fail(batch, err)
		return -1
	}
	tx, err := s.begin(true)
	if err != nil {
		fail(batch, err)
		return -1
	}
	if err := guard(func() error { return s.raise(tx) }); err != nil {
		s.rollback(tx)
		fail(batch, err)
		return -1
	}
	id := tx.ID()
	refused := 0
	for i, r := range batch {
		r.err = guard(func() error { return r.apply(tx) })
		switch {
		case r.err == nil:
		case wroteNothing(r.err):
			refused++
		default:
			s.rollback(tx)
			return i
		}
	}
	if refused == len(batch) {
		s.rollback(tx)
		return -1
	}
	started := time.Now()
	if err := guard(func() error { return s.finish(tx) }); err != nil {
		s.rollback(tx)
		if s.shows(id) {
			s.uncertain = fmt.Errorf("%w: %w", ErrUncertain, err)
			err = s.uncertain
		}
		// Those refused are told the same: what they were refused for is not stored.
		fail(batch, err)
		return -1
	}
	s.schema = Schema
	s.committed(time.Since(started), len(batch)-refused)
	return -1
}

// raise has the first transaction in a file of an older schema raise that, so that older
// programs leave the file alone.
func (s *Store) raise(tx *bolt.Tx) error {
	if s.schema == Schema {
		return nil
	}
	return raise(tx, s.schema)
}

// finish commits a transaction, if the file is still the one of its name.
func (s *Store) finish(tx *bolt.Tx) error {
	if now, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(s.info, now) {
		return ErrReplaced
	}
	return s.commit(tx)
}

// shows reports whether readers see a transaction, which has failed: its head was written,
// and perhaps did not reach the disk.
func (s *Store) shows(id int) bool {
	last := 0
	err := s.view(func(tx *bolt.Tx) error {
		last = tx.ID()
		return nil
	})
	return err == nil && last >= id
}

// wroteNothing reports whether err is one that a request ends in before it writes.
func wroteNothing(err error) bool {
	return errors.Is(err, ErrStale) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrFormat)
}

// fail gives every request the reason why nothing was stored.
func fail(batch []*request, err error) {
	err = explain(err)
	for _, r := range batch {
		r.err = err
	}
}
