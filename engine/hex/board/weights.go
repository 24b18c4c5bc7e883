package board

import "github.com/sixfold-bot/sixfold/engine/hexgrid"

// edgeWeight is the weight of the four virtual nodes.
const edgeWeight = 1

// ringWeights are the weights of the cells by ring, the rim being ring 0; all rings
// further inside weigh as the last. They are the source's, made for 14×14; on other
// sizes a ring keeps its weight, so that small boards lack the heavy middle.
var ringWeights = [...]int{1, 15, 30, 30, 45, 45, 60}

// Weight is the weight of a cell: by its ring on a weighted board, 1 on a plain one.
func (b *Board) Weight(c hexgrid.Cell) int {
	if !b.weighted {
		return 1
	}
	return ringWeights[min(b.grid.Ring(c), len(ringWeights)-1)]
}

// nodeWeight is the weight of a cell, or of an edge of the board for NoCell.
func (b *Board) nodeWeight(c hexgrid.Cell) int {
	if c == hexgrid.NoCell {
		return edgeWeight
	}
	return b.Weight(c)
}
