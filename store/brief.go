package store

import (
	"bytes"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Brief is what can be read of a table without its options and moves, which are by far
// the longest.
type Brief struct {
	Key
	Seats   []string
	Pending *Pending
}

// Briefs returns what is to be known at once of the tables that [Store.User] returns, in
// the same order. Those that cannot be read are left out.
func (s *Store) Briefs(user string) ([]Brief, error) {
	var list []Brief
	prefix := append([]byte(user), 0)
	err := s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(usersBucket).Cursor()
		for entry, _ := c.Seek(prefix); bytes.HasPrefix(entry, prefix); entry, _ = c.Next() {
			t, err := storedHead(tx, entry[len(prefix):])
			if errors.Is(err, ErrFormat) || errors.Is(err, ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			k, err := decodeKey(entry[len(prefix):])
			if err != nil {
				return err
			}
			list = append(list, Brief{k, t.Seats, t.Pending})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the tables of user %s in brief: %w", user, err)
	}
	return list, nil
}

// CountOpen returns how many tables of a channel are not over. It reads an index alone.
func (s *Store) CountOpen(channel string) (n int, err error) {
	prefix, err := encodeChannel(channel)
	if err != nil {
		return 0, err
	}
	err = s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(openBucket).Cursor()
		for key, _ := c.Seek(prefix); bytes.HasPrefix(key, prefix); key, _ = c.Next() {
			n++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count the tables of channel %s: %w", channel, err)
	}
	return n, nil
}
