// Package encode writes pictures as files: PNG, animated GIF and TGA. It knows no games.
//
// Pictures of few colours are the case that it is made for. PNG deflates the indices of a
// paletted picture as they are; a [Film] holds of each frame only what differs from the one
// before. Other pictures are encoded too, but GIF must choose 256 of their colours.
package encode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"sync"

	"github.com/klauspost/compress/flate"

	"github.com/sixfold-bot/sixfold/render/quantise"
)

// The levels of deflate. Pictures of equal sprites repeat themselves so much that higher
// levels than the fastest save a tenth of the bytes for three times the time. Large pictures
// are files beside those that are shown: drawn seldom, and a third smaller at the usual level.
const (
	fastest = 1
	usual   = 6
	// large is how many pixels are too many for a picture that is shown.
	large = 2 << 20
)

// Parts of a PNG file, as in the PNG specification (third edition), sections 5, 11.
const (
	pngSignature  = "\x89PNG\r\n\x1a\n"
	pngDepth      = 8
	pngPaletted   = 3
	pngFilterNone = 0
	zlibHeader    = "\x78\x01" // deflate, 32 KiB window, fastest
	deflateEnd    = "\x03\x00" // an empty last block
)

// encoder is the memory that one encoding needs, kept between pictures.
type encoder struct {
	out bytes.Buffer
	z   map[int]*flate.Writer // by level
}

var encoders = sync.Pool{New: func() any { return &encoder{z: map[int]*flate.Writer{}} }}

// PNG returns the picture as a PNG file. Paletted pictures, which is what
// drawers make, take a fast path of their own.
func PNG(img image.Image) ([]byte, error) {
	e, _ := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.out.Reset()
	var err error
	if p, ok := img.(*image.Paletted); ok {
		err = e.paletted(p)
	} else {
		fast := png.Encoder{CompressionLevel: png.BestSpeed}
		err = fast.Encode(&e.out, img)
	}
	if err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return bytes.Clone(e.out.Bytes()), nil
}

// paletted writes the whole file to e.out.
func (e *encoder) paletted(p *image.Paletted) error {
	size := p.Bounds().Size()
	if size.X <= 0 || size.Y <= 0 {
		return errors.New("it is empty")
	}
	if len(p.Palette) == 0 || len(p.Palette) > quantise.MaxColours {
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
	e.palette(p.Palette)
	start = e.begin("IDAT")
	if err := e.pixels(p); err != nil {
		return err
	}
	e.end(start)
	e.end(e.begin("IEND"))
	return nil
}

// palette writes the colours, and their opacity if any is not opaque.
func (e *encoder) palette(colours color.Palette) {
	var rgb [3 * quantise.MaxColours]byte
	var alpha [quantise.MaxColours]byte
	opaque := true
	for i, c := range colours {
		n := straight(c)
		rgb[3*i], rgb[3*i+1], rgb[3*i+2], alpha[i] = n.R, n.G, n.B, n.A
		opaque = opaque && n.A == 0xff
	}
	start := e.begin("PLTE")
	e.out.Write(rgb[:3*len(colours)])
	e.end(start)
	if !opaque {
		start = e.begin("tRNS")
		e.out.Write(alpha[:len(colours)])
		e.end(start)
	}
}

// straight is a colour as PNG has it, not multiplied by its opacity. The colours of
// our own palettes are opaque and need no allocation.
func straight(c color.Color) color.NRGBA {
	if o, ok := c.(color.RGBA); ok && o.A == 0xff {
		return color.NRGBA(o)
	}
	n, _ := color.NRGBAModel.Convert(c).(color.NRGBA)
	return n
}

// pixels writes the rows as a zlib stream, band by band: those that an earlier picture had are
// taken from there. Rows of equal sprites repeat at equal distances, so no filter does better
// than none.
func (e *encoder) pixels(p *image.Paletted) error {
	e.out.WriteString(zlibHeader)
	sum := newAdler()
	for rest := p.Bounds(); !rest.Empty(); rest.Min.Y += bandRows {
		rows := rest
		rows.Max.Y = min(rest.Min.Y+bandRows, rest.Max.Y)
		key := keyOf(p, rows)
		b := kept.get(key)
		if b == nil {
			var err error
			if b, err = e.band(p, rows); err != nil {
				return err
			}
			kept.put(key, b)
		} else {
			e.out.Write(b.deflated)
		}
		sum.join(b.rows, b.bytes)
	}
	e.out.WriteString(deflateEnd)
	e.out.Write(binary.BigEndian.AppendUint32(e.out.AvailableBuffer(), sum.sum()))
	return nil
}

// band deflates rows to e.out, and returns a copy.
func (e *encoder) band(p *image.Paletted, r image.Rectangle) (*band, error) {
	size := p.Bounds().Size()
	z, err := e.deflater(size.X * size.Y)
	if err != nil {
		return nil, err
	}
	start, filter, b := e.out.Len(), [...]byte{pngFilterNone}, new(band)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := p.PixOffset(r.Min.X, y)
		for _, part := range [...][]byte{filter[:], p.Pix[from : from+r.Dx()]} {
			b.rows.add(part)
			if _, err := z.Write(part); err != nil {
				return nil, err
			}
		}
	}
	if err := z.Flush(); err != nil {
		return nil, err
	}
	b.bytes, b.deflated = r.Dy()*(r.Dx()+1), bytes.Clone(e.out.Bytes()[start:])
	return b, nil
}

// deflater is ready to write a part of a picture of so many pixels to e.out.
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

// begin starts a chunk, whose length is not yet known, and returns where.
func (e *encoder) begin(kind string) (start int) {
	start = e.out.Len()
	e.out.WriteString("\x00\x00\x00\x00")
	e.out.WriteString(kind)
	return start
}

// end fills in the chunk's length and adds its check sum.
func (e *encoder) end(start int) {
	const head = 4 // the length, which the check sum leaves out
	chunk := e.out.Bytes()[start:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-2*head))
	sum := crc32.ChecksumIEEE(chunk[head:])
	e.out.Write(binary.BigEndian.AppendUint32(e.out.AvailableBuffer(), sum))
}
