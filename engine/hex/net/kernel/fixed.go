package kernel

import "math"

// Evaluations that nothing is learnt from are in fixed point, by whole numbers alone, so
// that every path, on every machine, computes the very same bits.
//
// Activations, which a ReLU has left, are int16 and never negative; those beyond the
// largest are cut to it. One of a channel with exponent e is 2^e times the number that it
// stands for. Weights are int16 in steps of a power of two for each output, the finest
// with which no sum can overflow int32, whatever the activations.

// Group is the number of outputs that are computed together; channels of hidden planes
// are a multiple of it.
const Group = 16

// MostChannels is the largest number of channels that a [Filter] takes.
const MostChannels = 128

// MostActivation is the largest activation.
const MostActivation = math.MaxInt16

// A Layer is what a [Filter] is made of. Any of W and Pool may be empty. in is the length
// of In, a multiple of 8, and out that of Bias, one of [Group].
type Layer struct {
	W    []float32 // [Taps][in][out]: a convolution
	Pool []float32 // [2·in][out]: what the means and the maxima of the inputs add to the bias
	Bias []float32

	// Exponents of activations by channel: inputs, outputs, and what is added to those.
	// Add may be nil.
	In, Out, Add []int
}

// A Filter is a [Layer] in fixed point. It does not change.
type Filter struct {
	in, out int
	w       []int16  // [out/Group][Taps][in/2][Group][2], as machines take them
	packed  []packed // [out/8][Taps][in], as Go does
	pool    []packed // [out/8][2·in]
	bias    []int32  // with the half that makes a shift to the right round
	shifts  []int32  // [out/Group][2][Group]: of sums to the right, of what is added to the left
}

// NewFilter returns a filter of a layer.
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

// column returns the weights of an output by what its activations and those of the
// inputs are.
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

// mostShift bounds how fine weights are.
const mostShift = 24

// finest returns by how many bits weights can be shifted so that they stay int16, and so
// that sums of them, times activations, and of what rest bounds stay int32. As no
// activation is negative, no sum is beyond that of the weights of one sign.
func finest(weights []float64, rest float64) int {
	var plus, minus, largest float64
	for _, v := range weights {
		plus += max(v, 0)
		minus += max(-v, 0)
		largest = max(largest, math.Abs(v))
	}
	for shift := mostShift; shift > 0; shift-- {
		sum := math.Ldexp(max(plus, minus), shift) + float64(len(weights))/2
		if float64(sum*MostActivation)+math.Ldexp(rest, shift) < math.MaxInt32 && math.Ldexp(largest, shift) < math.MaxInt16 {
			return shift
		}
	}
	return 0
}

// weight returns v·2^shift as a weight, cut where no shift made it one.
func weight(v float64, shift int) int32 {
	return min(max(whole(v, shift), -math.MaxInt16), math.MaxInt16)
}

// whole returns v·2^shift rounded, cut to about half of int32, and 0 for no number.
func whole(v float64, shift int) int32 {
	if math.IsNaN(v) {
		return 0
	}
	return int32(min(max(math.RoundToEven(math.Ldexp(v, shift)), -1<<30), 1<<30))
}

// pairs is how many pairs of outputs are packed together.
const pairs = 4

// parts is how many such make up a group.
const parts = Group / (2 * pairs)

// packed are the weights of a row to 8 outputs. One number holds those of two outputs, 2^32
// times the second plus the first, so that one product with an activation is two.
type packed [pairs]int64

// add sets the weight to an output.
func (p *packed) add(o int, w int32) { p[o/2%pairs] += int64(w) << (o % 2 * 32) }

// Bias sets to, of as many numbers as the filter has outputs, to the bias for
// [Filter.Conv] that comes of the pooled inputs.
func (f *Filter) Bias(to []int32, pooled []int16) {
	var list terms
	list.add(pooled, 0)
	for group := 0; group < f.out; group += Group {
		*(*[Group]int32)(to[group:]) = list.sum(f.bias[group:], f.pool[group/(2*pairs)*len(pooled):][:parts*len(pooled)])
	}
}

// Number returns the number that a bias of [Filter.Bias] stands for where the exponents
// of the outputs are 0.
func (f *Filter) Number(bias int32, o int) float64 {
	shift := f.shifts[o/Group*2*Group+o%Group]
	return math.Ldexp(float64(bias-1<<shift>>1), -int(shift))
}

// Conv sets every inner cell of out to bias + Σ in[cell+tap][i]·w[tap][i] over taps and
// input channels, plus add[cell] unless add is nil, and to 0 where that is negative. The
// ring of out is not touched. bias is that of [Filter.Bias]; nil stands for the
// filter's own. add may be out itself; in must not be.
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

// PoolFixed sets pooled to the means and then to the largest of every channel over the
// inner cells of in. There are len(pooled)/2 channels, a multiple of [Group].
func PoolFixed(pooled, in []int16, s Size) {
	current.fixedPool(pooled, in[:s.Planes()*len(pooled)/2], s)
}

// A Row is the weights of a single output of one cell, in fixed point.
type Row struct {
	w    []int16
	step float64 // of the sums
}

// NewRow returns the row of weights, a multiple of 8, for activations of the exponents in.
func NewRow(w []float32, in []int) Row {
	scaled := column(w, 0, Layer{Bias: make([]float32, 1), In: in, Out: make([]int, 1)})
	shift := finest(scaled, 0)
	r := Row{make([]int16, len(w)), math.Ldexp(1, -shift)}
	for i, v := range scaled {
		r.w[i] = int16(weight(v, shift))
	}
	return r
}

// Times returns the sum of the products of weights and activations as a number.
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
