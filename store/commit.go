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
	// errLanded is returned by commitRows if an attempt with an unclear outcome turns out to be in
	// the log, at the returned head or before it.
	errLanded = errors.New("the change is in the log")
	// errOpen is returned by outcome while an attempt may still succeed.
	errOpen = errors.New("the outcome is open")
)

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

// notifier is a growing number that others can wait for.
type notifier struct {
	mu     sync.Mutex
	number uint64
	next   chan struct{} // closed when the number is raised
}

func newNotifier() *notifier { return &notifier{next: make(chan struct{})} }

func (n *notifier) raise(number uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.number = max(n.number, number)
	close(n.next)
	n.next = make(chan struct{})
}

// wait returns when the number has been reached, or with the cause of the first context to end.
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
