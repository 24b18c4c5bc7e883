package theory

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// random is a square matrix of small numbers.
func random(r *rand.Rand, n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]*big.Int, n)
		for j := range m[i] {
			m[i][j] = big.NewInt(r.Int64N(7) - 3)
		}
	}
	return m
}

// determinant by expanding along the first row.
func determinant(m matrix) *big.Int {
	if len(m) == 0 {
		return big.NewInt(1)
	}
	sum := new(big.Int)
	for j, x := range m[0] {
		if x.Sign() == 0 {
			continue
		}
		var minor matrix
		for _, row := range m[1:] {
			minor = append(minor, append(append([]*big.Int{}, row[:j]...), row[j+1:]...))
		}
		term := new(big.Int).Mul(x, determinant(minor))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

// What solve finds is a solution, A X = d B with d > 0, and there is none exactly where the
// determinant is zero.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	singular := 0
	for range 400 {
		n := 1 + r.IntN(5)
		a, b := random(r, n), random(r, n)
		before := determinant(a)
		x, d, ok := solve(a, b)
		if ok != (before.Sign() != 0) {
			t.Fatalf("%v has the determinant %v, and is solved: %t", a, before, ok)
		}
		if !ok {
			singular++
			continue
		}
		if d.CmpAbs(before) != 0 || d.Sign() <= 0 {
			t.Fatalf("%v: the denominator is %v, the determinant %v", a, d, before)
		}
		for i := range n {
			for j := range n {
				sum := new(big.Int)
				for k := range n {
					sum.Add(sum, new(big.Int).Mul(a[i][k], x[k][j]))
				}
				if sum.Cmp(new(big.Int).Mul(d, b[i][j])) != 0 {
					t.Fatalf("row %d, column %d: %v", i, j, sum)
				}
			}
		}
	}
	if singular == 0 {
		t.Error("no matrix was singular")
	}
}

// The determinants of Cartan matrices: n+1 for A_n, 4 for D_n, 9-n for E_n, 0 for affine
// types.
func TestCartanDeterminants(t *testing.T) {
	for _, tt := range []struct {
		family string
		degree int
		want   int64
	}{{"A", 1, 2}, {"A", 2, 3}, {"A", 6, 7}, {"D", 4, 4}, {"D", 7, 4}, {"E", 6, 3}, {"E", 7, 2}, {"E", 8, 1}, {"E", 9, 0}} {
		g, err := graph.New(tt.family, tt.degree)
		if err != nil {
			t.Fatal(err)
		}
		if got := determinant(cartan(g, g.Len())); got.Int64() != tt.want {
			t.Errorf("%s%d has %v, want %d", tt.family, tt.degree, got, tt.want)
		}
	}
}

func TestReduced(t *testing.T) {
	list := []*big.Int{big.NewInt(-6), big.NewInt(0), big.NewInt(15)}
	if got := graph.Values(reduced(list)).Strings(); got[0] != "-2" || got[1] != "0" || got[2] != "5" || list[0].Int64() != -6 {
		t.Errorf("%v, from %v", got, list)
	}
	if got := reduced([]*big.Int{new(big.Int), new(big.Int)}); got[0].Sign() != 0 || got[1].Sign() != 0 {
		t.Errorf("of zeros: %v", got)
	}
}

func TestSigns(t *testing.T) {
	for _, tt := range []struct {
		list            []int64
		least, greatest int
	}{{[]int64{1, 2}, 1, 1}, {[]int64{0, 2}, 0, 1}, {[]int64{-1, 2}, -1, 1}, {[]int64{-1, 0}, -1, 0}, {[]int64{-1, -2}, -1, -1}} {
		var list []*big.Int
		for _, n := range tt.list {
			list = append(list, big.NewInt(n))
		}
		if leastSign(list) != tt.least || greatestSign(list) != tt.greatest {
			t.Errorf("%v: %d and %d", tt.list, leastSign(list), greatestSign(list))
		}
	}
}
