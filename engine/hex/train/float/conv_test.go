package float

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// sizes cover rows of every width of one and two tiles, on boards with equal and unequal sides: low
// ones, with SIXFOLD_LONG=1 more.
var sizes = func() []kernel.Size {
	all := []kernel.Size{kernel.Square(4), kernel.Square(9), {Width: 19, Height: 3}, {Width: 3, Height: 19}}
	for n := 1; n <= 15; n++ {
		all = append(all, kernel.Size{Width: n, Height: 1 + n*7%4})
		if enginetest.Long() {
			all = append(all, kernel.Square(n), kernel.Size{Width: n, Height: 1 + n*7%15})
		}
	}
	return all
}()

// planes returns random planes with a ring that is not 0; a third of the cells are.
func planes(rng *rand.Rand, size kernel.Size, c int) []float32 {
	s := make([]float32, size.Planes()*c)
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
func inner(size kernel.Size, visit func(cell int)) {
	for row := range size.Height {
		for col := range size.Width {
			visit((row+1)*(size.Width+2) + col + 1)
		}
	}
}

// eachTap calls visit for every tap with the cell that it leads to.
func eachTap(size kernel.Size, cell int, visit func(tap, to int)) {
	for tap, step := range kernel.Steps {
		visit(tap, cell+step[1]*(size.Width+2)+step[0])
	}
}

// plainConv is the definition of Conv, in float64.
func plainConv(out, in, w, bias, add []float32, cin int, size kernel.Size, relu bool) (want, scale []float64) {
	want, scale = make([]float64, len(out)), make([]float64, len(out))
	for i, v := range out {
		want[i] = float64(v)
	}
	inner(size, func(cell int) {
		for o := range channels {
			var sum, most float64
			plus := func(v float64) { sum += v; most += math.Abs(v) }
			if bias != nil {
				plus(float64(bias[o]))
			}
			if add != nil {
				plus(float64(add[cell*channels+o]))
			}
			eachTap(size, cell, func(tap, to int) {
				for i := range cin {
					plus(float64(in[to*cin+i]) * float64(w[(tap*cin+i)*channels+o]))
				}
			})
			if relu {
				sum = max(sum, 0)
			}
			want[cell*channels+o], scale[cell*channels+o] = sum, most
		}
	})
	return want, scale
}

func TestConv(t *testing.T) {
	for path := range eachPath {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, size := range sizes {
			for _, cin := range []int{8, 32} {
				in, w := planes(rng, size, cin), weights(rng, taps*cin*channels)
				bias, add := weights(rng, channels), planes(rng, size, channels)
				for _, relu := range []bool{false, true} {
					what := fmt.Sprintf("%s, size %v, %d channels, relu %t", path, size, cin, relu)
					out := planes(rng, size, channels)
					want, scale := plainConv(out, in, w, bias, nil, cin, size, relu)
					Conv(out, in, w, bias, nil, cin, size, relu)
					same(t, what, out, want, scale)

					want, scale = plainConv(out, in, w, nil, add, cin, size, relu)
					Conv(out, in, w, nil, add, cin, size, relu)
					same(t, what+", plus", out, want, scale)

					want, scale = plainConv(out, in, w, bias, out, cin, size, relu)
					Conv(out, in, w, bias, out, cin, size, relu)
					same(t, what+", plus itself", out, want, scale)
				}
			}
		}
	}
}

// plainGrad is the definition of ConvGrad, in float64.
func plainGrad(dw, in, dout []float32, cin int, size kernel.Size) (want, scale []float64) {
	want, scale = make([]float64, len(dw)), make([]float64, len(dw))
	for i, v := range dw {
		want[i] = float64(v)
	}
	inner(size, func(cell int) {
		eachTap(size, cell, func(tap, to int) {
			for i := range cin {
				for o := range channels {
					v := float64(in[to*cin+i]) * float64(dout[cell*channels+o])
					want[(tap*cin+i)*channels+o] += v
					scale[(tap*cin+i)*channels+o] += math.Abs(v)
				}
			}
		})
	})
	return want, scale
}

func TestConvGrad(t *testing.T) {
	for path := range eachPath {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, size := range sizes {
			for _, cin := range []int{8, 32} {
				in, dout := planes(rng, size, cin), planes(rng, size, channels)
				dw := weights(rng, taps*cin*channels)
				want, scale := plainGrad(dw, in, dout, cin, size)
				ConvGrad(dw, in, dout, cin, size)
				same(t, fmt.Sprintf("%s, size %v, %d channels", path, size, cin), dw, want, scale)
			}
		}
	}
}

func TestPool(t *testing.T) {
	for path := range eachPath {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, size := range sizes {
			in := planes(rng, size, channels)
			if size.Width%2 == 0 { // all below 0, so that a maximum that begins at 0 is seen
				for i, v := range in {
					in[i] = -1 - max(v, -v)
				}
			}
			sum, top := make([]float64, channels), slices.Repeat([]float64{math.Inf(-1)}, channels)
			inner(size, func(cell int) {
				for i, v := range in[cell*channels:][:channels] {
					sum[i] += float64(v) / float64(size.Cells())
					top[i] = max(top[i], float64(v))
				}
			})
			mean, largest := make([]float32, channels), make([]float32, channels)
			Pool(mean, largest, in, size)
			same(t, fmt.Sprintf("%s, mean, size %v", path, size), mean, sum, slices.Repeat([]float64{1}, channels))
			same(t, fmt.Sprintf("%s, max, size %v", path, size), largest, top, make([]float64, channels))
		}
	}
}

func TestRectifyGrad(t *testing.T) {
	for path := range eachPath {
		rng := rand.New(rand.NewPCG(8, 9))
		for _, size := range sizes {
			d, y := planes(rng, size, channels), planes(rng, size, channels)
			for i, v := range y {
				y[i] = max(v, 0)
			}
			mean, sum := weights(rng, channels), weights(rng, channels)
			want, wantSum := make([]float64, len(d)), make([]float64, channels)
			for i, v := range d {
				want[i] = float64(v) // the ring's stays
			}
			inner(size, func(cell int) {
				for c := range channels {
					i := cell*channels + c
					want[i] += float64(mean[c])
					if y[i] == 0 {
						want[i] = 0
					}
					wantSum[c] += want[i]
				}
			})
			RectifyGrad(d, y, mean, sum, size)
			same(t, fmt.Sprintf("%s, size %v", path, size), d, want, make([]float64, len(d)))
			same(t, fmt.Sprintf("%s, sum, size %v", path, size), sum, wantSum, slices.Repeat([]float64{float64(size.Cells())}, channels))
		}
	}
}

// eachPath yields the name of every path that this machine can run, while that is in use.
func eachPath(yield func(name string) bool) {
	defer func(before path) { current = before }(current)
	for _, p := range paths {
		current = p
		if !yield(p.name) {
			return
		}
	}
}

func TestPath(t *testing.T) {
	start := Path()
	var names []string
	for name := range eachPath {
		names = append(names, name)
	}
	if start != names[0] || names[len(names)-1] != "portable" {
		t.Errorf("%s is in use at start, and the paths are %v, want the first and portable last", start, names)
	}
}
