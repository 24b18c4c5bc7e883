// Package ranking keeps the members of boards in the order of their scores, in a bucket. A member's
// place and the member at a place are found without counting all better members.
//
// A score is split into eight parts of four bits. For each prefix of a score on the board, the
// number of members with that prefix is stored. A place is then the sum of at most 15 counts for
// each prefix length.
//
// Keys are the board, a zero byte, and one of
//
//	1, member                             the score, 4 bytes
//	2, rank, member                       empty: the order
//	3, prefix length, prefix of a rank    how many have it, a uvarint
//
// A rank is a score as 4 bytes, transformed so that the greatest comes first. The length counts
// parts; beyond the prefix a rank is padded with zeros.
package ranking

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// ErrDamaged is returned when a bucket is inconsistent.
var ErrDamaged = errors.New("ranking: the bucket is damaged")

// Place is a member's place on a board. Members with equal scores share a place and are sorted by
// name.
type Place struct {
	Member string
	Score  int32
	Place  int // from 1
	Of     int // number of members on the board
}

// The first byte of a key after the board.
const (
	members = 1
	order   = 2
	counts  = 3
)

const (
	parts    = 8 // of a score
	partBits = 4
)

// rank maps a score to a number that sorts the greatest score first; score is its inverse.
func rank(score int32) uint32 { return ^(uint32(score) ^ 1<<31) }

func score(rank uint32) int32 { return int32(^rank ^ 1<<31) }

// rankPrefix returns a rank with all but its first parts zeroed.
func rankPrefix(rank uint32, length int) uint32 {
	return rank >> (partBits * (parts - length)) << (partBits * (parts - length))
}

type board struct {
	*bolt.Bucket
	name []byte // with the trailing zero byte
}

func on(b *bolt.Bucket, name string) board { return board{b, append([]byte(name), 0)} }

func (b board) key(kind byte, rest []byte) []byte {
	key := make([]byte, 0, len(b.name)+1+len(rest))
	return append(append(append(key, b.name...), kind), rest...)
}

func (b board) member(name string) []byte { return b.key(members, []byte(name)) }

func (b board) ordered(rank uint32, name string) []byte {
	return b.key(order, append(binary.BigEndian.AppendUint32(nil, rank), name...))
}

func (b board) counted(rank uint32, length int) []byte {
	return b.key(counts, binary.BigEndian.AppendUint32([]byte{byte(length)}, rankPrefix(rank, length)))
}

// Set sets the score of a member, which is added to the board if necessary. The name of a board
// must not contain a zero byte.
func Set(b *bolt.Bucket, name, member string, score int32) error {
	return on(b, name).change(member, &score)
}

// Remove removes a member from a board, if it is there.
func Remove(b *bolt.Bucket, name, member string) error { return on(b, name).change(member, nil) }

// change sets the score of a member; nil removes it.
func (b board) change(member string, now *int32) error {
	was, err := b.score(member)
	if err != nil || was == nil && now == nil || was != nil && now != nil && *was == *now {
		return err
	}
	if was != nil {
		if err := b.Delete(b.ordered(rank(*was), member)); err != nil {
			return err
		}
	}
	if err := b.recount(was, now); err != nil {
		return err
	}
	if now == nil {
		return b.Delete(b.member(member))
	}
	if err := b.Put(b.member(member), binary.BigEndian.AppendUint32(nil, uint32(*now))); err != nil {
		return err
	}
	return b.Put(b.ordered(rank(*now), member), nil)
}

// score returns the score of a member, nil if it is not on the board.
func (b board) score(member string) (*int32, error) {
	value := b.Get(b.member(member))
	if value == nil {
		return nil, nil
	}
	if len(value) != 4 {
		return nil, fmt.Errorf("%w: the score of %q on %q", ErrDamaged, member, b.name)
	}
	score := int32(binary.BigEndian.Uint32(value))
	return &score, nil
}

// recount updates the counts of prefixes. Those that both scores share are unchanged.
func (b board) recount(was, now *int32) error {
	for length := range parts + 1 {
		if was != nil && now != nil && rankPrefix(rank(*was), length) == rankPrefix(rank(*now), length) {
			continue
		}
		if was != nil {
			if err := b.add(b.counted(rank(*was), length), -1); err != nil {
				return err
			}
		}
		if now != nil {
			if err := b.add(b.counted(rank(*now), length), 1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b board) add(key []byte, n int) error {
	sum, err := b.count(key)
	if err != nil {
		return err
	}
	switch sum += n; {
	case sum < 0:
		return fmt.Errorf("%w: fewer than none at %x", ErrDamaged, key)
	case sum == 0:
		return b.Delete(key)
	}
	return b.Put(key, binary.AppendUvarint(nil, uint64(sum)))
}

// number decodes a count.
func number(key, value []byte) (int, error) {
	n, size := binary.Uvarint(value)
	if size != len(value) || size <= 0 || n == 0 || n > 1<<32 {
		return 0, fmt.Errorf("%w: %x at %x", ErrDamaged, value, key)
	}
	return int(n), nil
}

// Of returns the place of a member, and whether it is on the board.
func Of(b *bolt.Bucket, name, member string) (Place, bool, error) {
	on := on(b, name)
	score, err := on.score(member)
	if err != nil || score == nil {
		return Place{}, false, err
	}
	p, err := on.place(*score)
	p.Member = member
	return p, err == nil, err
}

func (b board) place(score int32) (Place, error) {
	p := Place{Score: score, Place: 1}
	var err error
	if p.Of, err = b.size(); err != nil {
		return p, err
	}
	mine := rank(score)
	for length := 1; length <= parts; length++ {
		end := b.counted(mine, length)
		err := b.each(length, rankPrefix(mine, length-1), func(key []byte, n int) bool {
			before := bytes.Compare(key, end) < 0
			if before {
				p.Place += n
			}
			return before
		})
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// size returns the number of members on the board.
func (b board) size() (int, error) { return b.count(b.counted(0, 0)) }

// count returns the count with a key, 0 for none.
func (b board) count(key []byte) (int, error) {
	value := b.Get(key)
	if value == nil {
		return 0, nil
	}
	return number(key, value)
}

// each calls f with the keys and counts of the prefixes of a length, beginning at a rank, until f
// returns false.
func (b board) each(length int, from uint32, f func(key []byte, n int) bool) error {
	prefix := b.key(counts, []byte{byte(length)})
	c := b.Cursor()
	for key, value := c.Seek(b.counted(from, length)); bytes.HasPrefix(key, prefix); key, value = c.Next() {
		n, err := number(key, value)
		if err != nil {
			return err
		}
		if !f(key, n) {
			break
		}
	}
	return nil
}

// Top returns at most limit members in the order of their places, after skipping the first offset.
func Top(b *bolt.Bucket, name string, offset, limit int) ([]Place, error) {
	on := on(b, name)
	size, err := on.size()
	if err != nil || offset >= size {
		return nil, err
	}
	from, before, err := on.skip(offset)
	if err != nil {
		return nil, err
	}
	place := before + 1 // shared by all with the rank from
	prefix := on.key(order, nil)
	var list []Place
	c := b.Cursor()
	for key, _ := c.Seek(on.ordered(from, "")); bytes.HasPrefix(key, prefix) && len(list) < limit; key, _ = c.Next() {
		p, err := on.read(key[len(prefix):])
		if err != nil {
			return nil, err
		}
		if before++; rank(p.Score) != from {
			from, place = rank(p.Score), before
		}
		if p.Place, p.Of = place, size; before > offset {
			list = append(list, p)
		}
	}
	return list, nil
}

// skip returns the rank of the member at offset, which must exist, and the number of members before
// all with that rank.
func (b board) skip(offset int) (from uint32, before int, err error) {
	for length := 1; length <= parts; length++ {
		found := false
		err := b.each(length, from, func(key []byte, n int) bool {
			rank := binary.BigEndian.Uint32(key[len(key)-4:])
			if length > 1 && rankPrefix(rank, length-1) != rankPrefix(from, length-1) {
				return false
			}
			from = rank
			if found = before+n > offset; !found {
				before += n
			}
			return !found
		})
		if err == nil && !found {
			err = fmt.Errorf("%w: the board %q counts too few", ErrDamaged, b.name)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return from, before, nil
}

// read decodes a key of the order, without its board and kind.
func (b board) read(entry []byte) (Place, error) {
	if len(entry) < 4 {
		return Place{}, fmt.Errorf("%w: %x in the order of %q", ErrDamaged, entry, b.name)
	}
	return Place{Member: string(entry[4:]), Score: score(binary.BigEndian.Uint32(entry))}, nil
}

// Each calls f with every member of every board and its score, until f returns an error.
func Each(b *bolt.Bucket, f func(board, member string, score int32) error) error {
	return b.ForEach(func(key, value []byte) error {
		name, rest, ok := bytes.Cut(key, []byte{0})
		if !ok || len(rest) == 0 || rest[0] == members && len(value) != 4 {
			return fmt.Errorf("%w: the key %x", ErrDamaged, key)
		}
		if rest[0] != members {
			return nil
		}
		return f(string(name), string(rest[1:]), int32(binary.BigEndian.Uint32(value)))
	})
}

// Score returns the score of a member, and whether it is on the board.
func Score(b *bolt.Bucket, name, member string) (score int32, ok bool) {
	found, err := on(b, name).score(member)
	if err != nil || found == nil {
		return 0, false
	}
	return *found, true
}

// Check verifies that the orders and counts of all boards follow from the members' scores. The
// error is ErrDamaged, or the cause of the context's end.
func Check(ctx context.Context, b *bolt.Bucket) error {
	c := checker{counts: map[string]int{}}
	err := b.ForEach(func(key, value []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !c.follows(b, key, value) {
			return fmt.Errorf("%w: the entry %x", ErrDamaged, key)
		}
		return nil
	})
	if err == nil && (c.members != 0 || len(c.counts) > 0) {
		err = fmt.Errorf("%w: the boards do not say how many there are of each score", ErrDamaged)
	}
	return err
}

// checker counts what it has seen. Of each board the members come first, then the order, then the
// counts.
type checker struct {
	members int            // minus the entries of the order
	counts  map[string]int // that are still to come, by key
}

// follows reports whether an entry follows from the members.
func (c *checker) follows(b *bolt.Bucket, key, value []byte) bool {
	name, rest, ok := bytes.Cut(key, []byte{0})
	if !ok || len(rest) == 0 {
		return false
	}
	board := on(b, string(name))
	switch rest[0] {
	case members:
		c.members++
		score, err := board.score(string(rest[1:]))
		if err != nil {
			return false
		}
		for length := range parts + 1 {
			c.counts[string(board.counted(rank(*score), length))]++
		}
		return true
	case order:
		c.members--
		p, err := board.read(rest[1:])
		score, ok := Score(b, string(name), p.Member)
		return err == nil && ok && score == p.Score && len(value) == 0
	case counts:
		n, err := number(key, value)
		stored := c.counts[string(key)]
		delete(c.counts, string(key))
		return err == nil && n == stored
	}
	return false
}
