package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// stored decodes the table with a key, as a whole or only its head.
func stored[T any](tx *bolt.Tx, key []byte, decode func(key, value []byte) (*T, error)) (*T, error) {
	value := tx.Bucket(tablesBucket).Get(key)
	if value == nil {
		return nil, ErrNotFound
	}
	return decode(key, value)
}

// decodeHead decodes only the head of a stored table. The options and moves, which come last, would
// take longer than the rest, and neither the writer, for which all others wait, nor a list of
// tables needs them. The checksum vouches for the part that is not decoded; without a checksum the
// whole table is decoded. Of a newer version's record the head has what this version knows, so that
// the indexes of a copy's file are as they should be when that copy of the bot is updated.
func decodeHead(key, value []byte) (*Head, error) {
	if content, err := contentOf(key, value); err == nil && len(content) < len(value) {
		// A quote inside a string is escaped, so this can only be a field name.
		for _, field := range []string{`,"options":`, `,"moves":`} {
			if before, _, ok := bytes.Cut(content, []byte(field)); ok {
				content = append(bytes.Clone(before), '}')
				break
			}
		}
		var h struct {
			Head
			End *storedEnd `json:"end"` // decoded in place of that of Head, which refuses unknown fields
		}
		if err := json.Unmarshal(content, &h); err == nil && h.Format >= Format && h.Revision > 0 {
			h.Head.End = h.End.end()
			return &h.Head, nil
		}
	}
	t, err := decode(key, value) // whose errors name the table, and say what is wrong
	if err != nil {
		return nil, err
	}
	return &t.Head, nil
}

// decode decodes a stored table. The result shares no memory with value. The error is ErrDamaged,
// ErrNewerRecord, ErrFormat, or ErrCorrupt for the key.
func decode(key, value []byte) (*Table, error) {
	k, err := decodeKey(key)
	if err != nil {
		return nil, err
	}
	if value, err = contentOf(key, value); err != nil {
		return nil, fmt.Errorf("table %s: %w", k, err)
	}
	// An unknown field is an error, because the next save would lose it.
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	var t Table
	err = d.Decode(&t)
	if err == nil && (t.Format < 1 || t.Format > Format) {
		err = fmt.Errorf("its format is not one of 1 to %d", Format)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", unreadable(value, err), k, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: %s: more than one value", ErrFormat, k)
	}
	if t.Revision == 0 || t.Game != k.Game {
		return nil, fmt.Errorf("%w: %s: revision %d of a table of %q", ErrFormat, k, t.Revision, t.Game)
	}
	return &t, nil
}

// unreadable returns ErrNewerRecord for a record that cannot be decoded since it is of a later format or has a
// field that only later versions know, of which encoding/json tells by text alone; else ErrFormat.
func unreadable(value []byte, cause error) error {
	var head struct {
		Format int `json:"format"`
	}
	if json.Unmarshal(value, &head) == nil && (head.Format > Format || head.Format > 0 && strings.HasPrefix(cause.Error(), "json: unknown field ")) {
		return ErrNewerRecord
	}
	return ErrFormat
}

// checksumSize is the length of the checksum at the end of a record's value: a mark of four bytes
// that no JSON text contains, and the CRC-32C of key and content, big-endian. Values from before
// there were checksums have none; they get one when they are stored again.
const checksumSize = 8

var (
	checksumMark = [4]byte{0xfe, 0xf9, 0xff, 0xfc} // bytes that occur in no UTF-8 text
	castagnoli   = crc32.MakeTable(crc32.Castagnoli)
)

// checksummed returns the value to store under a key. The sum includes the key, so a value under a
// wrong key is detected too.
func checksummed(key, content []byte) []byte {
	value := make([]byte, 0, len(content)+checksumSize)
	value = append(append(value, content...), checksumMark[:]...)
	return binary.BigEndian.AppendUint32(value, sum(key, content))
}

// contentOf returns the content of a stored value, which shares the value's memory. The error is
// ErrDamaged. A partly overwritten mark counts as damage, because no content without a checksum has
// any of its bytes there.
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

// marked reports whether any byte of the mark is in place.
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
