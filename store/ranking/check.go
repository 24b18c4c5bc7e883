package ranking

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Check verifies that the orders and counts of all boards follow from the members' scores. The
// error is ErrDamaged, or the cause of the context's end.
func Check(ctx context.Context, b *bolt.Bucket) error {
	c := &checker{Context: ctx, bucket: b}
	err := b.ForEach(func(key, value []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name, rest, ok := bytes.Cut(key, []byte{0})
		if !ok || len(rest) == 0 {
			return fmt.Errorf("%w: key %x", ErrDamaged, key)
		}
		if string(name) != c.name || c.counts == nil {
			if err := c.end(); err != nil {
				return err
			}
			c.begin(string(name))
		}
		return c.entry(rest[0], rest[1:], value)
	})
	if err != nil {
		return err
	}
	return c.end()
}

// checker checks one board after the other.
type checker struct {
	context.Context
	bucket  *bolt.Bucket
	name    string
	members int // minus the entries of the order
	counts  map[string]int
}

func (c *checker) begin(name string) { c.name, c.members, c.counts = name, 0, map[string]int{} }

// entry checks one entry. Of each board the members come first, then the order, then the counts.
func (c *checker) entry(kind byte, rest, value []byte) error {
	board := on(c.bucket, c.name)
	wrong := func() error { return fmt.Errorf("%w: %d %x of %q", ErrDamaged, kind, rest, c.name) }
	switch kind {
	case members:
		c.members++
		if len(value) != 4 {
			return wrong()
		}
		return nil
	case order:
		c.members--
		p, err := board.read(rest)
		if err != nil {
			return err
		}
		score, err := board.score(p.Member)
		if err != nil || score == nil || *score != p.Score || len(value) > 0 {
			return wrong()
		}
		for length := range parts + 1 {
			c.counts[string(board.counted(rank(p.Score), length))]++
		}
		return nil
	case counts:
		if len(rest) != 5 || rest[0] > parts {
			return wrong()
		}
		key := board.counted(binary.BigEndian.Uint32(rest[1:]), int(rest[0]))
		n, err := number(key, value)
		if err != nil || !bytes.HasSuffix(key, rest) || c.counts[string(key)] != n {
			return wrong()
		}
		delete(c.counts, string(key))
		return nil
	}
	return wrong()
}

// end checks the totals after the last entry of a board.
func (c *checker) end() error {
	if c.members != 0 || len(c.counts) > 0 {
		return fmt.Errorf("%w: the board %q does not say how many there are of each score", ErrDamaged, c.name)
	}
	return nil
}
