package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Entry is a table with its key. The caller owns the table.
type Entry struct {
	Key
	*Table
}

// Brief is a table's head with its key. The caller owns the head.
type Brief struct {
	Key
	*Head
}

// Channel returns the tables of a channel that are not over, ordered by game and number. If some
// cannot be read, the error is ErrFormat and the others are returned.
func (s *Store) Channel(channel string) ([]Brief, error) {
	prefix, err := encodeChannel(channel)
	if err != nil {
		return nil, err
	}
	return s.listIndexed("the tables of channel "+channel, openBucket, prefix, 0, math.MaxInt)
}

// User returns a user's tables that are not over: those where the user is seated, and those that
// the user has opened and where nobody is. They are ordered by channel, game and number. If some
// cannot be read, the error is ErrFormat and the others are returned.
func (s *Store) User(id string) ([]Brief, error) {
	prefix := append([]byte(id), 0)
	return s.listIndexed("the tables of user "+id, usersBucket, prefix, len(prefix), math.MaxInt)
}

// Server returns at most limit public tables of a server that are not over, ordered by channel,
// game and number. If some cannot be read, the error is ErrFormat and the others are returned.
func (s *Store) Server(guild string, limit int) ([]Brief, error) {
	prefix := append([]byte(guild), 0)
	return s.listIndexed("the tables of server "+guild, serversBucket, prefix, len(prefix), limit)
}

// Recent returns at most limit tables of one game in a channel, over or not, highest number first.
// If some cannot be read, the error is ErrFormat and the others are returned.
func (s *Store) Recent(channel, game string, limit int) ([]Brief, error) {
	series, err := encodeSeries(channel, game)
	if err != nil {
		return nil, err
	}
	return listed(s, "the last tables of "+game+" in channel "+channel, func(tx *bolt.Tx, l *list[Brief]) error {
		c := tx.Bucket(tablesBucket).Cursor()
		// The end key is greater than any number's key, so the cursor lands behind the last table.
		end := append(bytes.Clone(series), 0xff, 0xff, 0xff, 0xff, 0xff)
		var value []byte
		key, _ := c.Seek(end)
		if key == nil {
			key, value = c.Last()
		} else {
			key, value = c.Prev()
		}
		for ; bytes.HasPrefix(key, series) && len(l.found) < limit; key, value = c.Prev() {
			h, err := decodeHead(key, value)
			if err := l.add(key, func(k Key) Brief { return Brief{k, h} }, err); err != nil {
				return err
			}
		}
		return nil
	})
}

// Sat returns all tables, over or not, where a user is seated or that the user has opened, in the
// order of their keys. It reads the whole store, so it is for rare use. If some tables cannot be
// read, the error is ErrFormat and the others are returned.
func (s *Store) Sat(id string) ([]Entry, error) {
	seat, err := json.Marshal(UserSeat + id)
	if err != nil {
		return nil, err
	}
	owner, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	owner = append([]byte(`"owner":`), owner...)
	return listed(s, "all tables of user "+id, func(tx *bolt.Tx, l *list[Entry]) error {
		return tx.Bucket(tablesBucket).ForEach(func(key, value []byte) error {
			// Searching for the two texts is a hundred times as fast as decoding the table, which
			// must contain one of them.
			if !bytes.Contains(value, seat) && !bytes.Contains(value, owner) {
				return nil
			}
			t, err := decode(key, value)
			if err == nil && t.Owner != id && !slices.Contains(t.Seats, UserSeat+id) {
				return nil
			}
			return l.add(key, func(k Key) Entry { return Entry{k, t} }, err)
		})
	})
}

// list is the result of a listing: the readable tables and the errors of the others.
type list[T Brief | Entry] struct {
	found   []T
	damaged error
}

// listed runs find in one read-only transaction and returns the tables that it adds. If some cannot
// be read, the error is ErrFormat and the others are returned; with any other error none are.
func listed[T Brief | Entry](s *Store, what string, find func(*bolt.Tx, *list[T]) error) ([]T, error) {
	var l list[T]
	err := s.view(func(tx *bolt.Tx) error { return find(tx, &l) })
	if err != nil {
		l = list[T]{damaged: err}
	}
	if l.damaged != nil {
		return l.found, fmt.Errorf("list %s: %w", what, l.damaged)
	}
	return l.found, nil
}

// add adds a table, or records why it cannot be read. Other errors are returned.
func (l *list[T]) add(key []byte, table func(Key) T, err error) error {
	if errors.Is(err, ErrFormat) {
		l.damaged = errors.Join(l.damaged, err)
		return nil
	}
	if err != nil {
		return err
	}
	k, err := decodeKey(key)
	if err != nil {
		return err
	}
	l.found = append(l.found, table(k))
	return nil
}

// listIndexed returns at most limit tables of the index entries that begin with prefix. A table's
// key starts at byte skip of the entry.
func (s *Store) listIndexed(what string, bucket, prefix []byte, skip, limit int) ([]Brief, error) {
	return listed(s, what, func(tx *bolt.Tx, l *list[Brief]) error {
		c := tx.Bucket(bucket).Cursor()
		for entry, _ := c.Seek(prefix); bytes.HasPrefix(entry, prefix) && len(l.found) < limit; entry, _ = c.Next() {
			key := entry[skip:]
			h, err := stored(tx, key, decodeHead)
			if errors.Is(err, ErrNotFound) {
				err = fmt.Errorf("table %x is indexed, but not there: %w", key, ErrDamaged)
			}
			if err := l.add(key, func(k Key) Brief { return Brief{k, h} }, err); err != nil {
				return err
			}
		}
		return nil
	})
}

// Thinking returns the tables that wait for one of the bot's players, ordered by channel, game and
// number. It reads only an index.
func (s *Store) Thinking() ([]Key, error) {
	return s.keys("the tables that await the bot", thinkingBucket, 0, nil, math.MaxInt)
}

// Due returns the tables whose Due is not after the given time, earliest first. It reads only an
// index, and only the part that it returns.
func (s *Store) Due(before time.Time) ([]Key, error) {
	last := encodeTime(before)
	return s.keys("the tables due", dueBucket, len(last), last, math.MaxInt)
}

// Unrated returns at most limit tables that have ended and are to be rated: those with Rated and
// without Ratings, in the order of their ends. It reads only an index.
func (s *Store) Unrated(limit int) ([]Key, error) {
	return s.keys("the games to be rated", unratedBucket, milliSize, nil, limit)
}

// keys returns at most limit tables of an index in which a table's key starts at byte skip. If last
// is not nil, it stops after the entries whose first skip bytes equal last.
func (s *Store) keys(what string, bucket []byte, skip int, last []byte, limit int) ([]Key, error) {
	return lookFor(s, "list "+what, func(tx *bolt.Tx) (keys []Key, err error) {
		c := tx.Bucket(bucket).Cursor()
		for entry, _ := c.First(); entry != nil && len(keys) < limit; entry, _ = c.Next() {
			if len(entry) < skip {
				return nil, fmt.Errorf("%w: index key %x", ErrCorrupt, entry)
			}
			if last != nil && bytes.Compare(entry[:skip], last) > 0 {
				break
			}
			k, err := decodeKey(entry[skip:])
			if err != nil {
				return nil, err
			}
			keys = append(keys, k)
		}
		return keys, nil
	})
}

// Finished searches for games that ended before a time and do not wait to be rated. It looks at up
// to look tables after the given key, in the order of their keys; the zero Key starts at the
// beginning. It returns the keys found and the last key looked at, or the zero Key at the end.
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
				continue // Verify and Load report it
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

// OpenTables names a set of tables that are not over: those of a channel, or those of a user that
// [Store.User] lists.
type OpenTables struct{ Channel, User string }

// CountOpen returns how many tables a set has. It reads only an index.
func (s *Store) CountOpen(of OpenTables) (int, error) {
	return lookFor(s, "count open tables", of.count)
}

func (of OpenTables) count(tx *bolt.Tx) (int, error) {
	if of.User != "" {
		return count(tx.Bucket(usersBucket), append([]byte(of.User), 0)), nil
	}
	prefix, err := encodeChannel(of.Channel)
	if err != nil {
		return 0, err
	}
	return count(tx.Bucket(openBucket), prefix), nil
}
