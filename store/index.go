package store

import (
	"bytes"
	"encoding/binary"
	"errors"
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
func indexed(key []byte, t *Head) []indexEntry {
	var entries []indexEntry
	if t.Open() {
		entries = append(entries, indexEntry{openBucket, key})
		for _, id := range t.users() {
			entries = append(entries, userEntry(id, key))
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

// userEntry is the entry of a table in the index of a user's tables.
func userEntry(id string, key []byte) indexEntry {
	return indexEntry{usersBucket, slices.Concat([]byte(id), []byte{0}, key)}
}

// users are whose table this is: who sits there or, where nobody does, who has opened it.
func (t *Head) users() []string {
	if seated := t.seated(); len(seated) > 0 || t.Owner == "" {
		return seated
	}
	return []string{t.Owner}
}

// seated are the different users who have a seat.
func (t *Head) seated() (ids []string) {
	for _, seat := range t.Seats {
		// Somebody who plays alone may hold both seats.
		if id, ok := strings.CutPrefix(seat, UserSeat); ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// indexOwners adds to the index of users' tables those at which nobody sits, which it
// lacks in a file of schema 2 or older.
func indexOwners(tx *bolt.Tx) error {
	var missing []indexEntry
	err := tx.Bucket(openBucket).ForEach(func(key, _ []byte) error {
		t, err := storedHead(tx, key)
		if errors.Is(err, ErrFormat) || errors.Is(err, ErrNotFound) {
			return nil // Verify names it
		}
		if err == nil && len(t.seated()) == 0 && t.Owner != "" {
			missing = append(missing, userEntry(t.Owner, key))
		}
		return err
	})
	if err != nil {
		return err
	}
	return reindex(tx, nil, missing)
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
