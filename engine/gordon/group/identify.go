package group

import (
	"slices"
	"strconv"
	"strings"
)

// Identify returns the catalogue's name of a group that is proved to be isomorphic to g, or "".
func (g *Group) Identify() string {
	tries := mostTries
	for _, name := range namesOfOrder(g.Order()) {
		h, err := Parse(name)
		if err != nil {
			continue // unreachable: the catalogue has what it names
		}
		m := newMatcher(g, h)
		m.tries = tries
		if m.find() != nil {
			return name
		}
		tries = max(m.tries, 0)
	}
	return ""
}

// OfOrder returns the names of all groups of an order up to 23, each group once; for greater
// orders, of those in the catalogue.
func OfOrder(n int) []string {
	var names []string
	var made []*Group
	for _, name := range namesOfOrder(n) {
		g, err := Parse(name)
		if err != nil || slices.ContainsFunc(made, func(h *Group) bool { return isomorphic(g, h) }) {
			continue
		}
		names, made = append(names, name), append(made, g)
	}
	return names
}

// namesOfOrder returns names of the catalogue's groups of an order: first the abelian ones, then
// those without direct factors, then products. A group may have several names, the best known
// first.
func namesOfOrder(n int) []string {
	names := abelianNames(n)
	for d := n; d >= 6; d-- { // all smaller groups are abelian
		if n%d != 0 {
			continue
		}
		for _, first := range nonabelianNames(d) {
			for _, second := range abelianNames(n / d) {
				if n == d {
					names = append(names, first)
				} else {
					names = append(names, first+"x"+second)
				}
			}
		}
	}
	return names
}

// bestKnown holds names of nonabelian groups, by order, that come before those of families.
var bestKnown = map[int][]string{
	6: {"S3"}, 12: {"A4"}, 24: {"S4"}, 36: {"S3^2"}, 48: {"S3xD4", "S3xQ8"}, 60: {"A5", "S3xD5"}, 64: {"D4^2", "D4xQ8", "Q8^2"},
}

// nonabelianNames returns names of the nonabelian groups of an order that are written without an
// abelian factor. A group may have several names, the best known first.
func nonabelianNames(n int) []string {
	names := slices.Clone(bestKnown[n])
	if n%2 == 0 && n >= 8 {
		names = append(names, "D"+strconv.Itoa(n/2))
	}
	if n%4 == 0 && n >= 12 && n&(n-1) != 0 {
		names = append(names, "Dic"+strconv.Itoa(n/4))
	}
	for _, s := range singles {
		if s.order == n && s.name != "V4" {
			names = append(names, s.name)
		}
	}
	return names
}

// abelianNames returns the abelian groups of an order by their invariant factors, each a divisor
// of the one before.
func abelianNames(n int) []string {
	if n == 1 {
		return []string{"C1"}
	}
	var names []string
	var begin func(rest, most int, factors []int)
	begin = func(rest, most int, factors []int) {
		if rest == 1 {
			names = append(names, joinCyclic(factors))
			return
		}
		for d := rest; d > 1; d-- {
			if rest%d == 0 && (most == 0 || most%d == 0) {
				begin(rest/d, d, append(slices.Clone(factors), d))
			}
		}
	}
	begin(n, 0, nil)
	return names
}

// joinCyclic formats factors: C4xC2, C2^3.
func joinCyclic(factors []int) string {
	var parts []string
	for i := 0; i < len(factors); {
		j := i
		for j < len(factors) && factors[j] == factors[i] {
			j++
		}
		part := "C" + strconv.Itoa(factors[i])
		if j-i > 1 {
			part += "^" + strconv.Itoa(j-i)
		}
		parts = append(parts, part)
		i = j
	}
	return strings.Join(parts, "x")
}
