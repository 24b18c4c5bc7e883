package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// A replica is a store whose authoritative state is a [changelog.Log]. Its file is a copy of that
// state and serves reads. A write runs on the file and is committed when the log has appended the
// changed rows to the state that the write ran on. Otherwise the file first catches up with the
// log, and the write runs again. So the writes of all replicas have one order.

const (
	// writeTimeout is how long a write waits for the log.
	writeTimeout = 2 * time.Second
	// askEvery is how often a replica asks the log for its newest head.
	askEvery = time.Second

	shortestWait, longestWait = 2 * time.Millisecond, 250 * time.Millisecond
)

var (
	// ErrUnreachable is returned by a replica whose log does not answer: by a write, which is then
	// not stored, and after some seconds by a read.
	ErrUnreachable = errors.New("the cluster that keeps the games does not answer; nothing was stored")
	// ErrUnclear is returned by a write to a replica if the log stops answering during it: the
	// write may be stored, now or later. Loading it again will tell.
	ErrUnclear = errors.New("the cluster that keeps the games has stopped answering; it is not known yet whether that was stored")
	// ErrNoReplica is returned by OpenReplica for the file of a store that is not a copy.
	ErrNoReplica = errors.New("the file is a store of its own, not a copy of a cluster's; choose another file for the copy, or move it into the cluster with `sixfold migrate`")
)

// replica is the backend of a copy of a log.
type replica struct {
	*Store

	log        changelog.Log
	writer     string
	batches    chan changelog.Batch // from the follower to the writer
	applied    *notifier            // the head of the file
	lastAnswer atomic.Pointer[time.Time]

	ctx    context.Context // ends when the store is closed
	cancel context.CancelFunc
	done   sync.WaitGroup // all goroutines except the writer
	failed atomic.Pointer[error]

	// The fields below are used only by the writer.
	head       uint64           // of the file
	number     uint64           // of the last attempt
	pending    *changelog.Batch // taken from batches, not applied yet
	applyError error            // why the last batch could not be applied
}

// The keys in meta that only replicas have.
var (
	headKey  = []byte("head")  // head of the file's state, 8 bytes big-endian
	logKey   = []byte("log")   // the log's ID
	cleanKey = []byte("clean") // present if the file was closed properly
)

// OpenReplica opens a replica of a log, with its copy in the file at path. A copy that is missing,
// was not closed, is damaged or belongs to another log is rebuilt, which reads the whole log; a
// properly closed one continues from its head. OpenReplica returns when the copy has reached the
// log's present head. Besides the errors of Open and of the log there are ErrNoReplica, and
// ErrUnreachable if the log does not report its head.
func OpenReplica(ctx context.Context, path string, log changelog.Log, o Options) (*Store, error) {
	o.noSync, o.replica = true, true // durability is the log's task
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

// errUnclean makes OpenReplica rebuild the copy.
var errUnclean = errors.New("the copy was not closed, or is of another log")

// openCopy opens a copy or creates an empty one, and follows the log to its newest head.
func openCopy(ctx context.Context, path string, log changelog.Log, o Options) (*Store, error) {
	_, err := os.Stat(path)
	empty := errors.Is(err, os.ErrNotExist)
	s, err := prepareStore(ctx, path, o)
	if err != nil {
		return nil, err
	}
	r := &replica{Store: s, log: log, writer: rand.Text(), batches: make(chan changelog.Batch, 64), applied: &notifier{next: make(chan struct{})}}
	r.ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.backend, s.writeTimeout = r, cmp.Or(o.writeTimeout, writeTimeout)
	s.foreign.Store(1)
	if err = r.takeCopy(empty); err == nil {
		err = r.catchUp(ctx)
	}
	if err == nil {
		_, err = s.Schema() // the rows received may be of an older version
	}
	if err != nil {
		r.cancel()
		r.done.Wait()
		return nil, errors.Join(err, s.db.Close())
	}
	go s.run()
	r.done.Go(r.listen)
	return s, nil
}

// takeCopy checks which log the file is a copy of, and marks it as in use.
func (r *replica) takeCopy(empty bool) error {
	id := []byte(r.log.ID())
	err := r.db.Update(func(tx *bolt.Tx) error {
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
	r.applied.raise(r.head)
	return r.db.Sync()
}

// catchUp starts to follow the log and returns when the copy has reached its head. The writer does
// not run yet.
func (r *replica) catchUp(ctx context.Context) error {
	head, err := r.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	from := r.head
	r.done.Go(func() { r.receive(from) })
	if err := r.followTo(ctx, head); err != nil {
		return err
	}
	r.noteAnswer()
	return nil
}

// receive passes batches after a head to the writer, until the store is closed.
func (r *replica) receive(from uint64) {
	err := r.log.Follow(r.ctx, from, func(b changelog.Batch) error {
		select {
		case r.batches <- b:
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
		r.nudge()
		return nil
	})
	if r.ctx.Err() == nil {
		r.failed.Store(&err)
		r.cancel()
	}
}

// follow applies the batches received so far. After a failure it pauses before the next attempt.
func (r *replica) follow() {
	r.applyError = nil
	for (r.pending != nil || len(r.batches) > 0) && r.applyError == nil {
		r.applyError = r.applyNext(r.ctx)
	}
	if r.applyError != nil {
		time.Sleep(longestWait)
		r.nudge()
	}
}

// followTo applies batches until the copy has reached head.
func (r *replica) followTo(ctx context.Context, head uint64) error {
	for r.head < head {
		if err := r.applyNext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// applyNext waits for a batch and applies it. A batch that cannot be applied is kept for the next
// attempt.
func (r *replica) applyNext(ctx context.Context) error {
	if r.pending == nil {
		if err := r.takeBatch(ctx); err != nil {
			return err
		}
	}
	if r.pending.Head == 0 || r.pending.Head > r.head {
		if err := r.applyBatch(*r.pending); err != nil {
			return explain(err)
		}
	}
	r.pending = nil
	return nil
}

// takeBatch waits for a batch.
func (r *replica) takeBatch(ctx context.Context) error {
	select {
	case b := <-r.batches:
		r.pending = &b
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-r.ctx.Done():
		if failed := r.failed.Load(); failed != nil {
			return *failed
		}
		return ErrClosed
	}
}

// applyBatch writes a batch of another replica's rows and its head into the copy.
func (r *replica) applyBatch(b changelog.Batch) error {
	tx, err := r.begin(true)
	if err != nil {
		return err
	}
	defer r.rollback(tx)
	w := &writing{Tx: tx}
	err = guard(func() error {
		for _, row := range b.Rows {
			if err := w.apply(row); err != nil {
				return err
			}
		}
		return r.commitAt(tx, b.Head)
	})
	if err == nil {
		r.requests.add(w)
		r.foreign.Add(1) // when readers see the batch, and before waiters for the head wake
		r.announce(tablesOf(b.Rows))
		r.reached(b.Head)
	}
	return err
}

// commitAt commits a transaction that brings the copy to a head. Head 0 is that of an incomplete
// batch: the copy is unusable until the next one.
func (r *replica) commitAt(tx *bolt.Tx, head uint64) error {
	if head > 0 {
		err := tx.Bucket(metaBucket).Put(headKey, binary.BigEndian.AppendUint64(nil, head))
		if err != nil {
			return err
		}
	}
	return r.commit(tx)
}

// reached records that the file is at a head, unless it is 0.
func (r *replica) reached(head uint64) {
	if head > 0 {
		r.head = head
		r.applied.raise(head)
	}
}

func (r *replica) transact(apply func(*writing) (writes int, err error)) error {
	r.follow()
	if r.applyError != nil {
		return r.applyError
	}
	if apply == nil {
		return nil
	}
	if err := r.readable(); err != nil {
		return err
	}
	tx, err := r.begin(true)
	if err != nil {
		return err
	}
	defer r.rollback(tx) // no-op after a commit
	w := &writing{Tx: tx}
	writes, err := apply(w)
	if err != nil || writes == 0 || len(w.rows) == 0 {
		return err
	}
	return r.replicate(w, writes)
}

// replicate appends the rows of a transaction to the log and then commits them to the copy. After
// changelog.ErrConflict the requests must run again, on the state that the copy has caught up with.
func (r *replica) replicate(w *writing, writes int) error {
	if r.head == 0 {
		w.note(metaBucket, schemaKey, w.Bucket(metaBucket).Get(schemaKey))
	}
	started := time.Now()
	head, err := r.commitRows(w.rows)
	switch {
	case err == nil:
		// The log has the rows: if the copy's disk fails, the follower applies them again.
		if err := guard(func() error { return r.commitAt(w.Tx, head) }); err == nil {
			r.reached(head)
			r.committed(time.Since(started), writes)
		}
		return nil
	case errors.Is(err, errLanded):
		r.rollback(w.Tx)
		r.applyError = r.followTo(r.ctx, head)
		return nil
	case errors.Is(err, changelog.ErrConflict):
		r.rollback(w.Tx)
		if err := r.followTo(r.ctx, head); err != nil {
			return err
		}
	}
	return err
}

// errLanded is returned by commitRows if an attempt with an unclear outcome turns out to be in the
// log, at the returned head or before it.
var errLanded = errors.New("the change is in the log")

// errOpen is returned by outcome while an attempt may still succeed.
var errOpen = errors.New("the outcome is open")

// commitRows appends rows to the log after the copy's head. It tries until the outcome is known or
// the store is closed.
func (r *replica) commitRows(rows []changelog.Row) (uint64, error) {
	r.number++
	attempt := changelog.Attempt{Writer: r.writer, Number: r.number}
	sure := true // no request of this attempt can still be in flight
	for wait := shortestWait; ; wait = min(2*wait, longestWait) {
		head, err := r.log.Append(r.ctx, r.head, attempt, rows)
		switch {
		case err == nil, errors.Is(err, changelog.ErrTooLarge):
			return head, err
		case errors.Is(err, changelog.ErrFull):
			return 0, fmt.Errorf("%w: %w", ErrFull, err)
		case sure && errors.Is(err, changelog.ErrConflict) && r.awaitBatch():
			return r.pending.Head, err
		}
		sure = sure && errors.Is(err, changelog.ErrConflict)
		head, err = r.outcome(attempt)
		if !errors.Is(err, errOpen) {
			return head, err
		}
		select {
		case <-r.ctx.Done():
			return 0, ErrUnclear
		case <-time.After(wait):
		}
	}
}

// conflictWait is how long a conflicting batch usually takes to arrive: waiting for it costs less
// than asking the log.
const conflictWait = 50 * time.Millisecond

// awaitBatch waits for the next batch of the log and reports whether it has arrived in time.
func (r *replica) awaitBatch() bool {
	ctx, cancel := context.WithTimeout(r.ctx, conflictWait)
	defer cancel()
	for r.pending == nil || r.pending.Head <= r.head {
		if r.takeBatch(ctx) != nil {
			return false
		}
	}
	return true
}

// outcome finds out what has become of an unconfirmed attempt. It must ask for the head first: once
// the log has moved on from the attempt's head, the attempt can no longer be appended.
func (r *replica) outcome(a changelog.Attempt) (uint64, error) {
	head, err := r.log.Head(r.ctx)
	if err != nil {
		return 0, errOpen
	}
	landed, err := r.log.Landed(r.ctx, a)
	switch {
	case err != nil:
		return 0, errOpen
	case landed:
		// The attempt may have landed after the head was read.
		if head, err = r.log.Head(r.ctx); err != nil {
			return 0, errOpen
		}
		return head, errLanded
	case head == r.head:
		return 0, errOpen
	}
	return head, changelog.ErrConflict
}

func (r *replica) sync(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, r.writeTimeout)
	defer cancel()
	defer context.AfterFunc(r.ctx, cancel)()
	head, err := r.log.Head(ctx)
	if err == nil {
		err = r.applied.wait(ctx, head)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return nil
}

// listen regularly asks the log whether the copy is up to date.
func (r *replica) listen() {
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-tick.C:
		}
		if r.sync(r.ctx) == nil {
			r.noteAnswer()
		}
	}
}

func (r *replica) noteAnswer() {
	now := time.Now()
	r.lastAnswer.Store(&now)
}

func (r *replica) readable() error {
	switch {
	case r.failed.Load() != nil:
		return fmt.Errorf("%w: %w", ErrUnreachable, *r.failed.Load())
	case time.Since(*r.lastAnswer.Load()) > askEvery+r.writeTimeout: // the next question to the log has timed out too
		return ErrUnreachable
	}
	return nil
}

// close waits for all goroutines and marks the file as properly closed.
func (r *replica) close(stopped <-chan struct{}) error {
	defer time.AfterFunc(r.writeTimeout, r.cancel).Stop() // in case the log does not answer
	<-stopped
	r.cancel()
	r.done.Wait()
	if r.failed.Load() != nil {
		return nil // the copy will be rebuilt
	}
	err := r.db.Sync()
	if err == nil {
		err = r.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(metaBucket).Put(cleanKey, []byte{1}) })
	}
	return errors.Join(err, r.db.Sync())
}

// notifier is a growing number that others can wait for.
type notifier struct {
	mu     sync.Mutex
	number uint64
	next   chan struct{} // closed when the number is raised
}

func (n *notifier) raise(number uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.number = max(n.number, number)
	close(n.next)
	n.next = make(chan struct{})
}

// wait returns when the number has been reached, or with the cause of the context's end.
func (n *notifier) wait(ctx context.Context, number uint64) error {
	for {
		n.mu.Lock()
		reached, next := n.number >= number, n.next
		n.mu.Unlock()
		if reached {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
