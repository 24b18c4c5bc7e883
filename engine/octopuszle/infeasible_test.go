package octopuszle

import (
	"math/bits"
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
	for at, p := range b.patterns(diagonal) {
		members[p] = append(members[p], at)
	}
	for _, list := range members {
		rows := rooms(list)
		for columns := 1; columns < 1<<patterns; columns++ {
			near := 0
			for _, row := range rows {
				if row&uint64(columns) != 0 {
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
