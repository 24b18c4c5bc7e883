package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/ranking"
)

// Change is a change of several records, for [Store.Apply].
type Change struct {
	Save   []Entry // tables, with the revision they were loaded with, 0 for new ones with the next number
	Delete []Entry // tables, with the revision they were loaded with
	// Unchanged are tables that must not have changed, with the revision they were loaded with.
	Unchanged []Entry
	// Expect are small records as they were read, with nil Data for none.
	Expect  []Value
	Counted map[OpenTables]int // how many there were
	Put     []Value            // small records, in place of the present ones
	Remove  []RecordKey
	Rank    []Ranked // see [Store.Top]
	Op      Op       // on whose behalf it is made
}

// RecordKey names a small record.
type RecordKey struct{ Kind, ID string }

// Value is a small record with its content.
type Value struct {
	RecordKey
	Data []byte
}

// Apply makes a change in one transaction: when it returns nil all of it is on disk, otherwise
// nothing is, except that ErrUncertain and ErrUnclear leave it open. The error is ErrStale if one of the
// tables has changed since it was loaded, ErrStaleRecord if an expected record or number has changed since
// it was read, ErrHandled if the step of the request has been carried out, and ErrFormat if a record cannot
// be read. The given tables are not modified. Apply is for [Transact], which callers should use instead.
func (s *Store) Apply(c Change) error {
	checks, writes, err := c.encode()
	if err == nil {
		err = s.writeFor(c.Op, func(tx *writing) error {
			// All checks precede the first write, as write demands.
			for _, step := range slices.Concat(checks, writes) {
				if err := step(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("change %d tables and %d records: %w", len(c.Save)+len(c.Delete), len(c.Put)+len(c.Remove), err)
	}
	return nil
}

// encode returns the checks and the writes of a change.
func (c Change) encode() (checks, writes []func(*writing) error, err error) {
	valid := func(failed error) { err = errors.Join(err, failed) }
	encoded := func(key []byte, failed error) []byte {
		valid(failed)
		return key
	}
	check := func(f func(*bolt.Tx) error) { checks = append(checks, func(tx *writing) error { return f(tx.Tx) }) }
	write := func(f func(*writing) error) { writes = append(writes, f) }
	table := func(e Entry, now *Head, content []byte) {
		key := encoded(e.encode())
		var was *Head
		check(func(tx *bolt.Tx) (err error) {
			was, err = e.current(tx, key)
			return err
		})
		write(func(tx *writing) error { return tx.replaceTable(key, was, now, content) })
	}
	for _, e := range c.Save {
		now, content, failed := nextRevision(e.Table)
		valid(failed)
		table(e, now, content)
	}
	for _, e := range c.Delete {
		table(e, nil, nil)
	}
	for _, e := range c.Unchanged {
		key := encoded(e.encode())
		check(func(tx *bolt.Tx) error {
			_, err := e.current(tx, key)
			return err
		})
	}
	for _, v := range c.Expect {
		key := encoded(encodeRecord(v.Kind, v.ID))
		check(func(tx *bolt.Tx) error { return checkRecord(tx, key, v) })
	}
	for of, n := range c.Counted {
		check(func(tx *bolt.Tx) error {
			now, err := of.count(tx)
			if err == nil && now != n {
				err = fmt.Errorf("%w: there are %d open tables, not %d", ErrStaleRecord, now, n)
			}
			return err
		})
	}
	for _, v := range c.Put {
		key := encoded(encodeRecord(v.Kind, v.ID))
		value := checksummed(key, v.Data)
		write(func(tx *writing) error { return tx.put(recordsBucket, key, value) })
	}
	for _, r := range c.Remove {
		key := encoded(encodeRecord(r.Kind, r.ID))
		write(func(tx *writing) error { return tx.remove(recordsBucket, key) })
	}
	for _, r := range c.Rank {
		valid(checkRanked(r.Board, r.Member))
		write(func(tx *writing) error { return tx.rank(r) })
	}
	return checks, writes, err
}

// nextRevision validates t and returns its next revision: the head, and the content to store.
func nextRevision(t *Table) (*Head, []byte, error) {
	for _, seat := range t.Seats {
		if !indexable(seat) || seat == UserSeat {
			return nil, nil, fmt.Errorf("%w: seat %q", ErrKey, seat)
		}
	}
	if !indexable(t.Owner) {
		return nil, nil, fmt.Errorf("%w: owner %q", ErrKey, t.Owner)
	}
	if !indexable(t.Guild) {
		return nil, nil, fmt.Errorf("%w: server %q", ErrKey, t.Guild)
	}
	if err := checkEnd(&t.Head); err != nil {
		return nil, nil, err
	}
	n := *t
	n.Format = Format
	n.Revision++
	content, err := json.Marshal(&n)
	return &n.Head, content, err
}

// current returns the stored head of the table that a change was made to, nil for a new table. The
// error is ErrStale if the table has changed since it was loaded, and for a new table whose number
// is not the next one.
func (e Entry) current(tx *bolt.Tx, key []byte) (*Head, error) {
	h, err := stored(tx, key, decodeHead)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	stored := uint64(0)
	if h != nil {
		stored = h.Revision
	}
	if stored != e.Revision {
		return nil, fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, stored, e.Revision)
	}
	if last := lastNumber(tx, key[:len(key)-4]); h == nil && int64(e.Number) != int64(last)+1 {
		return nil, fmt.Errorf("%w: table %d follows, not %d", ErrStale, int64(last)+1, e.Number)
	}
	return h, nil
}

// checkEnd returns ErrKey for what the indexes of finished games cannot hold.
func checkEnd(t *Head) error {
	if t.End == nil {
		if !t.Open() {
			return fmt.Errorf("%w: a table that is over and has no end", ErrKey)
		}
		return checkPool(t.Rated)
	}
	if !utf8.ValidString(t.End.Kind) {
		return fmt.Errorf("%w: an end of the kind %q", ErrKey, t.End.Kind)
	}
	return errors.Join(checkMilli(t.End.At), checkPool(t.Rated))
}

// checkPool returns ErrKey for a pool that cannot be stored.
func checkPool(pool string) error {
	if len(pool) > maxPool || !indexable(pool) {
		return fmt.Errorf("%w: pool %q", ErrKey, pool)
	}
	return nil
}

// indexable reports whether a text can be part of an index's key, which a zero byte follows, and of
// JSON.
func indexable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// maxPool bounds the name of a rating pool, in bytes.
const maxPool = 128

// checkRecord returns ErrStaleRecord for a small record that has changed since it was read.
func checkRecord(tx *bolt.Tx, key []byte, v Value) error {
	content, err := contentOf(key, tx.Bucket(recordsBucket).Get(key))
	if err == nil && ((content == nil) != (v.Data == nil) || !bytes.Equal(content, v.Data)) {
		err = fmt.Errorf("%w: %s %q", ErrStaleRecord, v.Kind, v.ID)
	}
	return err
}

// writing is a read-write transaction. Rows that cannot be derived from others go through put,
// remove, putTable and rank, which record them for the log of a replica. Every replica derives the
// indexes and the order of rankings itself.
type writing struct {
	*bolt.Tx
	rows  []changelog.Row
	index map[rowName]int // index in rows

	known  *requests         // carried out before
	ids    []uint64          // requests that the transaction carries out
	next   map[uint64]uint16 // for each of ids, as in requests
	others []uint64          // request IDs in the blocks that it applies
}

// rowName identifies a row.
type rowName struct{ bucket, key string }

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
	if err := raiseNumber(w, key); err != nil {
		return err
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
	name := rowName{row.Bucket, row.Key}
	if i, ok := w.index[name]; ok {
		w.rows[i] = row
		return
	}
	if w.index == nil {
		w.index = map[rowName]int{}
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
