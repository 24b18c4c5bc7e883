package store

import (
	"errors"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/ranking"
)

// Ranked is a member of a ranking with its score, or with Gone its removal, for [Tx.Rank].
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
	if err := checkRanked(board, ""); err != nil {
		return nil, err
	}
	return lookFor(s, "list the ranking "+board, func(tx *bolt.Tx) ([]Place, error) {
		list, err := ranking.Top(tx.Bucket(ranksBucket), board, offset, limit)
		return list, damagedRanks(err)
	})
}

// PlaceOf returns the place of a member of a board, and whether there is such a member. The time it
// takes hardly depends on the number of members.
func (s *Store) PlaceOf(board, member string) (p Place, ok bool, err error) {
	if err := checkRanked(board, member); err != nil {
		return Place{}, false, err
	}
	p, err = lookFor(s, "look for "+member+" in the ranking "+board, func(tx *bolt.Tx) (p Place, err error) {
		p, ok, err = ranking.Of(tx.Bucket(ranksBucket), board, member)
		return p, damagedRanks(err)
	})
	return p, ok, err
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
