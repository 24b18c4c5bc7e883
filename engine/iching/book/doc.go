// Package book implements the Book of Changes: its hexagrams, how they are cast, and their texts.
//
// A [Hexagram] is six lines, counted from the bottom, 1 to 6; a set bit is a yang line. Hexagrams
// are numbered in King Wen order: [Numbered] and [Hexagram.Number] convert between numbers and
// lines. [Hexagram.Toggle] changes a line, [Hexagram.Opposite] all lines; [Hexagram.Inverted] turns
// the hexagram upside down, and [Hexagram.Exchanged] exchanges its trigrams.
//
// Coins or yarrow stalks, each a [Method], give six values. A [Line] has its traditional number:
// 6 old yin, 7 young yang, 8 young yin, 9 old yang. Old lines change into their opposite, so that
// [Lines], the bottom one first, show two hexagrams: the one cast and the one that it changes into.
// A [Throw] adds the time of the cast and whether the lines were typed in; as text it is the single
// move of a table. Randomness and time come from the caller.
//
// [Own] returns the texts of this project; [Parse] reads those of an operator's file. A [Passage]
// names one text of the book. A [Rule] selects the passages to read for a throw: either all
// changing lines, or those that Zhu Xi chose in his Introduction to the Study of the Changes.
package book
