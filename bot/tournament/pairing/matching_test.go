package pairing

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// best returns the greatest sum of a matching of the free vertices from u on.
func best(u int, taken []bool, weigh func(i, j int) *big.Int) *big.Int {
	for u < len(taken) && taken[u] {
		u++
	}
	if u == len(taken) {
		return new(big.Int)
	}
	taken[u] = true
	most := best(u+1, taken, weigh)
	for v := u + 1; v < len(taken); v++ {
		if w := weigh(u, v); w.Sign() != 0 && !taken[v] {
			taken[v] = true
			if with := best(u+1, taken, weigh); most.Cmp(with.Add(with, w)) < 0 {
				most = with
			}
			taken[v] = false
		}
	}
	taken[u] = false
	return most
}

// TestMatchingIsTheGreatest: on graphs of up to ten vertices no matching is better.
func TestMatchingIsTheGreatest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for trial := range 6000 {
		n := 1 + random.IntN(10)
		edges := make([][]*big.Int, n)
		density, spread := random.Float64(), uint64(1+random.IntN(30))
		for i := range n {
			edges[i] = make([]*big.Int, n)
			for j := range i {
				if edges[i][j] = new(big.Int); random.Float64() < density {
					edges[i][j].SetUint64(1+random.Uint64N(spread)).Lsh(edges[i][j], 64).Add(edges[i][j], new(big.Int).SetUint64(random.Uint64()))
				}
			}
		}
		weigh := func(i, j int) *big.Int { return edges[max(i, j)][min(i, j)] }
		got := new(big.Int)
		for i, j := range maxMatching(n, weigh) {
			if j == unmatched || j < i {
				continue
			}
			w := weigh(i, j)
			if w.Sign() == 0 {
				t.Fatalf("trial %d: %d and %d are matched without an edge", trial, i, j)
			}
			got.Add(got, w)
		}
		if want := best(0, make([]bool, n), weigh); got.Cmp(want) != 0 {
			t.Fatalf("trial %d with %d vertices: sum %v, want %v", trial, n, got, want)
		}
	}
}

// TestMatchingOfLargeGraphs: a perfect matching hidden in a sparse graph is found.
func TestMatchingOfLargeGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 2 * (1 + random.IntN(Most/2))
		there := make([][]bool, n)
		for i := range n {
			there[i] = make([]bool, n)
		}
		for range n {
			i, j := random.IntN(n), random.IntN(n)
			there[i][j], there[j][i] = i != j, i != j
		}
		order := random.Perm(n)
		for i := 0; i < n; i += 2 {
			there[order[i]][order[i+1]], there[order[i+1]][order[i]] = true, true
		}
		mates := maxMatching(n, func(i, j int) *big.Int {
			return big.NewInt(int64(one(there[i][j]) * (1<<40 + i*j%7)))
		})
		for i, j := range mates {
			if j == unmatched || !there[i][j] || mates[j] != i {
				t.Fatalf("%d vertices: the mate of %d is %d", n, i, j)
			}
		}
	}
}

func BenchmarkMatching(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		maxMatching(Most, func(i, j int) *big.Int {
			return big.NewInt(1<<42 + int64(Most*Most-(j-i-Most/2)*(j-i-Most/2)))
		})
	}
}
