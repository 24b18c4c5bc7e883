package encode

import (
	"hash/maphash"
	"image"
	"sync"
)

// bandRows is how many rows of a picture are deflated by themselves: a stone and the mark on the
// one before take a few such bands. With fewer rows files become larger, since nothing is said
// by what stands in another band.
const bandRows = 24

// bandsKept is how many bytes of deflated bands are kept at least, and half of what is kept at
// most: bands of some fifty boards.
const bandsKept = 3 << 20

// band is a part of a picture's zlib stream: so many rows, each after its filter byte, deflated
// up to a whole byte. It is read-only.
type band struct {
	deflated []byte
	rows     adler // their check sum, begun at 0
	bytes    int   // their number
}

// bandKey is what a band is known by. Two bands of one key are equal but for once in 2^64, which
// nobody can bring about, since the hash has a random seed.
type bandKey struct {
	hash        uint64
	width, rows int
}

var bandSeed = maphash.MakeSeed()

// keyOf is that of the rows of a picture in a rectangle as wide as it.
func keyOf(p *image.Paletted, r image.Rectangle) bandKey {
	key := bandKey{width: r.Dx(), rows: r.Dy()}
	if p.Stride == r.Dx() {
		key.hash = maphash.Bytes(bandSeed, p.Pix[p.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()*r.Dy()])
		return key
	}
	var h maphash.Hash
	h.SetSeed(bandSeed)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		h.Write(p.Pix[p.PixOffset(r.Min.X, y):][:r.Dx()])
	}
	key.hash = h.Sum64()
	return key
}

// bands are those that were deflated last, of the pictures of all: from a move to the next, most
// of a picture stays as it was. It is safe for concurrent use.
type bands struct {
	limit int

	mu         sync.Mutex
	young, old map[bandKey]*band // those used since the last change of generations, and before
	size       int               // bytes of the young
}

var kept = &bands{limit: bandsKept}

// get returns a band, or nil.
func (b *bands) get(key bandKey) *band {
	b.mu.Lock()
	defer b.mu.Unlock()
	if found := b.young[key]; found != nil {
		return found
	}
	found := b.old[key]
	if found != nil {
		delete(b.old, key)
		b.add(key, found)
	}
	return found
}

// put keeps a band.
func (b *bands) put(key bandKey, made *band) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.young[key] == nil {
		b.add(key, made)
	}
}

// add makes room by forgetting the bands that were not used for longest.
func (b *bands) add(key bandKey, added *band) {
	if b.young == nil || b.size+len(added.deflated) > b.limit {
		b.young, b.old, b.size = map[bandKey]*band{}, b.young, 0
	}
	b.young[key] = added
	b.size += len(added.deflated)
}
