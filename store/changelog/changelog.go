// Package changelog defines the log that puts the changes of several processes to one shared state
// into one order. The state consists of rows: keys of buckets, with values. Their meaning is up to
// the processes.
package changelog

import (
	"context"
	"errors"
)

// Row is a key of a bucket with its new value.
type Row struct {
	Bucket, Key string // arbitrary bytes
	Value       []byte // nil if the key is removed, otherwise not empty
}

// Batch is a change as a [Log] delivers it, or several changes merged: the rows that differ from an
// earlier head, each once, with their newest values.
type Batch struct {
	Head uint64
	Rows []Row
}

// Attempt identifies one attempt at a change, so that its outcome can be asked for later.
type Attempt struct {
	Writer string // ID of the process: letters and digits, never reused
	Number uint64 // from 1, ascending by 1 per writer
}

// Log puts the changes of several processes into one order, which all of them follow. It is safe
// for concurrent use.
//
// A head is the position of a change in the order: 0 before the first, then increasing, not always
// by one.
type Log interface {
	// ID identifies this log for ever: a later log with the same name has another ID.
	ID() string
	// Append adds a change made to the state of a head, if that is the newest head, and returns the
	// new head once a majority has the change on disk. Either all rows are added or none; no two
	// may have the same name. The error is ErrConflict if the log has moved on, which even an only
	// writer may get. ErrTooLarge is permanent, ErrFull lasts until there is room again. After
	// these three nothing has been added; after any other error the change may have been added, or
	// may be added later. An attempt may be repeated with the same head and rows: it is added once,
	// and if an earlier call has added it the result is its head or ErrConflict.
	Append(ctx context.Context, head uint64, a Attempt, rows []Row) (uint64, error)
	// Landed reports whether the change of an attempt, which must be the newest of its writer, has
	// been added. While the log stands at the attempt's head, false may still become true.
	Landed(ctx context.Context, a Attempt) (bool, error)
	// Head returns the newest head. It includes every change whose Append had returned before the
	// call.
	Head(ctx context.Context) (uint64, error)
	// Follow calls f for everything after a head, in order, until the context ends or f fails, and
	// returns that error. After each Batch with a head the rows are exactly the state of that head;
	// superseded changes may be skipped. A long catch-up from head 0 may be split into batches of
	// which only the last has a head; the others leave no consistent state. Follow repairs lost
	// connections itself. ErrForgotten means that the head is too old to continue from, or was
	// never a head of this log.
	Follow(ctx context.Context, head uint64, f func(Batch) error) error
}

var (
	// ErrConflict is returned by [Log.Append] if the log has moved on.
	ErrConflict = errors.New("the log has gone on")
	// ErrTooLarge is returned by [Log.Append] for a change that exceeds the log's limits.
	ErrTooLarge = errors.New("the change is too large for the log")
	// ErrFull is returned by [Log.Append] if the log has no room for a change.
	ErrFull = errors.New("the log is full")
	// ErrForgotten is returned by [Log.Follow] if the log does not reach back to the head.
	ErrForgotten = errors.New("the log does not reach back so far")
)
