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

// database is an open bbolt file.
type database struct {
	path string
	db   *bolt.DB
	file *os.File    // bbolt's, for the one case in which bbolt cannot close it
	info os.FileInfo // of the file when it was opened

	commit    func(*bolt.Tx) error // bbolt's, which syncs; tests replace it by one that fails
	committed func(took time.Duration, writes int)

	foreign atomic.Uint64               // the current [Mark], 0 without a cluster
	heeds   atomic.Pointer[func([]Key)] // see [Store.OnTables]
	stuck   atomic.Pointer[error]       // why transactions can no longer begin or end
}

// view runs f in a read-only transaction. Memory that bbolt returns to f is invalid after the
// transaction: f must decode or copy it.
func (d *database) view(f func(*bolt.Tx) error) error {
	tx, err := d.begin(false)
	if err != nil {
		return explain(err)
	}
	defer d.rollback(tx)
	return explain(guard(func() error { return f(tx) }))
}

// begin starts a transaction. If bbolt panics in it, its locks stay held: from then on every call
// returns the reason at once instead of blocking for ever.
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

// rollback ends a transaction that is not committed. A panic has the same effect as in begin.
func (d *database) rollback(tx *bolt.Tx) {
	if err := guard(tx.Rollback); errors.Is(err, ErrCorrupt) {
		d.stuck.Store(&err)
	}
}

// guard runs f and turns a panic or a memory fault in the mapped file into ErrCorrupt: bbolt reacts
// to a damaged page with one of them.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, r)
		}
	}()
	return f()
}

// backend holds the authoritative state of a store: its own file, or the log of a [replica].
type backend interface {
	// readable returns why the database cannot be read at present, or nil.
	readable() error
	// transact runs f in a transaction on the newest state and returns when what f has written is
	// stored, or why it is not. f returns how many requests have written something; if none has,
	// nothing is stored. After changelog.ErrConflict everything must run again. Only the writer
	// calls transact.
	transact(f func(*writing) (writes int, err error)) error
	// sync implements [Store.Sync].
	sync(context.Context) error
	// close waits until the writer has stopped, and stops the backend's goroutines.
	close(stopped <-chan struct{}) error
}

// ownFile is the backend of a store that is not a replica.
type ownFile struct {
	*database
	failed error // why writes are refused, or nil
}

func (f *ownFile) readable() error { return nil }

func (f *ownFile) sync(context.Context) error { return nil }

func (f *ownFile) close(stopped <-chan struct{}) error {
	<-stopped
	return nil
}

func (f *ownFile) transact(apply func(*writing) (writes int, err error)) error {
	if f.failed != nil {
		return f.failed
	}
	tx, err := f.begin(true)
	if err != nil {
		return err
	}
	defer f.rollback(tx) // no-op after a commit
	writes, err := apply(&writing{Tx: tx})
	if err != nil || writes == 0 {
		return err
	}
	return f.store(tx, writes)
}

// store commits a transaction. After an error nothing of it is stored; if that is uncertain, all
// later writes are refused.
func (f *ownFile) store(tx *bolt.Tx, writes int) error {
	id, started := tx.ID(), time.Now()
	err := guard(func() error {
		if now, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.info, now) {
			return ErrReplaced
		}
		return f.commit(tx)
	})
	if err == nil {
		f.committed(time.Since(started), writes)
		return nil
	}
	f.rollback(tx)
	if f.shows(id) {
		f.failed = fmt.Errorf("%w; nothing is written until the bot is started again, since an earlier write failed at its end: %w", ErrDisk, err)
		return fmt.Errorf("%w: %w", ErrUncertain, err)
	}
	return err
}

// shows reports whether readers see a transaction whose commit has failed: its head was written,
// but perhaps has not reached the disk.
func (f *ownFile) shows(id int) bool {
	last := 0
	err := f.view(func(tx *bolt.Tx) error { last = tx.ID(); return nil })
	return err == nil && last >= id
}
