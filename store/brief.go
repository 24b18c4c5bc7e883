package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Brief is a table as lists show it, and where it is stored. The caller owns the head.
type Brief struct {
	Key
	*Head
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
