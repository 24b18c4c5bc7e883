package octopuszle

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestInfeasibleComplexes: with half of the diagonals to the rim, many squares of the rim have
// none. If more than half of the 16 squares of a class are on the rim, some pattern may have no
// room, or eight patterns too little.
func TestInfeasibleComplexes(t *testing.T) {
	s, err := NewSolver(nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for range 20 {
		b, err := s.draw(t.Context(), 0.5)
		if err != nil {
			t.Fatal(err)
		}
		err = CheckComplex(&b)
		if hall := overfull(&b); (err != nil) != hall {
			t.Errorf("CheckComplex says %v, Hall's condition on single rims %t", err, hall)
		}
		if err != nil {
			found++
			if !strings.Contains(err.Error(), "too many of them lie on the rim") {
				t.Errorf("refused with %v", err)
			}
		}
	}
	if found == 0 {
		t.Error("none of 20 complexes was infeasible: the test tests nothing")
	}
}

// overfull counts: the eight patterns with a line in a direction need eight squares of
// each class that are not on that rim; the four with two lines need four that are on
// neither of two rims, and so on. By P. Hall's theorem, for all sets of rims.
func overfull(b *Board) bool {
	var members [patterns][]int
	for at, p := range b.classes() {
		members[p] = append(members[p], at)
	}
	for _, list := range members {
		rows := rooms(list)
		for columns := 1; columns < 1<<patterns; columns++ {
			near := 0
			for _, row := range rows {
				if row&uint32(columns) != 0 {
					near++
				}
			}
			if near < bits.OnesCount(uint(columns)) {
				return true
			}
		}
	}
	return false
}

// TestSharedAgainstPermanents: rows can have columns of their own exactly if the permanent is
// positive.
func TestSharedAgainstPermanents(t *testing.T) {
	for _, tt := range []struct {
		rows []uint32
		want uint64
	}{
		{[]uint32{1, 2, 4, 8}, 1},
		{[]uint32{31, 31, 31, 31, 31}, 120},
		{[]uint32{14, 13, 11, 7}, 9},
		{[]uint32{1, 1, 7}, 0},
	} {
		if got := permanent(tt.rows); got != tt.want || shared(tt.rows) != (tt.want > 0) {
			t.Errorf("permanent(%b) = %d, want %d; shared %t", tt.rows, got, tt.want, shared(tt.rows))
		}
	}
	random, both := rand.New(rand.NewPCG(1, 1)), [2]int{}
	for range 2000 {
		rows := make([]uint32, 2+random.IntN(6))
		for i := range rows {
			rows[i] = random.Uint32() & random.Uint32() & (1<<len(rows) - 1)
		}
		ways, ok := permanent(rows), shared(rows)
		if ok != (ways > 0) {
			t.Fatalf("rows %b have %d ways, shared says %t", rows, ways, ok)
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
func permanent(rows []uint32) uint64 {
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
		for free := rows[row] &^ uint32(taken); free != 0; free &= free - 1 {
			ways[taken|int(free&-free)] += n
		}
	}
	return ways[len(ways)-1]
}
