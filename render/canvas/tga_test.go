package canvas

import (
	"encoding/binary"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// readTGA reads the output of tga by the specification.
func readTGA(t *testing.T, data []byte) *image.RGBA {
	t.Helper()
	width, height := int(binary.LittleEndian.Uint16(data[12:])), int(binary.LittleEndian.Uint16(data[14:]))
	if data[0] != 0 || data[1] != 0 || data[2] != 10 || data[16] != 24 || data[17]&0x20 == 0 {
		t.Fatalf("header % x", data[:18])
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	rest, i := data[18:], 0
	put := func(p []byte) {
		img.SetRGBA(i%width, i/width, color.RGBA{p[2], p[1], p[0], 0xff})
		i++
	}
	for i < width*height {
		n := int(rest[0]&0x7f) + 1
		if rest[0]&0x80 != 0 {
			for range n {
				put(rest[1:4])
			}
			rest = rest[4:]
			continue
		}
		for k := range n {
			put(rest[1+3*k:])
		}
		rest = rest[1+3*n:]
	}
	if string(rest[8:]) != "TRUEVISION-XFILE.\x00" {
		t.Errorf("the file ends in %q", rest)
	}
	return img
}

func TestTGAComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, colours := range []int{1, 2, 5, 256} {
		for _, width := range []int{1, 2, 127, 128, 129, 300} {
			img := image.NewPaletted(image.Rect(0, 0, width, 7), nil)
			for i := range colours {
				img.Palette = append(img.Palette, color.RGBA{uint8(i), uint8(3 * i), uint8(7 * i), 0xff})
			}
			for i := range img.Pix {
				img.Pix[i] = uint8(r.IntN(colours))
			}
			data, err := tga(img)
			if err != nil {
				t.Fatal(err)
			}
			got := readTGA(t, data)
			if !samePixels(got, img) {
				t.Errorf("%d colours, width %d: the picture comes back changed", colours, width)
			}
		}
	}
}
