package natal

import (
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// stemNumbers are those of the ten stems, counted to heaven if odd and to earth if even.
var stemNumbers = [10]int{6, 2, 8, 7, 1, 9, 3, 4, 6, 2}

// branchNumbers are those of the twelve branches: each has an odd number, of heaven, and
// an even one, of earth.
var branchNumbers = [12]struct{ odd, even int }{
	{1, 6},
	{5, 10},
	{3, 8},
	{3, 8},
	{5, 10},
	{7, 2},
	{7, 2},
	{5, 10},
	{9, 4},
	{9, 4},
	{5, 10},
	{1, 6},
}

// sums adds up heaven's numbers, the odd ones, and earth's.
func sums(p calendar.Pillars) (odd, even int) {
	for _, x := range p {
		if n := stemNumbers[x.Stem()]; n%2 == 1 {
			odd += n
		} else {
			even += n
		}
		b := branchNumbers[x.Branch()]
		odd, even = odd+b.odd, even+b.even
	}
	return odd, even
}

// reduce takes the whole away while there is more, and keeps the units, or the tens
// where those are 0.
func reduce(sum, whole int) int {
	for sum > whole {
		sum -= whole
	}
	if sum%10 == 0 {
		return sum / 10
	}
	return sum % 10
}
