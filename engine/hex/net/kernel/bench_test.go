package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// eachPath runs a benchmark on every path; see eachSize.
func eachPath(b *testing.B, prepare func(size Size) (call func(), work int)) {
	for path := range EachPath {
		eachSize(b, path, prepare)
	}
}

// eachSize runs a benchmark for small to large boards. It reports billions of
// multiply-adds a second; work is how many one call does.
func eachSize(b *testing.B, path string, prepare func(size Size) (call func(), work int)) {
	for _, n := range []int{5, 8, 11, 14, 19} {
		b.Run(fmt.Sprintf("%s/%d", path, n), func(b *testing.B) {
			call, work := prepare(Square(n))
			for b.Loop() {
				call()
			}
			b.ReportMetric(float64(work)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
		})
	}
}

func BenchmarkConv(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPath(b, func(size Size) (func(), int) {
		in, out := planes(rng, size, Channels), planes(rng, size, Channels)
		w, bias := weights(rng, Taps*Channels*Channels), weights(rng, Channels)
		return func() { Conv(out, in, w, bias, nil, Channels, size, true) }, size.Cells() * Taps * Channels * Channels
	})
}

func BenchmarkFilter(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPath(b, func(size Size) (func(), int) {
		f := NewFilter(randomLayer(rng, Channels, Channels, 0.1))
		in, out := activations(rng, size, Channels), make([]int16, size.Planes()*Channels)
		return func() { f.Conv(out, in, nil, nil, size) }, size.Cells() * Taps * Channels * Channels
	})
}

func BenchmarkConvGrad(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPath(b, func(size Size) (func(), int) {
		in, dout := planes(rng, size, Channels), planes(rng, size, Channels)
		dw := weights(rng, Taps*Channels*Channels)
		return func() { ConvGrad(dw, in, dout, Channels, size) }, size.Cells() * Taps * Channels * Channels
	})
}

func BenchmarkPool(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPath(b, func(size Size) (func(), int) {
		in, mean, largest := planes(rng, size, Channels), make([]float32, Channels), make([]float32, Channels)
		return func() { Pool(mean, largest, in, size) }, size.Cells() * Channels
	})
}

func BenchmarkConvHalf(b *testing.B) {
	if !HasHalf() {
		b.Skip("no half numbers")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	eachSize(b, Path(), func(size Size) (func(), int) {
		c := NewConvolver(size, true)
		in, out := planes(rng, size, Channels), planes(rng, size, Channels)
		f, bias := NewHalfFilter(weights(rng, Taps*Channels*Channels), true), weights(rng, Channels)
		return func() { c.Conv(out, in, f, bias, nil, true) }, size.Cells() * Taps * Channels * Channels
	})
}

func BenchmarkConvGradHalf(b *testing.B) {
	if !HasHalf() {
		b.Skip("no half numbers")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	eachSize(b, Path(), func(size Size) (func(), int) {
		c := NewConvolver(size, true)
		in, dout, dw := planes(rng, size, Channels), make([]float32, size.Planes()*Channels), weights(rng, Taps*Channels*Channels)
		return func() { c.ConvGrad(dw, in, dout) }, size.Cells() * Taps * Channels * Channels
	})
}
