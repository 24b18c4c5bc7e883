package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// sizes have rows of every width of a tile, and of two tiles, on boards as wide as high
// and on others: usually on low ones, with SIXFOLD_LONG=1 on more.
var sizes = func() []Size {
	all := []Size{Square(4), Square(9), {19, 3}, {3, 19}}
	for n := 1; n <= 15; n++ {
		all = append(all, Size{n, 1 + n*7%4})
		if enginetest.Long() {
			all = append(all, Square(n), Size{n, 1 + n*7%15})
		}
	}
	return all
}()

// planes returns random planes with a ring that is not 0; a third of the cells are.
func planes(rng *rand.Rand, size Size, c int) []float32 {
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
func inner(size Size, visit func(cell int)) {
	for row := range size.Height {
		for col := range size.Width {
			visit((row+1)*(size.Width+2) + col + 1)
		}
	}
}

// eachTap calls visit for every tap with the cell that it leads to.
func eachTap(size Size, cell int, visit func(tap, to int)) {
	for tap, step := range Steps {
		visit(tap, cell+step[1]*(size.Width+2)+step[0])
	}
}

// plainConv is the definition of Conv, in float64.
func plainConv(out, in, w, bias, add []float32, cin int, size Size, relu bool) (want, scale []float64) {
	want, scale = make([]float64, len(out)), make([]float64, len(out))
	for i, v := range out {
		want[i] = float64(v)
	}
	inner(size, func(cell int) {
		for o := range Channels {
			var sum, most float64
			plus := func(v float64) { sum += v; most += math.Abs(v) }
			if bias != nil {
				plus(float64(bias[o]))
			}
			if add != nil {
				plus(float64(add[cell*Channels+o]))
			}
			eachTap(size, cell, func(tap, to int) {
				for i := range cin {
					plus(float64(in[to*cin+i]) * float64(w[(tap*cin+i)*Channels+o]))
				}
			})
			if relu {
				sum = max(sum, 0)
			}
			want[cell*Channels+o], scale[cell*Channels+o] = sum, most
		}
	})
	return want, scale
}

func TestConv(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, size := range sizes {
			for _, cin := range []int{8, 32} {
				in, w := planes(rng, size, cin), weights(rng, Taps*cin*Channels)
				bias, add := weights(rng, Channels), planes(rng, size, Channels)
				for _, relu := range []bool{false, true} {
					what := fmt.Sprintf("%s, size %v, %d channels, relu %t", path, size, cin, relu)
					out := planes(rng, size, Channels)
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
func plainGrad(dw, in, dout []float32, cin int, size Size) (want, scale []float64) {
	want, scale = make([]float64, len(dw)), make([]float64, len(dw))
	for i, v := range dw {
		want[i] = float64(v)
	}
	inner(size, func(cell int) {
		eachTap(size, cell, func(tap, to int) {
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
		for _, size := range sizes {
			for _, cin := range []int{8, 32} {
				in, dout := planes(rng, size, cin), planes(rng, size, Channels)
				dw := weights(rng, Taps*cin*Channels)
				want, scale := plainGrad(dw, in, dout, cin, size)
				ConvGrad(dw, in, dout, cin, size)
				same(t, fmt.Sprintf("%s, size %v, %d channels", path, size, cin), dw, want, scale)
			}
		}
	}
}

func TestPool(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, size := range sizes {
			in := planes(rng, size, Channels)
			if size.Width%2 == 0 { // all below 0, so that a maximum that begins at 0 is seen
				for i, v := range in {
					in[i] = -1 - max(v, -v)
				}
			}
			sum, top := make([]float64, Channels), slices.Repeat([]float64{math.Inf(-1)}, Channels)
			inner(size, func(cell int) {
				for i, v := range in[cell*Channels:][:Channels] {
					sum[i] += float64(v) / float64(size.Cells())
					top[i] = max(top[i], float64(v))
				}
			})
			mean, largest := make([]float32, Channels), make([]float32, Channels)
			Pool(mean, largest, in, size)
			same(t, fmt.Sprintf("%s, mean, size %v", path, size), mean, sum, slices.Repeat([]float64{1}, Channels))
			same(t, fmt.Sprintf("%s, max, size %v", path, size), largest, top, make([]float64, Channels))
		}
	}
}

func TestRectifyGrad(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(8, 9))
		for _, size := range sizes {
			d, y := planes(rng, size, Channels), planes(rng, size, Channels)
			for i, v := range y {
				y[i] = max(v, 0)
			}
			mean, sum := weights(rng, Channels), weights(rng, Channels)
			want, wantSum := make([]float64, len(d)), make([]float64, Channels)
			for i, v := range d {
				want[i] = float64(v) // the ring's stays
			}
			inner(size, func(cell int) {
				for c := range Channels {
					i := cell*Channels + c
					want[i] += float64(mean[c])
					if y[i] == 0 {
						want[i] = 0
					}
					wantSum[c] += want[i]
				}
			})
			RectifyGrad(d, y, mean, sum, size)
			same(t, fmt.Sprintf("%s, size %v", path, size), d, want, make([]float64, len(d)))
			same(t, fmt.Sprintf("%s, sum, size %v", path, size), sum, wantSum, slices.Repeat([]float64{float64(size.Cells())}, Channels))
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
