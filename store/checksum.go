package store

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// A record's value ends in a seal: four bytes that no JSON text holds, and the CRC-32C of
// the record's key and of what is before the seal, big-endian. Values that were written
// before there were seals have none, and get one when they are stored again.
const sealSize = 8

var (
	sealMark   = [4]byte{0xfe, 0xf9, 0xff, 0xfc} // none of them in any UTF-8 text
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// seal returns the value to store under a key. The key is part of the sum, so that a value
// that lands under another key is noticed too.
func seal(key, content []byte) []byte {
	value := make([]byte, 0, len(content)+sealSize)
	value = append(append(value, content...), sealMark[:]...)
	return binary.BigEndian.AppendUint32(value, sum(key, content))
}

// unseal returns the content of a stored value; it shares the value's memory. The error is
// ErrDamaged. A mark that has lost some of its bytes is a damaged one: no content without a
// seal has any of them there.
func unseal(key, value []byte) ([]byte, error) {
	end := len(value) - sealSize
	if end < 0 {
		return value, nil
	}
	mark := value[end : end+len(sealMark)]
	if !marked(mark) {
		return value, nil
	}
	content := value[:end]
	if !bytes.Equal(mark, sealMark[:]) || binary.BigEndian.Uint32(value[end+len(sealMark):]) != sum(key, content) {
		return nil, ErrDamaged
	}
	return content, nil
}

// marked reports whether some byte of the mark is in its place.
func marked(mark []byte) bool {
	for i, b := range sealMark {
		if mark[i] == b {
			return true
		}
	}
	return false
}

func sum(key, content []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, content)
}
