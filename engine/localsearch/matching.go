package localsearch

import "math/bits"

// Matchable reports whether each row can have a column of its own. A row is the set of its possible
// columns, as bits. It moves rows along augmenting paths (H. W. Kuhn, "The Hungarian method for the
// assignment problem", 1955).
func Matchable(rows []uint64) bool {
	owner := map[int]int{} // the row by column
	var seen uint64
	var find func(row int) bool
	find = func(row int) bool {
		for {
			free := rows[row] &^ seen
			if free == 0 {
				return false
			}
			column := bits.TrailingZeros64(free)
			seen |= 1 << column
			if other, taken := owner[column]; !taken || find(other) {
				owner[column] = row
				return true
			}
		}
	}
	for row := range rows {
		seen = 0
		if !find(row) {
			return false
		}
	}
	return true
}
