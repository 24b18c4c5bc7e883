package store

import (
	bolt "go.etcd.io/bbolt"
)

func count(b *bolt.Bucket) int {
	n := 0
	c := b.Cursor()
	for key, _ := c.First(); key != nil; key, _ = c.Next() {
		n++
	}
	return n
}

// Stats are what a store tells at once, however large it is.
type Stats struct {
	Bytes    int64 // of the file
	Open     int   // tables that are not over
	Thinking int   // tables that await one of the bot's players
}

// Stats reads the size of the file and counts the entries of two indexes. The error is
// ErrClosed after Close.
func (s *Store) Stats() (Stats, error) {
	var st Stats
	err := s.view(func(tx *bolt.Tx) error {
		st = Stats{Bytes: tx.Size(), Open: count(tx.Bucket(openBucket)), Thinking: count(tx.Bucket(thinkingBucket))}
		return nil
	})
	return st, err
}
