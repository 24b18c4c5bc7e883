// Package float has the inner loops for training the Hex network: the convolution of package kernel
// in floating point, its gradient, and pooling.
//
// Plane sets, sizes, channels and taps are those of package kernel. Every function has a portable
// path and, on some machines, faster ones; see [Path]. Paths differ in the last bits, since they
// add in different orders. The functions keep no state and may run concurrently with different
// outputs. They panic if a slice is too short.
package float

import "github.com/sixfold-bot/sixfold/engine/hex/net/kernel"

// Dimensions of planes and weights, see package kernel.
const (
	channels = kernel.Channels
	taps     = kernel.Taps
)

// Conv sets every inner cell of out to bias + Σ in[cell+tap][i]·w[tap][i] over taps and input
// channels, plus add[cell] unless add is nil, or to 0 if that is negative and relu is set. The ring
// of out is not touched.
//
// in has cin channels per cell, a multiple of 8; out and add have [kernel.Channels]; w is
// [kernel.Taps][cin][kernel.Channels]. bias may be nil. add may be out itself; in must not be.
func Conv(out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
	out, bias, add = checked(out, bias, add, s)
	in, w = in[:s.Planes()*cin], w[:taps*cin*channels]
	if current.tiles == nil {
		convPortable(out, in, w, bias, add, cin, s, relu)
	} else {
		current.convRows(current.conv, out, in, w, bias, add, cin, s, relu)
	}
}

// checked returns slices of the right length: a bias in any case, and add unless it is nil.
func checked(out, bias, add []float32, s kernel.Size) (o, b, a []float32) {
	length := s.Planes() * channels
	if bias == nil {
		bias = zero[:]
	}
	if add != nil {
		add = add[:length]
	}
	return out[:length], bias[:channels], add
}

// ConvGrad adds the gradient of the weights of [Conv] to dw: to dw[tap][i][o] the sum of
// in[cell+tap][i]·dout[cell][o] over the inner cells. The ring of dout is not read.
//
// in has cin channels per cell, a multiple of 8; dout has [kernel.Channels]; dw is
// [kernel.Taps][cin][kernel.Channels].
func ConvGrad(dw, in, dout []float32, cin int, s kernel.Size) {
	dw, in, dout = dw[:taps*cin*channels], in[:s.Planes()*cin], dout[:s.Planes()*channels]
	if current.tiles == nil {
		gradPortable(dw, in, dout, cin, s)
	} else {
		current.gradRows(current.grad, 1, dw, in, dout, cin, s)
	}
}

// Pool sets mean and top, both with [kernel.Channels], to the mean and the maximum of each channel
// over the inner cells of in.
func Pool(mean, top, in []float32, s kernel.Size) {
	mean, top, in = mean[:channels], top[:channels], in[:s.Planes()*channels]
	if current.tiles == nil {
		sumPortable(mean, top, in, s)
	} else {
		current.pool(&mean[0], &top[0], &in[s.Cell(0, 0)*channels], s.Height, s.Width)
	}
	scale := 1 / float32(s.Cells())
	for i := range mean {
		mean[i] *= scale
	}
}

// RectifyGrad passes a gradient through the ReLU of [Conv]: every inner cell of d, the gradient
// with respect to y, becomes d + mean where y is positive, and 0 elsewhere; sum becomes the sum
// over the cells. d and y have [kernel.Channels] per cell, like mean and sum; y is not negative.
func RectifyGrad(d, y, mean, sum []float32, s kernel.Size) {
	length, first := s.Planes()*channels, s.Cell(0, 0)*channels
	d, y, mean, sum = d[:length], y[:length], mean[:channels], sum[:channels]
	if current.tiles == nil {
		rectifyPortable(d, y, mean, sum, s)
	} else {
		current.rectify(&d[first], &y[first], &mean[0], &sum[0], s.Height, s.Width)
	}
}

// zero replaces a missing bias.
var zero [channels]float32
