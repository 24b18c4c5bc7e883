package graph

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Values are the numbers on the nodes, in order. They are read-only: firing makes new ones.
type Values []*big.Int

// Zeros returns n zeros.
func Zeros(n int) Values {
	v := make(Values, n)
	for i := range v {
		v[i] = new(big.Int)
	}
	return v
}

// Positive returns the set of nodes that fire next.
func (v Values) Positive() Set {
	var s Set
	for i, x := range v {
		if x.Sign() > 0 {
			s |= 1 << i
		}
	}
	return s
}

// Total returns the sum of the positive values.
func (v Values) Total() *big.Int {
	sum := new(big.Int)
	for _, x := range v {
		if x.Sign() > 0 {
			sum.Add(sum, x)
		}
	}
	return sum
}

// Equal reports whether v and w are equal.
func (v Values) Equal(w Values) bool {
	return slices.EqualFunc(v, w, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
}

// Uniform reports whether all values are equal.
func (v Values) Uniform() bool {
	return !slices.ContainsFunc(v, func(x *big.Int) bool { return x.Cmp(v[0]) != 0 })
}

// Mixed reports whether a value is negative.
func (v Values) Mixed() bool {
	return slices.ContainsFunc(v, func(x *big.Int) bool { return x.Sign() < 0 })
}

// Dot returns the sum of the values times their weights.
func (v Values) Dot(weights []*big.Int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for i, x := range v {
		sum.Add(sum, term.Mul(x, weights[i]))
	}
	return sum
}

// Words returns the memory of the numbers, in machine words.
func (v Values) Words() int {
	n := 0
	for _, x := range v {
		n += 1 + len(x.Bits())
	}
	return n
}

// Strings returns the numbers in decimal.
func (v Values) Strings() []string { return engine.Map(v, (*big.Int).String) }

// Short formats a number within a limit of characters: a long one as its leading digits and a
// power of ten, "9.22e18". The digits are cut, not rounded.
func Short(n *big.Int, most int) string { return NewShortener(n, most).Short(most) }

// Shortener formats one number in several lengths. It computes the digits once, since that is
// slow for long numbers.
type Shortener struct {
	text string // the sign and the leading digits
	left int    // how many digits follow
}

// NewShortener makes a shortener of n for lengths up to most. It leaves out the last digits of a
// long number, since formatting them is slow.
func NewShortener(n *big.Int, most int) Shortener {
	const worthWhile = 32 // digits
	digits := int(float64(n.BitLen()-1) * math.Log10(2))
	left := digits - most
	if left < worthWhile {
		return Shortener{n.String(), 0}
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(left)), nil)
	return Shortener{power.Quo(n, power).String(), left}
}

// Short returns the number as the function [Short] does, for at most the length given to
// [NewShortener].
func (s Shortener) Short(most int) string {
	if s.left == 0 && len(s.text) <= most {
		return s.text
	}
	sign, digits := "", s.text
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	power := "e" + strconv.Itoa(len(digits)+s.left-1)
	room := most - len(sign) - len(power) - 2
	if room < 1 {
		return sign + digits[:1] + power
	}
	return sign + digits[:1] + "." + digits[1:1+room] + power
}

// Fire fires all positive nodes at the same time.
func (g *Graph) Fire(v Values) Values { return g.FireSet(v, v.Positive()) }

// FireSet fires the nodes of a set at the same time: the value of each changes its sign, and each
// neighbour gains the old value. If all nodes of the set are positive this is a move of the game;
// for any signs it is linear.
func (g *Graph) FireSet(v Values, set Set) Values {
	next := Zeros(len(v))
	g.fireInto(next, v, set)
	return next
}

// fireInto is FireSet with the result in existing numbers, to save allocations.
func (g *Graph) fireInto(next, v Values, set Set) {
	for i, sum := range next {
		if set.Has(i) {
			sum.Neg(v[i])
		} else {
			sum.Set(v[i])
		}
		for _, j := range g.neighbours[i] {
			if set.Has(j) {
				sum.Add(sum, v[j])
			}
		}
	}
}

// Effort returns the work of firing values of a size in machine words: each word is handled once,
// and once more for each neighbour.
func (g *Graph) Effort(words int) int { return words * (1 + 2*g.edges/g.Len()) }

// Runner fires repeatedly without allocating.
type Runner struct {
	// Values are the present ones. The second firing from now overwrites them.
	Values Values
	before Values
	graph  *Graph
}

// NewRunner makes a runner that starts from a copy of v.
func NewRunner(g *Graph, v Values) *Runner {
	r := &Runner{Zeros(len(v)), Zeros(len(v)), g}
	for i := range v {
		r.Values[i].Set(v[i])
	}
	return r
}

// Fire fires a set of nodes.
func (r *Runner) Fire(set Set) {
	r.graph.fireInto(r.before, r.Values, set)
	r.Values, r.before = r.before, r.Values
}
