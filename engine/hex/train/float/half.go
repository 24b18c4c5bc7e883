package float

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// Half numbers (bfloat16) have the range of float32 and 8 bits of precision. Their products are
// summed as float32, at twice the speed. They are stored in pairs as uint32.

// HasHalf reports whether the path in use supports half numbers.
func HasHalf() bool { return current.tiles != nil && current.half != nil }

// A HalfFilter has the weights of a convolution between [kernel.Channels] channels for a
// [Convolver], in full or rounded to half numbers. It may serve many convolvers.
type HalfFilter struct {
	full []float32
	half []uint32 // [taps][channels/2][channels] pairs of inputs, the even one in the lower half
}

// NewHalfFilter returns a filter of w, [taps][channels][channels], which it shares. Half numbers
// require [HasHalf].
func NewHalfFilter(w []float32, half bool) *HalfFilter {
	f := &HalfFilter{full: w[:taps*channels*channels]}
	if half {
		f.half = make([]uint32, len(f.full)/2)
		f.Follow()
	}
	return f
}

// Follow updates the filter after a change of the weights.
func (f *HalfFilter) Follow() {
	for i := range f.half {
		row, o := 2*(i/channels), i%channels
		f.half[i] = half(f.full[row*channels+o]) | half(f.full[(row+1)*channels+o])<<16
	}
}

// half returns the bits of a finite number rounded to a half number, to nearest even.
func half(v float32) uint32 {
	bits := math.Float32bits(v)
	return (bits + 0x7fff + bits>>16&1) >> 16
}

// A Convolver is [Conv] and [ConvGrad] between [kernel.Channels] channels for boards of one size,
// in full or half numbers. It owns buffers and is not safe for concurrent use.
type Convolver struct {
	size  kernel.Size
	half  []uint32    // a plane set of channels/2 pairs of channels
	pairs [2][]uint32 // plane sets of channels pairs, each of a cell and the next one
}

// NewConvolver returns a convolver for boards of a size. Half numbers require [HasHalf].
func NewConvolver(s kernel.Size, half bool) *Convolver {
	c := &Convolver{size: s}
	if half {
		c.half = make([]uint32, s.Planes()*channels/2)
	}
	return c
}

// Conv is [Conv] with the weights of f, which must have half numbers if c has.
func (c *Convolver) Conv(out, in []float32, f *HalfFilter, bias, add []float32, relu bool) {
	if c.half == nil {
		Conv(out, in, f.full, bias, add, channels, c.size, relu)
		return
	}
	in = in[:len(c.half)*2]
	current.half.halve(&c.half[0], &in[0], c.size.Planes())
	out, bias, add = checked(out, bias, add, c.size)
	current.convRows(current.half.conv, out, asFloats(c.half), asFloats(f.half), bias, add, channels/2, c.size, relu)
}

// ConvGrad is [ConvGrad]. The ring of dout must be 0.
func (c *Convolver) ConvGrad(dw, in, dout []float32) {
	if c.half == nil {
		ConvGrad(dw, in, dout, channels, c.size)
		return
	}
	length := c.size.Planes() * channels
	if c.pairs[0] == nil {
		c.pairs = [2][]uint32{make([]uint32, length), make([]uint32, length)}
	}
	for i, from := range [][]float32{in[:length], dout[:length]} { // whose last cell is no inner cell's tap
		current.half.halvePairs(&c.pairs[i][0], &from[0], c.size.Planes()-1)
	}
	// After an odd row this reads one cell of the ring, where dout is 0.
	current.gradRows(current.half.grad, 2, dw[:taps*channels*channels], asFloats(c.pairs[0]), asFloats(c.pairs[1]), channels, c.size)
}
