package learn

import (
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/hex/train/float"
)

// filters are the convolutions within a model's blocks, prepared for evaluation and gradient. The
// gradient with respect to a convolution's input is a convolution of the gradient with respect to
// its output, with the transposed weights of the opposite taps.
type filters struct {
	half   bool        // in half numbers
	blocks [][2]filter // the two convolutions of each
}

type filter struct {
	w           []float32 // the model's
	turned      []float32
	ahead, back *float.HalfFilter
}

func newFilters(m Model, half bool) *filters {
	f := &filters{half: half, blocks: make([][2]filter, m.Params.Blocks)}
	for i := range f.blocks {
		w1, _, _, w2, _ := m.Params.Block(i)
		for j, w := range [][]float32{w1, w2} {
			turned := make([]float32, len(w))
			f.blocks[i][j] = filter{w, turned, float.NewHalfFilter(w, half), float.NewHalfFilter(turned, half)}
		}
	}
	f.follow()
	return f
}

// follow updates the filters after a change of the model.
func (f *filters) follow() {
	for _, block := range f.blocks {
		for _, c := range block {
			turn(c.turned, c.w)
			c.ahead.Follow()
			c.back.Follow()
		}
	}
}

// turn writes the transposed weights of the opposite taps.
func turn(out, w []float32) {
	const square = channels * channels
	for tap := range kernel.Taps {
		opposite := kernel.Opposite(tap)
		from, to := w[tap*square:(tap+1)*square], out[opposite*square:(opposite+1)*square]
		for i := range channels {
			for o, x := range from[i*channels : (i+1)*channels] {
				to[o*channels+i] = x
			}
		}
	}
}

// backward adds the gradient of the loss to grad, after forward and errors.
func (t *tape) backward(m Model, f *filters, grad Model) {
	mean := t.headsBack(m, grad)
	var none, sum vector
	for i := m.Params.Blocks - 1; i >= 0; i-- {
		_, _, wg, _, _ := m.Params.Block(i)
		dw1, db1, dwg, dw2, db2 := grad.Params.Block(i)
		float.RectifyGrad(t.d, t.x[i+1], mean[:], sum[:], kernel.Square(t.size))
		add(db2, &sum)
		t.convolver.ConvGrad(dw2, t.h[i], t.d)
		t.convolver.Conv(t.dh, t.d, f.blocks[i][1].back, nil, nil, false)
		float.RectifyGrad(t.dh, t.h[i], none[:], sum[:], kernel.Square(t.size))
		add(db1, &sum)
		t.convolver.ConvGrad(dw1, t.x[i], t.dh)
		t.convolver.Conv(t.d, t.dh, f.blocks[i][0].back, nil, t.d, false)
		mean = t.pooled(i, wg, dwg, &sum)
	}
	float.RectifyGrad(t.d, t.x[0], mean[:], sum[:], kernel.Square(t.size))
	dw, db := grad.Params.In()
	add(db, &sum)
	float.ConvGrad(dw, t.in, t.d, net.Inputs, kernel.Square(t.size))
}

// headsBack sets d to the gradient with respect to the last plane, from single cells and maxima. It
// returns the gradient from the means, which applies to every cell.
func (t *tape) headsBack(m, grad Model) (mean vector) {
	wp := m.Params.Policy()
	own, opponent, _ := m.heads()
	dwp := grad.Params.Policy()
	down, dopponent, dbias := grad.heads()
	x := t.x[len(t.x)-1]
	cells := t.size * t.size
	for i := range cells {
		k := t.offset(i)
		at, d := (*vector)(x[k:]), (*vector)(t.d[k:])
		a, b := t.chain[i], t.chain[cells+i]
		*d = vector{}
		both(d, (*vector)(own), a, (*vector)(down), at)
		both(d, (*vector)(opponent), b, (*vector)(dopponent), at)
		dbias[0] += a
		dbias[1] += b
		if p := t.policy[i]; p != 0 {
			both(d, (*vector)(wp), p, (*vector)(dwp), at)
		}
	}
	return t.valueBack(m, grad)
}

// valueBack is headsBack for the value.
func (t *tape) valueBack(m, grad Model) (mean vector) {
	wv1, _, wv2, _ := m.Params.Value()
	dwv1, dbv1, dwv2, dbv2 := grad.Params.Value()
	dbv2[0] += t.value
	var d vector
	for c, h := range t.hidden {
		dwv2[c] += t.value * h
		if h > 0 {
			d[c] = t.value * wv2[c]
		}
	}
	add(dbv1, &d)
	return t.pooled(len(t.pools)-1, wv1, dwv1, &d)
}

// pooled passes the gradient back through the weights w of pools[i]. It adds to the weights'
// gradient dw and, for the maxima, to d at their cells, and returns the gradient from the means,
// which applies to every cell.
func (t *tape) pooled(i int, w, dw []float32, by *vector) (mean vector) {
	size := float32(t.size * t.size)
	for c, x := range t.pools[i] {
		row := (*vector)(w[c*channels:])
		axpy((*vector)(dw[c*channels:]), x, by)
		slope := dot(row, by)
		switch {
		case c < channels:
			mean[c] = slope / size
		case x > 0: // otherwise no cell is positive, and none passes a gradient on
			t.d[t.where(i, c-channels, x)] += slope
		}
	}
	return mean
}

// where returns the index of the first cell of plane x[i] with the maximum of a channel.
func (t *tape) where(i, channel int, top float32) int {
	n := t.size
	for row := 1; row <= n; row++ {
		k := (row*(n+2)+1)*channels + channel
		for range n {
			if t.x[i][k] == top {
				return k
			}
			k += channels
		}
	}
	panic("learn: the maximum is on no cell")
}
