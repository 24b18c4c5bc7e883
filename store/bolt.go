package store

import (
	"errors"
	"fmt"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
)

// view runs f in a transaction that reads. What bbolt hands to f dies with the
// transaction: f must decode or copy it.
func (s *Store) view(f func(*bolt.Tx) error) error {
	if err := s.replica.fresh(); err != nil {
		return err
	}
	tx, err := s.begin(false)
	if err != nil {
		return explain(err)
	}
	defer s.rollback(tx)
	return explain(guard(func() error { return f(tx) }))
}

// begin starts a transaction. If bbolt panics over it, its locks stay taken: from then
// on every call gets the reason at once, in place of waiting for ever.
func (s *Store) begin(writable bool) (tx *bolt.Tx, err error) {
	if stuck := s.stuck.Load(); stuck != nil {
		return nil, *stuck
	}
	err = guard(func() error {
		tx, err = s.db.Begin(writable)
		return err
	})
	if errors.Is(err, ErrCorrupt) {
		s.stuck.Store(&err)
	}
	return tx, err
}

// rollback ends a transaction without a trace; one that has ended already stays so. A
// panic means the same as in begin.
func (s *Store) rollback(tx *bolt.Tx) {
	if err := guard(tx.Rollback); errors.Is(err, ErrCorrupt) {
		s.stuck.Store(&err)
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
