package store

import (
	"errors"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/ranking"
)

// Ranked is a member of a board of rankings with its score, or that it is to be there no
// more. It is for [Store.Apply].
type Ranked struct {
	Board, Member string
	Score         int32
	Gone          bool
}

// Place is a member's place on a board of rankings.
type Place = ranking.Place

// maxRanked bounds board and member together, in bytes.
const maxRanked = 1024

// Top returns the members of a board in the order of their places, at most limit of them
// without the first ones, offset of them. Members of one score share a place, and come in
// the order of their names. It reads little more than it returns; but where many share one
// score, it passes those of them that are left out.
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

// PlaceOf returns the place of a member of a board, and whether there is such a member. It
// takes about as long however many others there are.
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

// ranked calls f with the bucket of the rankings, if there is one.
func (s *Store) ranked(board, member string, f func(*bolt.Bucket) error) error {
	if err := checkRanked(board, member); err != nil {
		return err
	}
	return s.view(func(tx *bolt.Tx) error {
		b := tx.Bucket(ranksBucket)
		if b == nil { // a file of an older schema
			return nil
		}
		return damagedRanks(f(b))
	})
}

// checkRanked refuses what cannot be on a board, with ErrKey.
func checkRanked(board, member string) error {
	if strings.ContainsRune(board, 0) || len(board)+len(member) > maxRanked {
		return fmt.Errorf("%w: %q on the board %q", ErrKey, member, board)
	}
	return nil
}

// write returns what writes a ranking.
func (r Ranked) write() (func(*writing) error, error) {
	if err := checkRanked(r.Board, r.Member); err != nil {
		return nil, err
	}
	return func(tx *writing) error { return tx.rank(r) }, nil
}

// damagedRanks is ErrCorrupt for rankings that contradict themselves.
func damagedRanks(err error) error {
	if errors.Is(err, ranking.ErrDamaged) {
		return corrupt(err)
	}
	return err
}
