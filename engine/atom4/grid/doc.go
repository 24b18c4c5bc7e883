// Package grid implements the board of Atom-4: its vertices, its colours, and the effect of a
// piece on others.
//
// A [Cell] is a vertex by its name, "h8"; a [Point] is the same vertex in axial coordinates, where
// each direction is the same step everywhere. A [Colour] has a bit for each of red, green and
// blue: White's additive pieces set bits and Black's subtractive pieces clear them. [Board.Legal]
// reports where a piece may be placed, [Board.Hits] what it changes, and [Board.Rows] the rows
// that this completes.
//
// The package has no turns: a piece's colour tells who places it, see [Colour.Mover].
package grid
