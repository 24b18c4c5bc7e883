package kernel

import "math"

// Half numbers (bfloat16) have the range of float32 and 8 bits of precision. Products of
// them are summed as float32, twice as many at a time. They are kept by pairs: the even
// channel in the lower half of a uint32, the odd one in the upper.

// HasHalf tells whether the path in use has functions for half numbers.
func HasHalf() bool { return current.half != nil }

// Halve rounds numbers, a multiple of [Channels], to half numbers, to the nearest and to
// even ones between. It needs [HasHalf].
func Halve(to []uint32, from []float32) {
	current.half.halve(to[:len(from)/2], from)
}

// HalveWeights returns the weights w, [Taps][cin][Channels], as half numbers
// [Taps][cin/2][Channels] of pairs of inputs, for [ConvHalf].
func HalveWeights(w []float32, cin int) []uint32 {
	pairs := make([]uint32, Taps*cin/2*Channels)
	for i := range pairs {
		row, o := i/Channels, i%Channels
		pairs[i] = half(w[2*row*Channels+o]) | half(w[(2*row+1)*Channels+o])<<16
	}
	return pairs
}

// half returns the bits of a finite number rounded to a half number.
func half(v float32) uint32 {
	bits := math.Float32bits(v)
	return (bits + 0x7fff + bits>>16&1) >> 16
}

// ConvHalf is [Conv] with inputs and weights that are half numbers: in has cin/2 pairs a
// cell, and w comes from [HalveWeights]. It needs [HasHalf].
func ConvHalf(out []float32, in, w []uint32, bias, add []float32, cin, n int, relu bool) {
	cells := Cells(n)
	if bias == nil {
		bias = zero[:]
	}
	if add != nil {
		add = add[:cells*Channels]
	}
	current.half.conv(out[:cells*Channels], in[:cells*cin/2], w[:Taps*cin/2*Channels], bias[:Channels], add, cin, n, relu)
}

// HalvePairs prepares planes of [Channels] for [ConvGradHalf]: to has, for every cell and
// channel, the half number of the cell in the lower half and that of the cell that follows
// in the upper. The last cell, which no inner cell has for a tap, is not written. It needs
// [HasHalf].
func HalvePairs(to []uint32, from []float32, n int) {
	length := Cells(n) * Channels
	current.half.halvePairs(to[:length], from[:length])
}

// ConvGradHalf is [ConvGrad] for [Channels] inputs with planes prepared by [HalvePairs].
// The ring of dout must be 0. It needs [HasHalf].
func ConvGradHalf(dw []float32, in, dout []uint32, n int) {
	length := Cells(n) * Channels
	current.half.grad(dw[:Taps*Channels*Channels], in[:length], dout[:length], n)
}
