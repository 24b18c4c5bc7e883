package search_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

func TestRandIsEven(t *testing.T) {
	r := search.Rand(1)
	var counts [7]int
	for range 70_000 {
		counts[r.Below(7)]++
	}
	for i, n := range counts {
		if n < 9_500 || n > 10_500 { // more than five standard deviations
			t.Errorf("%d came %d times of 70000, want about 10000", i, n)
		}
	}
	if f := r.Float64(); f < 0 || f >= 1 {
		t.Errorf("Float64() = %v", f)
	}
}
