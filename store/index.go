package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Entry is a table and where it is stored. The caller owns the table.
type Entry struct {
	Key
	*Table
}

// Channel returns the tables of a channel that are not over, ordered by game and
// number. If some of them cannot be read, the others come with ErrFormat.
func (s *Store) Channel(channel string) ([]Entry, error) {
	prefix, err := encodeChannel(channel)
	if err != nil {
		return nil, err
	}
	entries, err := s.tables(openBucket, prefix)
	if err != nil {
		return entries, fmt.Errorf("list the tables of channel %s: %w", channel, err)
	}
	return entries, nil
}

// User returns the tables that are not over at which a user sits, ordered by channel,
// game and number. If some of them cannot be read, the others come with ErrFormat.
func (s *Store) User(id string) ([]Entry, error) {
	entries, err := s.tables(usersBucket, append([]byte(id), 0))
	if err != nil {
		return entries, fmt.Errorf("list the tables of user %s: %w", id, err)
	}
	return entries, nil
}

// Thinking returns the tables that await one of the bot's players, ordered by channel,
// game and number. It reads an index alone.
func (s *Store) Thinking() ([]Key, error) {
	keys, err := s.keys(thinkingBucket, nil)
	if err != nil {
		return nil, fmt.Errorf("list the tables that await the bot: %w", err)
	}
	return keys, nil
}

// Due returns the tables whose Due is not after the given time, earliest first. It
// reads an index alone, and no more of it than it returns.
func (s *Store) Due(before time.Time) ([]Key, error) {
	keys, err := s.keys(dueBucket, encodeTime(before))
	if err != nil {
		return nil, fmt.Errorf("list the tables due: %w", err)
	}
	return keys, nil
}

// tables loads the tables whose keys follow prefix in an index: as many as can be
// read, with what is wrong with the others.
func (s *Store) tables(bucket, prefix []byte) ([]Entry, error) {
	return s.gather(func(tx *bolt.Tx, g *gathering) error {
		c := tx.Bucket(bucket).Cursor()
		for key, _ := c.Seek(prefix); bytes.HasPrefix(key, prefix); key, _ = c.Next() {
			if bytes.Equal(bucket, usersBucket) {
				key = key[len(prefix):]
			}
			t, err := stored(tx, key)
			if errors.Is(err, ErrNotFound) {
				err = fmt.Errorf("%w: %x is indexed, but not there", ErrCorrupt, key)
			}
			if err := g.add(key, t, err); err != nil {
				return err
			}
		}
		return nil
	})
}

// keys lists an index that is ordered by a field of fixed size before the key, up to
// and with the field's last value; nil stands for an index without such a field.
func (s *Store) keys(bucket, last []byte) ([]Key, error) {
	var keys []Key
	err := s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucket).Cursor()
		for key, _ := c.First(); key != nil; key, _ = c.Next() {
			if len(key) < len(last) {
				return fmt.Errorf("%w: index key %x", ErrCorrupt, key)
			}
			if bytes.Compare(key[:len(last)], last) > 0 {
				break
			}
			k, err := decodeKey(key[len(last):])
			if err != nil {
				return err
			}
			keys = append(keys, k)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return keys, nil
}

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
			if id, ok := strings.CutPrefix(seat, userSeat); ok && !slices.Contains(t.Seats[:i], seat) {
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
