package store

import (
	"bytes"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Contents says how much is in a store.
type Contents struct {
	Tables  int
	Open    int // of the tables, those that are not over
	Records int
	Bytes   int64 // of the file
}

// Verify reads the whole store: every page, every record with its checksum, and every
// index, which must follow from the tables. The error is ErrCorrupt, with the first thing
// that is wrong, or else ErrFormat or ErrDamaged, with each record that cannot be read. It takes as long as reading and decoding all tables does; writers go
// on meanwhile as for [Store.Backup].
func (s *Store) Verify() (Contents, error) {
	var c Contents
	err := s.view(func(tx *bolt.Tx) (err error) {
		if err := verifyPages(tx); err != nil {
			return err
		}
		if err := verifyHandled(tx); err != nil {
			return err
		}
		c, err = verifyRecords(tx)
		c.Bytes = tx.Size()
		return err
	})
	if err != nil {
		return Contents{}, fmt.Errorf("verify %s: %w", s.path, err)
	}
	return c, nil
}

// verifyPages checks the tree of pages.
func verifyPages(tx *bolt.Tx) error {
	var first error
	for err := range tx.Check() { // to its end, or its goroutine is left behind
		if first == nil {
			first = fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
	}
	return first
}

// verifyRecords decodes the tables and compares them with what follows from them.
func verifyRecords(tx *bolt.Tx) (Contents, error) {
	var c Contents
	var unreadable []error
	schema, err := checkSchema(tx)
	if err != nil {
		return c, err
	}
	indexed := map[string]int{}
	err = tx.Bucket(tablesBucket).ForEach(func(key, value []byte) error {
		t, err := verifyTable(tx, key, value, schema, indexed)
		c.Tables++
		if errors.Is(err, ErrFormat) {
			unreadable = append(unreadable, err)
			return nil
		}
		if err == nil && t.Open() {
			c.Open++
		}
		return err
	})
	if err != nil {
		return c, err
	}
	err = tx.Bucket(recordsBucket).ForEach(func(key, value []byte) error {
		c.Records++
		if _, err := unseal(key, value); err != nil {
			kind, id, _ := bytes.Cut(key, []byte{0})
			unreadable = append(unreadable, fmt.Errorf("%s %q: %w", kind, id, err))
		}
		return nil
	})
	if err != nil || len(unreadable) > 0 {
		// What the indexes must hold of a table that cannot be read is not known.
		return c, errors.Join(append(unreadable, err)...)
	}
	// Every entry that follows from a table is there: where an index holds as many, it
	// holds no other.
	for _, name := range [][]byte{openBucket, usersBucket, thinkingBucket, dueBucket} {
		if n := count(tx.Bucket(name)); n != indexed[string(name)] {
			return c, fmt.Errorf("%w: the index %s has %d entries, not %d", ErrCorrupt, name, n, indexed[string(name)])
		}
	}
	return c, nil
}

// verifyTable decodes a table, finds it in the indexes and counts its entries there.
func verifyTable(tx *bolt.Tx, key, value []byte, schema int, entries map[string]int) (*Table, error) {
	t, err := decode(key, value)
	if err != nil {
		return nil, err
	}
	for _, e := range indexed(key, t) {
		if schema < ownersSchema && bytes.Equal(e.bucket, usersBucket) && len(t.seated()) == 0 {
			continue
		}
		if found, _ := tx.Bucket(e.bucket).Cursor().Seek(e.key); !bytes.Equal(found, e.key) {
			return nil, fmt.Errorf("%w: table %x is not in the index %s", ErrCorrupt, key, e.bucket)
		}
		entries[string(e.bucket)]++
	}
	series, number := key[:len(key)-4], key[len(key)-4:]
	if last := tx.Bucket(numbersBucket).Get(series); bytes.Compare(last, number) < 0 {
		return nil, fmt.Errorf("%w: table %x is beyond the last number given, %x", ErrCorrupt, key, last)
	}
	return t, nil
}

// verifyFile opens the store at path by itself and verifies it.
func verifyFile(path string) (c Contents, err error) {
	s, err := Open(path, Options{})
	if err != nil {
		return Contents{}, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Verify()
}
