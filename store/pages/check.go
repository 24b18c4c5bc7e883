// Package pages checks the pages of a bbolt file without trusting any of them.
//
// bbolt believes what its pages say of themselves: a wrong number in one makes it loop,
// allocate without end, or touch memory that is not there, in a way that no caller can
// undo. So a file is checked here before bbolt is let near it. The file is read by ReadAt
// alone, from its front to its back and each page once, so that a check takes no longer
// than reading the file does, and a fixed amount of memory besides twelve bytes a page.
//
// # The file
//
// All numbers are in the machine's byte order. A page begins with 16 bytes: its own number,
// what it is, how many elements it has, and how many pages after it belong to it. Pages 0
// and 1 are the heads, of which the one of the later change counts: it names the root of the
// tree, the list of free pages, and the number of pages. A branch or a leaf has a table of
// elements, 16 bytes each, and then their keys and values without a gap. Each page but the
// heads is a branch, a leaf, of the list, free, or belongs to the one before it; to each
// branch and leaf leads exactly one element or the head.
package pages

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Error is damage: what is wrong, and with which page.
type Error struct {
	Page uint64 // its place in the file is this times the size of a page
	Why  string // a clause, such as "its elements do not fit into it"
}

// Error implements [error].
func (e *Error) Error() string { return fmt.Sprintf("page %d: %s", e.Page, e.Why) }

func damaged(page uint64, format string, args ...any) error {
	return &Error{page, fmt.Sprintf(format, args...)}
}

// ErrHead is returned by Check when all that is wrong is that one of the two heads is
// damaged. bbolt takes the other one then, and writes the damaged one anew with the next
// change. A change that was broken off by a loss of power leaves this too.
var ErrHead = errors.New("this head of the file is damaged, so that the last change may be lost; the next change writes it anew")

// Check reads all pages of the bbolt file of a size. When it returns nil or ErrHead, bbolt
// can read and write the file: all that its pages say of themselves holds, each is in the
// tree once or free, the keys in each are in order, and those of the branches lead to the
// right pages. What the values say is not looked at, nor whether the keys of one page come
// before those of the next.
//
// The error is an *Error or ErrHead, the cause of the context's end, or what reading ended in.
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

// checker is one check.
type checker struct {
	head
	window window
	marks  []mark // one a page
	table  []byte // the elements of the page being read
}

// mark is what is known of a page so far.
type mark struct {
	parent uint32 // the page that leads to it; 0: none yet
	sum    uint32 // of its first key, xor that of the key that the branch above has for it
	kind   kind
	root   bool // of a tree: what leads to it has no key for it
}

// top is the parent of the root, whichever of the two heads counts.
const top = 1

type kind uint8

const (
	unseen   kind = iota
	reserved      // a head, of the list of free pages, or of the page before it
	free
	node    // a branch or a leaf
	climbed // a node on the way up from another
	rooted  // a node that the head leads to in the end
)

// check checks all pages but the heads.
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

// header is how each page begins.
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

// What a page says that it is.
const (
	branchFlag = 0x01
	leafFlag   = 0x02
	headFlag   = 0x04
	listFlag   = 0x10
)

// header reads the beginning of a page that must be of one of the kinds, and returns how
// many pages it takes. Those after the first are marked, and must be nobody else's.
func (c *checker) header(id uint64, flags ...uint16) (header, uint64, error) {
	b, err := c.read(id, 0, headerSize)
	if err != nil {
		return header{}, 0, err
	}
	h := decodeHeader(b)
	known := false
	for _, f := range flags {
		known = known || h.flags == f
	}
	run := 1 + uint64(h.overflow)
	switch {
	case h.id != id:
		return h, 0, damaged(id, "it says that it is page %d", h.id)
	case !known:
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

// read returns bytes of a page, or of those that belong to it; see [window.read].
func (c *checker) read(page uint64, from, n int64) ([]byte, error) {
	return c.window.read(int64(page)*c.pageSize+from, n)
}
