package ade

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// MostDigits is how long a number may be that somebody sets. Firing may go beyond.
const MostDigits = 2000

// Values are the numbers on the nodes, in order. They are read-only: firing makes new
// ones.
type Values []*big.Int

// zeros are the values at the start of editing.
func zeros(n int) Values {
	v := make(Values, n)
	for i := range v {
		v[i] = new(big.Int)
	}
	return v
}

// Set is a set of nodes, bit i for node i.
type Set uint64

// Has reports whether a node is in the set.
func (s Set) Has(i int) bool { return s>>i&1 == 1 }

// Positive is the set of nodes that fire next.
func (v Values) Positive() Set {
	var s Set
	for i, x := range v {
		if x.Sign() > 0 {
			s |= 1 << i
		}
	}
	return s
}

// Total is the sum of the positive values.
func (v Values) Total() *big.Int {
	sum := new(big.Int)
	for _, x := range v {
		if x.Sign() > 0 {
			sum.Add(sum, x)
		}
	}
	return sum
}

// Equal reports whether all values are the same.
func (v Values) Equal(w Values) bool {
	for i := range v {
		if v[i].Cmp(w[i]) != 0 {
			return false
		}
	}
	return true
}

// uniform reports whether all values are the same.
func (v Values) uniform() bool {
	return !slices.ContainsFunc(v, func(x *big.Int) bool { return x.Cmp(v[0]) != 0 })
}

// Dot is the sum of the products with weights.
func (v Values) Dot(weights []*big.Int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for i, x := range v {
		sum.Add(sum, term.Mul(x, weights[i]))
	}
	return sum
}

// words is the memory that the numbers take, in machine words.
func (v Values) words() int {
	n := 0
	for _, x := range v {
		n += 1 + len(x.Bits())
	}
	return n
}

// Strings are the numbers in decimal.
func (v Values) Strings() []string {
	list := make([]string, len(v))
	for i, x := range v {
		list[i] = x.String()
	}
	return list
}

// Fire lets all positive nodes fire at the same time:
// v'_i = -|v_i| + the sum over neighbours j of max(v_j, 0).
func (g *Graph) Fire(v Values) Values { return g.FireSet(v, v.Positive()) }

// FireSet lets the nodes of a set fire at the same time: each turns its value's sign,
// and each neighbour gets what the value was. Where all of the set are positive, that is
// a move of the game; whatever the signs, it is linear.
func (g *Graph) FireSet(v Values, set Set) Values {
	next := zeros(len(v))
	g.fireInto(next, v, set)
	return next
}

// fireInto is FireSet into numbers that are there already, which saves their memory.
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

// runner fires on and on in memory of its own.
type runner struct {
	g      *Graph
	v, was Values
}

func newRunner(g *Graph, v Values) *runner {
	r := &runner{g, zeros(len(v)), zeros(len(v))}
	for i := range v {
		r.v[i].Set(v[i])
	}
	return r
}

// fire lets a set fire; what r.v held before is then overwritten by the next one.
func (r *runner) fire(set Set) {
	r.g.fireInto(r.was, r.v, set)
	r.v, r.was = r.was, r.v
}

// parseNumber reads an integer of at most [MostDigits] digits.
func parseNumber(word string) (*big.Int, error) {
	digits := strings.TrimLeft(word, "+-")
	if len(word)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" || digits == "" {
		return nil, engine.Refuse("%q is not a whole number", shorten(word))
	}
	if len(digits) > MostDigits {
		return nil, engine.Refuse("a number has %s digits; at most %s are taken", strconv.Itoa(len(digits)), strconv.Itoa(MostDigits))
	}
	n, ok := new(big.Int).SetString(word, 10)
	if !ok {
		return nil, engine.Refuse("%q is not a whole number", shorten(word))
	}
	return n, nil
}

// fieldsOf parts a list of numbers and names.
func fieldsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;=:()[]", r) })
}

// parseValues reads a value for each node.
func (g *Graph) parseValues(words []string, negative bool) (Values, error) {
	if len(words) != g.Len() {
		given := engine.T("%s values are given", strconv.Itoa(len(words)))
		if len(words) == 1 {
			given = engine.T("1 value is given")
		}
		return nil, engine.Refuse("the graph has %s (%s), and %s: give one for each", nodes(g.Len()), g.nodeRange(), given)
	}
	v := make(Values, len(words))
	for i, word := range words {
		var err error
		if v[i], err = parseValue(word, negative); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func parseValue(word string, negative bool) (*big.Int, error) {
	n, err := parseNumber(word)
	if err != nil {
		return nil, err
	}
	if n.Sign() < 0 && !negative {
		return nil, engine.Refuse("a game begins with values from 0; for negative ones edit freely: `/ade free`")
	}
	return n, nil
}

// nodeRange names the nodes briefly, in order.
func (g *Graph) nodeRange() string {
	if n := g.Len(); n > 4 {
		return g.names[0] + " " + g.names[1] + " … " + g.names[n-1]
	}
	return strings.Join(g.names, " ")
}

// Short writes a number in at most so many characters: beyond, as its leading digits
// and a power of ten, "9.22e18". The digits are cut, not rounded.
func Short(n *big.Int, most int) string {
	text := n.String()
	if len(text) <= most {
		return text
	}
	sign := ""
	if text[0] == '-' {
		sign, text = "-", text[1:]
	}
	power := "e" + strconv.Itoa(len(text)-1)
	room := most - len(sign) - len(power) - 2
	if room < 1 {
		return sign + text[:1] + power
	}
	return sign + text[:1] + "." + text[1:1+room] + power
}
