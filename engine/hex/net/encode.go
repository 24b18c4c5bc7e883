package net

import "github.com/sixfold-bot/sixfold/engine/hex/net/kernel"

// The input planes, by channel; those up to Inputs that are not named are 0.
const (
	ownPlane = iota
	opponentPlane
	emptyPlane
	sizePlane
	rowPlane // distance to the nearer of the borders that the mover joins
	colPlane // distance to the nearer of the opponent's borders
)

// Encode fills in, the input planes of a board with its ring, of [Inputs] channels.
// view[row*width+col] is 0 for an empty cell, 1 for a stone of the mover, who joins top and
// bottom, and 2 for one of the opponent.
//
// The ring shows the borders as stones: the mover's above and below, the opponent's left
// and right, both in the corners. Size, the mean of both sides, and distances are scaled to
// about 1.
func Encode(in []float32, view []uint8, size kernel.Size) {
	in = in[:size.Planes()*Inputs]
	clear(in)
	for col := -1; col <= size.Width; col++ {
		in[size.Cell(-1, col)*Inputs+ownPlane] = 1
		in[size.Cell(size.Height, col)*Inputs+ownPlane] = 1
	}
	for row := -1; row <= size.Height; row++ {
		in[size.Cell(row, -1)*Inputs+opponentPlane] = 1
		in[size.Cell(row, size.Width)*Inputs+opponentPlane] = 1
	}
	planes := [3]int{emptyPlane, ownPlane, opponentPlane}
	mean := float32(size.Width+size.Height) / 2
	for row := range size.Height {
		for col := range size.Width {
			cell := in[size.Cell(row, col)*Inputs:][:Inputs]
			cell[planes[view[row*size.Width+col]]] = 1
			cell[sizePlane] = mean / 11
			cell[rowPlane] = float32(min(row, size.Height-1-row)) / 5
			cell[colPlane] = float32(min(col, size.Width-1-col)) / 5
		}
	}
}
