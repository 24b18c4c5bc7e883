package gordon

import (
	"slices"
	"strconv"
	"strings"
)

// identify returns the name of a group of the catalogue to which a group is proved to
// be isomorphic, or "".
func identify(g *Group) string {
	tries := mostTries
	for _, name := range namesOfOrder(g.Order()) {
		h, err := ParseGroup(name)
		if err != nil {
			continue // the catalogue names what it has
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

// namesOfOrder lists names of the catalogue's groups of an order, the abelian ones first,
// then those without direct factors. A group may have several, its best known first.
func namesOfOrder(n int) []string {
	names := abelianNames(n)
	for d := n; d >= 6; d-- { // nothing smaller fails to commute
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

// nonabelianNames lists the groups of an order that do not commute and are written
// without an abelian factor. Where one has several names the best known stands.
func nonabelianNames(n int) []string {
	var names []string
	switch n {
	case 6:
		names = append(names, "S3")
	case 12:
		names = append(names, "A4")
	case 24:
		names = append(names, "S4")
	case 36:
		names = append(names, "S3^2")
	case 48:
		names = append(names, "S3xD4", "S3xQ8")
	case 60:
		names = append(names, "A5", "S3xD5")
	case 64:
		names = append(names, "D4^2", "D4xQ8", "Q8^2")
	}
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

// abelianNames lists the abelian groups of an order by their invariant factors, each of
// which the one before it is a multiple of.
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

// joinCyclic writes factors: C4xC2, C2^3.
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
