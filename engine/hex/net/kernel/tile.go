//go:build amd64 || arm64

package kernel

// A tile convolves neighbouring cells of a row. out, in and add are at the first of them,
// steps are the bytes from a cell to its taps, of which the first taps count.
type tile = func(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

// convRows convolves row by row in tiles as equal as they can be, tiles[k-1] for k cells.
func convRows(tiles []tile, out, in, w, bias, add []float32, cin int, s Size, relu bool) {
	steps, n := s.offsets(), s.Width
	for t := range steps {
		steps[t] *= 4 * cin
	}
	count := (n + len(tiles) - 1) / len(tiles)
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
				plus = &add[cell*Channels]
			}
			tiles[to-from-1](&out[cell*Channels], &in[cell*cin], &w[0], &bias[0], plus, Taps, cin, withReLU, steps)
		}
	}
}

// affineWith returns an affine map: the convolution of one cell by one tap.
func affineWith(convolve tile) func(out, in, w, bias []float32) {
	return func(out, in, w, bias []float32) {
		convolve(&out[0], &in[0], &w[0], &bias[0], nil, 1, len(in), 0, [Taps]int{})
	}
}

// A fixedTile convolves neighbouring cells of a row to one group of outputs or two, of
// which step is the bytes from a cell to the next.
type fixedTile = func(out, in, w *int16, bias, shifts *int32, add *int16, channels, step int, steps [Taps]int)

// fixedWith returns a convolution in fixed point by tiles, tiles[g-1][k-1] for k cells and g
// groups.
func fixedWith(tiles ...[]fixedTile) func(f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
	return func(f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
		for group := 0; group < f.out; {
			groups := min(len(tiles), (f.out-group)/Group)
			fixedRows(tiles[groups-1], group, f, out, in, bias, add, s)
			group += groups * Group
		}
	}
}

// fixedRows convolves to the outputs from the first on.
func fixedRows(tiles []fixedTile, first int, f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
	steps, n := s.offsets(), s.Width
	for t := range steps {
		steps[t] *= 2 * f.in
	}
	count := (n + len(tiles) - 1) / len(tiles)
	for row := range s.Height {
		for i := range count {
			from, to := i*n/count, (i+1)*n/count
			cell := s.Cell(row, from)
			at := cell*f.out + first
			var plus *int16
			if add != nil {
				plus = &add[at]
			}
			tiles[to-from-1](&out[at], &in[cell*f.in], &f.w[first*Taps*f.in], &bias[first], &f.shifts[2*first], plus, f.in, 2*f.out, steps)
		}
	}
}
