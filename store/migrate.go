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

// ErrOccupied is returned by Migrate if the target holds anything that the source does not.
var ErrOccupied = errors.New("the store to move into holds other games; choose one that is empty, or that the same games were being moved into")

// Migrated are the figures of a migration by [Migrate].
type Migrated struct {
	Tables, Records int
	Rows            int // including numbers given, rankings and request IDs
	Moved           int // rows that the target lacked
	// Checksum covers all rows with their names, and is the same in both stores.
	Checksum uint64
}

// migratedRows and migratedBytes bound one write of a migration: the number of its rows, and the
// bytes of their values without the last. They are below the limits of a log.
const (
	migratedRows  = 200
	migratedBytes = 256 << 10
)

// Migrate copies everything in one store into another of any kind, which must be empty or hold a
// part of the same: an interrupted migration continues where it stopped. Nobody else may write to
// either store. At the end both are compared by their rows' checksum. progress receives the
// number of rows read. The errors are those of the two stores, and ErrOccupied, which is returned
// before anything is written.
func Migrate(ctx context.Context, from, to *Store, progress func(rows int)) (m Migrated, err error) {
	err = to.eachLacking(ctx, from, func(int) {}, func(r changelog.Row) error { return fmt.Errorf("%w: %s %q", ErrOccupied, r.Bucket, r.Key) })
	if err == nil {
		m.Moved, err = to.copyMissing(ctx, from, progress)
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

// eachMovedRow calls f with every row that a migration copies: all except the schema, which every
// store has.
func eachMovedRow(ctx context.Context, tx *bolt.Tx, f func(changelog.Row) error) error {
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

// eachLacking calls f with every row that other lacks, or has with another value, and progress with
// the number of rows read.
func (s *Store) eachLacking(ctx context.Context, other *Store, progress func(rows int), f func(changelog.Row) error) error {
	rows := 0
	return s.view(func(tx *bolt.Tx) error {
		return eachMovedRow(ctx, tx, func(r changelog.Row) error {
			if rows++; rows%migratedRows == 0 {
				progress(rows)
			}
			there, err := look(other, func(tx *bolt.Tx) (bool, error) { return bytes.Equal(valueOf(tx, r), r.Value), nil })
			if err != nil || there {
				return err
			}
			return f(r)
		})
	})
}

// copyMissing writes the rows of another store that the store lacks, and returns their number.
func (s *Store) copyMissing(ctx context.Context, from *Store, progress func(rows int)) (moved int, err error) {
	size := 0
	var lacking []changelog.Row
	flush := func() error {
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
	err = from.eachLacking(ctx, s, progress, func(r changelog.Row) error {
		lacking, size = append(lacking, r), size+len(r.Value)
		if len(lacking) < migratedRows && size < migratedBytes {
			return nil
		}
		return flush()
	})
	if err == nil && len(lacking) > 0 {
		err = flush()
	}
	return moved, err
}

// valueOf returns the stored value of a row, nil for none.
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

// count counts and checksums the rows of a store.
func (m *Migrated) count(ctx context.Context, s *Store) error {
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	err := s.view(func(tx *bolt.Tx) error {
		return eachMovedRow(ctx, tx, func(r changelog.Row) error {
			m.Rows++
			switch r.Bucket {
			case string(tablesBucket):
				m.Tables++
			case string(recordsBucket):
				m.Records++
			}
			for _, part := range [][]byte{[]byte(r.Bucket), []byte(r.Key), r.Value} {
				// The lengths are summed too, so that shifted bytes change the checksum.
				_, _ = sum.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
				_, _ = sum.Write(part)
			}
			return nil
		})
	})
	m.Checksum = sum.Sum64()
	return err
}
