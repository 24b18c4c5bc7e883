package float

import (
	"unsafe"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// tiles are the kernels of a set of instructions, in assembly. The generator of package kernel
// writes them.
type tiles struct {
	conv            tile
	widest          int // cells of a tile
	grad            gradTile
	inputs, outputs int // of a tile of the gradient

	// pool computes sums and maxima. Like rectify it gets pointers to the first inner cells.
	pool    func(sum, top, in *float32, rows, cells int)
	rectify func(d, y, mean, sum *float32, rows, cells int)

	half *halfTiles // nil if the machine has no instructions for half numbers
}

// halfTiles are the kernels for half numbers. Tiles get pairs of them as float32, and as wide as
// the others. The tile of the gradient processes two cells at a time.
type halfTiles struct {
	conv  tile
	grad  gradTile
	halve func(to *uint32, from *float32, cells int)

	// halvePairs sets to, for every cell and channel, to the half number of the cell, in the lower
	// half, and of the next cell, which it reads.
	halvePairs func(to *uint32, from *float32, cells int)
}

// A tile convolves width neighbouring cells of a row. out, in and add point to the first of them; steps
// has the bytes from a cell to its taps, of which the first taps are used.
type tile = func(out, in, w, bias, add *float32, taps, cin, relu, width int, steps [taps]int)

// convRows convolves row by row in tiles of nearly equal size, up to the widest.
func (t *tiles) convRows(tile tile, out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
	steps, n := s.Offsets(), s.Width
	for t := range steps {
		steps[t] *= 4 * cin
	}
	count := (n + t.widest - 1) / t.widest
	var withReLU int
	if relu {
		withReLU = 1
	}
	for row := range s.Height {
		for i := range count {
			from, to := i*n/count, (i+1)*n/count
			cell := s.Cell(row, from)
			var plus *float32
			if add != nil {
				plus = &add[cell*channels]
			}
			tile(&out[cell*channels], &in[cell*cin], &w[0], &bias[0], plus, taps, cin, withReLU, to-from, steps)
		}
	}
}

// A gradTile adds the gradient of a few inputs and outputs of a tap.
type gradTile = func(dw, in, dout *float32, rows, cells, inStep, outStep, inSkip, outSkip int)

// gradRows adds the gradient by tiles that process step cells at a time.
func (t *tiles) gradRows(tile gradTile, step int, dw, in, dout []float32, cin int, s kernel.Size) {
	first, count := s.Cell(0, 0), (s.Width+step-1)/step
	skip := s.Width + 2 - count*step
	for n, tap := range s.Offsets() {
		for i := 0; i < cin; i += t.inputs {
			for o := 0; o < channels; o += t.outputs {
				tile(&dw[(n*cin+i)*channels+o], &in[(first+tap)*cin+i], &dout[first*channels+o],
					s.Height, count, 4*cin*step, 4*channels*step, 4*cin*skip, 4*channels*skip)
			}
		}
	}
}

func asFloats(s []uint32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
