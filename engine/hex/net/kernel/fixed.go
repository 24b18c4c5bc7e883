package kernel

import "math"

// Evaluation uses fixed point with integer arithmetic only, so that every path on every machine
// computes the same bits.
//
// Activations, after a ReLU, are non-negative int16, with larger values saturated. In a channel
// with exponent e an activation is 2^e times the number that it represents. Weights are int16 in
// units of a power of two for each output, the finest for which no sum can overflow int32, whatever
// the activations.

// Group is the number of outputs computed together; the channels of hidden planes are a multiple of
// it.
const Group = 16

// MostChannels is the greatest number of channels of a [Filter].
const MostChannels = 128

// MostActivation is the largest activation.
const MostActivation = math.MaxInt16

// A Layer has the parameters of a [Filter]. W or Pool may be empty. in is the length of In, a
// multiple of 8, and out that of Bias, a multiple of [Group].
type Layer struct {
	W    []float32 // [Taps][in][out]: a convolution
	Pool []float32 // [2·in][out]: from the means and maxima of the inputs to the bias
	Bias []float32

	// Exponents of activations by channel: inputs, outputs, and addends of the outputs. Add may be
	// nil.
	In, Out, Add []int
}

// A Filter is a [Layer] in fixed point. It is immutable.
type Filter struct {
	in, out int
	w       []int16  // [out/Group][Taps][in/2][Group][2], for vector instructions
	packed  []packed // [out/8][Taps][in], for the portable path
	pool    []packed // [out/8][2·in]
	bias    []int32  // including the half that rounds the right shift
	shifts  []int32  // [out/Group][2][Group]: right shifts of sums, left shifts of addends
}

// NewFilter returns the filter of a layer.
func NewFilter(l Layer) *Filter {
	in, out := len(l.In), len(l.Bias)
	f := &Filter{
		in: in, out: out,
		w: make([]int16, len(l.W)), packed: make([]packed, len(l.W)/(2*pairs)), pool: make([]packed, len(l.Pool)/(2*pairs)),
		bias: make([]int32, out), shifts: make([]int32, 2*out),
	}
	for o := range out {
		f.setOutput(o, column(l.W, o, l), column(l.Pool, o, l), math.Ldexp(float64(l.Bias[o]), l.Out[o]), l)
	}
	return f
}

// column returns the weights of an output, scaled by the exponents of the output and the inputs.
func column(m []float32, o int, l Layer) []float64 {
	c := make([]float64, len(m)/len(l.Bias))
	for i := range c {
		c[i] = math.Ldexp(float64(m[i*len(l.Bias)+o]), l.Out[o]-l.In[i%len(l.In)])
	}
	return c
}

func (f *Filter) setOutput(o int, w, pool []float64, bias float64, l Layer) {
	added := 0.0
	if l.Add != nil {
		added = math.Ldexp(MostActivation, l.Out[o]-l.Add[o])
	}
	shift := finest(append(w, pool...), math.Abs(bias)+1+added)
	f.bias[o] = whole(bias, shift) + 1<<shift>>1
	shifts := f.shifts[o/Group*2*Group+o%Group:]
	shifts[0] = int32(shift)
	if l.Add != nil {
		shifts[Group] = int32(max(shift+l.Out[o]-l.Add[o], 0))
	}
	for i, v := range w {
		v := weight(v, shift)
		f.w[(o/Group*Taps*f.in+i&^1)*Group+o%Group*2+i&1] = int16(v)
		f.packed[o/(2*pairs)*len(w)+i].add(o, v)
	}
	for i, v := range pool {
		f.pool[o/(2*pairs)*len(pool)+i].add(o, weight(v, shift))
	}
}

// maxShift bounds the precision of weights.
const maxShift = 24

// finest returns the greatest shift for which the weights fit int16 and all sums of weights times
// activations, plus rest, fit int32. Activations are not negative, so a sum is bounded by the
// weights of one sign.
func finest(weights []float64, rest float64) int {
	var plus, minus, largest float64
	for _, v := range weights {
		plus += max(v, 0)
		minus += max(-v, 0)
		largest = max(largest, math.Abs(v))
	}
	for shift := maxShift; shift > 0; shift-- {
		sum := math.Ldexp(max(plus, minus), shift) + float64(len(weights))/2
		if float64(sum*MostActivation)+math.Ldexp(rest, shift) < math.MaxInt32 && math.Ldexp(largest, shift) < math.MaxInt16 {
			return shift
		}
	}
	return 0
}

// weight returns v·2^shift as a weight, saturated if no shift makes it fit.
func weight(v float64, shift int) int32 {
	return min(max(whole(v, shift), -math.MaxInt16), math.MaxInt16)
}

// whole returns v·2^shift rounded, saturated at half of int32, and 0 for NaN.
func whole(v float64, shift int) int32 {
	if math.IsNaN(v) {
		return 0
	}
	return int32(min(max(math.RoundToEven(math.Ldexp(v, shift)), -1<<30), 1<<30))
}

// pairs is the number of pairs of outputs packed together.
const pairs = 4

// parts is the number of such packs in a group.
const parts = Group / (2 * pairs)

// packed has the weights of a row for 8 outputs. Each number holds two of them, 2^32 times the
// second plus the first, so that one multiplication by an activation serves both.
type packed [pairs]int64

func (p *packed) add(o int, w int32) { p[o/2%pairs] += int64(w) << (o % 2 * 32) }

// Bias sets to, with one number per output, to the bias for [Filter.Conv] that results from the
// pooled inputs.
func (f *Filter) Bias(to []int32, pooled []int16) {
	var list terms
	list.add(pooled, 0)
	for group := 0; group < f.out; group += Group {
		*(*[Group]int32)(to[group:]) = list.sum(f.bias[group:], f.pool[group/(2*pairs)*len(pooled):][:parts*len(pooled)])
	}
}

// Number returns the number that a bias of [Filter.Bias] represents if the outputs' exponents are
// 0.
func (f *Filter) Number(bias int32, o int) float64 {
	shift := f.shifts[o/Group*2*Group+o%Group]
	return math.Ldexp(float64(bias-1<<shift>>1), -int(shift))
}

// Conv sets every inner cell of out to bias + Σ in[cell+tap][i]·w[tap][i] over taps and input
// channels, plus add[cell] unless add is nil, or to 0 if that is negative. The ring of out is not
// touched. bias is from [Filter.Bias]; nil means the filter's own. add may be out itself; in must
// not be.
func (f *Filter) Conv(out, in []int16, bias []int32, add []int16, s Size) {
	length := s.Planes() * f.out
	if add != nil {
		add = add[:length]
	}
	if bias == nil {
		bias = f.bias
	}
	current.fixed(f, out[:length], in[:s.Planes()*f.in], bias[:f.out], add, s)
}

// PoolFixed sets pooled to the means and then the maxima of every channel over the inner cells of
// in. There are len(pooled)/2 channels, a multiple of [Group].
func PoolFixed(pooled, in []int16, s Size) {
	current.fixedPool(pooled, in[:s.Planes()*len(pooled)/2], s)
}

// A Row has the weights of a single output of one cell, in fixed point.
type Row struct {
	w    []int16
	step float64 // of the sums
}

// NewRow returns the row of the weights, a multiple of 8, for activations with the exponents in.
func NewRow(w []float32, in []int) Row {
	scaled := column(w, 0, Layer{Bias: make([]float32, 1), In: in, Out: make([]int, 1)})
	shift := finest(scaled, 0)
	r := Row{make([]int16, len(w)), math.Ldexp(1, -shift)}
	for i, v := range scaled {
		r.w[i] = int16(weight(v, shift))
	}
	return r
}

// Times returns the sum of weights times activations.
func (r Row) Times(in []int16) float32 {
	const step = 8
	sum := int32(0)
	for i := 0; i < len(r.w); i += step {
		a, b := (*[step]int16)(r.w[i:]), (*[step]int16)(in[i:])
		s := int32(a[0])*int32(b[0]) + int32(a[1])*int32(b[1]) + int32(a[2])*int32(b[2]) + int32(a[3])*int32(b[3])
		t := int32(a[4])*int32(b[4]) + int32(a[5])*int32(b[5]) + int32(a[6])*int32(b[6]) + int32(a[7])*int32(b[7])
		sum += s + t
	}
	return float32(float64(sum) * r.step)
}
