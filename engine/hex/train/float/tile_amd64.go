package float

import "github.com/sixfold-bot/sixfold/engine/hex/net/kernel"

// A tile convolves width neighbouring cells of a row. out, in and add point to the first of them; steps
// has the bytes from a cell to its taps, of which the first taps are used.
type tile = func(out, in, w, bias, add *float32, taps, cin, relu, width int, steps [taps]int)

// convRows convolves row by row in tiles of nearly equal size, up to the widest.
func convRows(tile tile, widest int, out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
	steps, n := s.Offsets(), s.Width
	for t := range steps {
		steps[t] *= 4 * cin
	}
	count := (n + widest - 1) / widest
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
