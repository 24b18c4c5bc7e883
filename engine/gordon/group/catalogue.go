package group

// family is a sequence of groups whose names have a number.
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

// product multiplies the numbers from least to n, and stops once it exceeds MaxOrder.
func product(n, least int) int {
	p := 1
	for i := least; i <= n && p <= MaxOrder; i++ {
		p *= i
	}
	return p
}

var families = []family{
	{"Z", 1, same, cyclic},
	{"C", 1, same, cyclic},
	{"D", 2, double, dihedral},
	{"Dic", 2, fourfold, dicyclic},
	{"S", 1, factorial, func(name string, n int) *Group { return permutations(name, n, false) }},
	{"A", 3, halfOf, func(name string, n int) *Group { return permutations(name, n, true) }},
}

type single struct {
	name  string
	order int
	build func(name string) *Group
}

// singles are the groups outside the families. Families, singles and their direct products
// include every group of order up to 23.
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
