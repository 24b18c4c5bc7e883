package book

import (
	"math/rand/v2"
	"testing"
)

// TestLawOfCasting compares how often each line falls, on each place and over all, with
// what the coins and the stalks promise. The bounds are those of chi-square with three
// degrees of freedom that chance exceeds once in 100,000 times.
func TestLawOfCasting(t *testing.T) {
	const throws, bound = 40000, 25.9
	laws := map[Method][4]float64{Coins: {2, 6, 6, 2}, Yarrow: {1, 5, 7, 3}} // of sixteen, for 6 to 9
	for method, law := range laws {
		t.Run(string(method), func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			var seen [7][4]float64 // by place, the last for all
			for range throws {
				for i, line := range method.Throw(r) {
					seen[i][line-OldYin]++
					seen[6][line-OldYin]++
				}
			}
			for place, counts := range seen {
				n := counts[0] + counts[1] + counts[2] + counts[3]
				if got := chiSquare(counts, law, n); got > bound {
					t.Errorf("place %d: chi-square %.1f of %v", place+1, got, counts)
				}
			}
			// The other law must not pass, or the test sees nothing.
			other := laws[Coins]
			if method == Coins {
				other = laws[Yarrow]
			}
			if got := chiSquare(seen[6], other, 6*throws); got < bound {
				t.Errorf("the other law fits as well: chi-square %.1f", got)
			}
		})
	}
}

func chiSquare(counts, law [4]float64, n float64) (sum float64) {
	for i := range counts {
		want := n * law[i] / 16
		sum += (counts[i] - want) * (counts[i] - want) / want
	}
	return sum
}

// TestLinesAreIndependent: a line tells nothing of the next one.
func TestLinesAreIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var pairs [4][4]float64
	const throws = 40000
	for range throws {
		c := Coins.Throw(r)
		for i := range 5 {
			pairs[c[i]-6][c[i+1]-6]++
		}
	}
	law, sum := [4]float64{2, 6, 6, 2}, 0.0
	for i := range pairs {
		for j := range pairs[i] {
			want := 5 * throws * law[i] * law[j] / 256
			sum += (pairs[i][j] - want) * (pairs[i][j] - want) / want
		}
	}
	if sum > 50.5 { // 15 degrees of freedom, once in 100,000
		t.Errorf("chi-square %.1f", sum)
	}
}
