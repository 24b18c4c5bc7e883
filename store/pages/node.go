package pages

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

const (
	elementSize = 16
	// maxKey is the longest key that bbolt accepts, in bytes.
	maxKey = 1 << 15
	// bucketSize is the size of a bucket's value: the page of its root, and a sequence number. Root
	// 0 means that a leaf is inline in the value itself.
	bucketSize = 16
	bucketFlag = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checkNode checks one branch or leaf and records its links. It returns how many pages it occupies.
func (c *checker) checkNode(id uint64) (run uint64, err error) {
	h, run, err := c.header(id, branchFlag, leafFlag)
	if err != nil {
		return 0, err
	}
	n := reader{checker: c, id: id, leaf: h.flags == leafFlag, size: int64(run) * c.pageSize}
	c.marks[id].kind = node
	table, err := n.table(h.count)
	if err != nil {
		return 0, err
	}
	c.table = append(c.table[:0], table...) // a later read may overwrite it
	used, err := n.elements(c.table)
	if err == nil && n.size-used > c.pageSize {
		err = damaged(id, "it takes %d pages for %d bytes", run, used)
	}
	return run, err
}

type reader struct {
	*checker
	id   uint64
	leaf bool
	size int64
	// inline is the leaf in a bucket's value on the page, or nil for the page itself.
	inline []byte
}

// read returns bytes of the node, valid until the next call.
func (n *reader) read(from, size int64) ([]byte, error) {
	if n.inline != nil {
		return n.inline[from : from+size], nil
	}
	return n.checker.read(n.id, from, size)
}

func (n *reader) table(count uint16) ([]byte, error) {
	size := int64(count) * elementSize
	if headerSize+size > n.size || count == 0 && !n.leaf {
		return nil, damaged(n.id, "it cannot have %d elements", count)
	}
	return n.read(headerSize, size)
}

// element is an element of a branch, with a child, or of a leaf, with a value.
type element struct {
	flags             uint32
	pos, ksize, vsize int64 // pos is relative to the element's entry in the table
	child             uint64
}

func (n *reader) decode(b []byte) element {
	e := binary.NativeEndian
	if n.leaf {
		return element{flags: e.Uint32(b), pos: int64(e.Uint32(b[4:])), ksize: int64(e.Uint32(b[8:])), vsize: int64(e.Uint32(b[12:]))}
	}
	return element{pos: int64(e.Uint32(b)), ksize: int64(e.Uint32(b[4:])), child: e.Uint64(b[8:])}
}

// elements checks the elements of a table and returns where the last one ends.
func (n *reader) elements(table []byte) (used int64, err error) {
	used = headerSize + int64(len(table))
	last := make([]byte, 0, 64) // few keys are longer, so most pages cost no further allocation
	for at := 0; at < len(table); at += elementSize {
		i, e := at/elementSize, n.decode(table[at:])
		switch {
		case headerSize+int64(at)+e.pos != used:
			return 0, damaged(n.id, "its element %d is not where it must be", i)
		case e.ksize == 0 || e.ksize > maxKey || e.ksize+e.vsize > n.size-used:
			return 0, damaged(n.id, "its element %d cannot have a key of %d bytes and a value of %d", i, e.ksize, e.vsize)
		}
		key, err := n.read(used, e.ksize)
		if err != nil {
			return 0, err
		}
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return 0, damaged(n.id, "the key of its element %d does not follow that of the one before", i)
		}
		last = append(last[:0], key...)
		if i == 0 && n.inline == nil {
			n.marks[n.id].sum ^= crc32.Checksum(key, castagnoli)
		}
		if err := n.follow(i, e, key, used+e.ksize); err != nil {
			return 0, err
		}
		used += e.ksize + e.vsize
	}
	return used, nil
}

// follow records the link of an element. key is valid until the next read.
func (n *reader) follow(i int, e element, key []byte, value int64) error {
	switch {
	case !n.leaf:
		if err := n.link(n.id, e.child, false); err != nil {
			return err
		}
		n.marks[e.child].sum ^= crc32.Checksum(key, castagnoli)
		return nil
	case e.flags == 0:
		return nil
	case e.flags != bucketFlag || n.inline != nil:
		return damaged(n.id, "its element %d is of no known kind", i)
	case e.vsize < bucketSize || e.vsize > n.pageSize:
		return damaged(n.id, "its element %d, a bucket, cannot have %d bytes", i, e.vsize)
	}
	b, err := n.read(value, e.vsize)
	if err != nil {
		return err
	}
	if root := binary.NativeEndian.Uint64(b); root != 0 {
		return n.link(n.id, root, true)
	}
	return n.checkInline(i, b[bucketSize:])
}

// checkInline checks the leaf in the value of element i, a bucket. An inline leaf has no page
// number of its own and no overflow pages.
func (n *reader) checkInline(i int, b []byte) error {
	if len(b) < headerSize || decodeHeader(b).flags != leafFlag {
		return damaged(n.id, "its element %d, a bucket, is not of the kind that it must be", i)
	}
	inner := reader{checker: n.checker, id: n.id, leaf: true, inline: b, size: int64(len(b))}
	table, err := inner.table(decodeHeader(b).count)
	if err == nil {
		_, err = inner.elements(table)
	}
	return err
}
