package store

import (
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// queued is one caller's part of a commit.
type queued struct {
	apply func(*writing) error // may run more than once, each time in a new transaction
	err   error
	done  chan error // receives once, after the commit that decides it
}

// write runs apply in a transaction that it may share with other callers, and returns when that is
// on disk, or why it is not. apply must return ErrStale, ErrHandled, ErrOutdated, ErrNotFound and
// ErrFormat before it writes anything.
func (s *Store) write(apply func(*writing) error) error {
	q := &queued{apply: apply, done: make(chan error, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.queue = append(s.queue, q)
	s.mu.Unlock()
	s.wake.Signal()
	var timeout <-chan time.Time
	if s.writeTimeout > 0 {
		timer := time.NewTimer(s.writeTimeout)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case err := <-q.done:
		return err
	case <-timeout:
		return s.abandon(q)
	}
}

// abandon stops waiting for a write. Its error says whether that may still be stored.
func (s *Store) abandon(q *queued) error {
	s.mu.Lock()
	i := slices.Index(s.queue, q)
	if i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
	}
	s.mu.Unlock()
	if i >= 0 {
		return ErrUnreachable
	}
	select {
	case err := <-q.done:
		return err
	default:
		return ErrUnclear
	}
}

// Ping returns once every earlier write is decided, and shows that the store responds: its error is
// ErrClosed, or nil even if the disk refuses all writes. It writes nothing, and blocks while a
// write hangs.
func (s *Store) Ping() error {
	err := s.write(func(*writing) error { return ErrNotFound })
	if errors.Is(err, ErrClosed) {
		return err
	}
	return nil
}

// nudge wakes the writer to follow the log, without waiting for it.
func (s *Store) nudge() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nudged = true
	s.wake.Signal()
}

// run is the writer: it commits queued writes until the store is closed and the queue is empty.
func (s *Store) run() {
	defer close(s.stopped)
	for {
		batch, ok := s.take()
		if !ok {
			return
		}
		if len(batch) == 0 {
			_ = s.transact(nil) // the next read or write gets the error
		}
		s.commitAll(batch)
		for _, q := range batch {
			q.done <- q.err
		}
	}
}

// take waits for writes and returns all of them, or none if only the log is to be followed; ok is
// false at the end. It yields while the queue grows, because callers of the last commit often write
// again at once. Otherwise they would split into two halves that wait for each other's commits. A
// lone writer is delayed by one yield at most.
func (s *Store) take() (batch []*queued, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed && !s.nudged {
		s.wake.Wait()
	}
	s.nudged = false
	for seen := 0; seen < len(s.queue); {
		seen = len(s.queue)
		s.mu.Unlock()
		runtime.Gosched()
		s.mu.Lock()
	}
	batch, s.queue = s.queue, nil
	return batch, len(batch) > 0 || !s.closed
}

// commitAll decides every write of a batch in as few transactions as possible. A write that
// breaks the transaction is left out, and the others run again. A batch that is too large for a log
// is halved.
func (s *Store) commitAll(batch []*queued) {
	batch = slices.Clone(batch)
	for len(batch) > 0 {
		broken, err := s.attempt(batch)
		switch {
		case errors.Is(err, changelog.ErrConflict):
		case errors.Is(err, changelog.ErrTooLarge) && len(batch) > 1:
			s.commitAll(batch[:len(batch)/2])
			batch = batch[len(batch)/2:]
		case err != nil:
			// Refused writes get this error too: the state that refused them is not stored.
			err = explain(err)
			for _, q := range batch {
				q.err = err
			}
			return
		case broken < 0:
			return
		default:
			batch = slices.Delete(batch, broken, broken+1)
		}
	}
}

// attempt runs a batch in one transaction and sets the writes' errors. It returns the index of
// the write that broke the transaction, or -1, and the reason if nothing is stored. After
// changelog.ErrConflict it must be called again.
func (s *Store) attempt(batch []*queued) (broken int, err error) {
	broken = -1
	var stored *writing
	err = s.transact(func(w *writing) (writes int, err error) {
		w.known = s.requests
		for i, q := range batch {
			q.err = guard(func() error { return q.apply(w) })
			switch {
			case q.err == nil:
				writes++
			case !wroteNothing(q.err):
				broken = i
				return 0, nil
			}
		}
		if writes == 0 {
			return 0, nil
		}
		stored = w
		return writes, guard(w.putRequests)
	})
	if stored != nil && (err == nil || errors.Is(err, ErrUncertain)) {
		s.requests.add(stored) // an uncertain commit is visible to readers
	}
	return broken, err
}

// wroteNothing reports whether a write returns err only before it writes anything.
func wroteNothing(err error) bool {
	return errors.Is(err, ErrStale) || errors.Is(err, ErrHandled) || errors.Is(err, ErrOutdated) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrFormat)
}
