package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Sat returns all tables, over or not, at which a user has a seat or that the user has
// opened, in the order of their keys. It looks through the whole store, so it is for
// what is rarely asked. If some of the tables cannot be read, the others come with
// ErrFormat.
func (s *Store) Sat(id string) ([]Entry, error) {
	seat, owner, err := mentions(id)
	if err != nil {
		return nil, err
	}
	entries, err := s.gather(func(tx *bolt.Tx, g *gathering) error {
		return tx.Bucket(tablesBucket).ForEach(func(key, value []byte) error {
			if !bytes.Contains(value, seat) && !bytes.Contains(value, owner) {
				return nil // without decoding it, which takes a hundred times as long
			}
			t, err := decode(key, value)
			if err == nil && t.Owner != id && !slices.Contains(t.Seats, userSeat+id) {
				return nil
			}
			return g.add(key, t, err)
		})
	})
	if err != nil {
		return entries, fmt.Errorf("list all tables of user %s: %w", id, err)
	}
	return entries, nil
}

// mentions are the texts of which a record holds one where a user sits or has opened
// the table.
func mentions(id string) (seat, owner []byte, err error) {
	if seat, err = json.Marshal(userSeat + id); err != nil {
		return nil, nil, err
	}
	owner, err = json.Marshal(id)
	return seat, append([]byte(`"owner":`), owner...), err
}
