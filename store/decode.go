package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
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
// fields and by far the longest, would take longer than all else. The writer, on which all others
// wait, needs the head alone, as does a list of tables. What is not
// read is as it was written: the checksum says so, and where there is none all is read.
func decodeHead(key, value []byte) (*Head, error) {
	content, err := contentOf(key, value)
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
	if value, err = contentOf(key, value); err != nil {
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

// A record's value ends in a checksum: four bytes that no JSON text holds, and the CRC-32C of
// the record's key and of what is before them, big-endian. Values that were written
// before there were checksums have none, and get one when they are stored again.
const checksumSize = 8

var (
	checksumMark = [4]byte{0xfe, 0xf9, 0xff, 0xfc} // none of them in any UTF-8 text
	castagnoli   = crc32.MakeTable(crc32.Castagnoli)
)

// checksummed returns the value to store under a key. The key is part of the sum, so that a value
// that lands under another key is noticed too.
func checksummed(key, content []byte) []byte {
	value := make([]byte, 0, len(content)+checksumSize)
	value = append(append(value, content...), checksumMark[:]...)
	return binary.BigEndian.AppendUint32(value, sum(key, content))
}

// contentOf returns the content of a stored value; it shares the value's memory. The error is
// ErrDamaged. A mark that has lost some of its bytes is a damaged one: no content without a
// checksum has any of them there.
func contentOf(key, value []byte) ([]byte, error) {
	end := len(value) - checksumSize
	if end < 0 {
		return value, nil
	}
	mark := value[end : end+len(checksumMark)]
	if !marked(mark) {
		return value, nil
	}
	content := value[:end]
	if !bytes.Equal(mark, checksumMark[:]) || binary.BigEndian.Uint32(value[end+len(checksumMark):]) != sum(key, content) {
		return nil, ErrDamaged
	}
	return content, nil
}

// marked reports whether some byte of the mark is in its place.
func marked(mark []byte) bool {
	for i, b := range checksumMark {
		if mark[i] == b {
			return true
		}
	}
	return false
}

func sum(key, content []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, content)
}
