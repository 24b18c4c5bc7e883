package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// eachPathAndSize runs a benchmark on every path for small to large boards. It reports
// billions of multiply-adds a second if work returns how many one call does.
func eachPathAndSize(b *testing.B, prepare func(n int) (call func(), work int), names ...string) {
	defer func(start string) { _ = Use(start) }(Path())
	if names == nil {
		names = Paths()
	}
	for _, name := range names {
		_ = Use(name)
		for _, n := range []int{5, 8, 11, 14, 19} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				call, work := prepare(n)
				for b.Loop() {
					call()
				}
				b.ReportMetric(float64(work)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
			})
		}
	}
}

func BenchmarkConv(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPathAndSize(b, func(n int) (func(), int) {
		in, out := planes(rng, n, Channels), planes(rng, n, Channels)
		w, bias := weights(rng, Taps*Channels*Channels), weights(rng, Channels)
		return func() { Conv(out, in, w, bias, nil, Channels, n, true) }, n * n * Taps * Channels * Channels
	})
}

func BenchmarkConvGrad(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPathAndSize(b, func(n int) (func(), int) {
		in, dout := planes(rng, n, Channels), planes(rng, n, Channels)
		dw := weights(rng, Taps*Channels*Channels)
		return func() { ConvGrad(dw, in, dout, Channels, n) }, n * n * Taps * Channels * Channels
	})
}

func BenchmarkPool(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachPathAndSize(b, func(n int) (func(), int) {
		in, mean, largest := planes(rng, n, Channels), make([]float32, Channels), make([]float32, Channels)
		return func() { Pool(mean, largest, in, n) }, n * n * Channels
	})
}

// eachSize is eachPathAndSize for half numbers, on the fastest path.
func eachSize(b *testing.B, prepare func(n int) (call func(), work int)) {
	if !HasHalf() {
		b.Skip("no half numbers")
	}
	eachPathAndSize(b, prepare, Path())
}

func BenchmarkConvHalf(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachSize(b, func(n int) (func(), int) {
		in, out := planes(rng, n, Channels), planes(rng, n, Channels)
		w, bias := HalveWeights(weights(rng, Taps*Channels*Channels), Channels), weights(rng, Channels)
		halves := make([]uint32, len(in)/2)
		return func() {
			Halve(halves, in)
			ConvHalf(out, halves, w, bias, nil, Channels, n, true)
		}, n * n * Taps * Channels * Channels
	})
}

func BenchmarkConvGradHalf(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	eachSize(b, func(n int) (func(), int) {
		in, dout := planes(rng, n, Channels), make([]float32, Cells(n)*Channels)
		dw := weights(rng, Taps*Channels*Channels)
		inPairs, outPairs := make([]uint32, len(in)), make([]uint32, len(dout))
		return func() {
			HalvePairs(inPairs, in, n)
			HalvePairs(outPairs, dout, n)
			ConvGradHalf(dw, inPairs, outPairs, n)
		}, n * n * Taps * Channels * Channels
	})
}
