package book

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Line is a line as it was thrown: 6 old yin, 7 young yang, 8 young yin, 9 old yang.
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

// Changes reports whether the line is old, 6 or 9, and so turns into its opposite.
func (l Line) Changes() bool { return l == OldYin || l == OldYang }

// Lines is six lines as thrown, the bottom one first.
type Lines [6]Line

// Hexagram is the hexagram that was thrown.
func (c Lines) Hexagram() (h Hexagram) {
	for i, l := range c {
		if l.Yang() {
			h |= 1 << i
		}
	}
	return h
}

// Result is the hexagram that the changing lines lead to; without any, the same.
func (c Lines) Result() Hexagram {
	h := c.Hexagram()
	for _, n := range c.Changing() {
		h = h.Toggle(n)
	}
	return h
}

// Changing lists the changing lines, 1 to 6 from the bottom.
func (c Lines) Changing() []int {
	list := []int{}
	for i, l := range c {
		if l.Changes() {
			list = append(list, i+1)
		}
	}
	return list
}

// String writes the lines as [ParseLines] reads them: "7 8 9 6 7 7".
func (c Lines) String() string {
	words := make([]string, len(c))
	for i, l := range c {
		words[i] = strconv.Itoa(int(l))
	}
	return strings.Join(words, " ")
}

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
