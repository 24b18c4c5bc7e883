package natal

import (
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// controlling is the line of the hexagram that the hour of birth points at.
func (c Chart) controlling(h book.Hexagram) int {
	hour := c.Pillars[3].Branch()
	if h == book.Creative || h == book.Receptive {
		return c.controllingPure(h, hour)
	}
	yang := hour < 6
	var same, other []int
	for n := 1; n <= 6; n++ {
		if h.Yang(n) == yang {
			same = append(same, n)
		} else {
			other = append(other, n)
		}
	}
	order := same
	if len(same) <= 3 {
		order = append(order, same...)
	}
	return append(order, other...)[hour%6]
}

// pureLine is the controlling line of hexagrams 1 and 2 by hour.
var pureLine = [12]int{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}

// controllingPure: for a woman under hexagram 1 born while the days grow, and a man
// under 2 born while they shrink, the order is turned about.
func (c Chart) controllingPure(h book.Hexagram, hour int) int {
	line := pureLine[hour]
	if h == book.Creative && c.Woman && c.Rising || h == book.Receptive && !c.Woman && !c.Rising {
		return 7 - line
	}
	return line
}

// opposite is the line in the same place of the other trigram.
func opposite(line int) int { return onward(line, 3) }

// onward is the line so many places further up, from the top on at the bottom again.
func onward(line, places int) int { return (line-1+places)%6 + 1 }
