package net

// The input planes, by channel; those up to Inputs that are not named are 0.
const (
	ownPlane = iota
	opponentPlane
	emptyPlane
	sizePlane
	rowPlane // distance to the nearer of the borders that the mover joins
	colPlane // distance to the nearer of the opponent's borders
)

// Encode fills in, the input planes of a board of size×size with its ring:
// (size+2)² cells of [Inputs] channels. view[row*size+col] is 0 for an empty cell, 1 for
// a stone of the mover, who joins top and bottom, and 2 for one of the opponent.
//
// The ring shows the borders as stones: the mover's above and below, the opponent's left
// and right, both in the corners. Size and distances are scaled to about 1.
func Encode(in []float32, view []uint8, size int) {
	width := size + 2
	in = in[:width*width*Inputs]
	clear(in)
	for i := range width {
		last := width - 1
		for _, cell := range [2]int{i, last*width + i} {
			in[cell*Inputs+ownPlane] = 1
		}
		for _, cell := range [2]int{i * width, i*width + last} {
			in[cell*Inputs+opponentPlane] = 1
		}
	}
	planes := [3]int{emptyPlane, ownPlane, opponentPlane}
	for row := range size {
		for col := range size {
			cell := in[((row+1)*width+col+1)*Inputs:][:Inputs]
			cell[planes[view[row*size+col]]] = 1
			cell[sizePlane] = float32(size) / 11
			cell[rowPlane] = float32(min(row, size-1-row)) / 5
			cell[colPlane] = float32(min(col, size-1-col)) / 5
		}
	}
}
