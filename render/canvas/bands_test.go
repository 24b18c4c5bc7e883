package canvas

import (
	"bytes"
	"hash/adler32"
	"image"
	"image/color"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// striped is a picture in which rows and columns differ.
func striped(width, height int, seed uint64) *image.Paletted {
	p := image.NewPaletted(image.Rect(0, 0, width, height), make(color.Palette, 16))
	for i := range p.Palette {
		p.Palette[i] = color.RGBA{uint8(i), uint8(3 * i), uint8(7 * i), 0xff}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for y := range height {
		for x := range width {
			p.Pix[y*p.Stride+x] = uint8((x/5 + y/7 + r.IntN(2)) % 16)
		}
	}
	return p
}

// A picture that differs from an earlier one in some place decodes to itself whatever is cached.
func TestBandsOfAnEarlierPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := striped(rapid.IntRange(1, 60).Draw(t, "width"), rapid.IntRange(1, 5*bandRows).Draw(t, "height"), rapid.Uint64Range(0, 3).Draw(t, "seed"))
		for range 4 {
			i := rapid.IntRange(0, len(p.Pix)-1).Draw(t, "pixel")
			p.Pix[i] = (p.Pix[i] + 1) % 16
			data, err := PNG(p)
			if err != nil {
				t.Fatal(err)
			}
			if !samePixels(p, decoded(t, data)) {
				t.Fatal("the picture that comes back differs")
			}
		}
	})
}

// Cached bands make the same file as newly deflated ones, also concurrently.
func TestBandsMakeTheSameFile(t *testing.T) {
	p := striped(100, 200, 7)
	bandCache.forget()
	want, err := PNG(p)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for worker := range uint64(4) {
		group.Go(func() {
			for range 20 {
				if got, err := PNG(p); err != nil || !bytes.Equal(got, want) {
					t.Errorf("the file differs, error %v", err)
				}
				if _, err := PNG(striped(100, 200, worker)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// forget forgets all bands.
func (b *bands) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.young, b.old, b.size = nil, nil, 0
}

// Only bands that differ are deflated again.
func TestBandsAreTakenFromBefore(t *testing.T) {
	p := striped(300, 10*bandRows, 11)
	bandCache.forget()
	count := func() int { return len(bandCache.young) + len(bandCache.old) }
	for _, tt := range []struct {
		change string
		at     int
		want   int
	}{{"nothing yet", -1, 10}, {"nothing", -1, 10}, {"a pixel", 5 * bandRows * 300, 11}, {"the last pixel", len(p.Pix) - 1, 12}} {
		if tt.at >= 0 {
			p.Pix[tt.at] ^= 1
		}
		if _, err := PNG(p); err != nil {
			t.Fatal(err)
		}
		if got := count(); got != tt.want {
			t.Errorf("after %s has changed %d bands are kept, want %d", tt.change, got, tt.want)
		}
	}
}

// The cache is bounded, and used bands stay.
func TestBandsAreBounded(t *testing.T) {
	b := &bands{limit: 1000}
	used := bandKey{hash: 1}
	b.put(used, &band{deflated: make([]byte, 100)})
	for n := range uint64(500) {
		b.put(bandKey{hash: n + 2}, &band{deflated: make([]byte, 100)})
		if b.get(used) == nil {
			t.Fatalf("what is used all the time is gone after %d others", n+1)
		}
		total := 0
		for _, generation := range []map[bandKey]*band{b.young, b.old} {
			for _, kept := range generation {
				total += len(kept.deflated)
			}
		}
		if total > 2*b.limit {
			t.Fatalf("%d bytes are kept, want at most %d", total, 2*b.limit)
		}
	}
	if b.get(bandKey{hash: 2}) != nil {
		t.Error("what was never used is kept")
	}
}

// The sums of parts join to the sum of the whole.
func TestChecksumsJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		if rapid.Bool().Draw(t, "long") {
			data = bytes.Repeat(append(data, 0xff, 0xfe), 40_000)
		}
		cut := rapid.IntRange(0, len(data)).Draw(t, "cut")
		got := joined(adler32.Checksum(data[:cut]), adler32.Checksum(data[cut:]), len(data)-cut)
		if want := adler32.Checksum(data); got != want {
			t.Fatalf("joined %08x, want %08x", got, want)
		}
	})
}
