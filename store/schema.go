package store

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// Schema is the schema of the files that this version writes: which buckets there
// are, what their keys look like, and how values are sealed. A table's own fields have
// [Format]. Schema 1 has no checksums, before schema 3 the index of users' tables lacks
// those at which nobody sits, and before schema 4 nothing tells of finished games. A file of
// an older schema opens as it is, and becomes one of this with the first write, after a copy.
const Schema = 4

const (
	// ownersSchema is the first schema in which tables are indexed by who has opened them.
	ownersSchema = 3
	// endsSchema is the first schema that has indexes of finished games and of the tables of
	// servers, and rankings.
	endsSchema = 4
)

// The buckets, described in the package comment.
var (
	metaBucket     = []byte("meta")
	tablesBucket   = []byte("tables")
	numbersBucket  = []byte("numbers")
	openBucket     = []byte("open")
	usersBucket    = []byte("users")
	thinkingBucket = []byte("thinking")
	dueBucket      = []byte("due")
	recordsBucket  = []byte("records")
	pastBucket     = []byte("past") // from here on not before endsSchema
	unratedBucket  = []byte("unrated")
	ratedBucket    = []byte("rated")
	unendedBucket  = []byte("unended")
	serversBucket  = []byte("servers")
	ranksBucket    = []byte("ranks")
	handledBucket  = []byte("handled") // not in files of older versions

	schemaKey  = []byte("schema")
	handledKey = []byte("handled") // not in files of older versions, either
)

// buckets returns the buckets of a schema besides meta, and handled, which comes with the
// first request.
func buckets(schema int) [][]byte {
	return slices.Concat([][]byte{tablesBucket, numbersBucket, recordsBucket}, indexes(schema), rankings(schema))
}

// indexes returns the buckets of a schema that follow from the tables.
func indexes(schema int) [][]byte {
	list := [][]byte{openBucket, usersBucket, thinkingBucket, dueBucket}
	if schema >= endsSchema {
		list = append(list, pastBucket, unratedBucket, ratedBucket, unendedBucket, serversBucket)
	}
	return list
}

// rankings returns the bucket of the rankings, if a schema has it.
func rankings(schema int) [][]byte {
	if schema < endsSchema {
		return nil
	}
	return [][]byte{ranksBucket}
}

// checkSchema returns the file's schema, 0 if the file is empty, and an error if this version
// cannot work on it: ErrNewer or ErrCorrupt. It writes nothing.
func checkSchema(tx *bolt.Tx) (schema int, err error) {
	if first, _ := tx.Cursor().First(); first == nil {
		return 0, nil
	}
	meta := tx.Bucket(metaBucket)
	if meta == nil {
		return 0, fmt.Errorf("%w: it holds something else", ErrCorrupt)
	}
	if schema, err = readSchema(meta.Get(schemaKey)); err != nil {
		return 0, err
	}
	for _, name := range buckets(schema) {
		if tx.Bucket(name) == nil {
			return 0, fmt.Errorf("%w: it lacks the bucket %s", ErrCorrupt, name)
		}
	}
	return schema, nil
}

// readSchema reads a schema that this version can work on: else the error is ErrNewer or
// ErrCorrupt.
func readSchema(text []byte) (schema int, err error) {
	schema, err = strconv.Atoi(string(text))
	switch {
	case err != nil || schema < 1:
		return 0, fmt.Errorf("%w: its schema is %q", ErrCorrupt, text)
	case schema > Schema:
		return 0, fmt.Errorf("%w: its schema is %d, the newest known here is %d", ErrNewer, schema, Schema)
	}
	return schema, nil
}

// create makes the buckets of an empty file and notes the schema.
func create(tx *bolt.Tx) error {
	for _, name := range buckets(Schema) {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	if _, err := tx.CreateBucket(metaBucket); err != nil {
		return err
	}
	return putSchema(tx)
}

// preserve copies a file of an older schema beside itself before the first write raises it, as
// NAME.schema-3: the version that wrote it reads the copy still, and nothing else.
func (s *Store) preserve() error {
	if s.schema == Schema || s.preserved {
		return nil
	}
	path := fmt.Sprintf("%s.schema-%d", s.path, s.schema)
	err := writeWhole(path, func(file *os.File) error { return errors.Join(s.Backup(file), file.Sync()) })
	if err != nil {
		return fmt.Errorf("keep a copy of the store as older versions read it: %w", err)
	}
	s.preserved = true
	s.raises(path)
	return nil
}

// raise brings a file of an older schema to this version's.
func raise(tx *bolt.Tx, from int) error {
	for _, name := range buckets(Schema) {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	if from < ownersSchema {
		if err := indexOpen(tx, usersBucket); err != nil {
			return err
		}
	}
	if from < endsSchema {
		if err := errors.Join(indexUnended(tx), indexOpen(tx, serversBucket)); err != nil {
			return err
		}
	}
	return putSchema(tx)
}

// putSchema notes that the file is of this version's schema.
func putSchema(tx *bolt.Tx) error {
	return tx.Bucket(metaBucket).Put(schemaKey, []byte(strconv.Itoa(Schema)))
}
