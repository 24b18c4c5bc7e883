package learn

import "math"

// through takes a gradient through a rectifier: d, plus mean in every cell, where y
// is above 0, else 0. sum becomes the sum over all cells. y is not negative.
func (t *tape) through(d, y []float32, mean, sum *vector) {
	*sum = vector{}
	n := t.size
	for row := 1; row <= n; row++ {
		start := (row*(n+2) + 1) * channels
		d, y := d[start:start+n*channels], y[start:start+n*channels]
		for len(d) >= channels && len(y) >= channels {
			rectify((*vector)(d), (*vector)(y), mean, sum)
			d, y = d[channels:], y[channels:]
		}
	}
}

// rectify is through for one cell. Signs are as good as random, so that a mask is
// much faster than a branch.
func rectify(d, y, mean, sum *vector) {
	for c := range d {
		above := uint32(-int32(math.Float32bits(y[c])) >> 31)
		g := math.Float32frombits(math.Float32bits(d[c]+mean[c]) & above)
		d[c] = g
		sum[c] += g
	}
}

// dot is the inner product.
func dot(a, b *vector) float32 {
	var s [4]float32 // sums that do not wait for each other
	for c := 0; c < channels; c += 4 {
		s[0] += a[c] * b[c]
		s[1] += a[c+1] * b[c+1]
		s[2] += a[c+2] * b[c+2]
		s[3] += a[c+3] * b[c+3]
	}
	return s[0] + s[1] + (s[2] + s[3])
}

// axpy adds a·x to y.
func axpy(y *vector, a float32, x *vector) {
	for c := range y {
		y[c] += a * x[c]
	}
}

// both takes the gradient g by the product of weights and inputs to both factors.
func both(dx, w *vector, g float32, dw, x *vector) {
	for c := range dx {
		dx[c] += g * w[c]
		dw[c] += g * x[c]
	}
}

// times adds the product of a pool and its weights, one row an entry.
func times(out *vector, w []float32, p *pool) {
	for c, x := range p {
		axpy(out, x, (*vector)(w[c*channels:]))
	}
}

// add adds x to y, which has as many entries.
func add(y []float32, x *vector) { axpy((*vector)(y), 1, x) }
