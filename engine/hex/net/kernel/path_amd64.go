package kernel

import (
	"golang.org/x/sys/cpu"
)

//go:generate go run ./gen

// A tile convolves neighbouring cells of a row. out, in and add are at the first of them,
// steps are the bytes from a cell to its taps, of which the first taps count.
type tile = func(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

// machinePaths returns the paths beyond the portable one, fastest first.
func machinePaths() []path {
	var found []path
	if cpu.X86.HasAVX512F {
		found = append(found, path{"avx512", convAVX512, gradWithAVX512, poolWith(poolAVX512)})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		found = append(found, path{"avx2", convAVX2, gradWithAVX2, poolWith(poolAVX2)})
	}
	return found
}

var (
	tilesAVX512 = []tile{
		conv1AVX512, conv2AVX512, conv3AVX512, conv4AVX512, conv5AVX512, conv6AVX512, conv7AVX512,
		conv8AVX512, conv9AVX512, conv10AVX512, conv11AVX512, conv12AVX512, conv13AVX512, conv14AVX512,
	}
	tilesAVX2 = []tile{conv1AVX2, conv2AVX2, conv3AVX2}
)

func convAVX512(out, in, w, bias, add []float32, cin, n int, relu bool) {
	convTiles(tilesAVX512, out, in, w, bias, add, cin, n, relu)
}

func convAVX2(out, in, w, bias, add []float32, cin, n int, relu bool) {
	convTiles(tilesAVX2, out, in, w, bias, add, cin, n, relu)
}

// convTiles convolves row by row in tiles as equal as they can be, tiles[k-1] for k cells.
func convTiles(tiles []tile, out, in, w, bias, add []float32, cin, n int, relu bool) {
	steps := offsets(n)
	for t := range steps {
		steps[t] *= 4 * cin
	}
	count := (n + len(tiles) - 1) / len(tiles)
	var withReLU int
	if relu {
		withReLU = 1
	}
	for row := 1; row <= n; row++ {
		for i := range count {
			from, to := i*n/count, (i+1)*n/count
			cell := row*(n+2) + 1 + from
			var plus *float32
			if add != nil {
				plus = &add[cell*Channels]
			}
			tiles[to-from-1](&out[cell*Channels], &in[cell*cin], &w[0], &bias[0], plus, Taps, cin, withReLU, steps)
		}
	}
}

func gradWithAVX512(dw, in, dout []float32, cin, n int) {
	first := n + 3
	for t, step := range offsets(n) {
		for i := 0; i < cin; i += 8 {
			gradAVX512(&dw[(t*cin+i)*Channels], &in[(first+step)*cin+i], &dout[first*Channels], cin, n)
		}
	}
}

func gradWithAVX2(dw, in, dout []float32, cin, n int) {
	first := n + 3
	for t, step := range offsets(n) {
		for i := 0; i < cin; i += 4 {
			for o := 0; o < Channels; o += 16 {
				gradAVX2(&dw[(t*cin+i)*Channels+o], &in[(first+step)*cin+i], &dout[first*Channels+o], cin, n)
			}
		}
	}
}

// poolWith returns a function that pools by means of sums.
func poolWith(sums func(sum, max, in *float32, n int)) func(mean, max, in []float32, n int) {
	return func(mean, max, in []float32, n int) {
		sums(&mean[0], &max[0], &in[(n+3)*Channels], n)
		scale := 1 / float32(n*n)
		for i := range mean {
			mean[i] *= scale
		}
	}
}
