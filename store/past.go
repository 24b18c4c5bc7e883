package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Past is a finished game as the history of one of its players tells it. Who reads a page of
// it, or thousands for a profile, reads no table.
type Past struct {
	Key
	At       time.Time // of the end, to the millisecond
	Seat     int       // the player's; the first of those who hold several
	Opponent string    // as in [Head].Seats; "" for who played alone
	Winner   int       // as in [End], as are the following
	Kind     string
	Rated    string // the pool, "" where the game was not rated
	Rating   int    // after the game, rounded; 0 until it has been rated
	Against  int    // the opponent's rating before the game, rounded; 0 likewise
	Moves    int    // how many were played
	Private  bool   // nobody else may see the table
}

// PastCursor is a place in a history: that of a game in it, or where there is no key the one
// before all games of that time. The zero value is before the newest.
type PastCursor struct {
	At time.Time
	Key
}

// Cursor returns the place of the game.
func (p Past) Cursor() PastCursor { return PastCursor{p.At, p.Key} }

// Past returns the finished games of a user, those that count, of one game or where that is
// "" of all. The newest come first: at most limit of those after the cursor's place. It
// reads an index alone, and no more of that than it returns. Games of which it cannot be
// read are left out, with ErrDamaged.
func (s *Store) Past(user, game string, after PastCursor, limit int) ([]Past, error) {
	var list []Past
	var damaged error
	err := s.view(func(tx *bolt.Tx) error {
		h, err := openHistory(tx, user, game, after)
		for err == nil && len(list) < limit && len(h) > 0 {
			if len(list) == cap(list) {
				list = slices.Grow(list, more(len(list), limit))
			}
			list = append(list, Past{})
			if err = h.next(&list[len(list)-1]); err != nil {
				list = list[:len(list)-1]
			}
			if errors.Is(err, ErrDamaged) {
				damaged, err = errors.Join(damaged, err), nil
			}
		}
		return err
	})
	if err = errors.Join(err, damaged); err != nil {
		err = fmt.Errorf("list the past of user %s: %w", user, err)
	}
	return list, err
}

// more is for how many games a page makes room that has some, of a limit: first for a few, as
// most people have, then for a page, and for thousands such that none is copied often.
func more(has, limit int) int {
	if has == 0 {
		return min(limit, 32)
	}
	return max(has, min(limit-has, 512))
}

// history merges the past of a user, in which each game has a range of its own, by time.
type history []*pastRange

// pastRange is what is left of the range of one game.
type pastRange struct {
	cursor     *bolt.Cursor
	prefix     []byte // of the keys
	game       string
	key, value []byte // the next, nil at the end
	pastReader
}

// openHistory finds the ranges of a game, or where that is "" of all that a user has played.
func openHistory(tx *bolt.Tx, user, game string, after PastCursor) (h history, err error) {
	b := tx.Bucket(pastBucket)
	if b == nil { // a file of an older schema
		return nil, nil
	}
	person := appendUser(nil, user)
	if game != "" {
		err := h.open(b, person, game, after)
		return h, err
	}
	for c, at := b.Cursor(), person; err == nil; {
		key, _ := c.Seek(at)
		if !bytes.HasPrefix(key, person) {
			break
		}
		name, _, ok := bytes.Cut(key[len(person):], []byte{0})
		if !ok {
			return nil, fmt.Errorf("%w: index key %x", ErrCorrupt, key)
		}
		err = h.open(b, person, string(name), after)
		at = append(append(bytes.Clone(person), name...), 1)
	}
	return h, err
}

// open adds the range of a game, from the first place after the cursor's.
func (h *history) open(b *bolt.Bucket, person []byte, game string, after PastCursor) error {
	r := &pastRange{cursor: b.Cursor(), prefix: append(append(bytes.Clone(person), game...), 0), game: game}
	r.texts = &texts{}
	if len(*h) > 0 {
		r.texts = (*h)[0].texts
	}
	from := r.prefix
	if after != (PastCursor{}) {
		place, err := after.in(game)
		if err != nil {
			return err
		}
		from = append(bytes.Clone(from), place...)
	}
	r.key, r.value = r.cursor.Seek(from)
	*h = append(*h, r)
	h.drop(r)
	return nil
}

// in returns where the range of a game goes on after the cursor's place. Of one time and
// channel, games come in the order of their IDs.
func (c PastCursor) in(game string) ([]byte, error) {
	if err := checkMilli(c.At); err != nil {
		return nil, err
	}
	if c.Key == (Key{}) {
		return encodePlace(c.At, nil), nil
	}
	key, err := c.encode()
	if err != nil {
		return nil, err
	}
	place := encodePlace(c.At, key)
	switch strings.Compare(game, c.Game) {
	case -1:
		return append(place[:placeSize-4], 0xff, 0xff, 0xff, 0xff, 0), nil
	case 1:
		return place[:placeSize-4], nil
	}
	return append(place, 0), nil
}

// drop takes a range out of the history when nothing is left of it.
func (h *history) drop(r *pastRange) {
	if !bytes.HasPrefix(r.key, r.prefix) {
		*h = slices.DeleteFunc(*h, func(o *pastRange) bool { return o == r })
	}
}

// next reads the newest game that is left. There must be one.
func (h *history) next(p *Past) error {
	newest := (*h)[0]
	for _, other := range (*h)[1:] {
		if other.before(newest) {
			newest = other
		}
	}
	err := newest.read(p, newest.game, newest.key[len(newest.prefix):], newest.value)
	newest.key, newest.value = newest.cursor.Next()
	h.drop(newest)
	return err
}

// before reports whether the next game of a range comes before that of another: by time and
// channel. Where these are the same, games come in the order of their IDs, which is that of
// the ranges.
func (r *pastRange) before(o *pastRange) bool {
	mine, others := r.key[len(r.prefix):], o.key[len(o.prefix):]
	return bytes.Compare(mine[:min(len(mine), placeSize-4)], others[:min(len(others), placeSize-4)]) < 0
}
