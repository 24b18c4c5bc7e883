package store

import (
	"errors"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/ranking"
)

// Ranked is a member of a ranking with its score, or with Gone its removal, for [Store.Apply].
type Ranked struct {
	Board, Member string
	Score         int32
	Gone          bool
}

// Place is a member's place in a ranking.
type Place = ranking.Place

// maxRanked bounds board and member together, in bytes.
const maxRanked = 1024

// Top returns at most limit members of a board in the order of their places, after skipping the
// first offset. Members with equal scores share a place and are sorted by name. It reads little
// more than it returns, but within a group of equal scores it passes over the skipped members.
func (s *Store) Top(board string, offset, limit int) ([]Place, error) {
	var list []Place
	err := s.ranked(board, "", func(b *bolt.Bucket) (err error) {
		list, err = ranking.Top(b, board, offset, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the ranking %s: %w", board, err)
	}
	return list, nil
}

// PlaceOf returns the place of a member of a board, and whether there is such a member. The time it
// takes hardly depends on the number of members.
func (s *Store) PlaceOf(board, member string) (p Place, ok bool, err error) {
	err = s.ranked(board, member, func(b *bolt.Bucket) error {
		p, ok, err = ranking.Of(b, board, member)
		return err
	})
	if err != nil {
		return Place{}, false, fmt.Errorf("look for %s in the ranking %s: %w", member, board, err)
	}
	return p, ok, nil
}

// ranked calls f with the bucket of the rankings.
func (s *Store) ranked(board, member string, f func(*bolt.Bucket) error) error {
	if err := checkRanked(board, member); err != nil {
		return err
	}
	return s.view(func(tx *bolt.Tx) error { return damagedRanks(f(tx.Bucket(ranksBucket))) })
}

// checkRanked returns ErrKey for a board or member that cannot be stored.
func checkRanked(board, member string) error {
	if strings.ContainsRune(board, 0) || len(board)+len(member) > maxRanked {
		return fmt.Errorf("%w: %q on the board %q", ErrKey, member, board)
	}
	return nil
}

// damagedRanks turns the error for inconsistent rankings into ErrCorrupt.
func damagedRanks(err error) error {
	if errors.Is(err, ranking.ErrDamaged) {
		return corrupt(err)
	}
	return err
}
