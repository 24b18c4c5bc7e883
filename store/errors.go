package store

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"
)

// Errors of opening a store. Each is a sentence for the operator.
var (
	// ErrLocked is returned by Open when another process, or another Store of this process, holds
	// the file beyond the lock timeout.
	ErrLocked = errors.New("the store is in use by another bot, a playground or a `sixfold say`; end that one first, or choose another file with --data")
	// ErrNewer is returned by Open for a file whose schema is newer than this program supports. The
	// file is left unchanged.
	ErrNewer = errors.New("the store was written by a newer version of Sixfold; run that version or a later one")
	// ErrOlder is returned by Open for a file, and by OpenReplica for a log, with an older schema
	// or with tables in an older form. The file is left unchanged.
	ErrOlder = errors.New("the store is of an older version of Sixfold; let that of commit 0ad4ed6f " +
		`("bot/playground: one clock, one 429, one way to answer a page") ` +
		"run on it until all of its games have come up to date, and then this one")
	// ErrReadOnly is returned by Open when the file, or the folder of a new one, cannot be written.
	ErrReadOnly = errors.New("the store cannot be written; make the file and its folder writable for the user who runs Sixfold")
	// ErrReplaced is returned by all writes when the path no longer names the open file, because
	// that was moved, deleted or replaced. Nothing is stored, because the next start would not find
	// it.
	ErrReplaced = errors.New("the file of the store was moved or replaced while the bot was running; end the bot, put the right file in its place, and start again")
	// ErrCorrupt is returned when the file is not a store of Sixfold, is shorter than it claims, or
	// has a damaged page, which the error names: by Open, and by any call that finds later damage.
	// The file is left unchanged.
	ErrCorrupt = errors.New("the store is damaged or is not a store of Sixfold; restore it from a backup, or move it away to start empty")
)

// Errors of an open store.
var (
	// ErrNotFound is returned by Load and Get when there is no such record.
	ErrNotFound = errors.New("store: no such record")
	// ErrStale is returned by Commit when the stored revision of a table is not the one that the
	// caller has loaded. Nothing is stored.
	ErrStale = errors.New("store: the record has changed since it was loaded")
	// ErrStaleRecord is returned by Commit when a small record has changed since it was read. It
	// wraps ErrStale. Nothing is stored.
	ErrStaleRecord = fmt.Errorf("a small record: %w", ErrStale)
	// ErrHandled is returned for a step of a request that has already been carried out: the request
	// was delivered twice. Nothing is stored. See [Op].
	ErrHandled = errors.New("store: the request has been carried out")
	// ErrOutdated is returned for a transaction when others have changed something since the mark
	// in [Op].Since. Nothing is stored. [Serve] runs the request again.
	ErrOutdated = errors.New("store: others have changed something since the request came")
	// ErrFormat is returned when a stored record cannot be decoded or has a format that this
	// program does not know. Such a record is neither deleted nor replaced.
	ErrFormat = errors.New("store: the record cannot be read")
	// ErrDamaged is returned when a stored record does not match its checksum: its bytes have
	// changed on disk. It wraps ErrFormat. Such a record is neither deleted nor replaced.
	ErrDamaged = fmt.Errorf("its bytes have changed on disk: %w", ErrFormat)
	// ErrNewerRecord is returned for a table that a newer version has written, which can read it. It
	// wraps ErrFormat. Whoever meets it leaves the table as it is.
	ErrNewerRecord = fmt.Errorf("a newer version has written it: %w", ErrFormat)
	// ErrKey is returned for a key, a kind, an ID or a seat that cannot be stored.
	ErrKey = errors.New("store: malformed key")
	// ErrFull is returned by writes when the disk, the quota or the largest file size is exhausted.
	// Nothing is stored, and the store stays usable.
	ErrFull = errors.New("the disk that holds the store is full; make room on it")
	// ErrDisk is returned when the disk has failed to read or write. Nothing is stored, and
	// existing records are unchanged.
	ErrDisk = errors.New("the disk that holds the store has failed to read or write; check it, and keep a backup elsewhere")
	// ErrUncertain is returned by a write when the disk has failed so late that the commit may be
	// on it or not. It comes with the system's error. All writes after that return ErrDisk, until the
	// store is opened again.
	ErrUncertain = errors.New("the disk failed at the end of a write, and nothing more is written to the store; check the disk and the room on it, and start the bot again")
	// ErrMemory is returned by every call after the system has refused to map the grown file into
	// memory, until the store is opened again. Nothing is stored.
	ErrMemory = errors.New("the file of the store cannot be mapped into memory; let the bot use more memory, and start it again")
	// ErrClosed is returned by every call after Close.
	ErrClosed = errors.New("store: closed")
)

// meaning returns the sentinel for an error of the operating system or of bbolt, or nil.
func meaning(err error) error {
	switch {
	case errors.Is(err, ErrUncertain):
		return ErrUncertain
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	case errors.Is(err, bolterrors.ErrMaxSizeReached), says(err, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG):
		return ErrFull
	case says(err, syscall.EIO):
		return ErrDisk
	case errors.Is(err, bolterrors.ErrInvalidMapping), says(err, syscall.ENOMEM):
		return ErrMemory
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return ErrClosed
	}
	return nil
}

// says reports whether err is or contains one of the system's errors: bbolt passes some of them on
// as text.
func says(err error, numbers ...syscall.Errno) bool {
	return slices.ContainsFunc(numbers, func(no syscall.Errno) bool {
		return errors.Is(err, no) || strings.Contains(err.Error(), no.Error())
	})
}

// corrupt wraps err in ErrCorrupt, unless it is one already.
func corrupt(err error) error {
	if errors.Is(err, ErrCorrupt) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// explain wraps an error of the system or of bbolt in the sentinel for it.
func explain(err error) error {
	if err == nil {
		return nil
	}
	m := meaning(err)
	if m == nil || errors.Is(err, m) {
		return err
	}
	// The path already precedes the sentence.
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	return fmt.Errorf("%w: %w", m, err)
}
