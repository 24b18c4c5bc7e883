package canvas

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
)

// ErrFormat is returned for a format that the package does not write.
var ErrFormat = errors.New("canvas: unknown format")

// As returns the picture in the format of a file extension such as ".png".
func As(ending string, p *image.Paletted) ([]byte, error) {
	switch ending {
	case ".png":
		return PNG(p)
	case ".tga":
		return tga(p)
	default:
		return nil, fmt.Errorf("%w: %q", ErrFormat, ending)
	}
}

// Parts of a TGA file (Truevision TGA file format specification, version 2.0).
const (
	tgaRunLength  = 10 // true colour, run-length encoded
	tgaDepth      = 24
	tgaTopLeft    = 0x20 // origin in the upper left corner
	tgaRun        = 0x80 // marks a run of equal pixels
	tgaMost       = 128  // pixels in a packet
	tgaFooter     = "TRUEVISION-XFILE.\x00"
	mostTGASide   = 1<<16 - 1
	tgaHeaderSize = 18
)

// tga returns the picture as a run-length encoded TGA file in true colour, without transparency.
func tga(p *image.Paletted) ([]byte, error) {
	width, height := p.Rect.Dx(), p.Rect.Dy()
	if width <= 0 || height <= 0 || width > mostTGASide || height > mostTGASide {
		return nil, fmt.Errorf("encode picture: TGA has no size %v", p.Rect.Size())
	}
	var out bytes.Buffer
	header := make([]byte, tgaHeaderSize)
	header[2] = tgaRunLength
	binary.LittleEndian.PutUint16(header[12:], uint16(width))
	binary.LittleEndian.PutUint16(header[14:], uint16(height))
	header[16], header[17] = tgaDepth, tgaTopLeft
	out.Write(header)
	row := make([][3]byte, width)
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
		for x, index := range rowOf(p, y) {
			r, g, b, _ := p.Palette[index].RGBA()
			row[x] = [3]byte{byte(b >> 8), byte(g >> 8), byte(r >> 8)}
		}
		tgaRow(&out, row)
	}
	out.Write(make([]byte, 8)) // no extension area and no developer area
	out.WriteString(tgaFooter)
	return out.Bytes(), nil
}

func tgaRow(out *bytes.Buffer, row [][3]byte) {
	for len(row) > 0 {
		run := 1
		for run < min(len(row), tgaMost) && row[run] == row[0] {
			run++
		}
		if run > 1 {
			out.WriteByte(tgaRun | byte(run-1))
			out.Write(row[0][:])
			row = row[run:]
			continue
		}
		for run < min(len(row), tgaMost) && (run+1 >= len(row) || row[run] != row[run+1]) {
			run++
		}
		out.WriteByte(byte(run - 1))
		for _, pixel := range row[:run] {
			out.Write(pixel[:])
		}
		row = row[run:]
	}
}
