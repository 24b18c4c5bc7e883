package canvas

import (
	"bytes"
	"hash/adler32"
	"testing"

	"pgregory.net/rapid"
)

func TestAdlerEqualsTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "parts")
		got, want := newAdler(), adler32.New()
		for _, part := range parts {
			got.add(part)
			want.Write(part)
		}
		if got.sum() != want.Sum32() {
			t.Fatalf("sum = %08x, want %08x", got.sum(), want.Sum32())
		}
	})
	widest := bytes.Repeat([]byte{0xff}, 1<<24)
	got := newAdler()
	got.add(widest)
	if want := adler32.Checksum(widest); got.sum() != want {
		t.Errorf("sum of many = %08x, want %08x", got.sum(), want)
	}
}

func BenchmarkAdler(b *testing.B) {
	row := bytes.Repeat([]byte{1, 2, 3}, 400)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(row)))
		sum := newAdler()
		for b.Loop() {
			sum.add(row)
		}
	})
	b.Run("standard", func(b *testing.B) {
		b.SetBytes(int64(len(row)))
		sum := adler32.New()
		for b.Loop() {
			sum.Write(row)
		}
	})
}
