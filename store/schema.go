package store

import (
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// Schema is the schema of the files that this version writes: which buckets there
// are and what their keys look like. A table's own fields have [Format].
const Schema = 1

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

	schemaKey = []byte("schema")
)

// buckets returns the buckets of the schema besides meta.
func buckets() [][]byte {
	return [][]byte{
		tablesBucket, numbersBucket,
		openBucket, usersBucket, thinkingBucket, dueBucket,
		recordsBucket,
	}
}

// checkSchema reports whether the file is empty, and otherwise whether this version can
// work on it: the error is ErrNewer or ErrCorrupt. It writes nothing.
func checkSchema(tx *bolt.Tx) (empty bool, err error) {
	if first, _ := tx.Cursor().First(); first == nil {
		return true, nil
	}
	meta := tx.Bucket(metaBucket)
	if meta == nil {
		return false, fmt.Errorf("%w: it holds something else", ErrCorrupt)
	}
	text := string(meta.Get(schemaKey))
	schema, err := strconv.Atoi(text)
	switch {
	case err != nil || schema < 1:
		return false, fmt.Errorf("%w: its schema is %q", ErrCorrupt, text)
	case schema > Schema:
		return false, fmt.Errorf("%w: its schema is %d, the newest known here is %d", ErrNewer, schema, Schema)
	}
	for _, name := range buckets() {
		if tx.Bucket(name) == nil {
			return false, fmt.Errorf("%w: it lacks the bucket %s", ErrCorrupt, name)
		}
	}
	return false, nil
}

// create makes the buckets of an empty file and notes the schema.
func create(tx *bolt.Tx) error {
	for _, name := range buckets() {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	meta, err := tx.CreateBucket(metaBucket)
	if err != nil {
		return err
	}
	return meta.Put(schemaKey, []byte(strconv.Itoa(Schema)))
}
