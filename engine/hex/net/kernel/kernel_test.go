package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// forEachPath runs test once on every path of this machine.
func forEachPath(t *testing.T, test func(t *testing.T)) {
	start := Path()
	defer func() { _ = Use(start) }()
	for _, name := range Paths() {
		if err := Use(name); err != nil {
			t.Fatal(err)
		}
		t.Run(name, test)
	}
}

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
	forEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for n := 1; n <= 24; n++ {
			for _, cin := range []int{8, 16, 32} {
				in, w := planes(rng, n, cin), weights(rng, Taps*cin*Channels)
				bias, add := weights(rng, Channels), planes(rng, n, Channels)
				for _, relu := range []bool{false, true} {
					what := fmt.Sprintf("size %d, %d channels, relu %t", n, cin, relu)
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
	})
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
	forEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		for n := 1; n <= 24; n++ {
			for _, cin := range []int{8, 16, 32} {
				in, dout := planes(rng, n, cin), planes(rng, n, Channels)
				dw := weights(rng, Taps*cin*Channels)
				want, scale := plainGrad(dw, in, dout, cin, n)
				ConvGrad(dw, in, dout, cin, n)
				same(t, fmt.Sprintf("size %d, %d channels", n, cin), dw, want, scale)
			}
		}
	})
}

func TestPool(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for n := 1; n <= 24; n++ {
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
			same(t, fmt.Sprintf("mean, size %d", n), mean, sum, slices.Repeat([]float64{1}, Channels))
			same(t, fmt.Sprintf("max, size %d", n), largest, top, make([]float64, Channels))
		}
	})
}

func TestAffine(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
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
			same(t, fmt.Sprintf("%d inputs", inputs), bias, want, scale)
		}
	})
}

func TestOpposite(t *testing.T) {
	for tap, step := range Steps {
		back := Steps[Opposite(tap)]
		if step[0]+back[0] != 0 || step[1]+back[1] != 0 {
			t.Errorf("tap %d is %v, its opposite %d is %v", tap, step, Opposite(tap), back)
		}
	}
}

func TestUse(t *testing.T) {
	defer func(name string) { _ = Use(name) }(Path())
	if Path() != Paths()[0] {
		t.Errorf("%s is in use at start, want %s", Path(), Paths()[0])
	}
	if err := Use("abacus"); err == nil {
		t.Error("no error for a path that does not exist")
	}
	if err := Use("portable"); err != nil || Path() != "portable" {
		t.Errorf("Use(portable): %v, and %s is in use", err, Path())
	}
}
