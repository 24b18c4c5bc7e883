package store

import (
	"errors"
	"fmt"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// errLanded is returned by agree where an attempt of unclear outcome turns out to have been
// added, at that head or before it.
var errLanded = errors.New("the change is in the log")

// agree has the log take rows on top of the copy's head. It tries until it knows the outcome,
// or the store is closed.
func (r *replica) agree(rows []changelog.Row) (uint64, error) {
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
		case sure && errors.Is(err, changelog.ErrConflict) && r.comes():
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

// soon is how long what was in conflict with a change takes to come, mostly: to wait for it
// costs less than to ask.
const soon = 50 * time.Millisecond

// comes waits a little for what comes next from the log, and reports whether it has come.
func (r *replica) comes() bool {
	timer := time.NewTimer(soon)
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

// errOpen is returned by outcome as long as an attempt may still succeed.
var errOpen = errors.New("the outcome is open")

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
