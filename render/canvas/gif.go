package canvas

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"
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
	z        lzw.Writer
	row      []byte
}

// Add appends a frame, of the same size as the others, with its delay. The picture must not change
// until the next call.
func (w *Film) Add(p *image.Paletted, delay time.Duration) error {
	if p.Rect.Empty() || len(p.Palette) == 0 || len(p.Palette) > MaxColours {
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
	w.z.Reset(&w.codes, lzw.LSB, depth)
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
	for data := range slices.Chunk(w.codes.Bytes(), gifBlock) {
		w.out.WriteByte(byte(len(data)))
		w.out.Write(data)
	}
	w.out.WriteByte(0)
	return nil
}

// partBlock is the side in pixels of the squares in which frames are compared; adjacent squares
// form a part. partCost is the cost of a part in bytes and time, expressed as an area in pixels.
const (
	partBlock = 8
	partCost  = 1200
	mostParts = 6
)

// changed returns between 1 and most rectangles that cover all differences from the previous frame.
// Without a difference it returns one pixel.
func (w *Film) changed(p *image.Paletted, colours *gifPalette, most int) []image.Rectangle {
	blocks := w.changedBlocks(p, colours)
	var parts []image.Rectangle
	for y, row := range blocks {
		for x := range row {
			if r := component(blocks, image.Pt(x, y)); !r.Empty() {
				parts = append(parts, r)
			}
		}
	}
	parts = mergeParts(parts, max(1, min(most, mostParts)))
	for i, r := range parts {
		r = image.Rectangle{r.Min.Mul(partBlock), r.Max.Mul(partBlock)}
		parts[i] = r.Add(p.Rect.Min).Intersect(p.Rect)
	}
	if parts == nil {
		return []image.Rectangle{{p.Rect.Min, p.Rect.Min.Add(image.Pt(1, 1))}}
	}
	return parts
}

// changedBlocks reports for each block, by row and column, whether it differs from the previous frame.
func (w *Film) changedBlocks(p *image.Paletted, colours *gifPalette) [][]bool {
	before, size := w.paletteOf(w.last), p.Rect.Size()
	blocks := make([][]bool, (size.Y+partBlock-1)/partBlock)
	for y := range size.Y {
		if y%partBlock == 0 {
			blocks[y/partBlock] = make([]bool, (size.X+partBlock-1)/partBlock)
		}
		now, then := rowOf(p, p.Rect.Min.Y+y), rowOf(w.last, p.Rect.Min.Y+y)
		if before == colours && bytes.Equal(now, then) {
			continue
		}
		for x := range now {
			if colours.shown[now[x]] != before.shown[then[x]] {
				blocks[y/partBlock][x/partBlock] = true
			}
		}
	}
	return blocks
}

// component clears a block and all marked blocks connected to it, and returns their bounding
// rectangle, which is empty if the block is not marked.
func component(blocks [][]bool, from image.Point) (r image.Rectangle) {
	within := image.Rect(0, 0, len(blocks[0]), len(blocks))
	for todo := []image.Point{from}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !at.In(within) || !blocks[at.Y][at.X] {
			continue
		}
		blocks[at.Y][at.X] = false
		r = r.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		for i := range 9 {
			todo = append(todo, at.Add(image.Pt(i%3-1, i/3-1)))
		}
	}
	return r
}

// mergeParts merges rectangles, always the two whose union adds the least area, until there are at
// most so many and each is worth its cost. The rectangles are in blocks.
func mergeParts(parts []image.Rectangle, most int) []image.Rectangle {
	for len(parts) > 1 {
		a, b, least := 0, 0, 1<<60
		for i := range parts {
			for j := range i {
				if grows := area(parts[i].Union(parts[j])) - area(parts[i]) - area(parts[j]); grows < least {
					a, b, least = j, i, grows
				}
			}
		}
		if len(parts) <= most && least*partBlock*partBlock > partCost {
			break
		}
		parts[a] = parts[a].Union(parts[b])
		parts = slices.Delete(parts, b, b+1)
	}
	return parts
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
