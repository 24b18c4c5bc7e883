package store

import (
	"fmt"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// Schema is the schema of the files that this version reads and writes: the buckets, the form of
// their keys, and the checksums of values. The fields of a table have their own version, [Format].
const Schema = 4

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
	pastBucket     = []byte("past")
	unratedBucket  = []byte("unrated")
	ratedBucket    = []byte("rated")
	unendedBucket  = []byte("unended")
	serversBucket  = []byte("servers")
	ranksBucket    = []byte("ranks")
	handledBucket  = []byte("handled") // created for the first block

	schemaKey  = []byte("schema")
	handledKey = []byte("handled") // absent before the first request
)

// indexes are the buckets that can be derived from the tables.
var indexes = [][]byte{openBucket, usersBucket, thinkingBucket, dueBucket, pastBucket, unratedBucket, ratedBucket, unendedBucket, serversBucket}

// buckets are those of an empty store, except meta.
var buckets = slices.Concat([][]byte{tablesBucket, numbersBucket, recordsBucket, ranksBucket}, indexes)

// checkSchema returns the file's schema, or 0 if the file is empty. The error is ErrNewer, ErrOlder
// or ErrCorrupt. It writes nothing.
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
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return 0, fmt.Errorf("%w: it lacks the bucket %s", ErrCorrupt, name)
		}
	}
	// Older versions did not store how a table ended. They set the schema before all tables were
	// converted, so the index of unconverted tables must be empty too.
	if key, _ := tx.Bucket(unendedBucket).Cursor().First(); key != nil {
		return 0, fmt.Errorf("%w: table %x does not tell how it ended", ErrOlder, key)
	}
	return schema, nil
}

// readSchema parses a schema that this version supports: otherwise the error is ErrNewer, ErrOlder
// or ErrCorrupt.
func readSchema(text []byte) (schema int, err error) {
	schema, err = strconv.Atoi(string(text))
	switch {
	case err != nil || schema < 1:
		return 0, fmt.Errorf("%w: its schema is %q", ErrCorrupt, text)
	case schema > Schema:
		return 0, fmt.Errorf("%w: its schema is %d, the newest known here is %d", ErrNewer, schema, Schema)
	case schema < Schema:
		return 0, fmt.Errorf("%w: its schema is %d, the oldest known here is %d", ErrOlder, schema, Schema)
	}
	return schema, nil
}

// create makes the buckets of an empty file and stores the schema.
func create(tx *bolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	if _, err := tx.CreateBucket(metaBucket); err != nil {
		return err
	}
	return tx.Bucket(metaBucket).Put(schemaKey, []byte(strconv.Itoa(Schema)))
}
