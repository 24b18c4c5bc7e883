package pairing

import (
	"math/bits"
	"slices"
)

// words is the size of a weight: TestWidestWeight computes that those of any bracket fit. The reserve
// are bits at the top that stay free, as the labels of a matching reach twice the greatest weight,
// and the sum of two labels twice that.
const words, reserve = 12, 3

// weight is an unsigned integer with its most significant word first. Its digits have bases of
// their own, see digits.
type weight [words]uint64

func (a weight) plus(b weight) weight {
	var carry uint64
	for i := words - 1; i >= 0; i-- {
		a[i], carry = bits.Add64(a[i], b[i], carry)
	}
	return a
}

func (a weight) minus(b weight) weight {
	var borrow uint64
	for i := words - 1; i >= 0; i-- {
		a[i], borrow = bits.Sub64(a[i], b[i], borrow)
	}
	return a
}

func (a weight) half() weight {
	for i := words - 1; i > 0; i-- {
		a[i] = a[i]>>1 | a[i-1]<<63
	}
	a[0] >>= 1
	return a
}

func (a weight) compare(b weight) int { return slices.Compare(a[:], b[:]) }

func (a weight) less(b weight) bool { return a.compare(b) < 0 }

// digits writes a weight, the most important digit first.
type digits struct {
	weight
	used int // bits
}

// add writes a digit whose sum over a matching is at most most, so that it outweighs all that follow.
func (d *digits) add(most, value int) {
	for k := bits.Len(uint(most)) - 1; k >= 0; k-- {
		d.weight[(d.used+reserve)/64] |= uint64(value>>k&1) << (63 - (d.used+reserve)%64)
		d.used++
	}
}

// pick writes n digits of which only the one at an index has a value, if there is one.
func (d *digits) pick(n, most, at, value int) {
	for k := range n {
		d.add(most, one(k == at)*value)
	}
}

func one(applies bool) int {
	if applies {
		return 1
	}
	return 0
}
