package store

// Tests store tables directly, each in a transaction of its own. The program uses [Transact].

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// Save stores a table whose Revision must be the stored one, or 0 for a new table: otherwise the
// error is ErrStale and nothing is stored. A table that was deleted meanwhile is stale too. When
// Save returns nil the record is on disk and t has its next revision. t must not be changed during
// the call and is not retained. op, if given, says on whose behalf it is stored.
func (s *Store) Save(k Key, t *Table, op ...Op) error {
	key, err := k.encode()
	if err != nil {
		return err
	}
	if t.Game != k.Game {
		return fmt.Errorf("%w: a table of %q under %s", ErrKey, t.Game, k)
	}
	now, content, err := nextRevision(t)
	if err == nil {
		err = s.writeFor(cmp.Or(op...), func(tx *writing) error { return replace(tx, key, now, content) })
	}
	if err != nil {
		return fmt.Errorf("save table %s: %w", k, err)
	}
	t.Format, t.Revision = now.Format, now.Revision
	return nil
}

// replace stores the next revision of a table, whatever its number.
func replace(tx *writing, key []byte, now *Head, content []byte) error {
	was, err := stored(tx.Tx, key, decodeHead)
	switch {
	case errors.Is(err, ErrNotFound):
		was = &Head{}
	case err != nil:
		return err
	}
	if was.Revision+1 != now.Revision {
		return fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, was.Revision, now.Revision-1)
	}
	if err != nil {
		was = nil
	}
	return tx.replaceTable(key, was, now, content)
}

// Create stores a new table like [Tx.Create], in a transaction of its own.
func (s *Store) Create(channel, game string, t *Table, op ...Op) (Key, error) {
	key, err := Transact(context.Background(), s, cmp.Or(op...), func(tx *Tx) (Key, error) { return tx.Create(channel, game, t) })
	if err != nil {
		return Key{}, fmt.Errorf("create a table of %s in %s: %w", game, channel, err)
	}
	return key, nil
}
