package localsearch_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// TestMatchableAgainstPermanents: rows can have columns of their own exactly if the permanent is
// positive.
func TestMatchableAgainstPermanents(t *testing.T) {
	for _, tt := range []struct {
		rows []uint64
		want uint64
	}{
		{[]uint64{1, 2, 4, 8}, 1},
		{[]uint64{31, 31, 31, 31, 31}, 120},
		{[]uint64{14, 13, 11, 7}, 9},
		{[]uint64{1, 1, 7}, 0},
	} {
		if got := permanent(tt.rows); got != tt.want || localsearch.Matchable(tt.rows) != (tt.want > 0) {
			t.Errorf("permanent(%b) = %d, want %d; matchable %t", tt.rows, got, tt.want, localsearch.Matchable(tt.rows))
		}
	}
	random, both := rand.New(rand.NewPCG(1, 1)), [2]int{}
	for range 2000 {
		rows := make([]uint64, 2+random.IntN(6))
		for i := range rows {
			rows[i] = random.Uint64() & random.Uint64() & (1<<len(rows) - 1)
		}
		ways, ok := permanent(rows), localsearch.Matchable(rows)
		if ok != (ways > 0) {
			t.Fatalf("rows %b have %d ways, Matchable says %t", rows, ways, ok)
		}
		both[min(ways, 1)]++
	}
	if min(both[0], both[1]) < 100 {
		t.Errorf("%d without a way and %d with one test too little", both[0], both[1])
	}
}

// permanent returns the permanent of a matrix of zeros and ones, whose rows are given as bits:
// the number of ways to assign the columns to rows. It counts by sets of assigned columns, row by
// row.
func permanent(rows []uint64) uint64 {
	ways := make([]uint64, 1<<len(rows))
	ways[0] = 1
	for taken, n := range ways {
		if n == 0 {
			continue
		}
		row := bits.OnesCount(uint(taken))
		if row == len(rows) {
			continue
		}
		for free := rows[row] &^ uint64(taken); free != 0; free &= free - 1 {
			ways[taken|int(free&-free)] += n
		}
	}
	return ways[len(ways)-1]
}
