package store

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Kind is a kind of small records, each of which is a T as JSON.
type Kind[T any] string

// Get returns the record of an ID; ok is false, and the value zero, where there is none. A record
// that is no T is ErrFormat.
func (k Kind[T]) Get(r Reader, id string) (value T, ok bool, err error) {
	data, err := r.Get(string(k), id)
	if errors.Is(err, ErrNotFound) {
		return value, false, nil
	}
	if err != nil {
		return value, false, err
	}
	if err := json.Unmarshal(data, &value); err != nil {
		var none T
		return none, false, fmt.Errorf("read %s %q: %w: %w", k, id, ErrFormat, err)
	}
	return value, true, nil
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
func (k Kind[T]) Record(id string) Record { return Record{string(k), id} }

// Decode reads a record of the kind, as [Store.Each] and [Store.First] return them.
func (k Kind[T]) Decode(id string, data []byte) (value T, err error) {
	if err = json.Unmarshal(data, &value); err != nil {
		err = fmt.Errorf("read %s %q: %w: %w", k, id, ErrFormat, err)
	}
	return value, err
}
