package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Request IDs are stored in blocks. The latest block is in meta, which is so small that it is
// inline in the file's root page and costs no page of its own. A full block moves to the bucket
// handled, under the bucket's next sequence number.
const (
	// keepRequests is how long an ID is kept on disk at least, measured by the times in later IDs:
	// longer than any signature or token of a request is valid.
	keepRequests = 15 * time.Minute
	idSize       = 8
	blockIDs     = 64
	// maxBlocks bounds what is kept: a quarter of an hour at 70 requests a second.
	maxBlocks = 1 << 10
	// maxRequests is how many IDs are kept in memory.
	maxRequests = maxBlocks * blockIDs
)

// Handled reports whether a transaction of a request, a snowflake, has been committed. IDs are kept
// for at least a quarter of an hour, as long as there are no more than 65,536.
func (s *Store) Handled(id string) (bool, error) {
	n, err := parseRequest(id)
	if err != nil || n == 0 {
		return false, err
	}
	return lookFor(s, "look for request "+id, func(*bolt.Tx) (bool, error) {
		_, known := s.requests.find(n)
		return known, nil
	})
}

// CarriedOut reports whether this store has committed a transaction of a request since it was
// opened. Transactions of other processes do not count.
func (s *Store) CarriedOut(id string) bool {
	n, err := parseRequest(id)
	next, _ := s.requests.find(n)
	return err == nil && next > 0
}

// writeFor is write, of several parts, on behalf of a request, whose ID is stored in the same commit. The
// error is ErrHandled if that step of the request has been carried out, and ErrOutdated if others have
// changed something since the mark of its first step.
func (s *Store) writeFor(op Op, parts ...func(*writing) error) error {
	id, err := parseRequest(op.Request)
	if err != nil {
		return err
	}
	return s.write(func(tx *writing) error {
		next, known := tx.nextStep(id)
		switch {
		case id == 0: // no request asked for it
		case known && (next == 0 || uint16(op.Step) < next):
			return fmt.Errorf("%w: %d", ErrHandled, id)
		case !known && op.Since != 0 && op.Since != s.Mark():
			return ErrOutdated
		}
		for _, part := range parts {
			if err := part(tx); err != nil {
				return err
			}
		}
		if id != 0 {
			tx.noteStep(id, op.Step)
		}
		return nil
	})
}

// parseRequest parses a snowflake; "" gives 0.
func parseRequest(id string) (uint64, error) {
	if id == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: request %q is not a snowflake", ErrKey, id)
	}
	return n, nil
}

// requests remembers the latest requests. It is safe for concurrent use.
type requests struct {
	mu sync.RWMutex
	// next is, by ID, the next step allowed: 0 for none, if the request was carried out by another
	// process or before the last start.
	next map[uint64]uint16
	ring []uint64 // the IDs in order of arrival, beginning at oldest
	// oldest is the index in a full ring of the next ID to be replaced.
	oldest int
}

// find returns the next step allowed of a request, and whether the request is known.
func (r *requests) find(id uint64) (next uint16, known bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	next, known = r.next[id]
	return next, known
}

// add remembers the requests of a committed transaction, own and others'.
func (r *requests) add(tx *writing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range tx.others {
		r.remember(id, 0)
	}
	for _, id := range tx.ids {
		r.remember(id, tx.next[id])
	}
}

// remember adds a request. r.mu must be held.
func (r *requests) remember(id uint64, next uint16) {
	if was, known := r.next[id]; known {
		r.next[id] = max(was, next)
		return
	}
	if r.next == nil {
		r.next = map[uint64]uint16{}
	}
	r.next[id] = next
	if len(r.ring) < maxRequests {
		r.ring = append(r.ring, id)
		return
	}
	delete(r.next, r.ring[r.oldest])
	r.ring[r.oldest] = id
	r.oldest = (r.oldest + 1) % maxRequests
}

// load remembers the requests in a file.
func (r *requests) load(tx *bolt.Tx) error {
	w := &writing{Tx: tx}
	if b := tx.Bucket(handledBucket); b != nil {
		err := b.ForEach(func(key, value []byte) error {
			w.others = appendIDs(w.others, readBlock(key, value))
			return nil
		})
		if err != nil {
			return err
		}
	}
	w.others = appendIDs(w.others, latestBlock(tx))
	r.add(w)
	return nil
}

// nextStep is [requests.find] including this transaction.
func (w *writing) nextStep(id uint64) (next uint16, known bool) {
	if next, known = w.next[id]; known {
		return next, true
	}
	return w.known.find(id)
}

// noteStep records that the transaction carries out a step of a request.
func (w *writing) noteStep(id uint64, step uint8) {
	if w.next == nil {
		w.next = map[uint64]uint16{}
	}
	if _, known := w.next[id]; !known {
		w.ids = append(w.ids, id)
	}
	w.next[id] = uint16(step) + 1
}

// putRequests adds the transaction's new request IDs to the latest block.
func (w *writing) putRequests() error {
	latest, more := bytes.Clone(latestBlock(w.Tx)), false
	for _, id := range w.ids {
		if _, known := w.known.find(id); known {
			continue
		}
		more = true
		latest = binary.BigEndian.AppendUint64(latest, id)
		if len(latest) == blockIDs*idSize {
			if err := archiveBlock(w, latest); err != nil {
				return err
			}
			latest = nil
		}
	}
	if !more {
		return nil
	}
	return w.put(metaBucket, handledKey, checksummed(handledKey, latest))
}

// archiveBlock moves a full block into the bucket handled, which it creates for the first, and
// removes blocks that are too old or too many.
func archiveBlock(tx *writing, block []byte) error {
	b, err := tx.CreateBucketIfNotExists(handledBucket)
	if err != nil {
		return err
	}
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	key := binary.BigEndian.AppendUint64(nil, n)
	if err := tx.put(handledBucket, key, checksummed(key, block)); err != nil {
		return err
	}
	limit := newest(block)
	limit -= min(limit, uint64(keepRequests.Milliseconds())<<22) // a snowflake's upper 42 bits are its time
	for left := count(b, nil); left > 1; left-- {
		key, value := b.Cursor().First()
		if left <= maxBlocks && newest(readBlock(key, value)) >= limit {
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

// readBlock returns the IDs of a stored block, none of a damaged one: damage here should not keep
// anybody from playing.
func readBlock(key, value []byte) []byte {
	block, err := contentOf(key, value)
	if err != nil || len(block)%idSize != 0 {
		return nil
	}
	return block
}

func appendIDs(ids []uint64, block []byte) []uint64 {
	for ; len(block) > 0; block = block[idSize:] {
		ids = append(ids, binary.BigEndian.Uint64(block))
	}
	return ids
}

// newest returns the greatest ID of a block, 0 for an empty one.
func newest(block []byte) uint64 { return slices.Max(appendIDs([]uint64{0}, block)) }

// verifyHandled reads all blocks. Damage is ErrDamaged; a block beyond the bucket's sequence is
// ErrCorrupt.
func verifyHandled(ctx context.Context, tx *bolt.Tx) error {
	blocks := func(key, value []byte) error {
		if block, err := contentOf(key, value); err != nil || len(block)%idSize != 0 {
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
