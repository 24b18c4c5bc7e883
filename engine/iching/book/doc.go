// Package book is the Book of Changes: what it says of each hexagram, and which of its
// passages answer a throw.
//
// [Own] are the readings of this project; [Parse] reads those of an operator's file. A
// [Passage] names one text of the book. A [Rule] selects the passages that are read for
// the lines of a throw: either all changing lines, or those that Zhu Xi chose in his
// Introduction to the Study of the Changes.
package book
