package pairing

import (
	"math/big"
	"math/bits"
)

// digits writes a weight, the most important digit first. Each digit has a base of its own.
type digits struct{ weight big.Int }

// add writes a digit whose sum over a matching is at most most, so that it outweighs all that follow.
func (d *digits) add(most, value int) {
	d.weight.Lsh(&d.weight, uint(bits.Len(uint(most))))
	d.weight.Add(&d.weight, big.NewInt(int64(value)))
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
