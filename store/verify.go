package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/pages"
	"github.com/sixfold-bot/sixfold/store/ranking"
)

// Contents are the numbers of what a store holds.
type Contents struct {
	Tables  int
	Open    int // tables that are not over
	Records int
	Bytes   int64 // of the file
}

// Verify reads the whole store, in a temporary copy of it: every page, every record with its
// checksum, and every index, which must follow from the tables. The error is ErrCorrupt with the
// first defect, or else ErrFormat or ErrDamaged with every unreadable record. It takes as long as
// copying the file and decoding all tables; if the context ends first, the error is its cause.
// Writers continue meanwhile as for [Store.Backup].
func (s *Store) Verify(ctx context.Context) (Contents, error) {
	c, err := CheckCopy(ctx, s.Backup)
	if err != nil {
		return Contents{}, fmt.Errorf("verify %s: %w", s.path, explain(err))
	}
	return c, nil
}

// CheckCopy verifies the store that backup writes, like [Store.Backup]; see [Check].
func CheckCopy(ctx context.Context, backup func(io.Writer) error) (c Contents, err error) {
	file, err := os.CreateTemp("", "sixfold-check-*.db") // of mode 0600
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	if err := errors.Join(backup(file), file.Close()); err != nil {
		return c, err
	}
	return Check(ctx, file.Name())
}

// Check verifies the store in the file at path, which nobody else may hold, like [Store.Verify],
// and changes nothing. Both heads of the file must be intact, of which Open needs only one. The
// errors are those of Open and Verify, without the file's name.
func Check(ctx context.Context, path string) (c Contents, err error) {
	torn, err := checkFile(ctx, path, 0, func(tx *bolt.Tx) (err error) {
		c, err = verifyRecords(ctx, tx)
		return err
	})
	return c, cmp.Or(err, torn)
}

// verifyRecords decodes the tables and compares them with the indexes and numbers.
func verifyRecords(ctx context.Context, tx *bolt.Tx) (Contents, error) {
	c := Contents{Bytes: tx.Size()}
	var unreadable []error
	schema, err := checkSchema(tx)
	if err == nil && schema == 0 {
		err = fmt.Errorf("%w: it is empty", ErrCorrupt)
	}
	if err != nil {
		return c, err
	}
	entries := map[string]int{}
	err = each(ctx, tx, tablesBucket, func(key, value []byte) error {
		t, err := verifyTable(tx, key, value, entries)
		c.Tables++
		if errors.Is(err, ErrFormat) {
			unreadable = append(unreadable, err)
			return nil
		}
		if err == nil && t.Open() {
			c.Open++
		}
		return err
	})
	if err != nil {
		return c, err
	}
	err = each(ctx, tx, recordsBucket, func(key, value []byte) error {
		c.Records++
		if _, err := contentOf(key, value); err != nil {
			kind, id, _ := bytes.Cut(key, []byte{0})
			unreadable = append(unreadable, fmt.Errorf("%s %q: %w", kind, id, err))
		}
		return nil
	})
	if err == nil {
		err = verifyHandled(ctx, tx)
	}
	if err != nil || len(unreadable) > 0 {
		// The index entries of an unreadable table are unknown.
		return c, errors.Join(append(unreadable, err)...)
	}
	if err := verifyIndexes(ctx, tx, entries); err != nil {
		return c, err
	}
	if err := each(ctx, tx, ranksBucket, func([]byte, []byte) error { return nil }); err != nil {
		return c, err
	}
	return c, damagedRanks(ranking.Check(ctx, tx.Bucket(ranksBucket)))
}

// verifyIndexes compares the number of index entries. Every entry that follows from a table exists,
// so an index with the same number of entries has no others.
func verifyIndexes(ctx context.Context, tx *bolt.Tx, entries map[string]int) error {
	for _, name := range indexes {
		n := 0
		err := each(ctx, tx, name, func([]byte, []byte) error { n++; return nil })
		if err != nil {
			return err
		}
		if n != entries[string(name)] {
			return fmt.Errorf("%w: the index %s has %d entries, not %d", ErrCorrupt, name, n, entries[string(name)])
		}
	}
	return each(ctx, tx, numbersBucket, func([]byte, []byte) error { return nil })
}

// each calls f with every key of a bucket, in order. The check of the pages does not compare keys
// across pages: keys out of order are ErrCorrupt.
func each(ctx context.Context, tx *bolt.Tx, bucket []byte, f func(key, value []byte) error) error {
	var last []byte
	return tx.Bucket(bucket).ForEach(func(key, value []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if bytes.Compare(last, key) >= 0 {
			return fmt.Errorf("%w: in %s the key %x is out of order", ErrCorrupt, bucket, key)
		}
		last = key
		return f(key, value)
	})
}

// verifyTable decodes a table, finds its index entries and counts them.
func verifyTable(tx *bolt.Tx, key, value []byte, entries map[string]int) (*Table, error) {
	t, err := decode(key, value)
	if err != nil {
		return nil, err
	}
	for _, e := range indexed(key, &t.Head) {
		found, says := tx.Bucket(e.bucket).Cursor().Seek(e.key)
		if !bytes.Equal(found, e.key) {
			return nil, fmt.Errorf("%w: table %x is not in the index %s", ErrCorrupt, key, e.bucket)
		}
		if !bytes.Equal(says, e.value) {
			return nil, fmt.Errorf("%w: of table %x the index %s does not say what is so", ErrCorrupt, key, e.bucket)
		}
		entries[string(e.bucket)]++
	}
	series, number := key[:len(key)-4], key[len(key)-4:]
	if last := tx.Bucket(numbersBucket).Get(series); bytes.Compare(last, number) < 0 {
		return nil, fmt.Errorf("%w: table %x is beyond the last number given, %x", ErrCorrupt, key, last)
	}
	return t, nil
}

// Inspect returns why the store in the file at path cannot be opened, or which of its heads is damaged.
// Nobody else may hold it. It checks the pages like Open, and changes nothing.
func Inspect(ctx context.Context, path string) error {
	torn, err := checkFile(ctx, path, 0, func(tx *bolt.Tx) error {
		_, err := checkSchema(tx)
		return err
	})
	return explain(cmp.Or(err, torn))
}

// Schema returns the schema of the store's file.
func (s *Store) Schema() (int, error) { return look(s, checkSchema) }

// checkFile checks the pages of the file at path, while no other process writes to it, and then its
// content by f. torn reports a damaged head that bbolt can do without.
func checkFile(ctx context.Context, path string, lockTimeout time.Duration, f func(*bolt.Tx) error) (torn, err error) {
	db, file, err := openBolt(path, bolt.Options{ReadOnly: true, Timeout: lockTimeout})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	err = pages.Check(ctx, file, info.Size())
	if _, damaged := errors.AsType[*pages.Error](err); damaged {
		err = corrupt(err)
	} else if errors.Is(err, pages.ErrHead) {
		torn, err = err, nil
	}
	if err == nil {
		err = guard(func() error { return db.View(f) })
	}
	return torn, err
}
