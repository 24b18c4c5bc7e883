package net

import "github.com/sixfold-bot/sixfold/engine/hex/net/kernel"

// The input planes, by channel; the rest up to [Inputs] are 0.
const (
	ownPlane = iota
	opponentPlane
	emptyPlane
	sizePlane
	rowPlane // distance to the nearer of the borders that the mover joins
	colPlane // distance to the nearer of the opponent's borders
)

// Encode sets in to the input planes of a board with its ring, of [Inputs] channels.
// view[row*width+col] is 0 for an empty cell, 1 for a stone of the mover, who joins top and bottom,
// and 2 for one of the opponent.
//
// The ring encodes the borders as stones: the mover's above and below, the opponent's left and
// right, both in the corners. The size, which is the mean of both sides, and the distances are
// scaled to about 1; one is the encoding of 1.
func Encode[T int16 | float32](in []T, view []uint8, size kernel.Size, one T) {
	scaled := func(v, by float32) T { return T(float32(one) * v / by) }
	in = in[:size.Planes()*Inputs]
	clear(in)
	for col := -1; col <= size.Width; col++ {
		in[size.Cell(-1, col)*Inputs+ownPlane] = one
		in[size.Cell(size.Height, col)*Inputs+ownPlane] = one
	}
	for row := -1; row <= size.Height; row++ {
		in[size.Cell(row, -1)*Inputs+opponentPlane] = one
		in[size.Cell(row, size.Width)*Inputs+opponentPlane] = one
	}
	planes := [3]int{emptyPlane, ownPlane, opponentPlane}
	mean := scaled(float32(size.Width+size.Height)/2, 11)
	for row := range size.Height {
		fromRow := scaled(float32(min(row, size.Height-1-row)), 5)
		for col := range size.Width {
			cell := in[size.Cell(row, col)*Inputs:][:Inputs]
			cell[planes[view[row*size.Width+col]]] = one
			cell[sizePlane], cell[rowPlane] = mean, fromRow
			cell[colPlane] = scaled(float32(min(col, size.Width-1-col)), 5)
		}
	}
}
