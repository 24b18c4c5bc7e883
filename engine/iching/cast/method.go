package cast

import (
	"math/rand/v2"
)

// Method is a way of casting.
type Method string

// The ways of casting.
const (
	Coins  Method = "coins"
	Yarrow Method = "yarrow"
)

// Throw casts six lines. Three coins make 6 and 9 with a chance of 1/8 each, 7 and 8 of
// 3/8; the yarrow stalks 6, 7, 8 and 9 of 1, 5, 7 and 3 sixteenths.
func (m Method) Throw(r *rand.Rand) (c Lines) {
	for i := range c {
		if m == Yarrow {
			c[i] = yarrowLaw[r.IntN(len(yarrowLaw))]
		} else {
			c[i] = coins(r.IntN(2) + r.IntN(2) + r.IntN(2))
		}
	}
	return c
}

// yarrowLaw has each line as often as it comes in sixteen.
var yarrowLaw = [16]Line{6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9}
