//go:build amd64 || arm64

package kernel

// A fixedTile convolves width neighbouring cells of a row to one or two groups of outputs; step is
// the number of bytes from a cell to the next.
type fixedTile = func(out, in, w *int16, bias, shifts *int32, add *int16, channels, step, width int, steps [Taps]int)

// fixedWith returns a fixed-point convolution made of tiles of up to so many cells: tiles[g-1]
// processes g groups.
func fixedWith(widest int, tiles ...fixedTile) func(f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
	return func(f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
		for group := 0; group < f.out; {
			groups := min(len(tiles), (f.out-group)/Group)
			fixedRows(tiles[groups-1], widest, group, f, out, in, bias, add, s)
			group += groups * Group
		}
	}
}

// fixedRows convolves to the outputs from index first on.
func fixedRows(tile fixedTile, widest, first int, f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
	steps, n := s.Offsets(), s.Width
	for t := range steps {
		steps[t] *= 2 * f.in
	}
	count := (n + widest - 1) / widest
	for row := range s.Height {
		for i := range count {
			from, to := i*n/count, (i+1)*n/count
			cell := s.Cell(row, from)
			at := cell*f.out + first
			var plus *int16
			if add != nil {
				plus = &add[at]
			}
			tile(&out[at], &in[cell*f.in], &f.w[first*Taps*f.in], &bias[first], &f.shifts[2*first], plus, f.in, 2*f.out, to-from, steps)
		}
	}
}
