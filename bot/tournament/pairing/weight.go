package pairing

import "math/bits"

// words is the size of a weight. TestWidestWeight computes that the weights of any bracket fit,
// with three bits to spare at the top, since the labels of a matching reach twice the greatest
// weight, and the sum of two labels twice that.
const words = 12

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

func (a weight) twice() weight { return a.plus(a) }

func (a weight) half() weight {
	for i := words - 1; i > 0; i-- {
		a[i] = a[i]>>1 | a[i-1]<<63
	}
	a[0] >>= 1
	return a
}

func (a weight) less(b weight) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// digits writes a weight, the most important digit first.
type digits struct {
	weight
	used int // bits
}

// add writes a digit whose sum over a matching is at most most, so that it outweighs all that follow.
func (d *digits) add(most, value int) {
	d.used += bits.Len(uint(most))
	if value > 0 {
		shift := 64*words - reserve - d.used
		var w weight
		at := words - 1 - shift/64
		w[at] = uint64(value) << (shift % 64)
		if at > 0 {
			w[at-1] = uint64(value) >> (64 - shift%64)
		}
		d.weight = d.plus(w)
	}
}

// reserve is the number of bits that digits leaves free at the top.
const reserve = 3

func one(applies bool) int {
	if applies {
		return 1
	}
	return 0
}
