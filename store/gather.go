package store

import (
	"errors"

	bolt "go.etcd.io/bbolt"
)

// gathering collects the tables of a list: as many as can be read, and what is wrong
// with the others.
type gathering struct {
	entries []Entry
	damaged error
}

// gather lists tables in one reading transaction. If some of them cannot be read, the
// others come with ErrFormat; with any other error none come.
func (s *Store) gather(list func(*bolt.Tx, *gathering) error) ([]Entry, error) {
	var g gathering
	if err := s.view(func(tx *bolt.Tx) error { return list(tx, &g) }); err != nil {
		return nil, err
	}
	return g.entries, g.damaged
}

// add takes a table that was looked up under its key, or notes why it cannot be read.
// It returns what is worse than that.
func (g *gathering) add(key []byte, t *Table, err error) error {
	if errors.Is(err, ErrFormat) {
		g.damaged = errors.Join(g.damaged, err)
		return nil
	}
	if err != nil {
		return err
	}
	k, err := decodeKey(key)
	if err != nil {
		return err
	}
	g.entries = append(g.entries, Entry{k, t})
	return nil
}
