package float

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// machinePaths returns the paths beside the portable one, fastest first. The generator of package
// kernel writes their assembly.
func machinePaths() []path {
	var found []path
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX2 {
		fastest := path{
			name: "avx512",
			conv: convWith(convAVX512, convWidestAVX512), grad: gradWith(gradAVX512, 8, channels),
			pool: poolWith(poolAVX512), rectify: rectifyWith(rectifyAVX512),
		}
		if cpu.X86.HasAVX512BF16 {
			fastest.half = &halfPath{halfConvAVX512, halfGradWithAVX512, halveWithAVX512, halvePairsWithAVX512}
		}
		found = append(found, fastest)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		found = append(found, path{
			name: "avx2",
			conv: convWith(convAVX2, convWidestAVX2), grad: gradWith(gradAVX2, 4, channels/2),
			pool: poolWith(poolAVX2), rectify: rectifyWith(rectifyAVX2),
		})
	}
	return found
}

// convWith returns a convolution by tiles.
func convWith(tile tile, widest int) func(out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
	return func(out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
		convRows(tile, widest, out, in, w, bias, add, cin, s, relu)
	}
}

// halfConvAVX512 passes pairs of half numbers as float32: only the tiles split them.
func halfConvAVX512(out []float32, in, w []uint32, bias, add []float32, s kernel.Size, relu bool) {
	convRows(halfAVX512, convWidestAVX512, out, asFloats(in), asFloats(w), bias, add, channels/2, s, relu)
}

func asFloats(s []uint32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

func halveWithAVX512(to []uint32, from []float32) {
	halveAVX512(&to[0], &from[0], len(from)/channels)
}

func halvePairsWithAVX512(to []uint32, from []float32) {
	halvePairsAVX512(&to[0], &from[0], len(from)/channels-1)
}

// gradWith returns a gradient by tiles of some inputs and outputs.
func gradWith(tile gradTile, inputs, outputs int) func(dw, in, dout []float32, cin int, s kernel.Size) {
	return func(dw, in, dout []float32, cin int, s kernel.Size) {
		gradTiles(tile, inputs, outputs, 1, dw, in, dout, cin, s)
	}
}

// halfGradWithAVX512 processes two cells at a time. After an odd row it reads one cell of the ring,
// where dout is 0.
func halfGradWithAVX512(dw []float32, in, dout []uint32, s kernel.Size) {
	gradTiles(halfGradAVX512, 8, channels, 2, dw, asFloats(in), asFloats(dout), channels, s)
}

// A gradTile adds the gradient of a few inputs and outputs of a tap.
type gradTile = func(dw, in, dout *float32, rows, cells, inStep, outStep, inSkip, outSkip int)

// gradTiles adds the gradient by tiles of some inputs and outputs that process step cells at a
// time.
func gradTiles(tile gradTile, inputs, outputs, step int, dw, in, dout []float32, cin int, s kernel.Size) {
	first, count := s.Cell(0, 0), (s.Width+step-1)/step
	skip := s.Width + 2 - count*step
	for t, tap := range s.Offsets() {
		for i := 0; i < cin; i += inputs {
			for o := 0; o < channels; o += outputs {
				tile(&dw[(t*cin+i)*channels+o], &in[(first+tap)*cin+i], &dout[first*channels+o],
					s.Height, count, 4*cin*step, 4*channels*step, 4*cin*skip, 4*channels*skip)
			}
		}
	}
}

// rectifyWith returns a rectify function made of one that takes pointers to the first cells.
func rectifyWith(rectify func(d, y, mean, sum *float32, rows, cells int)) func(d, y, mean, sum []float32, s kernel.Size) {
	return func(d, y, mean, sum []float32, s kernel.Size) {
		first := s.Cell(0, 0) * channels
		rectify(&d[first], &y[first], &mean[0], &sum[0], s.Height, s.Width)
	}
}

// poolWith returns a pool function made of one that computes sums and maxima.
func poolWith(sums func(sum, top, in *float32, rows, cells int)) func(mean, top, in []float32, s kernel.Size) {
	return func(mean, top, in []float32, s kernel.Size) {
		sums(&mean[0], &top[0], &in[s.Cell(0, 0)*channels], s.Height, s.Width)
		scale := 1 / float32(s.Cells())
		for i := range mean {
			mean[i] *= scale
		}
	}
}
