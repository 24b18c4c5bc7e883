// Package grid is the board of Atom-4: its vertices, its colours, and what one piece does
// to others.
//
// A [Cell] is a vertex as people name it, "h8"; a [Point] the same vertex in axial
// coordinates, where each direction is the same step everywhere. A [Colour] has a bit for
// each of red, green and blue in it, so that the additive pieces of White join bits and the
// subtractive ones of Black take them away. [Board.Legal] says where a piece may go,
// [Board.Hits] what it changes, and [Board.Rows] which rows that completes.
//
// The package knows no turns: whose piece it is follows from its colour, [Colour.Mover].
package grid
