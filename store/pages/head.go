package pages

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
)

// head is the content of one of the two heads.
type head struct {
	pageSize int64
	root     uint64
	list     uint64 // the list of free pages
	pages    uint64 // number of pages
	change   uint64 // number of changes so far
}

const (
	headSize = headerSize + 64
	magic    = 0xED0CDAED
	version  = 2
	// noList is the page of a free list that is not stored. Sixfold always stores it.
	noList = math.MaxUint64

	// The page sizes of all systems, with a margin.
	minPageSize = 1 << 10
	maxPageSize = 1 << 16
)

// readHeads returns the newer valid head. torn is ErrHead with its page if the other one is
// damaged.
func readHeads(file io.ReaderAt, size int64) (h head, torn, err error) {
	pageSize, err := findPageSize(file, size)
	if err != nil {
		return head{}, nil, err
	}
	var heads [2]head
	var whole [2]bool
	for i := range heads {
		b, err := readHead(file, int64(i)*pageSize)
		if err != nil {
			return head{}, nil, err
		}
		heads[i], whole[i] = decodeHead(b)
		// bbolt does not check the header of this page.
		if begin := decodeHeader(b); !whole[i] || begin.id != uint64(i) || begin.flags != headFlag {
			torn = fmt.Errorf("page %d: %w", i, ErrHead)
		}
	}
	newer := 0
	if !whole[0] || whole[1] && heads[1].change > heads[0].change {
		newer = 1
	}
	h = heads[newer]
	return h, torn, h.check(uint64(newer), pageSize, size)
}

// findPageSize returns the page size from a valid head: the first, or the second at the offset that
// its own page size implies.
func findPageSize(file io.ReaderAt, size int64) (int64, error) {
	if size < 2*minPageSize {
		return 0, damaged(0, "the file has %d bytes, fewer than any store", size)
	}
	b, err := readHead(file, 0)
	if err != nil {
		return 0, err
	}
	if h, ok := decodeHead(b); ok {
		if s := h.pageSize; s < minPageSize || s > maxPageSize || s&(s-1) != 0 || 2*s > size {
			return 0, damaged(0, "the size of its pages is %d", s)
		}
		return h.pageSize, nil
	}
	for s := int64(minPageSize); s <= maxPageSize && 2*s <= size; s *= 2 {
		b, err := readHead(file, s)
		if err != nil {
			return 0, err
		}
		if h, ok := decodeHead(b); ok && h.pageSize == s {
			return s, nil
		}
	}
	return 0, damaged(0, "the file has no head")
}

func readHead(file io.ReaderAt, at int64) ([]byte, error) {
	b := make([]byte, headSize)
	if n, err := file.ReadAt(b, at); n < len(b) {
		return nil, fmt.Errorf("read the head at %d: %w", at, noEOF(err))
	}
	return b, nil
}

// decodeHead decodes a head and reports whether it is valid.
func decodeHead(page []byte) (head, bool) {
	b := page[headerSize:headSize]
	e := binary.NativeEndian
	whole := e.Uint32(b) == magic && e.Uint32(b[4:]) == version && e.Uint64(b[56:]) == headSum(b)
	return head{
		pageSize: int64(e.Uint32(b[8:])), root: e.Uint64(b[16:]), list: e.Uint64(b[32:]),
		pages: e.Uint64(b[40:]), change: e.Uint64(b[48:]),
	}, whole
}

// headSum returns the checksum of a head.
func headSum(b []byte) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(b[:56])
	return sum.Sum64()
}

// check reports an implausible value in the head on a page.
func (h head) check(page uint64, pageSize, size int64) error {
	switch {
	case h.pageSize != pageSize:
		return damaged(page, "the size of its pages is %d, and the other head has %d", h.pageSize, pageSize)
	case h.pages > math.MaxUint32:
		return damaged(page, "it says that there are %d pages", h.pages)
	case int64(h.pages) > size/pageSize:
		return damaged(page, "the file is cut off at %d of %d bytes", size, int64(h.pages)*pageSize)
	case h.list == noList:
		return damaged(page, "it has no list of free pages")
	case h.root < 2 || h.root >= h.pages:
		return damaged(page, "its tree begins on page %d of %d", h.root, h.pages)
	case h.list < 2 || h.list >= h.pages:
		return damaged(page, "its list of free pages is on page %d of %d", h.list, h.pages)
	}
	return nil
}

// noEOF replaces io.EOF by io.ErrUnexpectedEOF, for reads that must be complete.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
