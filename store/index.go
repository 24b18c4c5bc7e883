package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// indexEntry is one key of an index with its value, which is empty in most indexes.
type indexEntry struct {
	bucket, key, value []byte
}

func (e indexEntry) equal(o indexEntry) bool {
	return bytes.Equal(e.bucket, o.bucket) && bytes.Equal(e.key, o.key) && bytes.Equal(e.value, o.value)
}

// indexed returns the index entries of a table, which may be nil. It alone defines the indexes.
func indexed(key []byte, t *Head) (entries []indexEntry) {
	if t == nil {
		return nil
	}
	if t.Open() {
		entries = append(entries, indexEntry{bucket: openBucket, key: key})
		for _, id := range t.users() {
			entries = append(entries, indexEntry{bucket: usersBucket, key: slices.Concat([]byte(id), []byte{0}, key)})
		}
		if t.Guild != "" && !t.Private {
			entries = append(entries, indexEntry{bucket: serversBucket, key: slices.Concat([]byte(t.Guild), []byte{0}, key)})
		}
	} else if t.End == nil {
		entries = append(entries, indexEntry{bucket: unendedBucket, key: key})
	}
	if t.Thinks {
		entries = append(entries, indexEntry{bucket: thinkingBucket, key: key})
	}
	if !t.Due.IsZero() {
		entries = append(entries, indexEntry{bucket: dueBucket, key: append(encodeTime(t.Due), key...)})
	}
	if t.End != nil {
		entries = append(entries, endEntries(key, t)...)
	}
	return entries
}

func endEntries(key []byte, t *Head) (entries []indexEntry) {
	at := encodeMilli(t.End.At)
	switch {
	case t.Rated == "":
	case len(t.End.Ratings) == 0:
		entries = append(entries, indexEntry{bucket: unratedBucket, key: append(at, key...)})
	default:
		entries = append(entries, indexEntry{bucket: ratedBucket, key: slices.Concat([]byte(t.Rated), []byte{0}, at, key)})
	}
	if t.End.Counts {
		entries = append(entries, pastEntries(key, t)...)
	}
	return entries
}

// users returns the users in whose lists the table is: those seated or, if nobody is, the owner.
func (t *Head) users() []string {
	if seated := t.People(); len(seated) > 0 || t.Owner == "" {
		return seated
	}
	return []string{t.Owner}
}

// People returns the users who hold a seat, each once, in the order of the seats, except those who have
// been forgotten.
func (t *Head) People() (ids []string) {
	for _, seat := range t.Seats {
		if id, ok := strings.CutPrefix(seat, UserSeat); ok && !strings.HasPrefix(id, Forgotten) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// reindex replaces the entries of a table before a change by those after it.
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
		b := tx.Bucket(e.bucket)
		if bytes.Equal(e.bucket, ratedBucket) {
			b.FillPercent = orderedFill
		}
		if err := b.Put(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// orderedFill is the fill percentage of pages in an index whose keys mostly arrive in order: with
// bbolt's default of one half, all pages would stay half empty.
const orderedFill = 0.9

// encodeTime returns 12 bytes that sort by time: the seconds since 1970, with the sign bit flipped,
// and the nanoseconds.
func encodeTime(t time.Time) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

// milliSize is the size of a time in the indexes of finished games: milliseconds since 1970, enough
// for 8,900 years.
const milliSize = 6

// encodeMilli returns bytes that sort by time.
func encodeMilli(t time.Time) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(t.UnixMilli()))[8-milliSize:]
}

// readMilli returns the milliseconds that encodeMilli wrote.
func readMilli(b []byte) (milli uint64) {
	for _, digit := range b[:milliSize] {
		milli = milli<<8 | uint64(digit)
	}
	return milli
}

// checkMilli returns ErrKey for a time outside the range of encodeMilli.
func checkMilli(t time.Time) error {
	if milli := t.UnixMilli(); milli < 0 || milli >= 1<<(8*milliSize) {
		return fmt.Errorf("%w: the time %s", ErrKey, t)
	}
	return nil
}
