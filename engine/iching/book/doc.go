// Package book is the Book of Changes: its hexagrams, how one is cast, and what the book says
// of it.
//
// A [Hexagram] is six lines, counted from the bottom, 1 to 6; a bit of it is set where a
// line is yang. Hexagrams are numbered in the order of King Wen: [Numbered] and
// [Hexagram.Number] go from number to lines and back. One leads to another by changing a
// line ([Hexagram.Toggle]), all lines ([Hexagram.Opposite]), by turning it upside down
// ([Hexagram.Inverted]) or by exchanging its trigrams ([Hexagram.Exchanged]).
//
// Coins or yarrow stalks, each a [Method], give six values. A [Line] is written as tradition
// counts it: 6 old yin, 7 young yang, 8 young yin, 9 old yang. Old lines change into their
// opposite, so that [Lines], the bottom one first, show two hexagrams: the one cast and the one
// that it changes into. A [Throw] adds when they were cast and whether a person typed them in;
// written as a line of text it is the one move of a table of the I Ching. Chance and time come
// from the caller.
//
// [Own] are the readings of this project; [Parse] reads those of an operator's file. A
// [Passage] names one text of the book. A [Rule] selects the passages that are read for
// the lines of a throw: either all changing lines, or those that Zhu Xi chose in his
// Introduction to the Study of the Changes.
package book
