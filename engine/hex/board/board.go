// Package board implements the board of Hex: stones, and which of them are joined.
//
// A board is a parallelogram of cells, usually of equal sides. One colour joins top and bottom, the
// other left and right. On unequal sides, the colour whose edges are closer together can always
// win, even moving second. Disjoint sets, with a virtual node for each edge of the board, show
// after each stone whether the edges are joined. The shortest winning chain is then found by
// breadth-first search on a plain board and by Dijkstra's algorithm on a weighted one (S. Larsen
// and J. Frederiksen, "Den korteste vej til algoritmer og spil", IT University of Copenhagen,
// 2004).
//
// Turns, the swap and notations are in package hex.
package board

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Board is a board with its stones. Its reading methods do not change it.
type Board struct {
	grid      *hexgrid.Grid
	weighted  bool
	topBottom Colour // the colour that joins top and bottom

	cells  []Colour
	sets   sets
	winner Colour
	chain  Chain // the winner's, empty before the end
}

// New returns an empty board with width and height from 1 to [hexgrid.MaxSize].
func New(width, height int, weighted bool, topBottom Colour) *Board {
	return &Board{
		grid: hexgrid.Parallelogram(width, height), weighted: weighted, topBottom: topBottom,
		cells: make([]Colour, width*height), sets: newSets(width*height + edgeNodes),
	}
}

// Clone returns an independent copy.
func (b *Board) Clone() *Board {
	c := *b
	c.cells = b.Cells()
	c.sets = sets{slices.Clone(b.sets.parent), slices.Clone(b.sets.rank)}
	return &c
}

// Width returns the number of columns.
func (b *Board) Width() int { return b.grid.Width() }

// Height returns the number of rows.
func (b *Board) Height() int { return b.grid.Height() }

// Favoured returns the colour whose edges are closer together, Empty on equal sides.
func (b *Board) Favoured() Colour {
	switch width, height := b.Width(), b.Height(); {
	case height < width:
		return b.topBottom
	case width < height:
		return b.topBottom.Other()
	default:
		return Empty
	}
}

// Grid returns the board's geometry.
func (b *Board) Grid() *hexgrid.Grid { return b.grid }

// Weighted reports whether chains are measured by weight.
func (b *Board) Weighted() bool { return b.weighted }

// TopBottom returns the colour that joins top and bottom; the other joins left and right.
func (b *Board) TopBottom() Colour { return b.topBottom }

// At returns the colour of a cell.
func (b *Board) At(c hexgrid.Cell) Colour { return b.cells[c] }

// Cells returns a copy of the colours of all cells, row by row.
func (b *Board) Cells() []Colour { return slices.Clone(b.cells) }

// Holding returns the cells of a colour, or the empty ones, row by row.
func (b *Board) Holding(colour Colour) (cells []hexgrid.Cell) {
	for c, held := range b.cells {
		if held == colour {
			cells = append(cells, hexgrid.Cell(c))
		}
	}
	return cells
}

// Winner returns the colour that has joined its edges, or Empty.
func (b *Board) Winner() Colour { return b.winner }

// Chain returns the winner's chain, see [Shortest]; it has no cells before the end. Its slices are
// shared.
func (b *Board) Chain() Chain { return b.chain }

// Path returns the cells of [Board.Chain].
func (b *Board) Path() []hexgrid.Cell { return b.chain.Cells }

// Visited reports whether the search for [Board.Chain] visited the cell.
func (b *Board) Visited(c hexgrid.Cell) bool { return b.chain.Visited != nil && b.chain.Visited[c] }

// Root returns the root of a stone's disjoint set; an empty cell is its own root. The nodes of the
// edges may be passed too, as the number of cells + an [Edge]: an edge without stones is its own
// root. The root of a stone's set is always a cell.
func (b *Board) Root(c hexgrid.Cell) int { return b.sets.root(int(c)) }

// Place puts a stone on an empty cell, joins it to its neighbours of the same colour and its edges,
// and sets the winner if that joins the edges.
func (b *Board) Place(c hexgrid.Cell, colour Colour) {
	b.cells[c] = colour
	for _, n := range b.grid.Neighbours(c) {
		if b.cells[n] == colour {
			b.sets.union(int(c), int(n))
		}
	}
	first, second := b.Edges(colour)
	for _, e := range [...]Edge{first, second} {
		if b.Touches(c, e) {
			b.sets.union(int(c), b.node(e))
		}
	}
	if b.sets.find(b.node(first)) == b.sets.find(b.node(second)) {
		b.winner = colour
		b.chain = Shortest(b, colour)
	}
}

// Clear removes all stones.
func (b *Board) Clear() { *b = *New(b.Width(), b.Height(), b.weighted, b.topBottom) }

// Rows returns the board, one string of ".RB" per row from the top.
func (b *Board) Rows() []string {
	var rows []string
	for row := range slices.Chunk(b.cells, b.Width()) {
		rows = append(rows, string(engine.Map(row, func(c Colour) byte { return ".RB"[c] })))
	}
	return rows
}

// String returns [Board.Rows], one per line.
func (b *Board) String() string { return strings.Join(b.Rows(), "\n") }

// Colour is the content of a cell.
type Colour uint8

// The colours, each one more than its seat: Red has seat 0 and moves first, Empty is that of NoSeat.
const (
	Empty Colour = iota
	Red
	Blue
)

// Other returns the opponent's colour; Empty has none.
func (c Colour) Other() Colour {
	if c == Empty {
		return Empty
	}
	return Red + Blue - c
}

// Seat returns the seat of a colour.
func (c Colour) Seat() engine.Seat { return engine.Seat(c) - 1 }

// ColourOf returns the colour of a seat.
func ColourOf(s engine.Seat) Colour { return Colour(s + 1) }

// String returns "empty", "red" or "blue".
func (c Colour) String() string { return [...]string{"empty", "red", "blue"}[c] }

// MarshalText implements [encoding.TextMarshaler].
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Edge is one of the four edges of the board.
type Edge int

// The edges, in the order of their virtual nodes.
const (
	Top Edge = iota
	Bottom
	Left
	Right
	edgeNodes int = iota
)

// node returns an edge's virtual node; these follow the nodes of the cells.
func (b *Board) node(e Edge) int { return len(b.cells) + int(e) }

// Edges returns the edges that a colour joins.
func (b *Board) Edges(c Colour) (first, second Edge) {
	if c == b.topBottom {
		return Top, Bottom
	}
	return Left, Right
}

// Touches reports whether a cell is at an edge.
func (b *Board) Touches(c hexgrid.Cell, e Edge) bool {
	switch e {
	case Top:
		return b.grid.Row(c) == 0
	case Bottom:
		return b.grid.Row(c) == b.Height()-1
	case Left:
		return b.grid.Column(c) == 0
	case Right:
		return b.grid.Column(c) == b.Width()-1
	}
	return false
}

// Along lists the cells at an edge, from the left or from the top.
func (b *Board) Along(e Edge) []hexgrid.Cell {
	cells := make([]hexgrid.Cell, 0, max(b.Width(), b.Height()))
	for c := range hexgrid.Cell(len(b.cells)) {
		if b.Touches(c, e) {
			cells = append(cells, c)
		}
	}
	return cells
}

// sets are disjoint sets of nodes: the cells and the four edges. With union by rank and path
// compression both operations take nearly constant time (Tarjan 1975).
type sets struct {
	parent []int16
	rank   []uint8
}

func newSets(nodes int) sets {
	s := sets{parent: make([]int16, nodes), rank: make([]uint8, nodes)}
	for i := range s.parent {
		s.parent[i] = int16(i)
	}
	return s
}

// root returns a node's root without path compression, for readers.
func (s sets) root(node int) int {
	for int(s.parent[node]) != node {
		node = int(s.parent[node])
	}
	return node
}

// find returns a node's root with path compression.
func (s sets) find(node int) int {
	root := s.root(node)
	for node != root {
		node, s.parent[node] = int(s.parent[node]), int16(root)
	}
	return root
}

// union joins the sets of two nodes by rank; of equals, the second under the first.
func (s sets) union(a, b int) {
	a, b = s.find(a), s.find(b)
	if a == b {
		return
	}
	if s.rank[a] < s.rank[b] {
		a, b = b, a
	}
	s.parent[b] = int16(a)
	if s.rank[a] == s.rank[b] {
		s.rank[a]++
	}
}

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
