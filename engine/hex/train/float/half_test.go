package float

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// rounded returns s rounded to half numbers.
func rounded(s []float32) []float32 {
	to := make([]float32, len(s))
	for i, v := range s {
		to[i] = math.Float32frombits(half(v) << 16)
	}
	return to
}

func TestHalf(t *testing.T) {
	for v, want := range map[float32]uint32{
		0: 0, 1: 0x3f80, -2: 0xc000,
		1 + 1.0/256: 0x3f80, 1 + 3.0/256: 0x3f82, // to even
		1 + 1.1/256: 0x3f81,
		2 - 1.0/512: 0x4000,
	} {
		if got := half(v); got != want {
			t.Errorf("half(%g) is %#x, want %#x", v, got, want)
		}
	}
}

func TestHalve(t *testing.T) {
	for path := range eachPath {
		if !HasHalf() {
			continue
		}
		rng := rand.New(rand.NewPCG(7, 8))
		from := weights(rng, 3*channels)
		to := make([]uint32, len(from)/2)
		current.half.halve(&to[0], &from[0], len(from)/channels)
		for i, pair := range to {
			if want := half(from[2*i]) | half(from[2*i+1])<<16; pair != want {
				t.Errorf("%s: pair %d of %g and %g is %#x, want %#x", path, i, from[2*i], from[2*i+1], pair, want)
			}
		}
	}
}

func TestConvolver(t *testing.T) {
	for path := range eachPath {
		testConvolver(t, path, false, func(s []float32) []float32 { return s })
		if HasHalf() {
			testConvolver(t, path+", half", true, rounded)
		}
	}
}

// testConvolver compares with the plain convolution and gradient of what round makes of
// inputs and weights.
func testConvolver(t *testing.T, path string, halves bool, round func([]float32) []float32) {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 10))
	for _, size := range sizes {
		c := NewConvolver(size, halves)
		in, w := planes(rng, size, channels), make([]float32, taps*channels*channels)
		bias, add, out := weights(rng, channels), planes(rng, size, channels), planes(rng, size, channels)
		f := NewHalfFilter(w, halves)
		copy(w, weights(rng, len(w)))
		f.Follow()
		for _, relu := range []bool{false, true} {
			want, scale := plainConv(out, round(in), round(w), bias, add, channels, size, relu)
			c.Conv(out, in, f, bias, add, relu)
			same(t, fmt.Sprintf("%s, size %v, relu %t", path, size, relu), out, want, scale)
		}
		want, scale := plainConv(out, round(in), round(w), nil, nil, channels, size, false)
		c.Conv(out, in, f, nil, nil, false)
		same(t, fmt.Sprintf("%s, size %v, no bias", path, size), out, want, scale)

		dout := make([]float32, size.Planes()*channels)
		inner(size, func(cell int) { copy(dout[cell*channels:], weights(rng, channels)) })
		want, scale = plainGrad(w, round(in), round(dout), channels, size)
		c.ConvGrad(w, in, dout)
		same(t, fmt.Sprintf("%s, gradient, size %v", path, size), w, want, scale)
	}
}
