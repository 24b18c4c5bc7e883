package store

import (
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// lastNumber returns the last table number given in a series, 0 if none was.
func lastNumber(tx *bolt.Tx, series []byte) uint32 {
	value := tx.Bucket(numbersBucket).Get(series)
	if value == nil {
		return 0
	}
	return binary.BigEndian.Uint32(value)
}

// raiseNumber notes that the number in key has been given.
func raiseNumber(tx *bolt.Tx, key []byte) error {
	series, number := key[:len(key)-4], key[len(key)-4:]
	if lastNumber(tx, series) >= binary.BigEndian.Uint32(number) {
		return nil
	}
	return tx.Bucket(numbersBucket).Put(series, number)
}
