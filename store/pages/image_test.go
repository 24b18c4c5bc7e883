package pages

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"
)

// image is a file that a test modifies.
type image struct {
	t     testing.TB
	bytes []byte
	head  head
	marks []mark
}

// newImage returns a file with 1,024-byte pages of all kinds.
func newImage(t testing.TB) *image {
	t.Helper()
	f := &image{t: t, bytes: history(t, 1<<10, 5)}
	h, _, err := readHeads(bytes.NewReader(f.bytes), int64(len(f.bytes)))
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{head: h, window: window{ctx: context.Background(), file: bytes.NewReader(f.bytes), size: int64(len(f.bytes))}, marks: make([]mark, h.pages)}
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	f.head, f.marks = h, c.marks
	return f
}

// clone is a copy that can be changed.
func (f *image) clone(t testing.TB) *image {
	t.Helper()
	return &image{t, bytes.Clone(f.bytes), f.head, f.marks}
}

// page is the bytes of a page and of all after it.
func (f *image) page(id uint64) []byte { return f.bytes[int64(id)*f.head.pageSize:] }

// find returns the pages of the tree that are of a kind.
func (f *image) find(flag uint16, pick func(header, mark) bool) []uint64 {
	f.t.Helper()
	var found []uint64
	for id, m := range f.marks {
		if h := decodeHeader(f.page(uint64(id))); m.kind == rooted && h.flags == flag && pick(h, m) {
			found = append(found, uint64(id))
		}
	}
	if len(found) == 0 {
		f.t.Fatal("the file has no such page")
	}
	return found
}

// leaf and branch are pages of the tree with many elements; long is a leaf of many pages.
func (f *image) leaf() uint64 {
	f.t.Helper()
	return f.find(leafFlag, func(h header, m mark) bool { return h.count > 5 && h.overflow == 0 && !m.root })[0]
}

func (f *image) long() uint64 {
	f.t.Helper()
	return f.find(leafFlag, func(h header, _ mark) bool { return h.overflow > 5 })[0]
}

func (f *image) branches() []uint64 {
	f.t.Helper()
	return f.find(branchFlag, func(h header, _ mark) bool { return h.count > 3 })
}

// free are the free pages.
func (f *image) free() (list []uint64) {
	for id, m := range f.marks {
		if m.kind == free {
			list = append(list, uint64(id))
		}
	}
	return list
}

// element is entry i of a page's table.
func (f *image) element(page uint64, i int) []byte { return f.page(page)[headerSize+i*elementSize:] }

func put16(b []byte, v uint16) { binary.NativeEndian.PutUint16(b, v) }
func put32(b []byte, v uint32) { binary.NativeEndian.PutUint32(b, v) }
func put64(b []byte, v uint64) { binary.NativeEndian.PutUint64(b, v) }

// setHead writes a number into both heads, in the part with the checksum.
func (f *image) setHead(at int, v uint64, wide bool) {
	for i := range uint64(2) {
		b := f.page(i)[headerSize:headSize]
		if wide {
			put64(b[at:], v)
		} else {
			put32(b[at:], uint32(v))
		}
		put64(b[56:], headSum(b))
	}
}

// at is where the key of an element is in the file.
func (f *image) at(page uint64, i int) (at, ksize int64) {
	n := reader{leaf: decodeHeader(f.page(page)).flags == leafFlag}
	e := n.decode(f.element(page, i))
	return int64(page)*f.head.pageSize + headerSize + int64(i)*elementSize + e.pos, e.ksize
}

func (f *image) key(page uint64, i int) []byte {
	at, _ := f.at(page, i)
	return f.bytes[at:]
}

func (f *image) value(page uint64, i int) []byte {
	at, ksize := f.at(page, i)
	return f.bytes[at+ksize:]
}

// bucket returns the element of a bucket, one within its value or one elsewhere.
func (f *image) bucket(within bool) (page uint64, i int) {
	f.t.Helper()
	for i := range int(decodeHeader(f.page(f.head.root)).count) {
		if root := binary.NativeEndian.Uint64(f.value(f.head.root, i)); (root == 0) == within {
			return f.head.root, i
		}
	}
	f.t.Fatal("the file has no such bucket")
	return 0, 0
}

// unlist removes a page from the free list, and returns it.
func (f *image) unlist(id uint64) uint64 {
	list := f.page(f.head.list)
	n := int(binary.NativeEndian.Uint16(list[10:]))
	for i := range n {
		if entry := list[headerSize+8*i:]; binary.NativeEndian.Uint64(entry) == id {
			copy(entry, list[headerSize+8*(i+1):headerSize+8*n])
			put16(list[10:], uint16(n-1))
			break
		}
	}
	return id
}

// freeLeaf turns a free page into an empty leaf, and returns it.
func (f *image) freeLeaf() uint64 {
	id := f.free()[0]
	clear(f.page(id)[:f.head.pageSize])
	put64(f.page(id), id)
	put16(f.page(id)[8:], leafFlag)
	return id
}

// ring turns two free pages into branches that lead to each other.
func (f *image) ring() (a, b uint64) {
	a, b = f.free()[0], f.free()[1]
	for _, id := range []uint64{a, b} {
		f.unlist(id)
		page := f.page(id)[:f.head.pageSize]
		clear(page)
		put64(page, id)
		put16(page[8:], branchFlag)
		put16(page[10:], 1)
		put32(page[headerSize:], elementSize)
		put32(page[headerSize+4:], 1)
		put64(page[headerSize+8:], a+b-id)
		page[headerSize+elementSize] = 'k'
	}
	return a, b
}

// counts returns the page of the head in use.
func (f *image) counts() uint64 { return f.head.change % 2 }
