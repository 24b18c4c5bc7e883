package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

// Load returns a table. The errors are ErrNotFound and ErrFormat.
func (s *Store) Load(k Key) (*Table, error) {
	key, err := k.encode()
	if err != nil {
		return nil, err
	}
	return lookFor(s, "load table "+k.String(), func(tx *bolt.Tx) (*Table, error) { return stored(tx, key, decode) })
}

// LastNumber returns the last number given to a table of a game in a channel, 0 for none.
func (s *Store) LastNumber(channel, game string) (int, error) {
	series, err := encodeSeries(channel, game)
	if err != nil {
		return 0, err
	}
	return lookFor(s, "last table of "+game+" in "+channel, func(tx *bolt.Tx) (int, error) { return int(lastNumber(tx, series)), nil })
}

// next validates t and returns its next revision: the head, and the content to store.
func next(t *Table) (*Head, []byte, error) {
	for _, seat := range t.Seats {
		if !indexable(seat) || seat == UserSeat {
			return nil, nil, fmt.Errorf("%w: seat %q", ErrKey, seat)
		}
	}
	if !indexable(t.Owner) {
		return nil, nil, fmt.Errorf("%w: owner %q", ErrKey, t.Owner)
	}
	if !indexable(t.Guild) {
		return nil, nil, fmt.Errorf("%w: server %q", ErrKey, t.Guild)
	}
	if err := checkEnd(&t.Head); err != nil {
		return nil, nil, err
	}
	n := *t
	n.Format = Format
	n.Revision++
	content, err := json.Marshal(&n)
	return &n.Head, content, err
}

// current returns the stored head of the table that a change was made to, nil for a new table. The
// error is ErrStale if the table has changed since it was loaded, and for a new table whose number
// is not the next one.
func (e Entry) current(tx *bolt.Tx, key []byte) (*Head, error) {
	h, err := stored(tx, key, decodeHead)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	stored := uint64(0)
	if h != nil {
		stored = h.Revision
	}
	if stored != e.Revision {
		return nil, fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, stored, e.Revision)
	}
	if last := lastNumber(tx, key[:len(key)-4]); h == nil && int64(e.Number) != int64(last)+1 {
		return nil, fmt.Errorf("%w: table %d follows, not %d", ErrStale, int64(last)+1, e.Number)
	}
	return h, nil
}

// checkEnd returns ErrKey for what the indexes of finished games cannot hold.
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

// checkPool returns ErrKey for a pool that cannot be stored.
func checkPool(pool string) error {
	if len(pool) > maxPool || !indexable(pool) {
		return fmt.Errorf("%w: pool %q", ErrKey, pool)
	}
	return nil
}

// indexable reports whether a text can be part of an index's key, which a zero byte follows, and of
// JSON.
func indexable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// maxPool bounds the name of a rating pool, in bytes.
const maxPool = 128
