package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/ranking"
)

// queued is one caller's part of a commit.
type queued struct {
	apply func(*writing) error // may run more than once, each time in a new transaction
	err   error
	done  chan error // receives once, after the commit that decides it
}

// write runs apply in a transaction that it may share with other callers, and returns when that is
// on disk, or why it is not. apply must return ErrStale, ErrHandled, ErrOutdated, ErrNotFound and
// ErrFormat before it writes anything.
func (s *Store) write(apply func(*writing) error) error {
	q := &queued{apply: apply, done: make(chan error, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.queue = append(s.queue, q)
	s.mu.Unlock()
	s.wake.Signal()
	var timeout <-chan time.Time
	if s.writeTimeout > 0 {
		timer := time.NewTimer(s.writeTimeout)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case err := <-q.done:
		return err
	case <-timeout:
		return s.abandon(q)
	}
}

// abandon stops waiting for a write. Its error says whether that may still be stored.
func (s *Store) abandon(q *queued) error {
	s.mu.Lock()
	i := slices.Index(s.queue, q)
	if i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
	}
	s.mu.Unlock()
	if i >= 0 {
		return ErrUnreachable
	}
	select {
	case err := <-q.done:
		return err
	default:
		return ErrUnclear
	}
}

// Ping returns once every earlier write is decided, and shows that the store responds: its error is
// ErrClosed, or nil even if the disk refuses all writes. It writes nothing, and blocks while a
// write hangs.
func (s *Store) Ping() error {
	err := s.write(func(*writing) error { return ErrNotFound })
	if errors.Is(err, ErrClosed) {
		return err
	}
	return nil
}

// nudge wakes the writer to follow the log, without waiting for it.
func (s *Store) nudge() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nudged = true
	s.wake.Signal()
}

// run is the writer: it commits queued writes until the store is closed and the queue is empty.
func (s *Store) run() {
	defer close(s.stopped)
	for {
		batch, ok := s.take()
		if !ok {
			return
		}
		if len(batch) == 0 {
			_ = s.transact(nil) // the next read or write gets the error
		}
		s.commitAll(batch)
		for _, q := range batch {
			q.done <- q.err
		}
	}
}

// take waits for writes and returns all of them, or none if only the log is to be followed; ok is
// false at the end. It yields while the queue grows, because callers of the last commit often write
// again at once. Otherwise they would split into two halves that wait for each other's commits. A
// lone writer is delayed by one yield at most.
func (s *Store) take() (batch []*queued, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed && !s.nudged {
		s.wake.Wait()
	}
	s.nudged = false
	for seen := 0; seen < len(s.queue); {
		seen = len(s.queue)
		s.mu.Unlock()
		runtime.Gosched()
		s.mu.Lock()
	}
	batch, s.queue = s.queue, nil
	return batch, len(batch) > 0 || !s.closed
}

// commitAll decides every write of a batch in as few transactions as possible. A write that
// breaks the transaction is left out, and the others run again. A batch that is too large for a log
// is halved.
func (s *Store) commitAll(batch []*queued) {
	batch = slices.Clone(batch)
	for len(batch) > 0 {
		broken, err := s.attempt(batch)
		switch {
		case errors.Is(err, changelog.ErrConflict):
		case errors.Is(err, changelog.ErrTooLarge) && len(batch) > 1:
			s.commitAll(batch[:len(batch)/2])
			batch = batch[len(batch)/2:]
		case err != nil:
			// Refused writes get this error too: the state that refused them is not stored.
			err = explain(err)
			for _, q := range batch {
				q.err = err
			}
			return
		case broken < 0:
			return
		default:
			batch = slices.Delete(batch, broken, broken+1)
		}
	}
}

// attempt runs a batch in one transaction and sets the writes' errors. It returns the index of
// the write that broke the transaction, or -1, and the reason if nothing is stored. After
// changelog.ErrConflict it must be called again.
func (s *Store) attempt(batch []*queued) (broken int, err error) {
	broken = -1
	var stored *writing
	err = s.transact(func(w *writing) (writes int, err error) {
		w.known = s.requests
		for i, q := range batch {
			q.err = guard(func() error { return q.apply(w) })
			switch {
			case q.err == nil:
				writes++
			case !wroteNothing(q.err):
				broken = i
				return 0, nil
			}
		}
		if writes == 0 {
			return 0, nil
		}
		stored = w
		return writes, guard(w.putRequests)
	})
	if stored != nil && (err == nil || errors.Is(err, ErrUncertain)) {
		s.requests.add(stored) // an uncertain commit is visible to readers
	}
	return broken, err
}

// wroteNothing reports whether a write returns err only before it writes anything.
func wroteNothing(err error) bool {
	return errors.Is(err, ErrStale) || errors.Is(err, ErrHandled) || errors.Is(err, ErrOutdated) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrFormat)
}

// writing is a read-write transaction. Rows that cannot be derived from others go through put,
// remove, putTable and rank, which record them for the log of a replica. Every replica derives the
// indexes and the order of rankings itself.
type writing struct {
	*bolt.Tx
	rows  []changelog.Row
	index map[[2]string]int // in rows, by bucket and key

	known  *requests         // carried out before
	ids    []uint64          // requests that the transaction carries out
	next   map[uint64]uint16 // for each of ids, as in requests
	others []uint64          // request IDs in the blocks that it applies
}

// put sets the value of a key in a bucket. It must not be empty.
func (w *writing) put(bucket, key, value []byte) error {
	w.note(bucket, key, value)
	return w.Bucket(bucket).Put(key, value)
}

// remove removes a key of a bucket, if it is there.
func (w *writing) remove(bucket, key []byte) error {
	w.note(bucket, key, nil)
	return w.Bucket(bucket).Delete(key)
}

// replaceTable stores a table's next revision and raises the last number given, or removes the table
// if now is nil. was is the stored head, nil if there is none.
func (w *writing) replaceTable(key []byte, was, now *Head, content []byte) error {
	if now == nil {
		if was == nil {
			return nil
		}
		return w.putTable(key, was, nil, nil)
	}
	series, number := key[:len(key)-4], key[len(key)-4:]
	if lastNumber(w.Tx, series) < binary.BigEndian.Uint32(number) {
		if err := w.put(numbersBucket, series, number); err != nil {
			return err
		}
	}
	return w.putTable(key, was, now, checksummed(key, content))
}

// putTable sets the value of a table, or removes it if value is nil, and updates the indexes. was and
// now are the heads before and after, nil if there is none that can be read.
func (w *writing) putTable(key []byte, was, now *Head, value []byte) error {
	if err := reindex(w.Tx, indexed(key, was), indexed(key, now)); err != nil {
		return err
	}
	if value == nil {
		return w.remove(tablesBucket, key)
	}
	return w.put(tablesBucket, key, value)
}

// rank sets or removes a member of a board.
func (w *writing) rank(r Ranked) error {
	key := append(append([]byte(r.Board), 0), r.Member...)
	b := w.Bucket(ranksBucket)
	if r.Gone {
		w.note(ranksBucket, key, nil)
		return damagedRanks(ranking.Remove(b, r.Board, r.Member))
	}
	w.note(ranksBucket, key, binary.BigEndian.AppendUint32(nil, uint32(r.Score)))
	return damagedRanks(ranking.Set(b, r.Board, r.Member, r.Score))
}

// note records a row, in place of an earlier one with its name.
func (w *writing) note(bucket, key, value []byte) {
	row := changelog.Row{Bucket: string(bucket), Key: string(key), Value: bytes.Clone(value)}
	name := [2]string{row.Bucket, row.Key}
	if i, ok := w.index[name]; ok {
		w.rows[i] = row
		return
	}
	if w.index == nil {
		w.index = map[[2]string]int{}
	}
	w.index[name] = len(w.rows)
	w.rows = append(w.rows, row)
}

// apply writes a row of another replica. The error is ErrNewer for a bucket that this version does
// not know.
func (w *writing) apply(r changelog.Row) error {
	key := []byte(r.Key)
	switch r.Bucket {
	case string(tablesBucket):
		was, err := readableHead(key, w.Bucket(tablesBucket).Get(key))
		if err != nil {
			return err
		}
		now, err := readableHead(key, r.Value)
		if err != nil {
			return err
		}
		return w.putTable(key, was, now, r.Value)
	case string(ranksBucket):
		board, member, _ := bytes.Cut(key, []byte{0})
		ranked := Ranked{Board: string(board), Member: string(member), Gone: r.Value == nil}
		if len(r.Value) == 4 {
			ranked.Score = int32(binary.BigEndian.Uint32(r.Value))
		}
		return w.rank(ranked)
	case string(handledBucket):
		if err := w.raiseSequence(key); err != nil {
			return err
		}
		w.others = appendIDs(w.others, readBlock(key, r.Value))
	case string(metaBucket):
		if r.Key == string(schemaKey) {
			_, err := readSchema(r.Value)
			return err
		}
		w.others = appendIDs(w.others, readBlock(key, r.Value))
	case string(numbersBucket), string(recordsBucket):
	default:
		return fmt.Errorf("%w: it has a bucket %q", ErrNewer, r.Bucket)
	}
	if r.Value == nil {
		return w.remove([]byte(r.Bucket), key)
	}
	return w.put([]byte(r.Bucket), key, r.Value)
}

// tablesOf returns the tables among rows.
func tablesOf(rows []changelog.Row) (tables []Key) {
	for _, row := range rows {
		if row.Bucket != string(tablesBucket) {
			continue
		}
		if key, err := decodeKey([]byte(row.Key)); err == nil {
			tables = append(tables, key)
		}
	}
	return tables
}

// raiseSequence records that the number of a block of request IDs has been given, and creates the
// bucket if needed.
func (w *writing) raiseSequence(key []byte) error {
	b, err := w.CreateBucketIfNotExists(handledBucket)
	if err != nil || len(key) != 8 {
		return err
	}
	return b.SetSequence(max(b.Sequence(), binary.BigEndian.Uint64(key)))
}

// readableHead decodes the head of a stored table. It is nil if there is none or it cannot be read.
func readableHead(key, value []byte) (*Head, error) {
	if value == nil {
		return nil, nil
	}
	head, err := decodeHead(key, value)
	if errors.Is(err, ErrFormat) {
		return nil, nil // Load and Verify report it
	}
	return head, err
}

// eachRow calls f with every row of the state.
func eachRow(tx *bolt.Tx, f func(changelog.Row) error) error {
	row := func(bucket, key, value []byte) error {
		return f(changelog.Row{Bucket: string(bucket), Key: string(key), Value: bytes.Clone(value)})
	}
	for _, name := range [][]byte{tablesBucket, numbersBucket, recordsBucket, handledBucket} {
		b := tx.Bucket(name)
		if b == nil { // there is no bucket before the first block
			continue
		}
		if err := b.ForEach(func(key, value []byte) error { return row(name, key, value) }); err != nil {
			return err
		}
	}
	for _, key := range [][]byte{schemaKey, handledKey} {
		if value := tx.Bucket(metaBucket).Get(key); value != nil {
			if err := row(metaBucket, key, value); err != nil {
				return err
			}
		}
	}
	return ranking.Each(tx.Bucket(ranksBucket), func(board, member string, score int32) error {
		return row(ranksBucket, []byte(board+"\x00"+member), binary.BigEndian.AppendUint32(nil, uint32(score)))
	})
}
