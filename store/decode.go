package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

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

// storedHead returns the head of the table under key.
func storedHead(tx *bolt.Tx, key []byte) (*Head, error) {
	value := tx.Bucket(tablesBucket).Get(key)
	if value == nil {
		return nil, ErrNotFound
	}
	return decodeHead(key, value)
}

// decodeHead reads the head of a stored table alone. Reading the options and moves, the last
// fields and by far the longest, would take longer than all else: the one writer, for whom all
// others wait, needs no more than the head, and neither does a list of tables. What is not
// read is as it was written: the seal says so, and where there is none all is read.
func decodeHead(key, value []byte) (*Head, error) {
	content, err := unseal(key, value)
	if err != nil || len(content) == len(value) {
		return wholeHead(key, value) // which says which table it is
	}
	text := content
	// A quote within a string is escaped, so this can only be the name of a field.
	for _, field := range []string{`,"options":`, `,"moves":`} {
		if before, _, ok := bytes.Cut(content, []byte(field)); ok {
			text = append(bytes.Clone(before), '}')
			break
		}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var h Head
	if err := d.Decode(&h); err != nil || h.Format != Format || h.Revision == 0 {
		return wholeHead(key, value) // which says what is wrong
	}
	return &h, nil
}

// wholeHead is the head of a table that must be read to the end.
func wholeHead(key, value []byte) (*Head, error) {
	t, err := decode(key, value)
	if err != nil {
		return nil, err
	}
	return &t.Head, nil
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
