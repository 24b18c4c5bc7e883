// Package hexagram holds the facts of the 64 hexagrams and the 8 trigrams of the I Ching.
//
// A [Hexagram] is six lines, counted from the bottom, 1 to 6; a bit of it is set where a
// line is yang. Hexagrams are numbered in the order of King Wen: [Numbered] and
// [Hexagram.Number] go from number to lines and back. One leads to another by changing a
// line ([Hexagram.Toggle]), all lines ([Hexagram.Opposite]), by turning it upside down
// ([Hexagram.Inverted]) or by exchanging its trigrams ([Hexagram.Exchanged]).
//
// The package knows names, and no texts.
package hexagram
