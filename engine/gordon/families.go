package gordon

import (
	"slices"
	"strconv"
	"strings"
)

// cyclic is the group of the integers modulo n.
func cyclic(name string, n int) *Group {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return newGroup(name, names, func(a, b int) int { return (a + b) % n })
}

// extension describes a group made of an abelian one and one more generator t: the
// elements are v·t^k with v of Z/a × Z/b and 0 <= k < order, where
//
//	t·v = A(v)·t and t^order = power
//
// for a matrix A with rows (A[0], A[1]) and (A[2], A[3]). All groups of order up to 22
// that are no products of others and no permutation groups come about so.
type extension struct {
	a, b   int
	matrix [4]int
	order  int
	power  [2]int
	// letters name the generators of Z/a and Z/b, and t.
	letters [3]string
	// bare: the first power of a letter is written without a number. Letters whose
	// powers are only two are written so anyway.
	bare bool
}

// group makes the group.
func (x extension) group(name string) *Group {
	var names []string
	for k := range x.order {
		for i := range x.a {
			for j := range x.b {
				names = append(names, x.element(i, j, k))
			}
		}
	}
	return newGroup(name, names, x.product)
}

// product is of elements numbered (k·a + i)·b + j.
func (x extension) product(p, q int) int {
	i, j, k := p/x.b%x.a, p%x.b, p/(x.a*x.b)
	v, w, l := q/x.b%x.a, q%x.b, q/(x.a*x.b)
	for range k {
		v, w = x.matrix[0]*v+x.matrix[1]*w, x.matrix[2]*v+x.matrix[3]*w
	}
	i, j, k = i+v, j+w, k+l
	if k >= x.order {
		i, j, k = i+x.power[0], j+x.power[1], k-x.order
	}
	return (k*x.a+modulo(i, x.a))*x.b + modulo(j, x.b)
}

func modulo(x, n int) int { return ((x % n) + n) % n }

func (x extension) element(i, j, k int) string {
	name := x.letter(0, i, x.a) + x.letter(1, j, x.b) + x.letter(2, k, x.order)
	if name == "" {
		return "e"
	}
	return name
}

// letter is a power of a generator.
func (x extension) letter(which, power, of int) string {
	switch {
	case power == 0:
		return ""
	case power == 1 && (x.bare || of == 2):
		return x.letters[which]
	default:
		return x.letters[which] + strconv.Itoa(power)
	}
}

// dihedral is the group of the symmetries of a regular n-gon, of order 2n.
func dihedral(name string, n int) *Group {
	return extension{a: n, b: 1, matrix: [4]int{-1, 0, 0, 1}, order: 2, letters: [3]string{"r", "", "s"}, bare: true}.group(name)
}

// dicyclic is the dicyclic group of order 4n.
func dicyclic(name string, n int) *Group {
	return metacyclic(name, 2*n, 2, -1, n)
}

// metacyclic is made of a of order n and b, with b·a = a^r·b and b^m = a^power.
func metacyclic(name string, n, m, r, power int) *Group {
	return extension{
		a: n, b: 1, matrix: [4]int{r, 0, 0, 1}, order: m, power: [2]int{power}, letters: [3]string{"a", "", "b"},
	}.group(name)
}

// bicyclic is made of a and b, which commute, and c, which acts on them by a matrix.
func bicyclic(name string, a, b, order int, matrix [4]int) *Group {
	return extension{a: a, b: b, matrix: matrix, order: order, letters: [3]string{"a", "b", "c"}}.group(name)
}

// quaternion is the group of the eight unit quaternions.
func quaternion(name string) *Group {
	names := []string{"1", "-1", "i", "-i", "j", "-j", "k", "-k"}
	// Of i, j and k: which they give, and with what sign.
	units := [4][4]int{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}
	minus := [4][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 1, 0}, {0, 0, 1, 1}}
	return newGroup(name, names, func(a, b int) int {
		return 2*units[a/2][b/2] + (a+b+minus[a/2][b/2])%2
	})
}

// permutations is the group of all permutations of n points, or of the even ones; a·b
// is first b, then a. They are written as cycles.
func permutations(name string, n int, evenOnly bool) *Group {
	var all [][]int
	permute(make([]int, 0, n), n, func(p []int) {
		if !evenOnly || even(p) {
			all = append(all, slices.Clone(p))
		}
	})
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = cycles(p)
	}
	return newGroup(name, names, func(a, b int) int {
		c := make([]int, n)
		for x := range c {
			c[x] = all[a][all[b][x]]
		}
		return slices.IndexFunc(all, func(p []int) bool { return slices.Equal(p, c) })
	})
}

// permute gives all arrangements of 0 to n-1 that begin so, the identity first.
func permute(begin []int, n int, give func([]int)) {
	if len(begin) == n {
		give(begin)
		return
	}
	for x := range n {
		if !slices.Contains(begin, x) {
			permute(append(begin, x), n, give)
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

// cycles writes a permutation of at most nine points: "(12)(34)", "e" for the identity.
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

// direct is the direct product. Where all names have one character they are written
// side by side, else with commas between them.
func direct(name string, factors []*Group) *Group {
	if len(factors) == 1 {
		only := *factors[0]
		only.name = name
		return &only
	}
	between := ""
	names := []string{""}
	for _, f := range factors {
		if slices.ContainsFunc(f.names, func(s string) bool { return len(s) > 1 }) {
			between = ","
		}
	}
	for i, f := range factors {
		var longer []string
		for _, begin := range names {
			for _, end := range f.names {
				if i > 0 {
					end = between + end
				}
				longer = append(longer, begin+end)
			}
		}
		names = longer
	}
	return newGroup(name, names, func(a, b int) int { return productOf(factors, a, b) })
}

// productOf is the product in a direct product, the last factor counting fastest.
func productOf(factors []*Group, a, b int) int {
	c, weight := 0, 1
	for _, f := range slices.Backward(factors) {
		n := f.Order()
		c += weight * int(f.Product(Element(a%n), Element(b%n)))
		a, b, weight = a/n, b/n, weight*n
	}
	return c
}
