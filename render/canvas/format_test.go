package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"strings"
	"testing"
)

// TestPNGChunks: the file is made of the chunks that the specification asks for, each with
// its length and check sum (sections 5.3 and 5.6).
func TestPNGChunks(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 300, 7), color.Palette{color.White, color.Black})
	data, err := PNG(img)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for rest := data[len(pngSignature):]; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		chunk := rest[4 : 8+n]
		if sum := binary.BigEndian.Uint32(rest[8+n:]); sum != crc32.ChecksumIEEE(chunk) {
			t.Errorf("%s has the check sum %08x", chunk[:4], sum)
		}
		switch kind := string(chunk[:4]); kind {
		case "IHDR":
			header := []byte{0, 0, byte(img.Rect.Dx() >> 8), byte(img.Rect.Dx()), 0, 0, 0, 7, 8, 3, 0, 0, 0}
			if !bytes.Equal(chunk[4:], header) {
				t.Errorf("header % x, want % x", chunk[4:], header)
			}
		case "PLTE":
			if n != 6 {
				t.Errorf("the palette has %d bytes", n)
			}
		}
		kinds = append(kinds, string(chunk[:4]))
		rest = rest[12+n:]
	}
	if got, want := strings.Join(kinds, " "), "IHDR PLTE IDAT IEND"; got != want {
		t.Errorf("chunks %s, want %s", got, want)
	}
}

// TestPNGDoesNotShareMemory: making the next file does not change the one before.
func TestPNGDoesNotShareMemory(t *testing.T) {
	var files [][]byte
	for i := range 4 {
		img := image.NewPaletted(image.Rect(0, 0, 30+i, 20), color.Palette{color.White, color.Gray{uint8(i)}})
		data, err := PNG(img)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
	}
	for i, data := range files {
		if got := decoded(t, data).Bounds().Dx(); got != 30+i {
			t.Errorf("file %d has become one of %d pixels", i, got)
		}
	}
}

// TestGIFPaletteMakesRoom: the transparent index is not a colour of the picture, and replaces the
// colour closest to another.
func TestGIFPaletteMakesRoom(t *testing.T) {
	model := func(n int) (p color.Palette) {
		for i := range n {
			p = append(p, color.RGBA{uint8(i), uint8(i * 5), uint8(i * 11), 0xff})
		}
		return p
	}
	for n, depth := range map[int]int{1: 1, 2: 2, 3: 2, 64: 7, 99: 7, 128: 7, 200: 8, 256: 8} {
		p := newGIFPalette(model(n))
		if p.depth != depth || len(p.table) != 3<<depth {
			t.Errorf("%d colours: depth %d and %d bytes, want depth %d", n, p.depth, len(p.table), depth)
		}
		for i := range n {
			if p.index[i] == p.clear {
				t.Errorf("%d colours: the see-through index shows colour %d", n, i)
			}
		}
	}
	full := model(256)
	full[17] = full[200] // nobody misses one of them
	if p := newGIFPalette(full); p.clear != 17 && p.clear != 200 {
		t.Errorf("index %d makes room, want 17 or 200", p.clear)
	} else if p.shown[17] != p.shown[200] {
		t.Error("the two are shown differently")
	}
}

func TestGather(t *testing.T) {
	blocks := [][]bool{
		{true, false, false, false},
		{false, true, false, true},
		{false, false, false, true},
	}
	if got := component(blocks, image.Pt(0, 0)); got != image.Rect(0, 0, 2, 2) {
		t.Errorf("what touches at a corner: %v", got)
	}
	if got := component(blocks, image.Pt(1, 1)); !got.Empty() {
		t.Errorf("gathered again: %v", got)
	}
	if got := component(blocks, image.Pt(3, 2)); got != image.Rect(3, 1, 4, 3) {
		t.Errorf("the other: %v", got)
	}
}

func TestMergeParts(t *testing.T) {
	far := []image.Rectangle{image.Rect(0, 0, 2, 2), image.Rect(50, 0, 52, 2), image.Rect(0, 50, 2, 52)}
	near := []image.Rectangle{image.Rect(0, 0, 2, 2), image.Rect(3, 0, 5, 2)}
	for _, tt := range []struct {
		name  string
		parts []image.Rectangle
		most  int
		want  int
	}{
		{"far apart", far, 6, 3},
		{"far apart, but too many", far, 2, 2},
		{"one alone is allowed", far, 1, 1},
		{"near each other", near, 6, 1},
		{"none", nil, 6, 0},
	} {
		got := mergeParts(append([]image.Rectangle(nil), tt.parts...), tt.most)
		if len(got) != tt.want {
			t.Errorf("%s: %v, want %d", tt.name, got, tt.want)
		}
		for _, part := range tt.parts {
			held := false
			for _, r := range got {
				held = held || part.In(r)
			}
			if !held {
				t.Errorf("%s: %v is in none of %v", tt.name, part, got)
			}
		}
	}
}
