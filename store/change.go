package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Change is a change of several records, for [Store.Apply].
type Change struct {
	Save   []Entry // tables, with the revision they were loaded with, 0 for new ones with the next number
	Delete []Entry // tables, likewise
	// Stand are tables that stay as they are, with the revision they were loaded with.
	Stand []Entry
	// Expect are small records as they were read, of Data nil where there was none.
	Expect []Value
	Put    []Value // small records in place of whatever is there
	Remove []Record
	Rank   []Ranked // see [Store.Top]
	Op     Op       // on whose behalf it is made
}

// Record names a small record.
type Record struct{ Kind, ID string }

// Value is a small record with what it holds.
type Value struct {
	Record
	Data []byte
}

// Apply makes a change in one transaction: when it returns nil all of it is on disk,
// else nothing of it is done. The error is ErrStale if one of the tables has changed
// since it was loaded, ErrStaleRecord if an expected record has since it was read, ErrHandled if
// the step of the request has been carried out, and ErrFormat if a record cannot be read. The given tables stay as they are, without their next revision. It is for
// [Transact]: whatever changes records uses that.
func (s *Store) Apply(c Change) error {
	checks, writes, err := c.encode()
	if err == nil {
		err = s.writeFor(c.Op, func(tx *writing) error {
			// Every check comes before the first write, as write demands.
			for _, step := range slices.Concat(checks, writes) {
				if err := step(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("change %d tables and %d records: %w", len(c.Save)+len(c.Delete), len(c.Put)+len(c.Remove), err)
	}
	return nil
}

// encode returns what a change checks and what it writes.
func (c Change) encode() (checks, writes []func(*writing) error, err error) {
	table := func(e Entry, write func(*writing, []byte) error) error {
		key, err := e.encode()
		checks = append(checks, func(tx *writing) error {
			if e.Revision == 0 {
				return demandNext(tx.Tx, key, e.Key)
			}
			return demandRevision(tx.Tx, key, e.Revision)
		})
		writes = append(writes, func(tx *writing) error { return write(tx, key) })
		return err
	}
	for _, e := range c.Save {
		r, err := next(e.Table)
		if err = errors.Join(err, table(e, r.replace)); err != nil {
			return nil, nil, err
		}
	}
	for _, e := range c.Delete {
		if err := table(e, deleteTable); err != nil {
			return nil, nil, err
		}
	}
	for _, e := range c.Stand {
		key, err := e.encode()
		if err != nil {
			return nil, nil, err
		}
		checks = append(checks, func(tx *writing) error { return demandRevision(tx.Tx, key, e.Revision) })
	}
	for _, v := range c.Expect {
		key, err := encodeRecord(v.Kind, v.ID)
		if err != nil {
			return nil, nil, err
		}
		checks = append(checks, func(tx *writing) error { return demandRecord(tx.Tx, key, v) })
	}
	for _, v := range c.Put {
		key, err := encodeRecord(v.Kind, v.ID)
		if err != nil {
			return nil, nil, err
		}
		sealed := seal(key, v.Data)
		writes = append(writes, func(tx *writing) error { return tx.put(recordsBucket, key, sealed) })
	}
	for _, r := range c.Remove {
		key, err := encodeRecord(r.Kind, r.ID)
		if err != nil {
			return nil, nil, err
		}
		writes = append(writes, func(tx *writing) error { return tx.remove(recordsBucket, key) })
	}
	for _, r := range c.Rank {
		write, err := r.write()
		if err != nil {
			return nil, nil, err
		}
		writes = append(writes, write)
	}
	return checks, writes, nil
}

// demandNext refuses a new table whose number is not the next one.
func demandNext(tx *bolt.Tx, key []byte, k Key) error {
	if last := lastNumber(tx, key[:len(key)-4]); int64(k.Number) != int64(last)+1 {
		return fmt.Errorf("%w: table %d follows, not %d", ErrStale, int64(last)+1, k.Number)
	}
	return nil
}

// demandRevision refuses a table that is not stored with a revision, and one that
// cannot be read.
func demandRevision(tx *bolt.Tx, key []byte, revision uint64) error {
	t, err := storedHead(tx, key)
	switch {
	case errors.Is(err, ErrNotFound):
		return fmt.Errorf("%w: it is gone", ErrStale)
	case err != nil:
		return err
	case t.Revision != revision:
		return fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, t.Revision, revision)
	}
	return nil
}

// demandRecord refuses a small record that is not as it was read.
func demandRecord(tx *bolt.Tx, key []byte, v Value) error {
	sealed := tx.Bucket(recordsBucket).Get(key)
	if (sealed == nil) != (v.Data == nil) {
		return fmt.Errorf("%w: %s %q", ErrStaleRecord, v.Kind, v.ID)
	}
	if sealed == nil {
		return nil
	}
	content, err := unseal(key, sealed)
	if err == nil && !bytes.Equal(content, v.Data) {
		err = fmt.Errorf("%w: %s %q", ErrStaleRecord, v.Kind, v.ID)
	}
	return err
}
