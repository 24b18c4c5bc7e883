package learn

func dot(a, b *vector) float32 {
	var s [4]float32 // independent sums, for instruction-level parallelism
	for c := 0; c < channels; c += 4 {
		s[0] += a[c] * b[c]
		s[1] += a[c+1] * b[c+1]
		s[2] += a[c+2] * b[c+2]
		s[3] += a[c+3] * b[c+3]
	}
	return s[0] + s[1] + (s[2] + s[3])
}

func axpy(y *vector, a float32, x *vector) {
	for c := range y {
		y[c] += a * x[c]
	}
}

// both adds the gradient g of the inner product of w and x to the gradients of both.
func both(dx, w *vector, g float32, dw, x *vector) {
	for c := range dx {
		dx[c] += g * w[c]
		dw[c] += g * x[c]
	}
}

// times adds the product of a pool and its weights, one row per entry.
func times(out *vector, w []float32, p *pool) {
	for c, x := range p {
		axpy(out, x, (*vector)(w[c*channels:]))
	}
}

func add(y []float32, x *vector) { axpy((*vector)(y), 1, x) }
