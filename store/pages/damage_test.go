package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// damage is one change to a file. change returns the page that a check names.
type damage struct {
	change func(*image) uint64
	why    string
}

// TestDamageIsFound: the check names the page and the damage.
func TestDamageIsFound(t *testing.T) {
	whole := newImage(t)
	for _, group := range []map[string]damage{inHeaders, inElements, inBuckets, inTree, inList, inHeads, inFile} {
		for name, tt := range group {
			t.Run(name, func(t *testing.T) {
				f := whole.clone(t)
				page := tt.change(f)
				err := check(t, f.bytes)
				e, ok := errors.AsType[*Error](err)
				if !ok || e.Page != page || !strings.Contains(e.Why, tt.why) {
					t.Errorf("Check = %v, want page %d and %q", err, page, tt.why)
				}
			})
		}
	}
}

// inHeaders damages the headers of pages.
var inHeaders = map[string]damage{
	"a page with another's number": {func(f *image) uint64 {
		id := f.leaf()
		put64(f.page(id), id+1)
		return id
	}, "says that it is page"},
	"a page of no kind": {func(f *image) uint64 {
		id := f.leaf()
		put16(f.page(id)[8:], 3)
		return id
	}, "not of the kind"},
	"a leaf of more pages than there are": {func(f *image) uint64 {
		id := f.leaf()
		f.page(id)[15] = 0xff
		return id
	}, "it takes 4278190080 pages"},
	"a leaf of one page more": {func(f *image) uint64 {
		id := f.long()
		f.page(id)[12]++
		return id
	}, "pages for"},
	"a leaf that takes a free page": {func(f *image) uint64 {
		id := f.free()[0] - 1
		for f.marks[id].kind == free || f.marks[id].kind == reserved {
			id--
		}
		put32(f.page(id)[12:], uint32(f.free()[0]-id))
		return id
	}, "which is free or another page's"},
	"a leaf of one page less": {func(f *image) uint64 {
		id := f.long()
		f.page(id)[12]--
		return id
	}, "cannot have a key"},
}

// inElements damages the elements of branches and leaves.
var inElements = map[string]damage{
	"a leaf of too many elements": {func(f *image) uint64 {
		id := f.leaf()
		put16(f.page(id)[10:], 0xffff)
		return id
	}, "cannot have 65535 elements"},
	"a leaf of one element less": {func(f *image) uint64 {
		id := f.leaf()
		f.page(id)[10]--
		return id
	}, "element 0 is not where it must be"},
	"a branch without elements": {func(f *image) uint64 {
		id := f.branches()[0]
		put16(f.page(id)[10:], 0)
		return id
	}, "cannot have 0 elements"},
	"an element beyond its page": {func(f *image) uint64 {
		id := f.leaf()
		put32(f.element(id, 2)[4:], 0xfffffff0)
		return id
	}, "element 2 is not where it must be"},
	"a key of no bytes": {func(f *image) uint64 {
		id := f.leaf()
		put32(f.element(id, 1)[8:], 0)
		return id
	}, "a key of 0 bytes"},
	"a key of many bytes": {func(f *image) uint64 {
		id := f.long()
		put32(f.element(id, 0)[8:], maxKey+1)
		return id
	}, "a key of 32769 bytes"},
	"a value of many bytes": {func(f *image) uint64 {
		id := f.leaf()
		put32(f.element(id, 1)[12:], 0xffffffff)
		return id
	}, "a value of 4294967295"},
	"an element of no kind": {func(f *image) uint64 {
		id := f.leaf()
		put32(f.element(id, 1), 2)
		return id
	}, "element 1 is of no known kind"},
	"a value that is said to be a bucket": {func(f *image) uint64 {
		id := f.long()
		put32(f.element(id, 0), bucketFlag)
		return id
	}, "element 0, a bucket, cannot have"},
	"keys out of order": {func(f *image) uint64 {
		id := f.leaf()
		f.key(id, 2)[0] = 0x01
		return id
	}, "the key of its element 2 does not follow"},
	"a first key that the branch does not have": {func(f *image) uint64 {
		id := f.leaf()
		f.key(id, 0)[0]--
		return id
	}, "its first key is not the one that page"},
	"a first key in the branch": {func(f *image) uint64 {
		id := f.branches()[0]
		f.key(id, 0)[0]--
		return binary.NativeEndian.Uint64(f.element(id, 0)[8:])
	}, "its first key is not the one that page"},
}

// inBuckets damages the values that are buckets.
var inBuckets = map[string]damage{
	"a bucket of few bytes": {func(f *image) uint64 {
		at, i := f.bucket(false)
		put32(f.element(at, i)[12:], 15)
		return at
	}, "a bucket, cannot have 15 bytes"},
	"a bucket elsewhere": {func(f *image) uint64 {
		at, i := f.bucket(false)
		put64(f.value(at, i), 1<<60)
		return at
	}, "leads to page 1152921504606846976, which there is not"},
	"a bucket within, of no kind": {func(f *image) uint64 {
		at, i := f.bucket(true)
		put16(f.value(at, i)[bucketSize+8:], branchFlag)
		return at
	}, "not of the kind that it must be"},
	"a bucket within, of many elements": {func(f *image) uint64 {
		at, i := f.bucket(true)
		put16(f.value(at, i)[bucketSize+10:], 1000)
		return at
	}, "cannot have 1000 elements"},
	"a bucket within a bucket within": {func(f *image) uint64 {
		at, i := f.bucket(true)
		put32(f.value(at, i)[bucketSize+headerSize:], bucketFlag)
		return at
	}, "element 0 is of no known kind"},
}

// inTree damages which page leads to which.
var inTree = map[string]damage{
	"a branch that leads to itself": {func(f *image) uint64 {
		id := f.branches()[0]
		put64(f.element(id, 1)[8:], id)
		return max(id, uint64(f.marks[id].parent)) // the later one sees that there are two
	}, "and so does page"},
	"a branch that leads to the one above": {func(f *image) uint64 {
		ids := f.branches()
		for _, id := range ids {
			if up := uint64(f.marks[id].parent); decodeHeader(f.page(up)).flags == branchFlag {
				put64(f.element(id, 1)[8:], up)
				return max(id, uint64(f.marks[up].parent))
			}
		}
		f.t.Fatal("no branch is above another one")
		return 0
	}, "and so does page"},
	"a branch that leads to the head": {func(f *image) uint64 {
		id := f.branches()[0]
		put64(f.element(id, 1)[8:], 1)
		return id
	}, "leads to page 1, which there is not"},
	"a branch that leads to a free page": {func(f *image) uint64 {
		id := f.branches()[0]
		put64(f.element(id, 1)[8:], f.free()[0])
		return id
	}, "which is free"},
	"a branch that leads into a leaf": {func(f *image) uint64 {
		id := f.branches()[0]
		put64(f.element(id, 1)[8:], f.long()+1)
		return id
	}, "which is of another page"},
	"two pages in a ring": {func(f *image) uint64 {
		a, b := f.ring()
		return min(a, b)
	}, "in a ring"},
}

// inList damages the list of free pages.
var inList = map[string]damage{
	"a page that is neither free nor in the tree": {func(f *image) uint64 {
		return f.unlist(f.freeLeaf())
	}, "nothing leads to it, and it is not free"},
	"a list of no kind": {func(f *image) uint64 {
		put16(f.page(f.head.list)[8:], leafFlag)
		return f.head.list
	}, "not of the kind"},
	"a list that is too long": {func(f *image) uint64 {
		put16(f.page(f.head.list)[10:], longList-1)
		return f.head.list
	}, "65534 free pages does not fit"},
	"a list that is far too long": {func(f *image) uint64 {
		put16(f.page(f.head.list)[10:], longList)
		put64(f.page(f.head.list)[headerSize:], 1<<62)
		return f.head.list
	}, "4611686018427387904 free pages does not fit"},
	"a free page that there is not": {func(f *image) uint64 {
		put64(f.page(f.head.list)[headerSize:], f.head.pages)
		return f.head.list
	}, "which is none"},
	"a page that is free twice": {func(f *image) uint64 {
		copy(f.page(f.head.list)[headerSize:headerSize+8], f.page(f.head.list)[headerSize+8:])
		return f.head.list
	}, "or has it twice"},
}

// inHeads damages the heads.
var inHeads = map[string]damage{
	"both heads": {func(f *image) uint64 {
		f.page(0)[headerSize+20]++
		f.page(1)[headerSize+20]++
		return 0
	}, "no head"},
	"pages of 3,000 bytes": {func(f *image) uint64 {
		f.setHead(8, 3000, false)
		return 0
	}, "the size of its pages is 3000"},
	"pages of no bytes": {func(f *image) uint64 {
		f.setHead(8, 0, false)
		return 0
	}, "the size of its pages is 0"},
	"more pages than the file has": {func(f *image) uint64 {
		f.setHead(40, 1<<31, true)
		return f.counts()
	}, "the file is cut off"},
	"more pages than any file has": {func(f *image) uint64 {
		f.setHead(40, 1<<61, true)
		return f.counts()
	}, "it says that there are"},
	"a root that is no page": {func(f *image) uint64 {
		f.setHead(16, f.head.pages, true)
		return f.counts()
	}, "its tree begins on page"},
	"a list that is no page": {func(f *image) uint64 {
		f.setHead(32, 1, true)
		return f.counts()
	}, "its list of free pages is on page 1"},
	"no list": {func(f *image) uint64 {
		f.setHead(32, noList, true)
		return f.counts()
	}, "no list of free pages"},
	"heads that differ": {func(f *image) uint64 {
		b := f.page(1)[headerSize:headSize]
		put32(b[8:], 4096)
		put64(b[48:], 1<<40) // the later change
		put64(b[56:], headSum(b))
		return 1
	}, "the other head has 1024"},
}

// inFile damages the file as a whole.
var inFile = map[string]damage{
	"a file that is cut off": {func(f *image) uint64 {
		f.bytes = f.bytes[:int64(f.head.pages)*f.head.pageSize-1]
		return f.counts()
	}, "the file is cut off"},
	"a file that ends after its heads": {func(f *image) uint64 {
		f.bytes = f.bytes[:2*f.head.pageSize]
		return f.counts()
	}, "the file is cut off"},
	"a file of few bytes": {func(f *image) uint64 {
		f.bytes = f.bytes[:100]
		return 0
	}, "fewer than any store"},
	"an empty file": {func(f *image) uint64 {
		f.bytes = nil
		return 0
	}, "0 bytes"},
	"no store": {func(f *image) uint64 {
		f.bytes = bytes.Repeat([]byte("no store "), 3000)
		return 0
	}, "no head"},
}
