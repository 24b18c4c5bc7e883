package gordon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// family is a kind of group with a number in its name.
type family struct {
	prefix string
	least  int
	order  func(n int) int // of the group with that number
	build  func(name string, n int) *Group
}

func same(n int) int      { return n }
func double(n int) int    { return 2 * n }
func fourfold(n int) int  { return 4 * n }
func factorial(n int) int { return product(n, 1) }
func halfOf(n int) int    { return product(n, 3) }

// product of the numbers from least to n; beyond what is of use it stays large.
func product(n, least int) int {
	p := 1
	for i := least; i <= n && p <= MaxOrder; i++ {
		p *= i
	}
	return p
}

// families by the letters before the number.
var families = []family{
	{"Z", 1, same, cyclic},
	{"C", 1, same, cyclic},
	{"D", 2, double, dihedral},
	{"Dic", 2, fourfold, dicyclic},
	{"S", 1, factorial, func(name string, n int) *Group { return permutations(name, n, false) }},
	{"A", 3, halfOf, func(name string, n int) *Group { return permutations(name, n, true) }},
}

// single is a group with a name of its own.
type single struct {
	name  string
	order int
	build func(name string) *Group
}

// singles are the groups that belong to no family. With the families and their products
// they are all groups of order up to 23.
var singles = []single{
	{"V4", 4, func(name string) *Group { return direct(name, []*Group{cyclic("", 2), cyclic("", 2)}) }},
	{"Q8", 8, quaternion},
	{"Q16", 16, func(name string) *Group { return dicyclic(name, 4) }},
	{"Q32", 32, func(name string) *Group { return dicyclic(name, 8) }},
	{"Q64", 64, func(name string) *Group { return dicyclic(name, 16) }},
	{"SD16", 16, func(name string) *Group { return metacyclic(name, 8, 2, 3, 0) }},
	{"M16", 16, func(name string) *Group { return metacyclic(name, 8, 2, 5, 0) }},
	{"C4:C4", 16, func(name string) *Group { return metacyclic(name, 4, 4, -1, 0) }},
	{"C2^2:C4", 16, func(name string) *Group { return bicyclic(name, 2, 2, 4, [4]int{0, 1, 1, 0}) }},
	{"C4oD4", 16, func(name string) *Group { return bicyclic(name, 4, 2, 2, [4]int{1, 2, 0, 1}) }},
	{"(C3xC3):C2", 18, func(name string) *Group { return bicyclic(name, 3, 3, 2, [4]int{-1, 0, 0, -1}) }},
	{"F20", 20, func(name string) *Group { return metacyclic(name, 5, 4, 2, 0) }},
	{"F21", 21, func(name string) *Group { return metacyclic(name, 7, 3, 2, 0) }},
}

// factor is one part of a name: a group and how often it stands there.
type factor struct {
	name  string // with its power
	order int    // of one
	count int
	build func() *Group
}

// ParseGroup makes the group of that name: one of a family, or a direct product such as
// C4xC2 or Z2^3. Case does not matter. It refuses with an [engine.Refusal] what it does
// not know, and orders over [MaxOrder].
func ParseGroup(text string) (*Group, error) {
	var names []string
	var factors []*Group
	order := 1
	parts, ok := parseFactors(text)
	if !ok {
		return nil, unknownGroup()
	}
	for _, f := range parts {
		names = append(names, f.name)
		for range f.count {
			if order *= f.order; order > MaxOrder {
				return nil, engine.Refuse("that group has more than %s elements: the largest that can be played has %s",
					number(MaxOrder), number(MaxOrder))
			}
			factors = append(factors, f.build())
		}
	}
	return direct(strings.Join(names, "x"), factors), nil
}

// parseFactors reads the parts of a product. Those of order 1 change nothing, but could
// be there any number of times, and make names long: they are left out, but for one
// where there is nothing else.
func parseFactors(text string) (parts []factor, ok bool) {
	var trivial []factor
	for _, part := range splitFactors(text) {
		switch f, ok := parseFactor(part); {
		case !ok:
			return nil, false
		case f.order == 1:
			f.name, _, _ = strings.Cut(f.name, "^")
			f.count = 1
			trivial = append(trivial, f)
		default:
			parts = append(parts, f)
		}
	}
	if len(parts) == 0 {
		parts = trivial[:1]
	}
	return parts, true
}

func unknownGroup() error {
	return engine.Refuse("that is no group that I know: name one such as %s, or give a table of your own as a file",
		"Z7, C4xC2, D5, S3, A4, Q8, Dic3, F20, F21, Z2^3")
}

// splitFactors parts a name at the signs of products outside brackets.
func splitFactors(text string) []string {
	text = strings.NewReplacer("×", "x", "X", "x", "*", "x", " ", "").Replace(text)
	var parts []string
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == 'x' && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// parseFactor reads a group without products, perhaps with a power.
func parseFactor(text string) (factor, bool) {
	if f, ok := parseSimple(text); ok {
		return f, true
	}
	base, power, ok := strings.Cut(text, "^")
	f, known := parseSimple(base)
	count, err := strconv.Atoi(power)
	if !ok || !known || err != nil || count < 1 || count > MaxOrder {
		return factor{}, false
	}
	f.count = count
	if count > 1 {
		f.name += "^" + number(count)
	}
	return f, true
}

func parseSimple(text string) (factor, bool) {
	if strings.EqualFold(text, "K4") {
		text = "V4"
	}
	for _, s := range singles {
		if strings.EqualFold(text, s.name) {
			return factor{s.name, s.order, 1, func() *Group { return s.build(s.name) }}, true
		}
	}
	digits := strings.IndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' })
	if digits < 0 {
		return factor{}, false
	}
	n, err := strconv.Atoi(text[digits:])
	i := slices.IndexFunc(families, func(f family) bool { return strings.EqualFold(f.prefix, text[:digits]) })
	if err != nil || i < 0 || n < families[i].least {
		return factor{}, false
	}
	f := families[i]
	n = min(n, MaxOrder+1) // the order says that it is too large
	name := f.prefix + number(n)
	return factor{name, f.order(n), 1, func() *Group { return f.build(name, n) }}, true
}
