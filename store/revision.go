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
	t, err := look(s, func(tx *bolt.Tx) (*Table, error) { return stored(tx, key) })
	if err != nil {
		return nil, fmt.Errorf("load table %s: %w", k, err)
	}
	return t, nil
}

// LastNumber returns the last number given to a table of a game in a channel, 0 for none.
func (s *Store) LastNumber(channel, game string) (n int, err error) {
	series, err := encodeSeries(channel, game)
	if err == nil {
		n, err = look(s, func(tx *bolt.Tx) (int, error) { return int(lastNumber(tx, series)), nil })
	}
	if err != nil {
		return 0, fmt.Errorf("last table of %s in %s: %w", game, channel, err)
	}
	return n, nil
}

// deleteTable removes the table with a key, if there is one.
func deleteTable(tx *writing, key []byte) error {
	old, err := storedHead(tx.Tx, key)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.putTable(key, old, nil, nil)
}

// revision is a table's next revision. It is encoded before the writer's turn, to keep the work of
// the only writer small.
type revision struct {
	table *Table
	value []byte
}

// next validates t and encodes its next revision.
func next(t *Table) (revision, error) {
	for _, seat := range t.Seats {
		if !indexable(seat) || seat == UserSeat {
			return revision{}, fmt.Errorf("%w: seat %q", ErrKey, seat)
		}
	}
	if !indexable(t.Owner) {
		return revision{}, fmt.Errorf("%w: owner %q", ErrKey, t.Owner)
	}
	if !indexable(t.Guild) {
		return revision{}, fmt.Errorf("%w: server %q", ErrKey, t.Guild)
	}
	if err := checkEnd(&t.Head); err != nil {
		return revision{}, err
	}
	n := *t
	n.Format = Format
	n.Revision++
	value, err := json.Marshal(&n)
	if err != nil {
		return revision{}, err
	}
	return revision{table: &n, value: value}, nil
}

// replace stores the revision if it follows the stored one, and updates the indexes and the last
// number given.
func (r revision) replace(tx *writing, key []byte) error {
	old, err := storedHead(tx.Tx, key)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	var revision uint64
	if old != nil {
		revision = old.Revision
	}
	if revision+1 != r.table.Revision {
		return fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, revision, r.table.Revision-1)
	}
	if err := raiseNumber(tx, key); err != nil {
		return err
	}
	return tx.putTable(key, old, &r.table.Head, checksummed(key, r.value))
}

// checkNext returns ErrStale for a new table whose number is not the next one.
func checkNext(tx *bolt.Tx, key []byte, k Key) error {
	if last := lastNumber(tx, key[:len(key)-4]); int64(k.Number) != int64(last)+1 {
		return fmt.Errorf("%w: table %d follows, not %d", ErrStale, int64(last)+1, k.Number)
	}
	return nil
}

// checkRevision returns ErrStale unless the table is stored with a revision, and an error if it
// cannot be read.
func checkRevision(tx *bolt.Tx, key []byte, revision uint64) error {
	t, err := storedHead(tx, key)
	switch {
	case errors.Is(err, ErrNotFound):
		return fmt.Errorf("%w: it is gone", ErrStale)
	case err != nil:
		return err
	case t.Revision != revision:
		return fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, t.Revision, revision)
	}
	return nil
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
