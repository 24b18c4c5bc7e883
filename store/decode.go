package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	bolt "go.etcd.io/bbolt"
)

// stored returns the table under key.
func stored(tx *bolt.Tx, key []byte) (*Table, error) {
	value := tx.Bucket(tablesBucket).Get(key)
	if value == nil {
		return nil, ErrNotFound
	}
	return decode(key, value)
}

// storedHead returns of the table under key what the writer needs: its revision and
// what the indexes are made of; and what it waits for. All others wait for the one writer, and reading the
// options and moves, the last fields and by far the longest, would take it longer
// than all else that it does.
func storedHead(tx *bolt.Tx, key []byte) (*Table, error) {
	value := tx.Bucket(tablesBucket).Get(key)
	if value == nil {
		return nil, ErrNotFound
	}
	content, err := unseal(key, value)
	if err != nil {
		return decode(key, value) // which says which table it is
	}
	text := content
	// A quote within a string is escaped, so this can only be the name of a field.
	for _, field := range []string{`,"options":`, `,"moves":`} {
		if end := bytes.Index(content, []byte(field)); end >= 0 {
			text = append(bytes.Clone(content[:end]), '}')
			break
		}
	}
	var h struct {
		Format   int
		Revision uint64
		Seats    []string
		Owner    string
		Pending  *Pending
		Result   *Result
		Over     bool
		Thinks   bool
		Due      time.Time
	}
	if err := json.Unmarshal(text, &h); err != nil || h.Format != Format || h.Revision == 0 {
		return decode(key, value) // which says what is wrong
	}
	return &Table{
		Revision: h.Revision, Seats: h.Seats, Owner: h.Owner, Pending: h.Pending,
		Result: h.Result, Over: h.Over, Thinks: h.Thinks, Due: h.Due,
	}, nil
}

// decode reads a stored table. What it returns shares nothing with value. The error
// is ErrDamaged, ErrFormat, or ErrCorrupt for the key.
func decode(key, value []byte) (*Table, error) {
	k, err := decodeKey(key)
	if err != nil {
		return nil, err
	}
	if value, err = unseal(key, value); err != nil {
		return nil, fmt.Errorf("table %s: %w", k, err)
	}
	// Strict: a field that is not known would be lost at the next save.
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	var t Table
	if err := d.Decode(&t); err != nil && !newer(value) {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, k, err)
	} else if err != nil || t.Format < 1 || t.Format > Format {
		return nil, fmt.Errorf("%w: %s: its format is not one of 1 to %d", ErrFormat, k, Format)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: %s: more than one value", ErrFormat, k)
	}
	if t.Revision == 0 || t.Game != k.Game {
		return nil, fmt.Errorf("%w: %s: revision %d of a table of %q", ErrFormat, k, t.Revision, t.Game)
	}
	return &t, nil
}

// newer reports whether a record that cannot be decoded is of a later format, whose
// shape may be any.
func newer(value []byte) bool {
	var head struct {
		Format int `json:"format"`
	}
	return json.Unmarshal(value, &head) == nil && head.Format > Format
}
