package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// Key names a table. It is comparable.
type Key struct {
	Channel string // decimal snowflake, without leading zeros
	Game    string // the game's ID: 1 to 64 bytes, none of them '/' or zero
	Number  int    // from 1, per channel and game; never given twice
}

// maxGame bounds a game's ID, in bytes: far longer than any, far below bbolt's longest key.
const maxGame = 64

// String returns channel/game/number, which [ParseKey] reads.
func (k Key) String() string {
	return k.Channel + "/" + k.Game + "/" + strconv.Itoa(k.Number)
}

// ParseKey parses the result of [Key.String]. The error is ErrKey.
func ParseKey(text string) (Key, error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return Key{}, fmt.Errorf("%w: %q is not channel/game/number", ErrKey, text)
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return Key{}, fmt.Errorf("%w: %q has no table number", ErrKey, text)
	}
	k := Key{Channel: parts[0], Game: parts[1], Number: number}
	if _, err := k.encode(); err != nil {
		return Key{}, err
	}
	if k.String() != text {
		return Key{}, fmt.Errorf("%w: %q is not written as %q", ErrKey, text, k)
	}
	return k, nil
}

// encode returns the key's bytes in the file.
func (k Key) encode() ([]byte, error) {
	key, err := encodeSeries(k.Channel, k.Game)
	if err != nil {
		return nil, err
	}
	if k.Number < 1 || int64(k.Number) > 1<<32-1 {
		return nil, fmt.Errorf("%w: table number %d", ErrKey, k.Number)
	}
	return binary.BigEndian.AppendUint32(key, uint32(k.Number)), nil
}

// encodeSeries returns the prefix that a channel's tables of one game share.
func encodeSeries(channel, game string) ([]byte, error) {
	prefix, err := encodeChannel(channel)
	if err != nil {
		return nil, err
	}
	if game == "" || len(game) > maxGame || strings.ContainsAny(game, "/\x00") {
		return nil, fmt.Errorf("%w: game %q", ErrKey, game)
	}
	return append(append(prefix, game...), 0), nil
}

// encodeChannel returns the prefix that a channel's tables share. It is big-endian, so keys sort by
// snowflake.
func encodeChannel(channel string) ([]byte, error) {
	id, err := strconv.ParseUint(channel, 10, 64)
	if err != nil || strconv.FormatUint(id, 10) != channel {
		return nil, fmt.Errorf("%w: channel %q is not a snowflake", ErrKey, channel)
	}
	return binary.BigEndian.AppendUint64(nil, id), nil
}

// decodeKey is the inverse of encode. The error is ErrCorrupt.
func decodeKey(key []byte) (Key, error) {
	series := len(key) - 4
	if series < 10 {
		return Key{}, fmt.Errorf("%w: table key %x", ErrCorrupt, key)
	}
	k := Key{
		Channel: strconv.FormatUint(binary.BigEndian.Uint64(key), 10),
		Game:    string(key[8 : series-1]),
		Number:  int(binary.BigEndian.Uint32(key[series:])),
	}
	if back, err := k.encode(); err != nil || !bytes.Equal(back, key) {
		return Key{}, fmt.Errorf("%w: table key %x", ErrCorrupt, key)
	}
	return k, nil
}

// lastNumber returns the last table number given in a series, 0 for none.
func lastNumber(tx *bolt.Tx, series []byte) uint32 {
	value := tx.Bucket(numbersBucket).Get(series)
	if value == nil {
		return 0
	}
	return binary.BigEndian.Uint32(value)
}
