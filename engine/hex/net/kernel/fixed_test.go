package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// sizes cover rows of every width of one and two tiles, on boards with equal and unequal sides: low
// ones, with SIXFOLD_LONG=1 more.
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

func weights(rng *rand.Rand, length int) []float32 {
	s := make([]float32, length)
	for i := range s {
		s[i] = float32(rng.NormFloat64())
	}
	return s
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

// activations returns planes with a non-zero ring; half of the numbers are 0, and some have the
// greatest value.
func activations(rng *rand.Rand, size Size, channels int) []int16 {
	s := make([]int16, size.Planes()*channels)
	for i := range s {
		switch rng.IntN(8) {
		case 0, 1, 2:
			s[i] = int16(rng.IntN(1 << (1 + rng.IntN(15))))
		case 3:
			s[i] = MostActivation
		}
	}
	return s
}

// randomLayer returns a layer with activations of very unlike sizes.
func randomLayer(rng *rand.Rand, in, out int, scale float64) Layer {
	exponents := func(n int) []int {
		e := make([]int, n)
		for i := range e {
			e[i] = 5 + rng.IntN(6)
		}
		return e
	}
	l := Layer{
		W: weights(rng, Taps*in*out), Pool: weights(rng, 2*in*out), Bias: weights(rng, out),
		In: exponents(in), Out: exponents(out), Add: exponents(out),
	}
	for i := range l.W {
		l.W[i] *= float32(scale)
	}
	return l
}

// unpacked returns a weight among packed ones.
func (f *Filter) unpacked(rows []packed, count, row, o int) int64 {
	v := rows[o/8*count+row][o%8/2]
	if o%2 == 0 {
		return int64(int32(v))
	}
	return (v - int64(int32(v))) >> 32
}

// plainFixed is the definition of Filter.Conv; fits says that no sum overflows.
func plainFixed(f *Filter, out, in []int16, bias []int32, add []int16, size Size) (want []int16, fits bool) {
	want, fits = slices.Clone(out), true
	inner(size, func(cell int) {
		for o := range f.out {
			sum := int64(bias[o])
			eachTap(size, cell, func(tap, to int) {
				for i := range f.in {
					sum += int64(in[to*f.in+i]) * f.unpacked(f.packed, Taps*f.in, tap*f.in+i, o)
				}
			})
			shifts := f.shifts[o/Group*2*Group+o%Group:]
			if add != nil {
				sum += int64(add[cell*f.out+o]) << shifts[Group]
			}
			fits = fits && sum == int64(int32(sum))
			want[cell*f.out+o] = int16(min(max(int32(sum), 0)>>shifts[0], MostActivation))
		}
	})
	return want, fits
}

// Every path computes the same bits.
func TestFilter(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(11, 12))
		for i, size := range sizes {
			in, out := []int{8, 32, 48, 64, 16}[i%5], []int{16, 32, 48, 64}[i%4]
			f := NewFilter(randomLayer(rng, in, out, math.Pow(4, float64(i%4-2))))
			planes, add := activations(rng, size, in), activations(rng, size, out)
			pooled, bias := make([]int16, 2*in), make([]int32, out)
			PoolFixed(pooled[:in/Group*Group*2], planes, Size{1, 1})
			f.Bias(bias, pooled)
			for o, got := range bias {
				want := int64(f.bias[o])
				for i, v := range pooled {
					want += int64(v) * f.unpacked(f.pool, len(pooled), i, o)
				}
				if int64(got) != want {
					t.Fatalf("bias %d of %d inputs is %d, want %d", o, in, got, want)
				}
			}
			what := fmt.Sprintf("%s, size %v, %d to %d channels", path, size, in, out)
			check := func(what string, to []int16, bias []int32, add []int16) {
				ownBias := bias
				if bias == nil {
					ownBias = f.bias
				}
				want, fits := plainFixed(f, to, planes, ownBias, add, size)
				f.Conv(to, planes, bias, add, size)
				if !fits {
					t.Errorf("%s: a sum overflows", what)
				}
				for i, v := range to {
					if v != want[i] {
						t.Fatalf("%s: number %d of %d is %d, want %d", what, i, len(to), v, want[i])
					}
				}
			}
			check(what, activations(rng, size, out), nil, nil)
			check(what+", bias", activations(rng, size, out), bias, nil)
			check(what+", plus", activations(rng, size, out), bias, add)
			check(what+", plus itself", add, nil, add)
		}
	}
}

// A filter stands for its layer, to the precision of its numbers.
func TestFilterIsItsLayer(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	const in, out = 32, 48
	l := randomLayer(rng, in, out, 0.1)
	f, size := NewFilter(l), Square(4)
	planes, add, to := activations(rng, size, in), activations(rng, size, out), make([]int16, size.Planes()*out)
	pooled, bias := make([]int16, 2*in), make([]int32, out)
	PoolFixed(pooled, planes, size)
	f.Bias(bias, pooled)
	f.Conv(to, planes, bias, add, size)
	number := func(v int16, e int) float64 { return math.Ldexp(float64(v), -e) }
	inner(size, func(cell int) {
		for o := range out {
			sum := float64(l.Bias[o]) + number(add[cell*out+o], l.Add[o])
			var most float64
			plus := func(a int16, e int, w float32) {
				sum += number(a, e) * float64(w)
				most += math.Abs(number(a, e))
			}
			for i, v := range pooled {
				plus(v, l.In[i%in], l.Pool[i*out+o])
			}
			eachTap(size, cell, func(tap, at int) {
				for i := range in {
					plus(planes[at*in+i], l.In[i], l.W[(tap*in+i)*out+o])
				}
			})
			// Weights are off by up to half a step, and the mean weight has some hundred steps.
			got, largest := number(to[cell*out+o], l.Out[o]), number(MostActivation, l.Out[o])
			if want := min(max(sum, 0), largest); math.Abs(got-want) > 0.002*most {
				t.Errorf("cell %d, output %d is %g, want %g of at most %g", cell, o, got, want, most)
			}
		}
	})
}

// No activations overflow a sum, and paths agree even for extreme networks.
func TestFilterCannotOverflow(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(15, 16))
		for _, scale := range []float64{1e-6, 0.01, 1, 100} {
			l := randomLayer(rng, 32, 16, scale)
			l.W[3] *= 1e3
			f, size := NewFilter(l), Square(1)
			planes, pooled := make([]int16, size.Planes()*32), make([]int16, 64)
			add := slices.Repeat([]int16{MostActivation}, size.Planes()*16)
			for _, sign := range []int64{1, -1} {
				for o := range 16 {
					eachTap(size, size.Cell(0, 0), func(tap, to int) {
						for i := range 32 {
							planes[to*32+i] = most(sign * f.unpacked(f.packed, Taps*32, tap*32+i, o))
						}
					})
					for i := range pooled {
						pooled[i] = most(sign * f.unpacked(f.pool, 64, i, o))
					}
					bias, out := make([]int32, 16), make([]int16, size.Planes()*16)
					f.Bias(bias, pooled)
					want, fits := plainFixed(f, out, planes, bias, add, size)
					if !fits && scale < 100 {
						t.Errorf("scale %g, output %d: a sum overflows", scale, o)
					}
					f.Conv(out, planes, bias, add, size)
					if !slices.Equal(out, want) {
						t.Fatalf("%s, scale %g, output %d: %v, want %v", path, scale, o, out, want)
					}
				}
			}
		}
	}
}

// most returns the largest activation for a positive weight and none for another.
func most(w int64) int16 {
	if w > 0 {
		return MostActivation
	}
	return 0
}

// Weights that no fixed point holds are cut rather than wrong at random.
func TestWholeIsCut(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want int32
	}{{0.5, 0}, {1.5, 2}, {-2.6, -3}, {math.Inf(1), 1 << 30}, {-1e30, -1 << 30}, {math.NaN(), 0}} {
		if got := whole(c.v, 0); got != c.want {
			t.Errorf("%g becomes %d, want %d", c.v, got, c.want)
		}
	}
}

func TestPoolFixed(t *testing.T) {
	for path := range EachPath {
		rng := rand.New(rand.NewPCG(17, 18))
		for i, size := range sizes {
			channels := []int{32, 16, 48, 64}[i%4]
			planes := activations(rng, size, channels)
			got, want := make([]int16, 2*channels), make([]int16, 2*channels)
			for c := range channels {
				sum := 0
				inner(size, func(cell int) {
					v := planes[cell*channels+c]
					sum += int(v)
					want[channels+c] = max(want[channels+c], v)
				})
				want[c] = int16(math.Floor(float64(sum)/float64(size.Cells()) + 0.5))
			}
			PoolFixed(got, planes, size)
			if !slices.Equal(got, want) {
				t.Fatalf("%s, size %v: %v, want %v", path, size, got, want)
			}
		}
	}
}

func TestRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	w, in, exponents, want := weights(rng, 48), make([]int16, 48), make([]int, 48), 0.0
	for i := range in {
		in[i], exponents[i] = int16(rng.IntN(MostActivation)), 8+i%5
		want += math.Ldexp(float64(in[i]), -exponents[i]) * float64(w[i])
	}
	if got := NewRow(w, exponents).Times(in); math.Abs(float64(got)-want) > 0.1 {
		t.Errorf("the product is %g, want %g", got, want)
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

func BenchmarkFilter(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for path := range EachPath {
		for _, n := range []int{5, 8, 11, 14, 19} {
			b.Run(fmt.Sprintf("%s/%d", path, n), func(b *testing.B) {
				f := NewFilter(randomLayer(rng, Channels, Channels, 0.1))
				in, out := activations(rng, Square(n), Channels), make([]int16, Square(n).Planes()*Channels)
				for b.Loop() {
					f.Conv(out, in, nil, nil, Square(n))
				}
				work := float64(Square(n).Cells() * Taps * Channels * Channels) // multiply-adds
				b.ReportMetric(work*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
			})
		}
	}
}
