package book

import (
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine"
)

// Line is a line as thrown: 6 old yin, 7 young yang, 8 young yin, 9 old yang.
type Line uint8

// The four lines.
const (
	OldYin    Line = 6
	YoungYang Line = 7
	YoungYin  Line = 8
	OldYang   Line = 9
)

// Yang reports whether the line is 7 or 9.
func (l Line) Yang() bool { return l&1 == 1 }

// Changes reports whether the line is old, 6 or 9, and so changes into its opposite.
func (l Line) Changes() bool { return l == OldYin || l == OldYang }

// Lines is six lines as thrown, the bottom one first.
type Lines [6]Line

// Hexagram returns the hexagram that was thrown.
func (c Lines) Hexagram() (h Hexagram) {
	for i, l := range c {
		if l.Yang() {
			h |= 1 << i
		}
	}
	return h
}

// Result returns the hexagram after the changing lines have changed.
func (c Lines) Result() Hexagram {
	h := c.Hexagram()
	for _, n := range c.Changing() {
		h = h.Toggle(n)
	}
	return h
}

// Changing returns the changing lines, 1 to 6 from the bottom.
func (c Lines) Changing() []int {
	list := []int{}
	for i, l := range c {
		if l.Changes() {
			list = append(list, i+1)
		}
	}
	return list
}

// String formats the lines as [ParseLines] reads them: "7 8 9 6 7 7".
func (c Lines) String() string { return engine.Numbers(" ", c[:]) }

// Method is a way of casting.
type Method string

// The ways of casting.
const (
	Coins  Method = "coins"
	Yarrow Method = "yarrow"
)

// Throw casts six lines. The probabilities of 6, 7, 8 and 9 are 1, 3, 3 and 1 eighths for three
// coins, and 1, 5, 7 and 3 sixteenths for yarrow stalks.
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

// yarrowLaw is the distribution of lines by yarrow stalks, in sixteenths.
var yarrowLaw = [16]Line{6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9}
