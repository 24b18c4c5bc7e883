package board

import "github.com/sixfold-bot/sixfold/engine/hexgrid"

const edgeWeight = 1

// ringWeights are the weights of the cells by ring, ring 0 being the rim; all inner rings weigh as
// the last. They are those of the source for 14×14. Other sizes use the same weights by ring, so
// small boards lack the heavy centre.
var ringWeights = [...]int{1, 15, 30, 30, 45, 45, 60}

// Weight returns the weight of a cell: by its ring on a weighted board, 1 on a plain one.
func (b *Board) Weight(c hexgrid.Cell) int {
	if !b.weighted {
		return 1
	}
	return ringWeights[min(b.grid.Ring(c), len(ringWeights)-1)]
}

// nodeWeight returns the weight of a cell, or for NoCell of an edge of the board.
func (b *Board) nodeWeight(c hexgrid.Cell) int {
	if c == hexgrid.NoCell {
		return edgeWeight
	}
	return b.Weight(c)
}
