package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

// Finished looks for games that ended before a time, and whose ratings do not wait: at as many
// tables as it is told, from the first after the given one in the order of their keys; the zero
// Key begins. It returns the keys of those it has found, and that of the last it has looked at,
// the zero Key after the last of all.
func (s *Store) Finished(after Key, before time.Time, look int) (found []Key, last Key, err error) {
	var from []byte
	if after != (Key{}) {
		if from, err = after.encode(); err != nil {
			return nil, Key{}, err
		}
	}
	looked := 0
	err = s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(tablesBucket).Cursor()
		key, value := c.Seek(from)
		if from != nil && bytes.Equal(key, from) {
			key, value = c.Next()
		}
		for ; key != nil && looked < look; key, value = c.Next() {
			looked++
			if last, err = decodeKey(key); err != nil {
				return err
			}
			t, err := decodeHead(key, value)
			if err != nil {
				continue // Verify names it, and whoever asks for it is told
			}
			if t.End != nil && t.End.At.Before(before) && (t.Rated == "" || len(t.End.Ratings) > 0) {
				found = append(found, last)
			}
		}
		return nil
	})
	if err != nil {
		return nil, Key{}, fmt.Errorf("look for old games: %w", err)
	}
	if looked < look {
		last = Key{}
	}
	return found, last, nil
}

// Unrated returns the tables whose games have ended and are to be rated, and have not been:
// those with Rated and without Ratings. They come in the order of their ends, at most limit
// of them. It reads an index alone.
func (s *Store) Unrated(limit int) ([]Key, error) {
	var keys []Key
	err := s.scan(unratedBucket, nil, nil, limit, func(entry []byte) error {
		ended, err := decodeEnded(entry)
		keys = append(keys, ended.Key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the games to be rated: %w", err)
	}
	return keys, nil
}

// RatedCursor is a rated game in the order in which the games of a pool ended: by the time,
// to the millisecond, and then by the key. One without a key comes before all of its time.
type RatedCursor struct {
	At time.Time
	Key
}

// RatedAfter returns the games of a pool that have been rated, in the order of their ends:
// at most limit of those that come after the cursor, of which the zero value is before all.
// It reads an index alone.
func (s *Store) RatedAfter(pool string, after RatedCursor, limit int) ([]RatedCursor, error) {
	if err := checkPool(pool); err != nil {
		return nil, err
	}
	prefix := append([]byte(pool), 0)
	from := bytes.Clone(prefix)
	if after != (RatedCursor{}) {
		if err := checkMilli(after.At); err != nil {
			return nil, err
		}
		from = append(from, encodeMilli(after.At)...)
	}
	if after.Key != (Key{}) {
		key, err := after.encode()
		if err != nil {
			return nil, err
		}
		from = append(from, key...)
	}
	var list []RatedCursor
	err := s.scan(ratedBucket, from, prefix, limit, func(entry []byte) error {
		ended, err := decodeEnded(entry[len(prefix):])
		list = append(list, ended)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the rated games of %s: %w", pool, err)
	}
	return list, nil
}

// decodeEnded reads the time of an end, and the key that follows it.
func decodeEnded(entry []byte) (RatedCursor, error) {
	if len(entry) < milliSize {
		return RatedCursor{}, fmt.Errorf("%w: index key %x", ErrCorrupt, entry)
	}
	k, err := decodeKey(entry[milliSize:])
	return RatedCursor{decodeMilli(entry), k}, err
}

// scan calls f with the keys of an index that begin with prefix and come after from, at most
// limit of them.
func (s *Store) scan(bucket, from, prefix []byte, limit int, f func(entry []byte) error) error {
	return s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucket).Cursor()
		entry, _ := c.Seek(from)
		if from != nil && bytes.Equal(entry, from) {
			entry, _ = c.Next()
		}
		for ; limit > 0 && entry != nil && bytes.HasPrefix(entry, prefix); entry, _ = c.Next() {
			if err := f(entry); err != nil {
				return err
			}
			limit--
		}
		return nil
	})
}

// checkEnd refuses what the indexes of finished games cannot hold, with ErrKey.
func checkEnd(t *Head) error {
	if t.End == nil {
		if !t.Open() {
			return fmt.Errorf("%w: a table that is over and has no end", ErrKey)
		}
		return checkPool(t.Rated)
	}
	if !utf8.ValidString(t.End.Kind) {
		return fmt.Errorf("%w: an end of the kind %q", ErrKey, t.End.Kind)
	}
	return errors.Join(checkMilli(t.End.At), checkPool(t.Rated))
}

// checkPool refuses a pool that cannot be stored, with ErrKey.
func checkPool(pool string) error {
	if len(pool) > maxPool || !utf8.ValidString(pool) || strings.ContainsRune(pool, 0) {
		return fmt.Errorf("%w: pool %q", ErrKey, pool)
	}
	return nil
}

// maxPool bounds the name of a pool of ratings, in bytes.
const maxPool = 128
