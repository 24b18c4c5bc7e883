package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
)

// database is an open file of bbolt.
type database struct {
	path string
	db   *bolt.DB
	file *os.File    // bbolt's, for the one case in which bbolt cannot close it itself
	info os.FileInfo // of the file as it was opened

	commit    func(*bolt.Tx) error // replaced by tests that need a commit to fail
	committed func(took time.Duration, writes int)

	foreign atomic.Uint64         // the [Mark] of now
	stuck   atomic.Pointer[error] // why no transaction can begin or end any more
}

// view runs f in a transaction that reads. What bbolt hands to f dies with the
// transaction: f must decode or copy it.
func (d *database) view(f func(*bolt.Tx) error) error {
	tx, err := d.begin(false)
	if err != nil {
		return explain(err)
	}
	defer d.rollback(tx)
	return explain(guard(func() error { return f(tx) }))
}

// begin starts a transaction. If bbolt panics over it, its locks stay taken: from then
// on every call gets the reason at once, in place of waiting for ever.
func (d *database) begin(writable bool) (tx *bolt.Tx, err error) {
	if stuck := d.stuck.Load(); stuck != nil {
		return nil, *stuck
	}
	err = guard(func() error {
		tx, err = d.db.Begin(writable)
		return err
	})
	if errors.Is(err, ErrCorrupt) {
		d.stuck.Store(&err)
	}
	return tx, err
}

// rollback ends a transaction without a trace; one that has ended already stays so. A
// panic means the same as in begin.
func (d *database) rollback(tx *bolt.Tx) {
	if err := guard(tx.Rollback); errors.Is(err, ErrCorrupt) {
		d.stuck.Store(&err)
	}
}

// guard runs f and turns a panic, or a memory fault in the mapped file, into ErrCorrupt:
// they are how bbolt meets a damaged page.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, r)
		}
	}()
	return f()
}

// backend is where the truth of a store is: a file of its own, or the log of a [replica].
type backend interface {
	// readable returns why the database may not be read at present, nil if it may.
	readable() error
	// transact runs f in a transaction on the newest state, and returns when what f has written is
	// stored, or why it is not. f returns how many requests have written something: of none nothing
	// is stored. changelog.ErrConflict means that all is to run again. The writer alone calls it.
	transact(f func(*writing) (writes int, err error)) error
	// sync is [Store.Sync].
	sync(context.Context) error
	// close waits until the writer has stopped, and ends what else runs.
	close(stopped <-chan struct{}) error
}

// ownFile is the backend of a store of its own.
type ownFile struct {
	*database
	uncertain error // why nothing more is written, nil if there is no reason
}

func (f *ownFile) readable() error { return nil }

func (f *ownFile) sync(context.Context) error { return nil }

func (f *ownFile) close(stopped <-chan struct{}) error {
	<-stopped
	return nil
}

func (f *ownFile) transact(apply func(*writing) (writes int, err error)) error {
	if f.uncertain != nil {
		return f.uncertain
	}
	tx, err := f.begin(true)
	if err != nil {
		return err
	}
	defer f.rollback(tx) // which does nothing after a commit
	writes, err := apply(&writing{Tx: tx})
	if err != nil || writes == 0 {
		return err
	}
	return f.store(tx, writes)
}

// store commits a transaction. After an error nothing of it is stored, or nobody knows, and
// nothing more is.
func (f *ownFile) store(tx *bolt.Tx, writes int) error {
	id, started := tx.ID(), time.Now()
	err := guard(func() error { return f.finish(tx) })
	if err == nil {
		f.committed(time.Since(started), writes)
		return nil
	}
	f.rollback(tx)
	if f.shows(id) {
		f.uncertain = fmt.Errorf("%w: %w", ErrUncertain, err)
		return f.uncertain
	}
	return err
}

// finish commits a transaction, if the file is still the one of its name.
func (f *ownFile) finish(tx *bolt.Tx) error {
	if now, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.info, now) {
		return ErrReplaced
	}
	return f.commit(tx)
}

// shows reports whether readers see a transaction, which has failed: its head was written,
// and perhaps did not reach the disk.
func (f *ownFile) shows(id int) bool {
	last := 0
	err := f.view(func(tx *bolt.Tx) error {
		last = tx.ID()
		return nil
	})
	return err == nil && last >= id
}
