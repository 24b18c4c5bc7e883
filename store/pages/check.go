// Package pages checks the pages of a bbolt file without trusting their content.
//
// bbolt trusts its pages: a wrong number in one can make it loop, allocate without bound, or touch
// unmapped memory, which no caller can recover from. So a file is checked here before bbolt opens
// it. It is read with ReadAt, front to back and each page once: a check takes as long as reading
// the file, with a fixed amount of memory and twelve bytes a page.
//
// # The file
//
// All numbers are in the machine's byte order. A page begins with 16 bytes: its number, its kind,
// the number of its elements, and the number of overflow pages after it. Pages 0 and 1 are the
// heads. The valid one of the later change counts: it names the root of the tree, the free list,
// and the number of pages. A branch or a leaf has a table of elements, 16 bytes each, followed by
// their keys and values without gaps. Every other page is a branch, a leaf, part of the free list,
// free, or an overflow page. Exactly one element, or the head, leads to each branch and leaf.
package pages

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Error describes a damaged page.
type Error struct {
	Page uint64 // its offset in the file is this times the page size
	Why  string // a clause, such as "its elements do not fit into it"
}

func (e *Error) Error() string { return fmt.Sprintf("page %d: %s", e.Page, e.Why) }

func damaged(page uint64, format string, args ...any) error {
	return &Error{page, fmt.Sprintf(format, args...)}
}

// ErrHead is returned by Check if the only damage is in one of the two heads. bbolt uses the other
// one and overwrites the damaged one with the next change. A change interrupted by a loss of power
// also leaves this state.
var ErrHead = errors.New("this head of the file is damaged, so that the last change may be lost; play on, the next changes write it anew")

// Check checks all pages of a bbolt file of the given size. When it returns nil or ErrHead, bbolt
// can read and write the file: the headers and elements of its pages are valid, each page is in the
// tree once or free, the keys in each page are in order, and those of the branches match the pages
// that they lead to. It does not check values, nor the order of keys across pages.
//
// The error is an *Error, ErrHead, the cause of the context's end, or a read error.
func Check(ctx context.Context, file io.ReaderAt, size int64) error {
	h, torn, err := readHeads(file, size)
	if err != nil {
		return err
	}
	c := &checker{head: h, window: window{ctx: ctx, file: file, size: size}, marks: make([]mark, h.pages)}
	if err := c.check(); err != nil {
		return err
	}
	return torn
}

// checker is the state of one check.
type checker struct {
	head
	window window
	marks  []mark // one a page
	table  []byte // the elements of the current page
}

// mark is what is known of a page so far.
type mark struct {
	parent uint32 // the page that leads to it, 0 for none yet
	sum    uint32 // of its first key, xor that of the key that its parent has for it
	kind   kind
	root   bool // root of a tree, for which its parent has no key
}

// top is the parent of the root, whichever head is in use.
const top = 1

type kind uint8

const (
	unseen   kind = iota
	reserved      // a head, an overflow page, or part of the free list
	free
	node    // a branch or a leaf
	climbed // a node on the current path of climb
	rooted  // a node connected to the head
)

// check checks all pages except the heads.
func (c *checker) check() error {
	c.marks[0].kind, c.marks[1].kind = reserved, reserved
	if err := c.freeList(); err != nil {
		return err
	}
	if err := c.link(top, c.root, true); err != nil {
		return err
	}
	for id := uint64(2); id < c.pages; {
		run := uint64(1)
		if c.marks[id].kind == unseen {
			var err error
			if run, err = c.checkNode(id); err != nil {
				return err
			}
		}
		id += run
	}
	return c.tree()
}

// header is the header of a page.
type header struct {
	id       uint64
	flags    uint16
	count    uint16
	overflow uint32
}

const headerSize = 16

func decodeHeader(b []byte) header {
	e := binary.NativeEndian
	return header{e.Uint64(b), e.Uint16(b[8:]), e.Uint16(b[10:]), e.Uint32(b[12:])}
}

// The kinds of pages.
const (
	branchFlag = 0x01
	leafFlag   = 0x02
	headFlag   = 0x04
	listFlag   = 0x10
)

// header reads the header of a page, which must be of one of the given kinds, and returns the
// number of pages that it occupies. It marks the overflow pages, which must be unused so far.
func (c *checker) header(id uint64, flags ...uint16) (header, uint64, error) {
	b, err := c.read(id, 0, headerSize)
	if err != nil {
		return header{}, 0, err
	}
	h := decodeHeader(b)
	run := 1 + uint64(h.overflow)
	switch {
	case h.id != id:
		return h, 0, damaged(id, "it says that it is page %d", h.id)
	case !slices.Contains(flags, h.flags):
		return h, 0, damaged(id, "it is not of the kind that it must be, but %#x", h.flags)
	case run > c.pages-id:
		return h, 0, damaged(id, "it takes %d pages, and the file has %d after it", h.overflow, c.pages-id-1)
	}
	for i := id + 1; i < id+run; i++ {
		if c.marks[i].kind != unseen {
			return h, 0, damaged(id, "it takes page %d, which is free or another page's", i)
		}
		c.marks[i].kind = reserved
	}
	return h, run, nil
}

// read returns bytes of a page and its overflow pages; see [window.read].
func (c *checker) read(page uint64, from, n int64) ([]byte, error) {
	return c.window.read(int64(page)*c.pageSize+from, n)
}

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

// window reads a file through a moving buffer.
type window struct {
	ctx  context.Context
	file io.ReaderAt
	size int64

	buffer []byte
	at     int64 // offset of the buffer in the file
}

// span is how much is read at once, at least. The largest piece needed is a table of 65,535
// elements, 1 MiB.
const span = 1 << 17

// read returns n bytes at an offset, valid until the next call. If the file ends too early, the
// error is that of the read.
func (w *window) read(at, n int64) ([]byte, error) {
	if from := at - w.at; from >= 0 && from+n <= int64(len(w.buffer)) {
		return w.buffer[from : from+n], nil
	}
	if w.ctx.Err() != nil {
		return nil, context.Cause(w.ctx)
	}
	if int64(cap(w.buffer)) < n || w.buffer == nil {
		w.buffer = make([]byte, max(n, min(span, w.size)))
	}
	w.at, w.buffer = at, w.buffer[:min(int64(cap(w.buffer)), max(n, w.size-at))]
	if got, err := w.file.ReadAt(w.buffer, at); got < len(w.buffer) {
		w.buffer = w.buffer[:0]
		return nil, fmt.Errorf("read %d bytes at %d: %w", n, at, noEOF(err))
	}
	return w.buffer[:n], nil
}
