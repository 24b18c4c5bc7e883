// Package cast casts lines for the oracle, by coins or yarrow stalks, and reads those that
// people have cast themselves.
//
// A [Line] is written as tradition counts it: 6 old yin, 7 young yang, 8 young yin, 9 old
// yang. Old lines change into their opposite, so that [Lines], the bottom one first, show
// two hexagrams: the one cast and the one that it changes into. A [Throw] adds when they
// were cast and whether a person typed them in; written as a line of text it is the one
// move of a table of the I Ching.
//
// Chance and time come from the caller.
package cast
