package cast

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine/iching/hexagram"
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
func (c Lines) Hexagram() (h hexagram.Hexagram) {
	for i, l := range c {
		if l.Yang() {
			h |= 1 << i
		}
	}
	return h
}

// Result is the hexagram that the changing lines lead to; without any, the same.
func (c Lines) Result() hexagram.Hexagram {
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

// String writes the lines as [Parse] reads them: "7 8 9 6 7 7".
func (c Lines) String() string {
	words := make([]string, len(c))
	for i, l := range c {
		words[i] = strconv.Itoa(int(l))
	}
	return strings.Join(words, " ")
}
