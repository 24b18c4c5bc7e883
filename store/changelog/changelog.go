// Package changelog says what several processes that share one state ask of the log which puts
// their changes into one order. What the state means is for them to know: here it is rows, keys
// of buckets with values.
package changelog

import (
	"context"
	"errors"
)

// Row is a key of a bucket with the value that a change gives it.
type Row struct {
	Bucket, Key string // bytes, not text
	Value       []byte // nil if the key is removed; not empty else
}

// Batch is a change as a [Log] keeps it, or several that it has run together: the rows
// that differ from those at an earlier head, each once, with their newest values.
type Batch struct {
	Head uint64
	Rows []Row
}

// Attempt names one try at a change, so that it can be asked for when its outcome is unclear.
type Attempt struct {
	Writer string // the process, letters and digits, never used again by another
	Number uint64 // from 1, ascending; those of one writer follow each other
}

// Log puts the changes of several processes into one order, which all of them follow. Its
// methods may be called by any number of goroutines at once.
//
// A head is the place of a change in the order: 0 before the first, and greater for each
// later one, not always by one.
type Log interface {
	// ID tells this log from all others, also from later ones of its name.
	ID() string
	// Append adds a change made to the state of a head, if that is the newest one, and
	// returns the new head once a majority has it on disk. All rows are added or none; none
	// is named twice. The error is ErrConflict if the log has gone on, which says no more
	// than that: even the only writer may get it. ErrTooLarge is for good, ErrFull until there
	// is room again; none of the three comes from a call that has added anything. After any other
	// error the change may have been added, and may still be. An attempt may be made again
	// with the same head and rows: it is added once, and the answer is its head or ErrConflict
	// if an earlier call has added it.
	Append(ctx context.Context, head uint64, a Attempt, rows []Row) (uint64, error)
	// Landed reports whether the change of an attempt, the newest that its writer has made, has
	// been added. False is only for now,
	// as long as the log stands at the head that the attempt was made for.
	Landed(ctx context.Context, a Attempt) (bool, error)
	// Head asks for the newest head: no change whose Append had returned before is missed.
	Head(ctx context.Context) (uint64, error)
	// Follow calls f for all that came after a head, in order and without end, until the
	// context ends or f fails, and returns that error. What a Batch leaves behind is the very
	// state of its head, and a change that was superseded need not be seen. Where there is
	// much to come from head 0, it may come in pieces, of which all but the last have no head,
	// and leave no state behind. Lost connections it mends itself. ErrForgotten means that the
	// head is too old to go on from, or that the log has never had it.
	Follow(ctx context.Context, head uint64, f func(Batch) error) error
}

var (
	// ErrConflict is returned by [Log.Append] where the log has gone on.
	ErrConflict = errors.New("the log has gone on")
	// ErrTooLarge is returned by [Log.Append] for a change that does not fit.
	ErrTooLarge = errors.New("the change is too large for the log")
	// ErrFull is returned by [Log.Append] where the log has no room for a change.
	ErrFull = errors.New("the log is full")
	// ErrForgotten is returned by [Log.Follow] where the log does not reach back so far.
	ErrForgotten = errors.New("the log does not reach back so far")
)
