package float

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// onEachPath runs a benchmark on every path; see eachSize.
func onEachPath(b *testing.B, prepare func(size kernel.Size) (call func(), work int)) {
	for path := range eachPath {
		eachSize(b, path, prepare)
	}
}

// eachSize runs a benchmark for small to large boards. It reports billions of
// multiply-adds a second; work is how many one call does.
func eachSize(b *testing.B, path string, prepare func(size kernel.Size) (call func(), work int)) {
	for _, n := range []int{5, 8, 11, 14, 19} {
		b.Run(fmt.Sprintf("%s/%d", path, n), func(b *testing.B) {
			call, work := prepare(kernel.Square(n))
			for b.Loop() {
				call()
			}
			b.ReportMetric(float64(work)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
		})
	}
}

func BenchmarkConv(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	onEachPath(b, func(size kernel.Size) (func(), int) {
		in, out := planes(rng, size, channels), planes(rng, size, channels)
		w, bias := weights(rng, taps*channels*channels), weights(rng, channels)
		return func() { Conv(out, in, w, bias, nil, channels, size, true) }, size.Cells() * taps * channels * channels
	})
}

func BenchmarkConvGrad(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	onEachPath(b, func(size kernel.Size) (func(), int) {
		in, dout := planes(rng, size, channels), planes(rng, size, channels)
		dw := weights(rng, taps*channels*channels)
		return func() { ConvGrad(dw, in, dout, channels, size) }, size.Cells() * taps * channels * channels
	})
}

func BenchmarkPool(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	onEachPath(b, func(size kernel.Size) (func(), int) {
		in, mean, largest := planes(rng, size, channels), make([]float32, channels), make([]float32, channels)
		return func() { Pool(mean, largest, in, size) }, size.Cells() * channels
	})
}

func BenchmarkConvHalf(b *testing.B) {
	if !HasHalf() {
		b.Skip("no half numbers")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	eachSize(b, Path(), func(size kernel.Size) (func(), int) {
		c := NewConvolver(size, true)
		in, out := planes(rng, size, channels), planes(rng, size, channels)
		f, bias := NewHalfFilter(weights(rng, taps*channels*channels), true), weights(rng, channels)
		return func() { c.Conv(out, in, f, bias, nil, true) }, size.Cells() * taps * channels * channels
	})
}

func BenchmarkConvGradHalf(b *testing.B) {
	if !HasHalf() {
		b.Skip("no half numbers")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	eachSize(b, Path(), func(size kernel.Size) (func(), int) {
		c := NewConvolver(size, true)
		in, dout, dw := planes(rng, size, channels), make([]float32, size.Planes()*channels), weights(rng, taps*channels*channels)
		return func() { c.ConvGrad(dw, in, dout) }, size.Cells() * taps * channels * channels
	})
}
