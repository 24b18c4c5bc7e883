package pages

import (
	"encoding/binary"
)

// longList is the count of a free list that is too long for the count field: its length is its
// first entry.
const longList = 0xffff

// freeList marks the pages of the free list and the pages in it.
func (c *checker) freeList() error {
	h, run, err := c.header(c.list, listFlag)
	if err != nil {
		return err
	}
	c.marks[c.list].kind = reserved
	first, n := int64(headerSize), uint64(h.count)
	if h.count == longList {
		b, err := c.read(c.list, first, 8)
		if err != nil {
			return err
		}
		first, n = first+8, binary.NativeEndian.Uint64(b)
	}
	if room := int64(run)*c.pageSize - first; n > uint64(room)/8 {
		return damaged(c.list, "its list of %d free pages does not fit into it", n)
	}
	for i := range int64(n) {
		b, err := c.read(c.list, first+8*i, 8)
		if err != nil {
			return err
		}
		id := binary.NativeEndian.Uint64(b)
		if id >= c.pages || c.marks[id].kind != unseen {
			return damaged(c.list, "its list of free pages has page %d, which is none, or has it twice", id)
		}
		c.marks[id].kind = free
	}
	return nil
}
