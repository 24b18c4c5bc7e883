// Package board is the board of Hex: cells with stones, and which of them are joined.
//
// A board is a rhombus of n×n cells. One colour joins top and bottom, the other left and
// right. Disjoint sets, in which each edge of the board is a node beside the cells, tell
// after each stone whether its colour's edges are joined; once they are, the shortest
// winning chain is found, by breadth-first search on a plain board and by Dijkstra's
// algorithm on a weighted one (S. Larsen and J. Frederiksen, "Den korteste vej til
// algoritmer og spil", IT University of Copenhagen, 2004).
//
// Whose turn it is, the swap and how a game is written down are in package hex.
package board

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Board is a board with its stones. Its reading methods do not change it.
type Board struct {
	grid      *hexgrid.Grid
	weighted  bool
	topBottom Colour // joins top and bottom

	cells  []Colour
	sets   sets
	winner Colour
	chain  Chain // the winner's, empty before the end
}

// New makes an empty board of size rows and columns, from 1 to [hexgrid.MaxSize].
func New(size int, weighted bool, topBottom Colour) *Board {
	b := &Board{
		grid: hexgrid.Rhombus(size), weighted: weighted, topBottom: topBottom,
		cells: make([]Colour, size*size),
	}
	b.sets = newSets(len(b.cells) + edgeNodes)
	return b
}

// Clone returns a board of its own, equal to this one.
func (b *Board) Clone() *Board {
	c := *b
	c.cells = append([]Colour(nil), b.cells...)
	c.sets = b.sets.clone()
	return &c
}

// Size is the number of rows, and of columns.
func (b *Board) Size() int { return b.grid.Size() }

// Grid is the board's geometry.
func (b *Board) Grid() *hexgrid.Grid { return b.grid }

// Weighted reports whether chains are measured by weight.
func (b *Board) Weighted() bool { return b.weighted }

// TopBottom is the colour that joins top and bottom; the other joins left and right.
func (b *Board) TopBottom() Colour { return b.topBottom }

// At is what lies on a cell.
func (b *Board) At(c hexgrid.Cell) Colour { return b.cells[c] }

// Cells are the colours of all cells, row by row. The slice is a copy.
func (b *Board) Cells() []Colour { return append([]Colour(nil), b.cells...) }

// Winner is the colour that has joined its edges, or Empty.
func (b *Board) Winner() Colour { return b.winner }

// Chain is the winner's, by [Shortest]; without cells before the end. Its slices are
// shared.
func (b *Board) Chain() Chain { return b.chain }

// Path is the cells of [Board.Chain].
func (b *Board) Path() []hexgrid.Cell { return b.chain.Cells }

// Visited reports whether the search for [Board.Chain] came by the cell.
func (b *Board) Visited(c hexgrid.Cell) bool { return b.chain.Visited != nil && b.chain.Visited[c] }

// Root is the root of the cell's disjoint set, which is a cell: an edge of the
// board is always joined under a stone. An empty cell is its own root. The edges may
// be asked for as well, as Size*Size + 0 top, 1 bottom, 2 left, 3 right: one that no
// stone touches is its own root.
func (b *Board) Root(c hexgrid.Cell) int { return b.sets.root(int(c)) }

// Place puts a stone on an empty cell, joins it to its neighbours of the same colour and
// to its edges, and finds out whether that joins the edges.
func (b *Board) Place(c hexgrid.Cell, colour Colour) {
	b.cells[c] = colour
	for _, n := range b.grid.Neighbours(c) {
		if b.cells[n] == colour {
			b.sets.union(int(c), int(n))
		}
	}
	first, second := b.edges(colour)
	if b.touches(c, first) {
		b.sets.union(int(c), b.node(first))
	}
	if b.touches(c, second) {
		b.sets.union(int(c), b.node(second))
	}
	if b.sets.find(b.node(first)) == b.sets.find(b.node(second)) {
		b.winner = colour
		b.chain = Shortest(b, colour)
	}
}

// Clear takes all stones off the board.
func (b *Board) Clear() { *b = *New(b.Size(), b.weighted, b.topBottom) }

// Rows writes the board, a text of ".RB" a row from the top.
func (b *Board) Rows() []string {
	const marks = ".RB"
	rows := make([]string, b.Size())
	for row := range rows {
		var line strings.Builder
		for col := range b.Size() {
			line.WriteByte(marks[b.cells[b.grid.At(col, row)]])
		}
		rows[row] = line.String()
	}
	return rows
}

// String writes the rows of [Board.Rows], one a line.
func (b *Board) String() string { return strings.Join(b.Rows(), "\n") }
