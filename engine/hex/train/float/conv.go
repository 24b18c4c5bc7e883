// Package float computes the inner loops of training the Hex network: the convolution of package
// kernel by floating-point numbers, its gradient, and pooling.
//
// Plane sets, sizes, channels and taps are those of package kernel. Every function has a portable
// path and, where the machine has the instructions, faster ones; see [Path]. Paths differ in the
// last bits, as they add in another order.
// The functions keep no state, and may run at once on different outputs. Slices that
// are too short are a programmer's mistake and panic.
package float

import "github.com/sixfold-bot/sixfold/engine/hex/net/kernel"

// What planes and weights are made of, see package kernel.
const (
	channels = kernel.Channels
	taps     = kernel.Taps
)

// Conv sets every inner cell of out to bias + Σ in[cell+tap][i]·w[tap][i] over taps and
// input channels, plus add[cell] unless add is nil, and to 0 where that is negative if
// relu is set. The ring of out is not touched.
//
// in has cin channels a cell, a multiple of 8; out and add have [Channels]; w is
// [Taps][cin][Channels]. bias may be nil for none. add may be out itself; in must not be.
func Conv(out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
	args := checked(out, bias, add, s)
	current.conv(args.out, in[:s.Planes()*cin], w[:taps*cin*channels], args.bias, args.add, cin, s, relu)
}

// outputs are the arguments of a convolution about its outputs.
type outputs struct{ out, bias, add []float32 }

// checked returns slices of the right length: a bias in any case, and add unless it is nil.
func checked(out, bias, add []float32, s kernel.Size) outputs {
	length := s.Planes() * channels
	if bias == nil {
		bias = zero[:]
	}
	if add != nil {
		add = add[:length]
	}
	return outputs{out[:length], bias[:channels], add}
}

// ConvGrad adds to dw the gradient of the weights of [Conv]: to dw[tap][i][o] the sum of
// in[cell+tap][i]·dout[cell][o] over the inner cells. The ring of dout is not read.
//
// in has cin channels a cell, a multiple of 8; dout has [Channels]; dw is
// [Taps][cin][Channels].
func ConvGrad(dw, in, dout []float32, cin int, s kernel.Size) {
	cells := s.Planes()
	current.grad(dw[:taps*cin*channels], in[:cells*cin], dout[:cells*channels], cin, s)
}

// Pool sets mean and top, both of [Channels], to the mean and the largest number of each
// channel over the inner cells of in.
func Pool(mean, top, in []float32, s kernel.Size) {
	current.pool(mean[:channels], top[:channels], in[:s.Planes()*channels], s)
}

// RectifyGrad takes a gradient through the ReLU of [Conv]: every inner cell of d, the
// gradient by y, becomes d + mean where y is above 0, and 0 elsewhere; sum becomes the sum
// over the cells. d and y have [Channels] a cell, as mean and sum; y is not negative.
func RectifyGrad(d, y, mean, sum []float32, s kernel.Size) {
	length := s.Planes() * channels
	current.rectify(d[:length], y[:length], mean[:channels], sum[:channels], s)
}

// Affine sets out, of [Channels], to bias + Σ in[i]·w[i], where w is [len(in)][Channels]
// and the length of in a multiple of 4. out may be bias.
func Affine(out, in, w, bias []float32) {
	current.affine(out[:channels], in, w[:len(in)*channels], bias[:channels])
}

// zero stands in for a bias that is not given.
var zero [channels]float32
