package search

import "math/bits"

// Rand is a small random source for rollouts: SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014). Every value is a good seed. Unlike those of math/rand,
// its methods are short enough to be inlined. It implements math/rand/v2.Source.
type Rand uint64

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1. Its bias is less than n/2³²; n must be positive and below
// 2³².
func (r *Rand) Below(n int) int {
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Float64 returns a number in [0,1).
func (r *Rand) Float64() float64 {
	return float64(r.Uint64()>>11) / (1 << 53)
}

// Draw returns an index with probability proportional to its weight.
func (r *Rand) Draw(weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	left := r.Float64() * sum
	for i, w := range weights {
		if left -= w; left < 0 {
			return i
		}
	}
	return 0
}

// Stream returns the source of one of several workers that share a seed.
func Stream(seed uint64, worker int) Rand {
	hi, lo := bits.Mul64(seed^0xa0761d6478bd642f, uint64(worker)*2+0xe7037ed1a0b428db)
	return Rand(hi ^ lo)
}
