package encode

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"time"

	"github.com/sixfold-bot/sixfold/render/quantise"
)

// Parts of a GIF file: GIF89a specification, sections 18 to 27 and appendix D, and the loop
// extension of Netscape.
const (
	gifSignature  = "GIF89a"
	gifLoop       = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00" // loops for ever
	gifControl    = "\x21\xf9\x04"
	gifImage      = 0x2c
	gifTrailer    = 0x3b
	gifKeep       = 1 << 2 // the next picture is drawn over this one
	gifSeeThrough = 1 << 0
	gifTable      = 1 << 7 // a colour table follows
	gifBlock      = 255    // bytes of a data block
	gifTick       = 10 * time.Millisecond
)

// A frame is written as parts, one after the other. Each part but the last is shown for the
// shortest delay that browsers respect, all of them for at most 1/gifPartShare of the frame's
// delay.
const (
	gifPart      = 2 * gifTick
	gifPartShare = 4
)

// Film encodes an animation that loops for ever. Each frame holds only the rectangles that differ
// from the previous frame, and the unchanged pixels in them are transparent, which saves most of
// the bytes and time. The zero value is ready for use.
type Film struct {
	out      bytes.Buffer
	last     *image.Paletted              // the previous frame; nil at first
	global   *gifPalette                  // of the first frame
	palettes map[*color.Color]*gifPalette // by their first colour
	codes    bytes.Buffer
	z        *lzw.Writer
	row      []byte
}

// Add appends a frame, of the same size as the others, with its delay. The picture must not change
// until the next call.
func (w *Film) Add(img image.Image, delay time.Duration) error {
	p := quantise.Image(img)
	if p.Rect.Empty() || len(p.Palette) == 0 || len(p.Palette) > quantise.MaxColours {
		return fmt.Errorf("a picture of %v with %d colours", p.Rect, len(p.Palette))
	}
	colours := w.paletteOf(p)
	changed := []image.Rectangle{p.Rect}
	switch {
	case w.last == nil:
		w.global = colours
		w.begin(p.Rect.Size())
	case w.last.Rect != p.Rect:
		return fmt.Errorf("it measures %v, and the one before %v", p.Rect.Size(), w.last.Rect.Size())
	default:
		changed = w.changed(p, colours, int(delay/(gifPartShare*gifPart)))
	}
	for i, r := range changed {
		stands := gifPart
		if i == len(changed)-1 {
			stands = delay - time.Duration(i)*gifPart
		}
		w.describe(r.Sub(p.Rect.Min), colours, stands)
		if err := w.pixels(p, colours, r); err != nil {
			return err
		}
	}
	w.last = p
	return nil
}

// Bytes ends the film and returns the file. Nothing can be added afterwards.
func (w *Film) Bytes() []byte {
	w.out.WriteByte(gifTrailer)
	return w.out.Bytes()
}

// begin writes what precedes the first frame. Frames that share its palette use the global table.
func (w *Film) begin(size image.Point) {
	w.out.WriteString(gifSignature)
	w.short(size.X)
	w.short(size.Y)
	w.out.Write([]byte{gifTable | byte(w.global.depth-1)<<4 | byte(w.global.depth-1), 0, 0})
	w.out.Write(w.global.table)
	w.out.WriteString(gifLoop)
}

func (w *Film) describe(r image.Rectangle, colours *gifPalette, delay time.Duration) {
	w.out.WriteString(gifControl)
	w.out.WriteByte(gifKeep | gifSeeThrough)
	w.short(int(min(max(delay, gifPart)/gifTick, 1<<16-1)))
	w.out.Write([]byte{colours.clear, 0})
	w.out.WriteByte(gifImage)
	for _, n := range []int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} {
		w.short(n)
	}
	if colours == w.global {
		w.out.WriteByte(0)
		return
	}
	w.out.WriteByte(gifTable | byte(colours.depth-1))
	w.out.Write(colours.table)
}

func (w *Film) short(n int) {
	w.out.Write(binary.LittleEndian.AppendUint16(w.out.AvailableBuffer(), uint16(n)))
}

func rowOf(p *image.Paletted, y int) []byte {
	start := p.PixOffset(p.Rect.Min.X, y)
	return p.Pix[start : start+p.Rect.Dx()]
}

func (w *Film) pixels(p *image.Paletted, colours *gifPalette, r image.Rectangle) error {
	depth := max(2, colours.depth)
	w.out.WriteByte(byte(depth))
	w.codes.Reset()
	if w.z == nil {
		w.z, _ = lzw.NewWriter(&w.codes, lzw.LSB, depth).(*lzw.Writer)
	} else {
		w.z.Reset(&w.codes, lzw.LSB, depth)
	}
	w.row = append(w.row[:0], make([]byte, r.Dx())...)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		now := rowOf(p, y)[r.Min.X-p.Rect.Min.X:]
		for i := range w.row {
			w.row[i] = colours.index[now[i]]
		}
		if w.last != nil {
			before, then := w.paletteOf(w.last), rowOf(w.last, y)[r.Min.X-p.Rect.Min.X:]
			for i := range w.row {
				if colours.shown[now[i]] == before.shown[then[i]] {
					w.row[i] = colours.clear
				}
			}
		}
		if _, err := w.z.Write(w.row); err != nil {
			return err
		}
	}
	if err := w.z.Close(); err != nil {
		return err
	}
	for data := w.codes.Bytes(); len(data) > 0; {
		n := min(len(data), gifBlock)
		w.out.WriteByte(byte(n))
		w.out.Write(data[:n])
		data = data[n:]
	}
	w.out.WriteByte(0)
	return nil
}
