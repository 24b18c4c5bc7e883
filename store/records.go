package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// RecordKey names a small record.
type RecordKey struct{ Kind, ID string }

// Value is a small record with its content.
type Value struct {
	RecordKey
	Data []byte
}

// maxRecordKey bounds kind and ID together, in bytes; bbolt allows keys of 32768.
const maxRecordKey = 1024

// Get returns a small record, which the caller owns. The error is ErrNotFound or ErrDamaged.
func (s *Store) Get(kind, id string) ([]byte, error) {
	key, err := encodeRecord(kind, id)
	if err != nil {
		return nil, err
	}
	return lookFor(s, fmt.Sprintf("get %s %q", kind, id), func(tx *bolt.Tx) ([]byte, error) {
		v := tx.Bucket(recordsBucket).Get(key)
		if v == nil {
			return nil, ErrNotFound
		}
		content, err := contentOf(key, v)
		return bytes.Clone(content), err
	})
}

// Put stores a small record in place of the present one, if any. When it returns nil the record is
// on disk. It does not retain value.
func (s *Store) Put(kind, id string, value []byte) error {
	return Update(context.Background(), s, Op{}, func(tx *Tx) error { tx.Put(kind, id, value); return nil })
}

// Remove removes a small record, if there is one.
func (s *Store) Remove(kind, id string) error {
	return Update(context.Background(), s, Op{}, func(tx *Tx) error { tx.Delete(RecordKey{kind, id}); return nil })
}

// Each calls f with every small record of a kind whose ID begins with prefix, in the order of the
// IDs, until f returns false. All records are read in one transaction before the first call, so f
// may call the store and keep its arguments. Damaged records are left out and reported at the end
// as ErrDamaged.
func (s *Store) Each(kind, prefix string, f func(id string, value []byte) bool) error {
	from, err := encodeRecord(kind, prefix)
	if err != nil {
		return err
	}
	list, err := s.listRecords(fmt.Sprintf("list %s %q", kind, prefix), kind, from, nil, math.MaxInt)
	for _, v := range list {
		if !f(v.ID, v.Data) {
			break
		}
	}
	return err
}

// Find returns the small records of a kind whose IDs begin with prefix and fit, or all of them if
// fits is nil: see [Store.Each].
func Find(db DB, kind, prefix string, fits func(id string) bool) (list []RecordKey, err error) {
	err = db.Each(kind, prefix, func(id string, _ []byte) bool {
		if fits == nil || fits(id) {
			list = append(list, RecordKey{kind, id})
		}
		return true
	})
	return list, err
}

// First returns the first small records of a kind in the order of their IDs: at most limit of those
// with an ID less than before. It reads no others, so it finds due records cheaply if IDs begin
// with a time. Damaged records are left out and reported as ErrDamaged.
func (s *Store) First(kind, before string, limit int) ([]Value, error) {
	end, err := encodeRecord(kind, before)
	if err != nil {
		return nil, err
	}
	return s.listRecords("list the first of "+kind, kind, end[:len(kind)+1], end, limit)
}

// listRecords returns at most limit small records of a kind: those whose keys in the file begin with
// prefix and are less than end, if that is not nil. Damaged ones are left out and reported.
func (s *Store) listRecords(what, kind string, prefix, end []byte, limit int) ([]Value, error) {
	var damaged error
	list, err := look(s, func(tx *bolt.Tx) (list []Value, err error) {
		c := tx.Bucket(recordsBucket).Cursor()
		for key, value := c.Seek(prefix); bytes.HasPrefix(key, prefix) && len(list) < limit; key, value = c.Next() {
			if end != nil && bytes.Compare(key, end) >= 0 {
				break
			}
			id := string(key[len(kind)+1:])
			content, err := contentOf(key, value)
			if err != nil {
				damaged = errors.Join(damaged, fmt.Errorf("%s %q: %w", kind, id, err))
				continue
			}
			list = append(list, Value{RecordKey{kind, id}, bytes.Clone(content)})
		}
		return list, nil
	})
	if err = errors.Join(err, damaged); err != nil {
		err = fmt.Errorf("%s: %w", what, err)
	}
	return list, err
}

// encodeRecord returns a small record's key in the file.
func encodeRecord(kind, id string) ([]byte, error) {
	if kind == "" || strings.ContainsRune(kind, 0) || len(kind)+len(id) > maxRecordKey {
		return nil, fmt.Errorf("%w: record %q of kind %q", ErrKey, id, kind)
	}
	return append(append([]byte(kind), 0), id...), nil
}

// Kind is a kind of small records that hold a T as JSON.
type Kind[T any] string

// Get returns the record of an ID; ok is false if there is none. The error is ErrFormat for a
// record that is not a T.
func (k Kind[T]) Get(r Reader, id string) (value T, ok bool, err error) {
	data, err := r.Get(string(k), id)
	if errors.Is(err, ErrNotFound) {
		return value, false, nil
	}
	if err == nil {
		value, err = k.Decode(id, data)
	}
	return value, err == nil, err
}

// Put stores the record of an ID.
func (k Kind[T]) Put(tx *Tx, id string, value T) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("store %s %q: %w", k, id, err)
	}
	tx.Put(string(k), id, data)
	return nil
}

// Record names the record of an ID.
func (k Kind[T]) Record(id string) RecordKey { return RecordKey{string(k), id} }

// Decode decodes a record of the kind, as returned by [Store.Each] and [Store.First].
func (k Kind[T]) Decode(id string, data []byte) (value T, err error) {
	if err := json.Unmarshal(data, &value); err != nil {
		var none T
		return none, fmt.Errorf("read %s %q: %w: %w", k, id, ErrFormat, err)
	}
	return value, nil
}
