package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/ranking"
)

// RecordKey names a small record.
type RecordKey struct{ Kind, ID string }

// Value is a small record with its content.
type Value struct {
	RecordKey
	Data []byte
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
