package store

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// indexEntry is one key in one of the indexes.
type indexEntry struct {
	bucket, key []byte
}

func (e indexEntry) equal(o indexEntry) bool {
	return bytes.Equal(e.bucket, o.bucket) && bytes.Equal(e.key, o.key)
}

// indexed returns the index entries of a table: what the indexes are is said here
// alone.
func indexed(key []byte, t *Table) []indexEntry {
	var entries []indexEntry
	if t.Open() {
		entries = append(entries, indexEntry{openBucket, key})
		for i, seat := range t.Seats {
			// Somebody who plays alone may hold both seats.
			if id, ok := strings.CutPrefix(seat, UserSeat); ok && !slices.Contains(t.Seats[:i], seat) {
				entries = append(entries, indexEntry{usersBucket, slices.Concat([]byte(id), []byte{0}, key)})
			}
		}
	}
	if t.Thinks {
		entries = append(entries, indexEntry{thinkingBucket, key})
	}
	if !t.Due.IsZero() {
		entries = append(entries, indexEntry{dueBucket, append(encodeTime(t.Due), key...)})
	}
	return entries
}

// reindex brings the indexes from a table's entries before a change to those after it.
func reindex(tx *bolt.Tx, before, after []indexEntry) error {
	for _, e := range before {
		if slices.ContainsFunc(after, e.equal) {
			continue
		}
		if err := tx.Bucket(e.bucket).Delete(e.key); err != nil {
			return err
		}
	}
	for _, e := range after {
		if slices.ContainsFunc(before, e.equal) {
			continue
		}
		if err := tx.Bucket(e.bucket).Put(e.key, nil); err != nil {
			return err
		}
	}
	return nil
}

// encodeTime returns 12 bytes whose order is that of the times: seconds since 1970,
// the sign bit turned so that earlier ones come before, and nanoseconds.
func encodeTime(t time.Time) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
}
