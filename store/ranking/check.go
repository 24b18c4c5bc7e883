package ranking

import (
	"bytes"
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

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
