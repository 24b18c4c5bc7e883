package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

var (
	// errLanded is returned by commitRows where an attempt of unclear outcome turns out to have been
	// added, at that head or before it.
	errLanded = errors.New("the change is in the log")
	// errOpen is returned by outcome as long as an attempt may still succeed.
	errOpen = errors.New("the outcome is open")
)

// commitRows adds rows to the log after the copy's head. It tries until it knows the outcome,
// or the store is closed.
func (r *replica) commitRows(rows []changelog.Row) (uint64, error) {
	r.number++
	attempt := changelog.Attempt{Writer: r.writer, Number: r.number}
	sure := true // nothing of this attempt may still be on its way
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

// conflictWait is how long what was in conflict with a change takes to come, mostly: to wait for
// it costs less than to ask.
const conflictWait = 50 * time.Millisecond

// awaitBatch waits a little for what comes next from the log, and reports whether it has come.
func (r *replica) awaitBatch() bool {
	timer := time.NewTimer(conflictWait)
	defer timer.Stop()
	for r.pending == nil || r.pending.Head <= r.head {
		select {
		case b := <-r.batches:
			r.pending = &b
		case <-timer.C:
			return false
		case <-r.ctx.Done():
			return false
		}
	}
	return true
}

// outcome asks what has become of an attempt that was not confirmed. The order matters: once
// the log has gone on from the attempt's head, it cannot be added any more.
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
		// It may have landed since the head was asked for.
		if head, err = r.log.Head(r.ctx); err != nil {
			return 0, errOpen
		}
		return head, errLanded
	case head == r.head:
		return 0, errOpen
	}
	return head, changelog.ErrConflict
}

// notifier is a number that only grows, for which others wait.
type notifier struct {
	mu     sync.Mutex
	number uint64
	next   chan struct{} // closed when the number has grown
}

func newNotifier() *notifier { return &notifier{next: make(chan struct{})} }

func (n *notifier) raise(number uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.number = max(n.number, number)
	close(n.next)
	n.next = make(chan struct{})
}

func (n *notifier) value() uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.number
}

// wait returns when the number has been reached, or why one of the contexts has ended.
func (n *notifier) wait(ctx, other context.Context, number uint64) error {
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
		case <-other.Done():
			return context.Cause(other)
		}
	}
}
