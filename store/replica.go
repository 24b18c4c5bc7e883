package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// A replica is a store whose truth is a [changelog.Log]. Its file is a copy of the log's state: what
// reads, reads there; what writes runs there too, and is stored once the log has taken the
// rows that it has changed, on the very state that it was run on. Else that is followed first
// and it runs again. So all replicas do what they do one after the other, as one store would.

const (
	// patience is how long a writer waits for the log.
	patience = 2 * time.Second
	// askEvery is how often a replica asks for the newest head.
	askEvery = time.Second

	shortestWait, longestWait = 2 * time.Millisecond, 250 * time.Millisecond
)

var (
	// ErrUnreachable is returned by a replica whose log does not answer: by whatever writes,
	// of which nothing is stored then, and after some seconds by what reads.
	ErrUnreachable = errors.New("the cluster that keeps the games does not answer; nothing was stored")
	// ErrUnclear is returned by whatever writes to a replica whose log has stopped to answer
	// meanwhile: it may be stored, or yet become so. Loading it again will tell.
	ErrUnclear = errors.New("the cluster that keeps the games has stopped answering; it is not known yet whether that was stored")
	// ErrNoReplica is returned by OpenReplica for a file that is a store of its own.
	ErrNoReplica = errors.New("the file is a store of its own, not a copy of a cluster's; choose another file for the copy, or move it into the cluster with `sixfold migrate`")
)

// replica is what a store has besides if it is one.
type replica struct {
	log      changelog.Log
	writer   string
	batches  chan changelog.Batch // what the follower has read, for the writer
	applied  *beacon              // the head of the file
	patience time.Duration        // [patience], but in tests
	heard    atomic.Pointer[time.Time]
	// foreign counts the batches of others that the file shows.
	foreign atomic.Uint64

	ctx    context.Context // ends when the store is closed
	cancel context.CancelFunc
	done   sync.WaitGroup // of all that runs for it besides the writer
	failed atomic.Pointer[error]

	// The writer alone uses what follows.
	head    uint64           // of the file
	number  uint64           // of the last attempt
	pending *changelog.Batch // taken from batches, but not applied yet
	behind  error            // why what has come from the log could not be applied
}

// The keys in meta that only replicas have.
var (
	headKey  = []byte("head")  // the head of the file's state, 8 bytes big-endian
	logKey   = []byte("log")   // the log's ID
	cleanKey = []byte("clean") // the file was closed, and is whole
)

// OpenReplica opens a replica of a log, whose copy is in the file at path. A copy that is
// missing, was not closed, is damaged or of another log is made anew, which reads the whole
// log; one that was closed goes on from there. It returns when the copy has come up to what the
// log holds at that time. Besides the errors of Open and of the log there are ErrNoReplica, and
// ErrUnreachable where the log does not tell what it holds.
func OpenReplica(ctx context.Context, path string, log changelog.Log, o Options) (*Store, error) {
	o.noSync, o.replica = true, true // the log keeps what must not be lost
	s, err := openCopy(ctx, path, log, o)
	if errors.Is(err, changelog.ErrForgotten) || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrOlder) || errors.Is(err, errUnclean) {
		if err = os.Remove(path); err == nil {
			s, err = openCopy(ctx, path, log, o)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open the copy %s: %w", path, err)
	}
	return s, nil
}

// errUnclean is why a copy is made anew.
var errUnclean = errors.New("the copy was not closed, or is of another log")

// openCopy opens a copy, or makes an empty one, and follows the log to its newest head.
func openCopy(ctx context.Context, path string, log changelog.Log, o Options) (*Store, error) {
	_, err := os.Stat(path)
	empty := errors.Is(err, os.ErrNotExist)
	s, err := prepareStore(ctx, path, o)
	if err != nil {
		return nil, err
	}
	r := &replica{log: log, writer: rand.Text(), batches: make(chan changelog.Batch, 64), applied: newBeacon()}
	r.patience = cmp.Or(o.patience, patience)
	r.ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.replica = r
	if err = s.takeCopy(empty); err == nil {
		err = s.catchUp(ctx)
	}
	if err == nil {
		_, err = s.Schema() // what has come may be of an older version
	}
	if err != nil {
		r.cancel()
		r.done.Wait()
		return nil, errors.Join(err, s.db.Close())
	}
	go s.run()
	r.done.Go(s.listen)
	return s, nil
}

// takeCopy reads what a file is a copy of, and notes that it is in use.
func (s *Store) takeCopy(empty bool) error {
	r := s.replica
	id := []byte(r.log.ID())
	err := s.db.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket(metaBucket)
		if empty {
			return errors.Join(meta.Put(logKey, id), meta.Put(headKey, make([]byte, 8)))
		}
		of, head, clean := meta.Get(logKey), meta.Get(headKey), meta.Get(cleanKey)
		if of == nil {
			return ErrNoReplica
		}
		if string(of) != string(id) || len(head) != 8 || clean == nil {
			return errUnclean
		}
		r.head = binary.BigEndian.Uint64(head)
		return meta.Delete(cleanKey)
	})
	if err != nil {
		return err
	}
	r.applied.shine(r.head)
	return s.db.Sync()
}

// catchUp begins to follow the log, and returns when the copy has come up to it. Nobody else
// writes yet.
func (s *Store) catchUp(ctx context.Context) error {
	r := s.replica
	head, err := r.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	r.done.Go(s.pursue)
	if err := s.reach(ctx, head); err != nil {
		return err
	}
	r.hear()
	return nil
}

// pursue hands what comes after the copy's head to the writer, until the store is closed.
func (s *Store) pursue() {
	r := s.replica
	err := r.log.Follow(r.ctx, r.applied.value(), func(b changelog.Batch) error {
		select {
		case r.batches <- b:
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.wake.Signal()
		return nil
	})
	if r.ctx.Err() == nil {
		r.failed.Store(&err)
		r.cancel()
	}
}

// waits reports whether there is something to follow; of no replica, never.
func (r *replica) waits() bool { return r != nil && (r.pending != nil || len(r.batches) > 0) }

// follow applies what has come from the log. After a failure it leaves the disk some time.
func (s *Store) follow() {
	r := s.replica
	if r == nil {
		return
	}
	r.behind = nil
	for r.waits() && r.behind == nil {
		r.behind = s.applyNext(r.ctx)
	}
	if r.behind != nil {
		time.Sleep(longestWait)
	}
}

// reach follows the log to a head.
func (s *Store) reach(ctx context.Context, head uint64) error {
	for s.replica.head < head {
		if err := s.applyNext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// applyNext waits for something to follow and applies it. What cannot be applied stays to be
// tried again.
func (s *Store) applyNext(ctx context.Context) error {
	r := s.replica
	if r.pending == nil {
		select {
		case b := <-r.batches:
			r.pending = &b
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-r.ctx.Done():
			if failed := r.failed.Load(); failed != nil {
				return *failed
			}
			return ErrClosed
		}
	}
	if r.pending.Head == 0 || r.pending.Head > r.head {
		if err := s.applyBatch(*r.pending); err != nil {
			return explain(err)
		}
	}
	r.pending = nil
	return nil
}

// applyBatch writes what other replicas have noted, with its head, into the copy.
func (s *Store) applyBatch(b changelog.Batch) error {
	tx, err := s.begin(true)
	if err != nil {
		return err
	}
	defer s.rollback(tx)
	w := &writing{Tx: tx}
	err = guard(func() error {
		for _, row := range b.Rows {
			if err := w.apply(row); err != nil {
				return err
			}
		}
		return s.commitAt(tx, b.Head)
	})
	if err == nil {
		s.requests.add(w)
		s.replica.foreign.Add(1) // when readers see it, and before anybody who waits for the head does
		s.replica.reached(b.Head)
	}
	return err
}

// commitAt commits a transaction that brings the copy to a head; 0 is none, and the copy is
// good for nothing before the next.
func (s *Store) commitAt(tx *bolt.Tx, head uint64) error {
	if head > 0 {
		err := tx.Bucket(metaBucket).Put(headKey, binary.BigEndian.AppendUint64(nil, head))
		if err != nil {
			return err
		}
	}
	return s.commit(tx)
}

// reached notes that the file is at a head, if it is at one.
func (r *replica) reached(head uint64) {
	if head > 0 {
		r.head = head
		r.applied.shine(head)
	}
}

// replicate has the log take the rows of a transaction, and then the copy. changelog.ErrConflict means
// that the requests are to run again, on the state to which the log has been followed.
func (s *Store) replicate(w *writing, writes int) error {
	r := s.replica
	if len(w.rows) == 0 {
		return nil
	}
	if r.head == 0 {
		w.note(metaBucket, schemaKey, w.Bucket(metaBucket).Get(schemaKey))
	}
	started := time.Now()
	head, err := r.agree(w.rows)
	switch {
	case err == nil:
		// The log has it: where the copy's disk fails, the follower tries again.
		if err := guard(func() error { return s.commitAt(w.Tx, head) }); err == nil {
			r.reached(head)
			s.committed(time.Since(started), writes)
		}
		return nil
	case errors.Is(err, errLanded):
		s.rollback(w.Tx)
		r.behind = s.reach(r.ctx, head)
		return nil
	case errors.Is(err, changelog.ErrConflict):
		s.rollback(w.Tx)
		if err := s.reach(r.ctx, head); err != nil {
			return err
		}
	}
	return err
}

// await waits for what becomes of a request, as long as people would wait for an answer.
func (s *Store) await(r *request) error {
	timer := time.NewTimer(s.replica.patience)
	defer timer.Stop()
	select {
	case err := <-r.done:
		return err
	case <-timer.C:
	}
	s.mu.Lock()
	i := slices.Index(s.queue, r)
	if i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
	}
	s.mu.Unlock()
	if i >= 0 {
		return ErrUnreachable
	}
	select {
	case err := <-r.done:
		return err
	default:
		return ErrUnclear
	}
}

// Shared reports whether others write to what the store holds, as they do if it is a replica.
func (s *Store) Shared() bool { return s.replica != nil }

// Sync returns when the store shows all that anybody had been told to be stored before the
// call. Only a replica can be behind; the error is ErrUnreachable where it cannot find out.
func (s *Store) Sync(ctx context.Context) error {
	r := s.replica
	if r == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	head, err := r.log.Head(ctx)
	if err == nil {
		err = r.applied.await(ctx, r.ctx, head)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return nil
}

// Mark is what a store shows of the changes that others make to what it holds; 0 where nobody
// else does.
type Mark uint64

// Mark returns the mark of now. As long as it stays the same, the store shows no more of others.
func (s *Store) Mark() Mark {
	if s.replica == nil {
		return 0
	}
	return 1 + Mark(s.replica.foreign.Load())
}

// listen finds out, again and again, whether the copy is fresh.
func (s *Store) listen() {
	r := s.replica
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-tick.C:
		}
		if s.Sync(r.ctx) == nil {
			r.hear()
		}
	}
}

func (r *replica) hear() {
	now := time.Now()
	r.heard.Store(&now)
}

// freshFor is how long a replica that has lost the log still answers who reads: until the question
// that would have told so has been waited for.
func (r *replica) freshFor() time.Duration { return askEvery + r.patience }

// fresh returns why a replica may not be read; of no replica, nil.
func (r *replica) fresh() error {
	switch {
	case r == nil:
		return nil
	case r.failed.Load() != nil:
		return fmt.Errorf("%w: %w", ErrUnreachable, *r.failed.Load())
	case time.Since(*r.heard.Load()) > r.freshFor():
		return ErrUnreachable
	}
	return nil
}

// ready returns why nothing can be written to a replica; of no replica, nil.
func (r *replica) ready() error {
	if r == nil || r.behind == nil {
		return r.fresh()
	}
	return r.behind
}

// closeCopy ends what runs for a replica, and notes that its file is whole.
func (s *Store) closeCopy() error {
	r := s.replica
	r.cancel()
	r.done.Wait()
	if r.failed.Load() != nil {
		return nil // it is made anew
	}
	err := s.db.Sync()
	if err == nil {
		err = s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(metaBucket).Put(cleanKey, []byte{1}) })
	}
	return errors.Join(err, s.db.Sync())
}
