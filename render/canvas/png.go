package canvas

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/maphash"
	"image"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// Compression levels. Pictures of equal sprites repeat so much that higher levels than the fastest
// save only a tenth of the bytes for three times the time. Large pictures are drawn rarely, as
// attached files, and are a third smaller at the usual level.
const (
	fastest = 1
	usual   = 6
	// large is the number of pixels above which the usual level is used.
	large = 2 << 20
)

// Parts of a PNG file (PNG specification, third edition, sections 5 and 11).
const (
	pngSignature  = "\x89PNG\r\n\x1a\n"
	pngDepth      = 8
	pngPaletted   = 3
	pngFilterNone = 0
	zlibHeader    = "\x78\x01" // deflate, 32 KiB window, fastest
	deflateEnd    = "\x03\x00" // an empty last block
)

// encoder is the memory of one encoding, reused between pictures.
type encoder struct {
	out bytes.Buffer
	z   map[int]*flate.Writer // by level
}

var encoders = sync.Pool{New: func() any { return &encoder{z: map[int]*flate.Writer{}} }}

// PNG returns the picture as a PNG file.
func PNG(p *image.Paletted) ([]byte, error) {
	e, _ := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.out.Reset()
	if err := e.picture(p); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return bytes.Clone(e.out.Bytes()), nil
}

func (e *encoder) picture(p *image.Paletted) error {
	size := p.Bounds().Size()
	if size.X <= 0 || size.Y <= 0 || p.Stride != size.X {
		return errors.New("it is empty or a part of another")
	}
	if len(p.Palette) == 0 || len(p.Palette) > MaxColours {
		return fmt.Errorf("its palette has %d colours", len(p.Palette))
	}
	e.out.WriteString(pngSignature)
	start := e.begin("IHDR")
	var header [13]byte
	binary.BigEndian.PutUint32(header[0:], uint32(size.X))
	binary.BigEndian.PutUint32(header[4:], uint32(size.Y))
	header[8], header[9] = pngDepth, pngPaletted
	e.out.Write(header[:])
	e.end(start)
	start = e.begin("PLTE")
	for _, c := range p.Palette {
		r, g, b, _ := c.RGBA()
		e.out.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
	}
	e.end(start)
	start = e.begin("IDAT")
	if err := e.pixels(p); err != nil {
		return err
	}
	e.end(start)
	e.end(e.begin("IEND"))
	return nil
}

// pixels writes the rows as a zlib stream, in bands; bands that an earlier picture had come from
// the cache. Rows of equal sprites repeat at equal distances, so that no filter is better than
// none.
func (e *encoder) pixels(p *image.Paletted) error {
	e.out.WriteString(zlibHeader)
	sum := uint32(1) // of nothing
	for rest := p.Bounds(); !rest.Empty(); rest.Min.Y += bandRows {
		rows := rest
		rows.Max.Y = min(rest.Min.Y+bandRows, rest.Max.Y)
		pix := p.Pix[p.PixOffset(rows.Min.X, rows.Min.Y):][:rows.Dx()*rows.Dy()]
		key := bandKey{maphash.Bytes(bandSeed, pix), rows.Dx(), rows.Dy()}
		b := bandCache.get(key)
		if b == nil {
			var err error
			if b, err = e.band(p, rows); err != nil {
				return err
			}
			bandCache.put(key, b)
		} else {
			e.out.Write(b.deflated)
		}
		sum = joined(sum, b.sum, rows.Dy()*(rows.Dx()+1))
	}
	e.out.WriteString(deflateEnd)
	e.out.Write(binary.BigEndian.AppendUint32(e.out.AvailableBuffer(), sum))
	return nil
}

// joined returns the Adler-32 checksum (RFC 1950) of what has two parts, of theirs and of the length of
// the second: the lower half sums all bytes, the upper half all values of the lower one.
func joined(first, second uint32, length int) uint32 {
	const mod = 65521
	n, a := uint64(length)%mod, uint64(first&0xffff)
	low := a + uint64(second&0xffff) + mod - 1
	high := uint64(first>>16) + uint64(second>>16) + n*(a+mod-1)
	return uint32(high%mod<<16 | low%mod)
}

// band deflates rows to e.out and returns a copy.
func (e *encoder) band(p *image.Paletted, r image.Rectangle) (*band, error) {
	size := p.Bounds().Size()
	z, err := e.deflater(size.X * size.Y)
	if err != nil {
		return nil, err
	}
	start, filter, sum := e.out.Len(), [...]byte{pngFilterNone}, adler32.New()
	to := io.MultiWriter(z, sum)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := p.PixOffset(r.Min.X, y)
		for _, part := range [...][]byte{filter[:], p.Pix[from : from+r.Dx()]} {
			if _, err := to.Write(part); err != nil {
				return nil, err
			}
		}
	}
	if err := z.Flush(); err != nil {
		return nil, err
	}
	return &band{bytes.Clone(e.out.Bytes()[start:]), sum.Sum32()}, nil
}

// deflater returns a writer to e.out for a picture of so many pixels.
func (e *encoder) deflater(pixels int) (*flate.Writer, error) {
	level := fastest
	if pixels > large {
		level = usual
	}
	if z := e.z[level]; z != nil {
		z.Reset(&e.out)
		return z, nil
	}
	z, err := flate.NewWriter(&e.out, level)
	e.z[level] = z
	return z, err
}

// begin starts a chunk whose length is not yet known, and returns its offset.
func (e *encoder) begin(kind string) (start int) {
	start = e.out.Len()
	e.out.WriteString("\x00\x00\x00\x00")
	e.out.WriteString(kind)
	return start
}

// end fills in the chunk's length and appends its checksum.
func (e *encoder) end(start int) {
	const head = 4 // the length, which the checksum excludes
	chunk := e.out.Bytes()[start:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-2*head))
	sum := crc32.ChecksumIEEE(chunk[head:])
	e.out.Write(binary.BigEndian.AppendUint32(e.out.AvailableBuffer(), sum))
}

// bandRows is the number of rows that are deflated together. A stone and the mark on the previous
// one affect a few such bands. Smaller bands make larger files, since each is compressed on its
// own.
const bandRows = 24

// bandsKept is the number of bytes of deflated bands per generation. The cache holds between one
// and two times as many: the bands of some fifty boards.
const bandsKept = 3 << 20

// band is a part of a picture's zlib stream: rows, each after its filter byte, deflated and flushed
// to a whole byte. It is immutable.
type band struct {
	deflated []byte
	sum      uint32 // the rows' checksum
}

// bandKey identifies a band. Two different bands share a key with a probability of 2^-64; the
// random seed of the hash rules out deliberate collisions.
type bandKey struct {
	hash        uint64
	width, rows int
}

var bandSeed = maphash.MakeSeed()

// bands caches recently deflated bands of all pictures, because most of a picture stays the same
// from move to move. It is safe for concurrent use.
type bands struct {
	limit int

	mu         sync.Mutex
	young, old map[bandKey]*band // bands used in the current generation, and in the one before
	size       int               // bytes of young
}

var bandCache = &bands{limit: bandsKept}

// get returns a cached band, or nil.
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

func (b *bands) put(key bandKey, made *band) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.young[key] == nil {
		b.add(key, made)
	}
}

// add adds a band. When the young generation is full, it drops the old one.
func (b *bands) add(key bandKey, added *band) {
	if b.young == nil || b.size+len(added.deflated) > b.limit {
		b.young, b.old, b.size = map[bandKey]*band{}, b.young, 0
	}
	b.young[key] = added
	b.size += len(added.deflated)
}
