package theory

import (
	"math/big"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

type matrix [][]*big.Int

// cartan returns the Cartan matrix of the first n nodes: 2 on the diagonal, -1 for neighbours.
func cartan(g *graph.Graph, n int) matrix {
	m := identity(n)
	for i := range n {
		for j := range n {
			switch {
			case i == j:
				m[i][j].SetInt64(2)
			case g.Adjacent(i, j):
				m[i][j].SetInt64(-1)
			}
		}
	}
	return m
}

// solve finds X and d > 0 with A X = d B, for a square A and a B with as many rows, by
// fraction-free elimination (E. Bareiss, Sylvester's identity and multistep integer-preserving
// Gaussian elimination, 1968). It reports false if A is singular.
func solve(a, b matrix) (x matrix, d *big.Int, ok bool) {
	n := len(a)
	rows := make(matrix, n)
	for i := range rows {
		rows[i] = slices.Concat(a[i], b[i])
	}
	last := big.NewInt(1)
	for k := range n {
		p := slices.IndexFunc(rows[k:], func(row []*big.Int) bool { return row[k].Sign() != 0 })
		if p < 0 {
			return nil, nil, false
		}
		rows[k], rows[k+p] = rows[k+p], rows[k]
		for i := range n {
			if i != k {
				eliminate(rows[i], rows[k], k, last)
			}
		}
		last = rows[k][k]
	}
	x = make(matrix, n)
	for i := range x {
		x[i] = rows[i][n:]
		if last.Sign() < 0 {
			for j, e := range x[i] {
				x[i][j] = new(big.Int).Neg(e)
			}
		}
	}
	return x, new(big.Int).Abs(last), true
}

// eliminate makes column k of a row zero with the pivot's row. It skips zeros, which are most
// entries of trees.
func eliminate(row, pivot []*big.Int, k int, last *big.Int) {
	factor := row[k]
	var term big.Int
	for j := range row {
		if row[j].Sign() == 0 && (factor.Sign() == 0 || pivot[j].Sign() == 0) {
			continue
		}
		e := new(big.Int).Mul(row[j], pivot[k])
		e.Sub(e, term.Mul(factor, pivot[j]))
		row[j] = e.Quo(e, last)
	}
}

// column returns a matrix of one column, filled with n.
func column(rows int, n int64) matrix {
	m := make(matrix, rows)
	for i := range m {
		m[i] = []*big.Int{big.NewInt(n)}
	}
	return m
}

func identity(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]*big.Int, n)
		for j := range m[i] {
			m[i][j] = new(big.Int)
		}
		m[i][i].SetInt64(1)
	}
	return m
}

func (m matrix) column(j int) []*big.Int {
	return engine.Map(m, func(row []*big.Int) *big.Int { return row[j] })
}

// reduced returns the numbers divided by their greatest common divisor.
func reduced(list []*big.Int) []*big.Int {
	g := new(big.Int)
	for _, n := range list {
		g.GCD(nil, nil, g, new(big.Int).Abs(n))
	}
	out := make([]*big.Int, len(list))
	for i, n := range list {
		out[i] = new(big.Int).Set(n)
		if g.Sign() > 0 {
			out[i].Quo(n, g)
		}
	}
	return out
}

// apply returns the Cartan matrix times a vector.
func apply(g *graph.Graph, x []*big.Int) []*big.Int {
	out := make([]*big.Int, len(x))
	for i := range x {
		out[i] = new(big.Int).Lsh(x[i], 1)
		for _, j := range g.Neighbours(i) {
			out[i].Sub(out[i], x[j])
		}
	}
	return out
}

func leastSign(list []*big.Int) int { return slices.MinFunc(list, (*big.Int).Cmp).Sign() }

func greatestSign(list []*big.Int) int { return slices.MaxFunc(list, (*big.Int).Cmp).Sign() }
