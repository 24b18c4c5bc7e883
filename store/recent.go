package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Recent returns the tables of one game in a channel, over or not, the highest number
// first and at most limit of them. If some of them cannot be read, the others come with
// ErrFormat.
func (s *Store) Recent(channel, game string, limit int) ([]Entry, error) {
	series, err := encodeSeries(channel, game)
	if err != nil {
		return nil, err
	}
	entries, err := s.gather(func(tx *bolt.Tx, g *gathering) error {
		c := tx.Bucket(tablesBucket).Cursor()
		// No number reaches so far: the cursor lands behind the last one.
		end := append(bytes.Clone(series), 0xff, 0xff, 0xff, 0xff, 0xff)
		var value []byte
		key, _ := c.Seek(end)
		if key == nil {
			key, value = c.Last()
		} else {
			key, value = c.Prev()
		}
		for ; bytes.HasPrefix(key, series) && len(g.entries) < limit; key, value = c.Prev() {
			t, err := decode(key, value)
			if err := g.add(key, t, err); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return entries, fmt.Errorf("list the tables of %s in channel %s: %w", game, channel, err)
	}
	return entries, nil
}
