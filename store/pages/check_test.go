package pages

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestOtherHead: the other head replaces a damaged one, which is named, unless everything else is
// damaged too.
func TestOtherHead(t *testing.T) {
	whole := newImage(t)
	for page := range uint64(2) {
		for _, at := range []int{0, 8, headerSize, headerSize + 9, headerSize + 30, headSize - 1} {
			f := whole.clone(t)
			f.page(page)[at] ^= 0x40
			err := check(t, f.bytes)
			// The older head leads to pages that the last change has not overwritten.
			if !errors.Is(err, ErrHead) || !strings.HasPrefix(err.Error(), []string{"page 0:", "page 1:"}[page]) {
				t.Errorf("byte %d of page %d: Check = %v, want ErrHead", at, page, err)
			}
			put16(f.page(f.leaf())[8:], 3)
			if err := check(t, f.bytes); err == nil || errors.Is(err, ErrHead) {
				t.Errorf("byte %d of page %d, and a leaf: Check = %v", at, page, err)
			}
		}
	}
}

// TestWhatDoesNotCount: pages after the last one, also a partial one, and the content of free
// pages.
func TestWhatDoesNotCount(t *testing.T) {
	f := newImage(t)
	for _, id := range f.free() {
		copy(f.page(id)[:f.head.pageSize], bytes.Repeat([]byte{0xa5}, int(f.head.pageSize)))
	}
	for _, more := range []int64{0, 1, f.head.pageSize, 5*f.head.pageSize - 3} {
		end := int64(f.head.pages) * f.head.pageSize
		file := append(bytes.Clone(f.bytes[:end]), bytes.Repeat([]byte{0xa5}, int(more))...)
		if err := check(t, file); err != nil {
			t.Errorf("with %d bytes behind: %v", more, err)
		}
	}
}

// TestLongList: a free list too long for the count field.
func TestLongList(t *testing.T) {
	f := newImage(t)
	const listed = 70_000
	pages, size := f.head.pages, f.head.pageSize
	list, run := pages+listed, uint64((headerSize+8*(listed+1)+size-1)/size)
	file := append(bytes.Clone(f.bytes[:int64(pages)*size]), make([]byte, (listed+int64(run))*size)...)
	long := &image{bytes: file, head: head{pageSize: size, list: list}}
	old := bytes.Clone(f.page(f.head.list))
	had := decodeHeader(old)
	put64(long.page(list), list)
	put16(long.page(list)[8:], listFlag)
	put16(long.page(list)[10:], longList)
	put32(long.page(list)[12:], uint32(run-1))
	ids := long.page(list)[headerSize:]
	put64(ids, uint64(had.count)+listed+1)
	ids = ids[copy(ids[8:], old[headerSize:headerSize+8*int(had.count)])+8:]
	for i := range uint64(listed) {
		put64(ids[8*i:], pages+i)
	}
	put64(ids[8*listed:], f.head.list) // the old list is free now
	long.setHead(32, list, true)
	long.setHead(40, list+run, true)
	if err := check(t, long.bytes); err != nil {
		t.Error(err)
	}
	put64(ids[8*listed:], pages)
	if err := check(t, long.bytes); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("with a page that is free twice: %v", err)
	}
}

// TestReadingEnds: with the error of the disk, of a shrinking file, or of the context.
func TestReadingEnds(t *testing.T) {
	f := newImage(t)
	size := int64(len(f.bytes))
	for from := int64(0); from < size; from += 700 {
		err := Check(t.Context(), short{bytes.NewReader(f.bytes), from}, size)
		if !errors.Is(err, errDisk) {
			t.Errorf("the disk fails from %d of %d bytes on: %v", from, size, err)
		}
		if err := Check(t.Context(), bytes.NewReader(f.bytes[:from]), size); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("the file has %d of %d bytes: %v", from, size, err)
		}
	}
	ctx, stop := context.WithCancelCause(t.Context())
	signal := errors.New("a signal")
	reads := readerFunc(func(b []byte, at int64) (int, error) {
		if ctx.Err() != nil {
			t.Error("it reads on")
		}
		if at > headSize+f.head.pageSize { // the heads are read
			stop(signal)
		}
		return bytes.NewReader(f.bytes).ReadAt(b, at)
	})
	if err := Check(ctx, reads, size); !errors.Is(err, signal) {
		t.Errorf("after a signal Check = %v", err)
	}
}

type readerFunc func([]byte, int64) (int, error)

func (f readerFunc) ReadAt(b []byte, at int64) (int, error) { return f(b, at) }

// short is a reader that fails from an offset on.
type short struct {
	io.ReaderAt
	from int64
}

var errDisk = errors.New("input/output error")

func (s short) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > s.from {
		return 0, errDisk
	}
	return s.ReaderAt.ReadAt(b, at)
}
