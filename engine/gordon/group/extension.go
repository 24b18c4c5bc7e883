package group

import "strconv"

// extension describes a group made of an abelian one and one more generator t: the
// elements are v·t^k with v of Z/a × Z/b and 0 <= k < order, where
//
//	t·v = A(v)·t and t^order = power
//
// for a matrix A with rows (A[0], A[1]) and (A[2], A[3]). All groups of order up to 22
// that are neither direct products nor made of permutations are such extensions.
type extension struct {
	a, b   int
	matrix [4]int
	order  int
	power  [2]int
	// letters name the generators of Z/a and Z/b, and t.
	letters [3]string
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
	g := newGroup(name, names, x.product)
	for _, power := range names {
		g.symbols = append(g.symbols, raised.Replace(power))
	}
	return g
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
	name := x.letter(0, i) + x.letter(1, j) + x.letter(2, k)
	if name == "" {
		return "e"
	}
	return name
}

// letter is a power of a generator.
func (x extension) letter(which, power int) string {
	switch power {
	case 0:
		return ""
	case 1:
		return x.letters[which]
	default:
		return x.letters[which] + strconv.Itoa(power)
	}
}

// dihedral is the group of the symmetries of a regular n-gon, of order 2n.
func dihedral(name string, n int) *Group {
	return extension{a: n, b: 1, matrix: [4]int{-1, 0, 0, 1}, order: 2, letters: [3]string{"r", "", "s"}}.group(name)
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
