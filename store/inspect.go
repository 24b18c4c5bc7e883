package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// Inspect returns why the store in the file at path cannot be opened, while nobody else holds
// it. It checks all that the pages say of themselves, as Open does, and changes nothing. The
// errors are those of Open.
func Inspect(ctx context.Context, path string) error {
	if err := checkFile(ctx, path, 0); err != nil {
		return explain(err)
	}
	db, _, err := openBolt(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return explain(err)
	}
	err = guard(func() error {
		return db.View(func(tx *bolt.Tx) error {
			_, err := checkSchema(tx)
			return err
		})
	})
	return explain(errors.Join(err, db.Close()))
}

// Schema returns the schema of the store's file.
func (s *Store) Schema() (schema int, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		schema, err = checkSchema(tx)
		return err
	})
	return schema, err
}
