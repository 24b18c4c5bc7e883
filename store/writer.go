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

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// request is one caller's part of a commit.
type request struct {
	apply func(*writing) error // may run more than once, each time in a fresh transaction
	err   error
	done  chan error // receives once, when the commit that decides the request is over
}

// write runs apply in a transaction that it may share with other callers, and returns
// when that is on disk, or why it is not. apply must return ErrStale, ErrHandled, ErrNotFound
// and ErrFormat before it has written anything.
func (s *Store) write(apply func(*writing) error) error {
	r := &request{apply: apply, done: make(chan error, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.queue = append(s.queue, r)
	s.mu.Unlock()
	s.wake.Signal()
	if s.replica != nil {
		return s.await(r)
	}
	return <-r.done
}

// run is the writer: it commits whatever has queued up, and follows the log of a replica,
// until the store is closed and the queue empty.
func (s *Store) run() {
	defer close(s.stopped)
	for {
		batch, ok := s.take()
		if !ok {
			return
		}
		s.follow()
		s.commitAll(batch)
		for _, r := range batch {
			r.done <- r.err
		}
	}
}

// take waits for requests and returns all of them, nil at the end. It yields as long as
// that lets the queue grow: those whom the last commit answered are often about to ask
// again, and without this they would fall into two halves that wait for each other's
// commits. A lone writer is kept no longer than one yield. Where there is something to
// follow it returns at once.
func (s *Store) take() (batch []*request, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed && !s.replica.waits() {
		s.wake.Wait()
	}
	for seen := 0; seen < len(s.queue); {
		seen = len(s.queue)
		s.mu.Unlock()
		runtime.Gosched()
		s.mu.Lock()
	}
	batch, s.queue = s.queue, nil
	return batch, len(batch) > 0 || !s.closed
}

// commitAll decides every request of a batch in as few transactions as can be: one,
// unless a request breaks it, or it is too large for a log. The one is left out and the others
// run again; what is too large goes in halves.
func (s *Store) commitAll(batch []*request) {
	batch = slices.Clone(batch)
	for len(batch) > 0 {
		broken, err := s.attempt(batch)
		switch {
		case errors.Is(err, changelog.ErrConflict):
		case errors.Is(err, changelog.ErrTooLarge) && len(batch) > 1:
			s.commitAll(batch[:len(batch)/2])
			batch = batch[len(batch)/2:]
		case err != nil:
			// Those refused are told the same: what they were refused for is not stored.
			fail(batch, err)
			return
		case broken < 0:
			return
		default:
			batch = slices.Delete(batch, broken, broken+1)
		}
	}
}

// attempt runs a batch in one transaction and sets the requests' errors. It returns
// the index of a request that broke the transaction, -1 if none did; or why nothing is
// stored. After changelog.ErrConflict it is to be called again.
func (s *Store) attempt(batch []*request) (broken int, err error) {
	if s.uncertain != nil {
		return -1, s.uncertain
	}
	if err := s.replica.ready(); err != nil {
		return -1, err
	}
	tx, err := s.begin(true)
	if err != nil {
		return -1, err
	}
	defer s.rollback(tx) // which does nothing after a commit
	w := &writing{Tx: tx, known: s.requests}
	broken, refused := applyAll(w, batch)
	if broken >= 0 || refused == len(batch) {
		return broken, nil
	}
	if err := guard(w.putRequests); err != nil {
		return -1, err
	}
	if s.replica != nil {
		err = s.replicate(w, len(batch)-refused)
	} else {
		err = s.store(tx, len(batch)-refused)
	}
	if err == nil {
		s.requests.add(w)
	}
	return -1, err
}

// applyAll applies the requests and sets their errors. It returns the index of the first that
// broke the transaction, or -1, and how many were refused.
func applyAll(w *writing, batch []*request) (broken, refused int) {
	for i, r := range batch {
		r.err = guard(func() error { return r.apply(w) })
		switch {
		case r.err == nil:
		case wroteNothing(r.err):
			refused++
		default:
			return i, refused
		}
	}
	return -1, refused
}

// store commits a transaction. After an error nothing of it is stored, or nobody knows, and
// nothing more is.
func (s *Store) store(tx *bolt.Tx, writes int) error {
	id, started := tx.ID(), time.Now()
	err := guard(func() error { return s.finish(tx) })
	if err == nil {
		s.committed(time.Since(started), writes)
		return nil
	}
	s.rollback(tx)
	if s.shows(id) {
		s.uncertain = fmt.Errorf("%w: %w", ErrUncertain, err)
		return s.uncertain
	}
	return err
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
	return errors.Is(err, ErrStale) || errors.Is(err, ErrHandled) || errors.Is(err, ErrOutdated) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrFormat)
}

// fail gives every request the reason why nothing was stored.
func fail(batch []*request, err error) {
	err = explain(err)
	for _, r := range batch {
		r.err = err
	}
}
