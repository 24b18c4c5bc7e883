package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// rounded returns s as Halve rounds it, by way of HalveWeights' rounding.
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
	forEachPath(t, func(t *testing.T) {
		if !HasHalf() {
			t.Skip("no half numbers")
		}
		rng := rand.New(rand.NewPCG(7, 8))
		from := weights(rng, 3*Channels)
		to := make([]uint32, len(from)/2)
		Halve(to, from)
		for i, pair := range to {
			if want := half(from[2*i]) | half(from[2*i+1])<<16; pair != want {
				t.Errorf("pair %d of %g and %g is %#x, want %#x", i, from[2*i], from[2*i+1], pair, want)
			}
		}
	})
}

func TestConvHalf(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		if !HasHalf() {
			t.Skip("no half numbers")
		}
		rng := rand.New(rand.NewPCG(9, 10))
		for n := 1; n <= 24; n++ {
			for _, cin := range []int{8, 32} {
				in, w := planes(rng, n, cin), weights(rng, Taps*cin*Channels)
				bias, add, out := weights(rng, Channels), planes(rng, n, Channels), planes(rng, n, Channels)
				halves := make([]uint32, len(in)/2)
				for i := range halves {
					halves[i] = half(in[2*i]) | half(in[2*i+1])<<16
				}
				for _, relu := range []bool{false, true} {
					want, scale := plainConv(out, rounded(in), rounded(w), bias, add, cin, n, relu)
					ConvHalf(out, halves, HalveWeights(w, cin), bias, add, cin, n, relu)
					same(t, fmt.Sprintf("size %d, %d channels, relu %t", n, cin, relu), out, want, scale)
				}
			}
		}
	})
}

func TestConvGradHalf(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		if !HasHalf() {
			t.Skip("no half numbers")
		}
		rng := rand.New(rand.NewPCG(11, 12))
		for n := 1; n <= 24; n++ {
			in, dout := planes(rng, n, Channels), make([]float32, Cells(n)*Channels)
			inner(n, func(cell int) { copy(dout[cell*Channels:], weights(rng, Channels)) })
			inPairs, outPairs := make([]uint32, len(in)), make([]uint32, len(dout))
			HalvePairs(inPairs, in, n)
			HalvePairs(outPairs, dout, n)
			dw := weights(rng, Taps*Channels*Channels)
			want, scale := plainGrad(dw, rounded(in), rounded(dout), Channels, n)
			ConvGradHalf(dw, inPairs, outPairs, n)
			same(t, fmt.Sprintf("size %d", n), dw, want, scale)
		}
	})
}
