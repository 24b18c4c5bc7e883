package group

import (
	"slices"
	"strconv"
	"testing"
)

// permuting is the group that permutations of points generate, made by composing them until
// nothing is new: what the catalogue's groups are outside it.
func permuting(generators ...[]int) *Group {
	n := len(generators[0])
	identity := make([]int, n)
	for x := range identity {
		identity[x] = x
	}
	all := [][]int{identity}
	for i := 0; i < len(all); i++ {
		for _, g := range generators {
			if p := composed(all[i], g); !slices.ContainsFunc(all, func(q []int) bool { return slices.Equal(p, q) }) {
				all = append(all, p)
			}
		}
	}
	names := make([]string, len(all))
	for i := range names {
		names[i] = "p" + strconv.Itoa(i)
	}
	return newGroup("", names, func(a, b int) int {
		p := composed(all[a], all[b])
		return slices.IndexFunc(all, func(q []int) bool { return slices.Equal(p, q) })
	})
}

// composed is first q, then p.
func composed(p, q []int) []int {
	c := make([]int, len(p))
	for x := range c {
		c[x] = p[q[x]]
	}
	return c
}

// mapping is a permutation of the points from 0 to n-1 by its formula.
func mapping(n int, f func(x int) int) []int {
	p := make([]int, n)
	for x := range p {
		p[x] = (f(x)%n + n) % n
	}
	return p
}

// side puts two permutations side by side, on points of their own.
func side(p, q []int) []int {
	list := slices.Clone(p)
	for _, x := range q {
		list = append(list, len(p)+x)
	}
	return list
}

// rotation turns n points by one.
func rotation(n int) []int { return mapping(n, func(x int) int { return x + 1 }) }

// still leaves n points alone.
func still(n int) []int { return mapping(n, func(x int) int { return x }) }

// regular are the permutations by which the generators of an extension act on all its
// elements v·t^k, written down from its relations t·v = A·v·t and t^m = v0.
func regular(a, m, r, power int) (v, t []int) {
	at := func(i, k int) int { return k*a + (i%a+a)%a }
	v, t = make([]int, a*m), make([]int, a*m)
	for k := range m {
		for i := range a {
			v[at(i, k)] = at(i+1, k)
			if k+1 < m {
				t[at(i, k)] = at(r*i, k+1)
			} else {
				t[at(i, k)] = at(r*i+power, 0)
			}
		}
	}
	return v, t
}

// vectors is the permutation by a map of the vectors of two numbers modulo p.
func vectors(p int, f func(x, y int) (int, int)) []int {
	return mapping(p*p, func(v int) int {
		x, y := f(v/p, v%p)
		return x%p*p + y%p
	})
}

// The matrices with one more 1 than the identity, which generate SL(2,p).
func lower(x, y int) (int, int) { return x, x + y }
func upper(x, y int) (int, int) { return x + y, y }

// Groups of the catalogue are what their names say: symmetries of polygons, affine maps,
// permutations, and what their relations generate.
func TestCatalogueIsWhatItSays(t *testing.T) {
	swap := mapping(5, func(x int) int { return []int{1, 0, 2, 3, 4}[x] })
	relations := func(a, m, r, power int) *Group { v, b := regular(a, m, r, power); return permuting(v, b) }
	tests := map[string]*Group{
		"Z7":      permuting(rotation(7)),
		"C12":     permuting(rotation(12)),
		"V4":      permuting(side(rotation(2), still(2)), side(still(2), rotation(2))),
		"C4xC2":   permuting(side(rotation(4), still(2)), side(still(4), rotation(2))),
		"C6xC2":   permuting(side(rotation(6), still(2)), side(still(6), rotation(2))),
		"S3":      permuting(swap[:3], rotation(3)),
		"S4":      permuting(swap[:4], rotation(4)),
		"A4":      permuting([]int{1, 2, 0, 3}, []int{1, 0, 3, 2}),
		"A5":      permuting([]int{1, 2, 0, 3, 4}, rotation(5)),
		"D5":      permuting(rotation(5), mapping(5, func(x int) int { return -x })),
		"D8":      permuting(rotation(8), mapping(8, func(x int) int { return -x })),
		"D32":     permuting(rotation(32), mapping(32, func(x int) int { return -x })),
		"F20":     permuting(rotation(5), mapping(5, func(x int) int { return 2 * x })),
		"F21":     permuting(rotation(7), mapping(7, func(x int) int { return 2 * x })),
		"Q8":      relations(4, 2, -1, 2),
		"Q16":     relations(8, 2, -1, 4),
		"Q64":     relations(32, 2, -1, 16),
		"Dic3":    relations(6, 2, -1, 3),
		"Dic5":    relations(10, 2, -1, 5),
		"SD16":    relations(8, 2, 3, 0),
		"M16":     relations(8, 2, 5, 0),
		"C4:C4":   relations(4, 4, -1, 0),
		"S3xC4":   permuting(side(swap[:3], still(4)), side(rotation(3), still(4)), side(still(3), rotation(4))),
		"D4xC3":   permuting(side(rotation(4), still(3)), side(mapping(4, func(x int) int { return -x }), still(3)), side(still(4), rotation(3))),
		"C2^2:C4": permuting(side([]int{1, 0, 2, 3}, still(4)), side([]int{0, 1, 3, 2}, still(4)), side([]int{2, 3, 0, 1}, rotation(4))),
		"Q32":     relations(16, 2, -1, 8),
		"Q12":     relations(6, 2, -1, 3),
		"SD32":    relations(16, 2, 7, 0),
		"M32":     relations(16, 2, 9, 0),
		"C3:C8":   relations(3, 8, 2, 0),
		"C9:C3":   relations(9, 3, 4, 0),
		"F42":     permuting(rotation(7), mapping(7, func(x int) int { return 3 * x })),
		"F110":    permuting(rotation(11), mapping(11, func(x int) int { return 2 * x })),
		"C3:D4": permuting(side(rotation(3), still(4)), side(mapping(3, func(x int) int { return -x }), rotation(4)),
			side(still(3), mapping(4, func(x int) int { return -x }))),
		"He3":     permuting(vectors(3, func(x, y int) (int, int) { return x + 1, y }), vectors(3, func(x, y int) (int, int) { return x, x + y })),
		"SL(2,3)": permuting(vectors(3, lower), vectors(3, upper)),
		"SL(2,5)": permuting(vectors(5, lower), vectors(5, upper)),
		"GL(2,3)": permuting(vectors(3, lower), vectors(3, upper), vectors(3, func(x, y int) (int, int) { return 2 * x, y })),
		"(C3xC3):C2": permuting(side(rotation(3), still(3)), side(still(3), rotation(3)),
			side(mapping(3, func(x int) int { return -x }), mapping(3, func(x int) int { return -x }))),
	}
	for name, want := range tests {
		g := named(t, name)
		if g.Order() != want.Order() {
			t.Errorf("%s has order %d, want %d", name, g.Order(), want.Order())
			continue
		}
		if !isomorphic(g, want) {
			t.Errorf("%s is something else", name)
		}
		if got := want.Identify(); got == "" || !isomorphic(named(t, got), g) {
			t.Errorf("%s is identified as %q", name, got)
		}
	}
}

// C4oD4 is Q8 and C4 with their centres made one: Pauli's matrices.
func TestCentralProduct(t *testing.T) {
	q8 := named(t, "Q8")
	one, minus := q8.Identity(), Element(1)
	if q8.Element(minus) != "-1" {
		t.Fatalf("element 1 of Q8 is %s", q8.Element(minus))
	}
	// Elements q and iq, for an i outside with i·i = -1 that commutes with all.
	names := make([]string, 16)
	for a := range names {
		names[a] = strconv.Itoa(a)
	}
	pauli := newGroup("", names, func(a, b int) int {
		c := q8.Product(Element(a%8), Element(b%8))
		sign := one
		if a/8+b/8 == 2 {
			sign = minus
		}
		return (a/8+b/8)%2*8 + int(q8.Product(sign, c))
	})
	if got := pauli.Identify(); got != "C4oD4" {
		t.Errorf("Pauli's group is identified as %q", got)
	}
}

// The unit quaternions, by multiplying them as quaternions.
func TestQuaternions(t *testing.T) {
	g := named(t, "Q8")
	at := map[string][4]int{
		"1": {1, 0, 0, 0}, "-1": {-1, 0, 0, 0}, "i": {0, 1, 0, 0}, "-i": {0, -1, 0, 0},
		"j": {0, 0, 1, 0}, "-j": {0, 0, -1, 0}, "k": {0, 0, 0, 1}, "-k": {0, 0, 0, -1},
	}
	for a := range g.all() {
		for b := range g.all() {
			p, q := at[g.Element(a)], at[g.Element(b)]
			want := [4]int{
				p[0]*q[0] - p[1]*q[1] - p[2]*q[2] - p[3]*q[3],
				p[0]*q[1] + p[1]*q[0] + p[2]*q[3] - p[3]*q[2],
				p[0]*q[2] - p[1]*q[3] + p[2]*q[0] + p[3]*q[1],
				p[0]*q[3] + p[1]*q[2] - p[2]*q[1] + p[3]*q[0],
			}
			if got := g.Element(g.Product(a, b)); at[got] != want {
				t.Errorf("%s·%s is %s", g.Element(a), g.Element(b), got)
			}
		}
	}
}

// Cycles as they are written: a·b is first b, then a.
func TestPermutationsAreComposed(t *testing.T) {
	for _, name := range []string{"S4", "A5"} {
		g := named(t, name)
		points := int(name[1] - '0')
		image := func(a Element, x int) int {
			cycle := ""
			for _, r := range g.Element(a) {
				switch r {
				case '(':
					cycle = ""
				case ')':
					for i := range cycle {
						if int(cycle[i]-'0') == x {
							return int(cycle[(i+1)%len(cycle)] - '0')
						}
					}
				default:
					cycle += string(r)
				}
			}
			return x
		}
		for a := range g.all() {
			for b := range g.all() {
				for x := 1; x <= points; x++ {
					if got, want := image(g.Product(a, b), x), image(a, image(b, x)); got != want {
						t.Fatalf("%s: %s·%s is %s, which sends %d to %d, not %d", name, g.Element(a), g.Element(b), g.Element(g.Product(a, b)), x, got, want)
					}
				}
			}
		}
	}
}
