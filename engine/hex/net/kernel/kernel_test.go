package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sizes have rows of every width of a tile, and of two tiles.
var sizes = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19}

// planes returns random planes with a ring that is not 0; a third of the cells are.
func planes(rng *rand.Rand, n, c int) []float32 {
	s := make([]float32, Cells(n)*c)
	for i := range s {
		if rng.IntN(3) > 0 {
			s[i] = float32(rng.NormFloat64())
		}
	}
	return s
}

func weights(rng *rand.Rand, length int) []float32 {
	s := make([]float32, length)
	for i := range s {
		s[i] = float32(rng.NormFloat64())
	}
	return s
}

// same compares up to an error relative to the sums of magnitudes in scale.
func same(t *testing.T, what string, got []float32, want, scale []float64) {
	t.Helper()
	for i := range got {
		if diff := math.Abs(float64(got[i]) - want[i]); !(diff <= 1e-5*(1+scale[i])) {
			t.Fatalf("%s: number %d of %d is %g, want %g", what, i, len(got), got[i], want[i])
		}
	}
}

// inner calls visit for every inner cell.
func inner(n int, visit func(cell int)) {
	for row := range n {
		for col := range n {
			visit((row+1)*(n+2) + col + 1)
		}
	}
}

// eachTap calls visit for every tap with the cell that it leads to.
func eachTap(n, cell int, visit func(tap, to int)) {
	for tap, step := range Steps {
		visit(tap, cell+step[1]*(n+2)+step[0])
	}
}

// plainConv is the definition of Conv, in float64.
func plainConv(out, in, w, bias, add []float32, cin, n int, relu bool) (want, scale []float64) {
	want, scale = make([]float64, len(out)), make([]float64, len(out))
	for i, v := range out {
		want[i] = float64(v)
	}
	inner(n, func(cell int) {
		for o := range Channels {
			var sum, size float64
			plus := func(v float64) { sum += v; size += math.Abs(v) }
			if bias != nil {
				plus(float64(bias[o]))
			}
			if add != nil {
				plus(float64(add[cell*Channels+o]))
			}
			eachTap(n, cell, func(tap, to int) {
				for i := range cin {
					plus(float64(in[to*cin+i]) * float64(w[(tap*cin+i)*Channels+o]))
				}
			})
			if relu {
				sum = max(sum, 0)
			}
			want[cell*Channels+o], scale[cell*Channels+o] = sum, size
		}
	})
	return want, scale
}

func TestConv(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, n := range sizes {
			for _, cin := range []int{8, 32} {
				in, w := planes(rng, n, cin), weights(rng, Taps*cin*Channels)
				bias, add := weights(rng, Channels), planes(rng, n, Channels)
				for _, relu := range []bool{false, true} {
					what := fmt.Sprintf("%s, size %d, %d channels, relu %t", path, n, cin, relu)
					out := planes(rng, n, Channels)
					want, scale := plainConv(out, in, w, bias, nil, cin, n, relu)
					Conv(out, in, w, bias, nil, cin, n, relu)
					same(t, what, out, want, scale)

					want, scale = plainConv(out, in, w, nil, add, cin, n, relu)
					Conv(out, in, w, nil, add, cin, n, relu)
					same(t, what+", plus", out, want, scale)

					want, scale = plainConv(out, in, w, bias, out, cin, n, relu)
					Conv(out, in, w, bias, out, cin, n, relu)
					same(t, what+", plus itself", out, want, scale)
				}
			}
		}
	}
}

// plainGrad is the definition of ConvGrad, in float64.
func plainGrad(dw, in, dout []float32, cin, n int) (want, scale []float64) {
	want, scale = make([]float64, len(dw)), make([]float64, len(dw))
	for i, v := range dw {
		want[i] = float64(v)
	}
	inner(n, func(cell int) {
		eachTap(n, cell, func(tap, to int) {
			for i := range cin {
				for o := range Channels {
					v := float64(in[to*cin+i]) * float64(dout[cell*Channels+o])
					want[(tap*cin+i)*Channels+o] += v
					scale[(tap*cin+i)*Channels+o] += math.Abs(v)
				}
			}
		})
	})
	return want, scale
}

func TestConvGrad(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, n := range sizes {
			for _, cin := range []int{8, 32} {
				in, dout := planes(rng, n, cin), planes(rng, n, Channels)
				dw := weights(rng, Taps*cin*Channels)
				want, scale := plainGrad(dw, in, dout, cin, n)
				ConvGrad(dw, in, dout, cin, n)
				same(t, fmt.Sprintf("%s, size %d, %d channels", path, n, cin), dw, want, scale)
			}
		}
	}
}

func TestPool(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, n := range sizes {
			in := planes(rng, n, Channels)
			if n%2 == 0 { // all below 0, so that a maximum that begins at 0 is seen
				for i, v := range in {
					in[i] = -1 - max(v, -v)
				}
			}
			sum, top := make([]float64, Channels), slices.Repeat([]float64{math.Inf(-1)}, Channels)
			inner(n, func(cell int) {
				for i, v := range in[cell*Channels:][:Channels] {
					sum[i] += float64(v) / float64(n*n)
					top[i] = max(top[i], float64(v))
				}
			})
			mean, largest := make([]float32, Channels), make([]float32, Channels)
			Pool(mean, largest, in, n)
			same(t, fmt.Sprintf("%s, mean, size %d", path, n), mean, sum, slices.Repeat([]float64{1}, Channels))
			same(t, fmt.Sprintf("%s, max, size %d", path, n), largest, top, make([]float64, Channels))
		}
	}
}

func TestRectifyGrad(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(8, 9))
		for _, n := range sizes {
			d, y := planes(rng, n, Channels), planes(rng, n, Channels)
			for i, v := range y {
				y[i] = max(v, 0)
			}
			mean, sum := weights(rng, Channels), weights(rng, Channels)
			want, wantSum := make([]float64, len(d)), make([]float64, Channels)
			for i, v := range d {
				want[i] = float64(v) // the ring's stays
			}
			inner(n, func(cell int) {
				for c := range Channels {
					i := cell*Channels + c
					want[i] += float64(mean[c])
					if y[i] == 0 {
						want[i] = 0
					}
					wantSum[c] += want[i]
				}
			})
			RectifyGrad(d, y, mean, sum, n)
			same(t, fmt.Sprintf("%s, size %d", path, n), d, want, make([]float64, len(d)))
			same(t, fmt.Sprintf("%s, sum, size %d", path, n), sum, wantSum, slices.Repeat([]float64{float64(n * n)}, Channels))
		}
	}
}

func TestAffine(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(6, 7))
		for _, inputs := range []int{4, 32, 64} {
			in, w, bias := weights(rng, inputs), weights(rng, inputs*Channels), weights(rng, Channels)
			want, scale := make([]float64, Channels), make([]float64, Channels)
			for o := range want {
				want[o] = float64(bias[o])
				for i, a := range in {
					v := float64(a) * float64(w[i*Channels+o])
					want[o], scale[o] = want[o]+v, scale[o]+math.Abs(v)
				}
			}
			Affine(bias, in, w, bias)
			same(t, fmt.Sprintf("%s, %d inputs", path, inputs), bias, want, scale)
		}
	}
}

func TestOpposite(t *testing.T) {
	for tap, step := range Steps {
		back := Steps[Opposite(tap)]
		if step[0]+back[0] != 0 || step[1]+back[1] != 0 {
			t.Errorf("tap %d is %v, its opposite %d is %v", tap, step, Opposite(tap), back)
		}
	}
}

func TestEachPath(t *testing.T) {
	start := Path()
	var names []string
	for name := range EachPath {
		if Path() != name {
			t.Errorf("%s is in use, want %s", Path(), name)
		}
		names = append(names, name)
	}
	if start != names[0] || names[len(names)-1] != "portable" {
		t.Errorf("%s is in use at start, and the paths are %v, want the first and portable last", start, names)
	}
	for range EachPath {
		break
	}
	if Path() != start {
		t.Errorf("%s is in use afterwards, want %s", Path(), start)
	}
}
