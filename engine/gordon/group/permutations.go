package group

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// permutations returns the group of all or of the even permutations of n points, written as
// cycles. a·b applies b first, then a.
func permutations(name string, n int, evenOnly bool) *Group {
	var all [][]int
	permute(make([]int, 0, n), n, func(p []int) {
		if !evenOnly || even(p) {
			all = append(all, slices.Clone(p))
		}
	})
	return newGroup(name, engine.Map(all, cycles), func(a, b int) int {
		c := make([]int, n)
		for x := range c {
			c[x] = all[a][all[b][x]]
		}
		return slices.IndexFunc(all, func(p []int) bool { return slices.Equal(p, c) })
	})
}

// permute yields all arrangements of 0 to n-1 with a given beginning, the identity first.
func permute(begin []int, n int, yield func([]int)) {
	if len(begin) == n {
		yield(begin)
		return
	}
	for x := range n {
		if !slices.Contains(begin, x) {
			permute(append(begin, x), n, yield)
		}
	}
}

func even(p []int) bool {
	inversions := 0
	for i := range p {
		for j := range i {
			if p[j] > p[i] {
				inversions++
			}
		}
	}
	return inversions%2 == 0
}

// cycles formats a permutation of at most nine points: "(12)(34)", "e" for the identity.
func cycles(p []int) string {
	var b strings.Builder
	done := make([]bool, len(p))
	for start := range p {
		if done[start] || p[start] == start {
			continue
		}
		b.WriteByte('(')
		for x := start; !done[x]; x = p[x] {
			done[x] = true
			b.WriteString(strconv.Itoa(x + 1))
		}
		b.WriteByte(')')
	}
	if b.Len() == 0 {
		return "e"
	}
	return b.String()
}
