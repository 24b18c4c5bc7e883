package graph

import (
	"math"
	"math/big"
	"slices"
	"strconv"
)

// Values are the numbers on the nodes, in order. They are read-only: firing makes new
// ones.
type Values []*big.Int

// Zeros are the values at the start of editing.
func Zeros(n int) Values {
	v := make(Values, n)
	for i := range v {
		v[i] = new(big.Int)
	}
	return v
}

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

// Uniform reports whether all values are the same.
func (v Values) Uniform() bool {
	return !slices.ContainsFunc(v, func(x *big.Int) bool { return x.Cmp(v[0]) != 0 })
}

// Mixed reports whether a value is negative.
func (v Values) Mixed() bool {
	return slices.ContainsFunc(v, func(x *big.Int) bool { return x.Sign() < 0 })
}

// Dot is the sum of the products with weights.
func (v Values) Dot(weights []*big.Int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for i, x := range v {
		sum.Add(sum, term.Mul(x, weights[i]))
	}
	return sum
}

// Words is the memory that the numbers take, in machine words.
func (v Values) Words() int {
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

// leading writes so many leading digits of a number at least, and counts those that are left
// out: writing all of a long number takes long.
func leading(n *big.Int, least int) (text string, left int) {
	const worthWhile = 32 // digits
	digits := int(float64(n.BitLen()-1) * math.Log10(2))
	if left = digits - least; left < worthWhile {
		return n.String(), 0
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(left)), nil)
	return power.Quo(n, power).String(), left
}

// Short writes a number in at most so many characters: beyond, as its leading digits
// and a power of ten, "9.22e18". The digits are cut, not rounded.
func Short(n *big.Int, most int) string { return NewShortener(n, most).Short(most) }

// Shortener writes a number in several lengths and works its digits out but once, which takes
// long for long ones.
type Shortener struct {
	text string // its sign and its leading digits
	left int    // how many digits follow
}

// NewShortener makes a shortener of a number for up to so many characters.
func NewShortener(n *big.Int, most int) Shortener {
	text, left := leading(n, most)
	return Shortener{text, left}
}

// Short is what the function of that name returns. It takes no more characters than the
// shortener was made for.
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
