// Package kernel computes the inner loops of the Hex network: convolution over the
// seven cells of a hexagonal neighbourhood, its gradient, and pooling.
//
// A plane set holds a board with a ring of one cell around it, row by row, each cell as C
// consecutive numbers. The inner cells are those of the board; see [Size].
//
// Training computes by floating-point numbers, play in fixed point; see [Filter]. Every
// function has a portable path and, where the machine has the instructions, faster ones; see
// [EachPath]. Paths differ in the last bits of floating-point numbers, as they add in another
// order, and not at all in fixed point.
// The functions keep no state, and may run at once on different outputs. Slices that
// are too short are a programmer's mistake and panic.
package kernel

// Channels is the number of outputs of every convolution, and of hidden planes.
const Channels = 32

// Taps is the number of cells that a convolution reads: the cell and its neighbours.
const Taps = 7

// Steps are the ways from a cell to its taps as (column, row). Tap 0 is the cell
// itself; [Opposite] gives the tap that leads back.
var Steps = [Taps][2]int{{0, 0}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Opposite returns the tap that leads back from tap.
func Opposite(tap int) int {
	if tap == 0 {
		return 0
	}
	return (tap+2)%6 + 1
}

// A Size is that of a board, in cells; both are 1 or more.
type Size struct{ Width, Height int }

// Square returns the size of a board of n×n.
func Square(n int) Size { return Size{n, n} }

// Planes returns the number of cells of a plane set, ring included.
func (s Size) Planes() int { return (s.Width + 2) * (s.Height + 2) }

// Cells returns the number of inner cells.
func (s Size) Cells() int { return s.Width * s.Height }

// Cell returns the place of a cell of the board in a plane set.
func (s Size) Cell(row, col int) int { return (row+1)*(s.Width+2) + col + 1 }

// offsets returns the distances from a cell of a plane set to its taps.
func (s Size) offsets() [Taps]int {
	var at [Taps]int
	for t, step := range Steps {
		at[t] = step[1]*(s.Width+2) + step[0]
	}
	return at
}

// Conv sets every inner cell of out to bias + Σ in[cell+tap][i]·w[tap][i] over taps and
// input channels, plus add[cell] unless add is nil, and to 0 where that is negative if
// relu is set. The ring of out is not touched.
//
// in has cin channels a cell, a multiple of 8; out and add have [Channels]; w is
// [Taps][cin][Channels]. bias may be nil for none. add may be out itself; in must not be.
func Conv(out, in, w, bias, add []float32, cin int, s Size, relu bool) {
	args := checked(out, bias, add, s)
	current.conv(args.out, in[:s.Planes()*cin], w[:Taps*cin*Channels], args.bias, args.add, cin, s, relu)
}

// outputs are the arguments of a convolution about its outputs.
type outputs struct{ out, bias, add []float32 }

// checked returns slices of the right length: a bias in any case, and add unless it is nil.
func checked(out, bias, add []float32, s Size) outputs {
	length := s.Planes() * Channels
	if bias == nil {
		bias = zero[:]
	}
	if add != nil {
		add = add[:length]
	}
	return outputs{out[:length], bias[:Channels], add}
}

// ConvGrad adds to dw the gradient of the weights of [Conv]: to dw[tap][i][o] the sum of
// in[cell+tap][i]·dout[cell][o] over the inner cells. The ring of dout is not read.
//
// in has cin channels a cell, a multiple of 8; dout has [Channels]; dw is
// [Taps][cin][Channels].
func ConvGrad(dw, in, dout []float32, cin int, s Size) {
	cells := s.Planes()
	current.grad(dw[:Taps*cin*Channels], in[:cells*cin], dout[:cells*Channels], cin, s)
}

// Pool sets mean and top, both of [Channels], to the mean and the largest number of each
// channel over the inner cells of in.
func Pool(mean, top, in []float32, s Size) {
	current.pool(mean[:Channels], top[:Channels], in[:s.Planes()*Channels], s)
}

// RectifyGrad takes a gradient through the ReLU of [Conv]: every inner cell of d, the
// gradient by y, becomes d + mean where y is above 0, and 0 elsewhere; sum becomes the sum
// over the cells. d and y have [Channels] a cell, as mean and sum; y is not negative.
func RectifyGrad(d, y, mean, sum []float32, s Size) {
	length := s.Planes() * Channels
	current.rectify(d[:length], y[:length], mean[:Channels], sum[:Channels], s)
}

// Affine sets out, of [Channels], to bias + Σ in[i]·w[i], where w is [len(in)][Channels]
// and the length of in a multiple of 4. out may be bias.
func Affine(out, in, w, bias []float32) {
	current.affine(out[:Channels], in, w[:len(in)*Channels], bias[:Channels])
}

// zero stands in for a bias that is not given.
var zero [Channels]float32
