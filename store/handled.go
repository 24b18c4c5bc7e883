package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// The IDs of requests lie in blocks. That of the latest is in meta, which is so small that
// it lies in the file's root page and costs no page of its own; when it is full it moves to
// the bucket handled, under the bucket's next sequence number.
const (
	// handledFor is how long an ID is kept at least, by the time in the IDs of later ones:
	// longer than any signature or token of a request is good for.
	handledFor = 15 * time.Minute
	idSize     = 8
	blockIDs   = 64
	// mostBlocks bounds what is kept: a quarter of an hour at 70 requests a second.
	mostBlocks = 1 << 10
)

// Handled reports whether a write has noted the request of an ID, a snowflake: see
// [Store.Save]. IDs are kept for a quarter of an hour at least, as long as there are no
// more than 65,536.
func (s *Store) Handled(id string) (bool, error) {
	ids, err := parseIDs([]string{id})
	if err != nil || len(ids) == 0 {
		return false, err
	}
	found := false
	err = s.view(func(tx *bolt.Tx) error {
		_, found = noted(tx, map[uint64]bool{ids[0]: true})
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("look for request %s: %w", id, err)
	}
	return found, nil
}

// noted returns a request of some that is in one of the blocks; found is false where none is.
func noted(tx *bolt.Tx, ids map[uint64]bool) (id uint64, found bool) {
	if id, found = holdsAny(latestBlock(tx), ids); found || tx.Bucket(handledBucket) == nil || len(ids) == 0 {
		return id, found
	}
	c := tx.Bucket(handledBucket).Cursor()
	for key, value := c.Last(); key != nil; key, value = c.Prev() {
		// The checksum is worked out where it matters alone: the writer waits for this.
		if _, found = holdsAny(value[:len(value)/idSize*idSize], ids); !found {
			continue
		}
		if id, found = holdsAny(readBlock(key, value), ids); found {
			return id, true
		}
	}
	return 0, false
}

// writeFor is write, and notes requests as handled in the same transaction: either both
// are on disk or neither is. In a replica what others have noted is refused.
func (s *Store) writeFor(handled []string, apply func(*writing) error) error {
	ids, err := parseIDs(handled)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return s.write(apply)
	}
	err = s.write(func(tx *writing) error {
		if err := s.replica.demandOwn(tx.Tx, ids); err != nil {
			return err
		}
		if err := apply(tx); err != nil {
			return err
		}
		return noteHandled(tx, ids)
	})
	if err == nil {
		s.replica.own(ids)
	}
	return err
}

// claims are the requests that a replica has noted itself: it may note each more than once.
type claims struct {
	mu          sync.Mutex
	newer, past map[uint64]bool
}

// mostClaims is how many of them are remembered at least: all that are noted in minutes.
const mostClaims = 1 << 15

// own remembers that this replica has noted requests.
func (r *replica) own(ids []uint64) {
	if r == nil {
		return
	}
	c := &r.claims
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.newer) >= mostClaims || c.newer == nil {
		c.past, c.newer = c.newer, map[uint64]bool{}
	}
	for _, id := range ids {
		c.newer[id] = true
	}
}

// demandOwn refuses requests that others have noted: they were delivered twice.
func (r *replica) demandOwn(tx *bolt.Tx, ids []uint64) error {
	if r == nil {
		return nil
	}
	c := &r.claims
	c.mu.Lock()
	defer c.mu.Unlock()
	others := map[uint64]bool{}
	for _, id := range ids {
		if !c.newer[id] && !c.past[id] {
			others[id] = true
		}
	}
	if id, found := noted(tx, others); found {
		return fmt.Errorf("%w: %d", ErrHandled, id)
	}
	return nil
}

// parseIDs returns the numbers of snowflakes. An empty one is that of no request.
func parseIDs(texts []string) (ids []uint64, err error) {
	for _, text := range texts {
		if text == "" {
			continue
		}
		id, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: request %q is not a snowflake", ErrKey, text)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// noteHandled adds IDs to the latest block.
func noteHandled(tx *writing, ids []uint64) error {
	latest := bytes.Clone(latestBlock(tx.Tx))
	for _, id := range ids {
		if holds(latest, id) {
			continue
		}
		latest = binary.BigEndian.AppendUint64(latest, id)
		if len(latest) == blockIDs*idSize {
			if err := fileBlock(tx, latest); err != nil {
				return err
			}
			latest = nil
		}
	}
	return tx.put(metaBucket, handledKey, seal(handledKey, latest))
}

// fileBlock puts a full block into its bucket, which is made for the first, and removes those that
// are too old or too many.
func fileBlock(tx *writing, block []byte) error {
	b, err := tx.CreateBucketIfNotExists(handledBucket)
	if err != nil {
		return err
	}
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	key := binary.BigEndian.AppendUint64(nil, n)
	if err := tx.put(handledBucket, key, seal(key, block)); err != nil {
		return err
	}
	limit := newest(block)
	limit -= min(limit, uint64(handledFor.Milliseconds())<<22) // a snowflake's upper 42 bits are its time
	for left := count(b); left > 1; left-- {
		key, value := b.Cursor().First()
		if left <= mostBlocks && newest(readBlock(key, value)) >= limit {
			break
		}
		if err := tx.remove(handledBucket, bytes.Clone(key)); err != nil {
			return err
		}
	}
	return nil
}

func latestBlock(tx *bolt.Tx) []byte {
	return readBlock(handledKey, tx.Bucket(metaBucket).Get(handledKey))
}

// readBlock returns the IDs of a stored block, none of a damaged one: nobody should be
// kept from playing by that.
func readBlock(key, value []byte) []byte {
	block, err := unseal(key, value)
	if err != nil || len(block)%idSize != 0 {
		return nil
	}
	return block
}

func holds(block []byte, id uint64) bool {
	for ; len(block) > 0; block = block[idSize:] {
		if binary.BigEndian.Uint64(block) == id {
			return true
		}
	}
	return false
}

// holdsAny returns an ID of a block that is one of some.
func holdsAny(block []byte, ids map[uint64]bool) (id uint64, found bool) {
	for ; len(block) > 0; block = block[idSize:] {
		if id = binary.BigEndian.Uint64(block); ids[id] {
			return id, true
		}
	}
	return 0, false
}

// newest returns the greatest ID of a block, 0 of an empty one.
func newest(block []byte) (id uint64) {
	for ; len(block) > 0; block = block[idSize:] {
		id = max(id, binary.BigEndian.Uint64(block))
	}
	return id
}

// verifyHandled reads all blocks. Damage is ErrDamaged; ErrCorrupt is returned where the next
// block would not come last.
func verifyHandled(ctx context.Context, tx *bolt.Tx) error {
	blocks := func(key, value []byte) error {
		if block, err := unseal(key, value); err != nil || len(block)%idSize != 0 {
			return fmt.Errorf("the requests %x: %w", key, ErrDamaged)
		}
		return nil
	}
	if err := blocks(handledKey, tx.Bucket(metaBucket).Get(handledKey)); err != nil {
		return err
	}
	b := tx.Bucket(handledBucket)
	if b == nil {
		return nil
	}
	if err := each(ctx, tx, handledBucket, blocks); err != nil {
		return err
	}
	if last, _ := b.Cursor().Last(); bytes.Compare(last, binary.BigEndian.AppendUint64(nil, b.Sequence())) > 0 {
		return fmt.Errorf("%w: the requests %x are beyond the last number given, %x", ErrCorrupt, last, b.Sequence())
	}
	return nil
}
