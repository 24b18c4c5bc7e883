package float

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// axpy adds a·x to y. Arrays rather than slices avoid bounds checks.
func axpy(y *[channels]float32, a float32, x *[channels]float32) {
	for i := 0; i < channels; i += 4 {
		y[i] += a * x[i]
		y[i+1] += a * x[i+1]
		y[i+2] += a * x[i+2]
		y[i+3] += a * x[i+3]
	}
}

func row(s []float32, i int) *[channels]float32 {
	return (*[channels]float32)(s[i*channels:])
}

func convPortable(out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool) {
	steps := s.Offsets()
	for r := range s.Height {
		for cell := s.Cell(r, 0); cell < s.Cell(r, s.Width); cell++ {
			sum := [channels]float32(bias)
			if add != nil {
				axpy(&sum, 1, row(add, cell))
			}
			for t, step := range steps {
				from := in[(cell+step)*cin:][:cin]
				for i, a := range from {
					if a != 0 { // false for half of a ReLU's outputs
						axpy(&sum, a, row(w, t*cin+i))
					}
				}
			}
			if relu {
				for i, v := range sum {
					sum[i] = max(v, 0)
				}
			}
			*row(out, cell) = sum
		}
	}
}

func gradPortable(dw, in, dout []float32, cin int, s kernel.Size) {
	steps := s.Offsets()
	for r := range s.Height {
		for cell := s.Cell(r, 0); cell < s.Cell(r, s.Width); cell++ {
			d := row(dout, cell)
			for t, step := range steps {
				for i, a := range in[(cell+step)*cin:][:cin] {
					if a != 0 {
						axpy(row(dw, t*cin+i), a, d)
					}
				}
			}
		}
	}
}

func sumPortable(sum, top, in []float32, s kernel.Size) {
	clear(sum)
	most := row(top, 0)
	*most = *row(in, s.Cell(0, 0))
	for r := range s.Height {
		for cell := s.Cell(r, 0); cell < s.Cell(r, s.Width); cell++ {
			v := row(in, cell)
			axpy(row(sum, 0), 1, v)
			for i := range v {
				most[i] = max(most[i], v[i])
			}
		}
	}
}

func rectifyPortable(d, y, mean, sum []float32, s kernel.Size) {
	clear(sum)
	for r := range s.Height {
		for cell := s.Cell(r, 0); cell < s.Cell(r, s.Width); cell++ {
			d, y := row(d, cell), row(y, cell)
			for i := range d {
				// Signs are unpredictable, so a mask is much faster than a branch.
				above := uint32(-int32(math.Float32bits(y[i])) >> 31)
				d[i] = math.Float32frombits(math.Float32bits(d[i]+mean[i]) & above)
				sum[i] += d[i]
			}
		}
	}
}
