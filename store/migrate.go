package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/ranking"
)

// ErrOccupied is returned by Migrate where the other store holds what the first does not.
var ErrOccupied = errors.New("the store to move into holds other games; choose one that is empty, or that the same games were being moved into")

// Migrated says what [Migrate] has moved.
type Migrated struct {
	Tables, Records int
	Rows            int // with all that is neither: numbers given, rankings, requests
	Moved           int // of the rows, those that were not there yet
	// Checksum is that of all rows with their names, the same on both sides.
	Checksum uint64
}

// A change of a migration has at most so many rows, and bytes of values but for the last of
// them: fewer than a log takes.
const (
	migratedRows  = 200
	migratedBytes = 256 << 10
)

// Migrate copies all that one store holds, as it stands now, into another one of any kind, which
// is empty or holds a part of the same: a migration that was interrupted goes on where it was.
// Nobody else may write to either. Both are compared at the end, row by row. progress, if not
// nil, is told how many rows have been seen. The errors are those of the two stores, and
// ErrOccupied, before anything is written.
func Migrate(ctx context.Context, from, to *Store, progress func(rows int)) (m Migrated, err error) {
	if progress == nil {
		progress = func(int) {}
	}
	if err = to.within(ctx, from); err == nil {
		m.Moved, err = to.fill(ctx, from, progress)
	}
	if err == nil {
		err = m.count(ctx, from)
	}
	if err == nil {
		var arrived Migrated
		if err = arrived.count(ctx, to); err == nil && (arrived.Rows != m.Rows || arrived.Checksum != m.Checksum) {
			err = fmt.Errorf("%w: %d rows of checksum %016x have become %d of %016x", ErrCorrupt, m.Rows, m.Checksum, arrived.Rows, arrived.Checksum)
		}
	}
	if err != nil {
		return Migrated{}, fmt.Errorf("move from %s to %s: %w", from.path, to.path, err)
	}
	return m, nil
}

// movedRow calls f with all rows that a migration moves: all but the schema, which every store
// has.
func movedRow(ctx context.Context, tx *bolt.Tx, f func(changelog.Row) error) error {
	return eachRow(tx, func(r changelog.Row) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if r.Bucket == string(metaBucket) && r.Key == string(schemaKey) {
			return nil
		}
		return f(r)
	})
}

// within returns ErrOccupied unless another store holds all that the store does.
func (s *Store) within(ctx context.Context, other *Store) error {
	return s.view(func(mine *bolt.Tx) error {
		return other.view(func(theirs *bolt.Tx) error {
			return movedRow(ctx, mine, func(r changelog.Row) error {
				if !bytes.Equal(valueOf(theirs, r), r.Value) {
					return fmt.Errorf("%w: %s %q", ErrOccupied, r.Bucket, r.Key)
				}
				return nil
			})
		})
	})
}

// fill writes the rows of another store that the store lacks, and returns how many.
func (s *Store) fill(ctx context.Context, from *Store, progress func(rows int)) (moved int, err error) {
	seen, size := 0, 0
	var lacking []changelog.Row
	flush := func() error {
		if len(lacking) == 0 {
			return nil
		}
		err := s.write(func(w *writing) error {
			for _, r := range lacking {
				if err := w.apply(r); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			moved += len(lacking)
			lacking, size = nil, 0
		}
		return err
	}
	err = from.view(func(tx *bolt.Tx) error {
		return movedRow(ctx, tx, func(r changelog.Row) error {
			if seen++; seen%migratedRows == 0 {
				progress(seen)
			}
			there, err := s.holds(r)
			if err != nil || there {
				return err
			}
			lacking, size = append(lacking, r), size+len(r.Value)
			if len(lacking) < migratedRows && size < migratedBytes {
				return nil
			}
			return flush()
		})
	})
	if err == nil {
		err = flush()
	}
	progress(seen)
	return moved, err
}

// holds reports whether the store holds a row.
func (s *Store) holds(r changelog.Row) (there bool, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		there = bytes.Equal(valueOf(tx, r), r.Value)
		return nil
	})
	return there, err
}

// valueOf is the value of a row's name, nil for none.
func valueOf(tx *bolt.Tx, r changelog.Row) []byte {
	b := tx.Bucket([]byte(r.Bucket))
	if b == nil {
		return nil
	}
	if r.Bucket == string(ranksBucket) {
		board, member, _ := bytes.Cut([]byte(r.Key), []byte{0})
		score, ok := ranking.Score(b, string(board), string(member))
		if !ok {
			return nil
		}
		return binary.BigEndian.AppendUint32(nil, uint32(score))
	}
	return b.Get([]byte(r.Key))
}

// count counts what a store holds, and sums it up.
func (m *Migrated) count(ctx context.Context, s *Store) error {
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	err := s.view(func(tx *bolt.Tx) error {
		return movedRow(ctx, tx, func(r changelog.Row) error {
			m.Rows++
			switch r.Bucket {
			case string(tablesBucket):
				m.Tables++
			case string(recordsBucket):
				m.Records++
			}
			for _, part := range [][]byte{[]byte(r.Bucket), []byte(r.Key), r.Value} {
				// The lengths too: no two stores sum up to the same by shifting bytes.
				_, _ = sum.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
				_, _ = sum.Write(part)
			}
			return nil
		})
	})
	m.Checksum = sum.Sum64()
	return err
}
