package hex

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Colour is what lies on a cell.
type Colour uint8

// Red has seat 0 and moves first.
const (
	Empty Colour = iota
	Red
	Blue
)

// Other is the opponent's colour; Empty has none.
func (c Colour) Other() Colour {
	if c == Empty {
		return Empty
	}
	return Red + Blue - c
}

// Seat is the seat of the player of that colour, NoSeat for Empty.
func (c Colour) Seat() engine.Seat {
	if c == Empty {
		return engine.NoSeat
	}
	return engine.Seat(c - Red)
}

// ColourOf is the colour of the player in a seat, Empty for NoSeat.
func ColourOf(s engine.Seat) Colour {
	if s == engine.NoSeat {
		return Empty
	}
	return Red + Colour(s)
}

// String returns "empty", "red" or "blue".
func (c Colour) String() string { return [...]string{"empty", "red", "blue"}[c] }

// The one move that is no cell.
const swapMove = "swap"

// Position is one moment of a game of Hex. Its reading methods do not change it.
type Position struct {
	grid      *hexgrid.Grid
	weighted  bool
	swap      bool   // offered by the options
	topBottom Colour // joins top and bottom

	first engine.Seat // who moves at ply 0; Red's unless the board was set up
	setup int         // stones that were there before

	cells   []Colour
	sets    sets
	ply     int
	moves   []hexgrid.Cell // the history, NoCell for the swap
	last    hexgrid.Cell
	swapped bool
	winner  Colour
	chain   chain // the winner's, empty before the end
}

// New makes the empty board, or the puzzle, that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	if wantsPuzzle(o) {
		return newPuzzle(o)
	}
	size := defaultSize
	if _, given := o["size"]; given {
		size = o.Int("size")
	}
	if size < MinSize || size > MaxSize {
		return nil, engine.Refuse("size must be a whole number from %s to %s", strconv.Itoa(MinSize), strconv.Itoa(MaxSize))
	}
	p := &Position{
		grid:      hexgrid.Rhombus(size),
		weighted:  o.Bool("weighted"),
		swap:      o.Bool("swap"),
		topBottom: Red,
		cells:     make([]Colour, size*size),
		sets:      newSets(size*size + edgeNodes),
		last:      hexgrid.NoCell,
	}
	switch convention := o.Text("convention"); convention {
	case modern, "":
	case source:
		p.topBottom = Blue
	default:
		return nil, engine.Refuse("convention must be one of: %s, %s", modern, source)
	}
	return p, nil
}

// Size is the number of rows, and of columns.
func (p *Position) Size() int { return p.grid.Size() }

// Grid is the board's geometry.
func (p *Position) Grid() *hexgrid.Grid { return p.grid }

// At tells what lies on a cell.
func (p *Position) At(c hexgrid.Cell) Colour { return p.cells[c] }

// Last is the stone placed last, after a swap the mirrored one; false on an empty
// board.
func (p *Position) Last() (hexgrid.Cell, bool) { return p.last, p.last != hexgrid.NoCell }

// Swapped reports whether the swap was used.
func (p *Position) Swapped() bool { return p.swapped }

// CanSwap reports whether the mover may swap now.
func (p *Position) CanSwap() bool { return p.swap && p.ply == 1 && p.winner == Empty }

// Ply is the number of moves played, a swap being one.
func (p *Position) Ply() int { return p.ply }

// Stones is the number of stones on the board.
func (p *Position) Stones() int {
	if p.swapped {
		return p.ply - 1
	}
	return p.setup + p.ply
}

// Weighted reports whether chains are measured by weight.
func (p *Position) Weighted() bool { return p.weighted }

// TopBottom is the colour that joins top and bottom; the other joins left and right.
func (p *Position) TopBottom() Colour { return p.topBottom }

// Root is the root of the cell's disjoint set, which is a cell: an edge of the
// board is always joined under a stone. An empty cell is its own root. The edges may
// be asked for as well, as Size*Size + 0 top, 1 bottom, 2 left, 3 right: one that no
// stone touches is its own root.
func (p *Position) Root(c hexgrid.Cell) int { return p.sets.root(int(c)) }

// Path is the winner's chain from edge to edge, top or left first: one of fewest
// stones, or of least cost on a weighted board. It is nil before the end; the slice
// is shared.
func (p *Position) Path() []hexgrid.Cell { return p.chain.cells }

// Visited reports whether the search for [Position.Path] came by the cell.
func (p *Position) Visited(c hexgrid.Cell) bool {
	return p.chain.visited != nil && p.chain.visited[c]
}

// Winner is the colour that has joined its edges, or Empty.
func (p *Position) Winner() Colour { return p.winner }

// Mover is the colour that moves next, Empty after the end.
func (p *Position) Mover() Colour { return ColourOf(p.Turn()) }

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.winner != Empty {
		return engine.NoSeat
	}
	return (p.first + engine.Seat(p.ply)) % 2
}

// Moves implements [engine.Lister]: the empty cells from a1 row by row, then the
// swap if it is possible.
func (p *Position) Moves() []string {
	if p.winner != Empty {
		return nil
	}
	moves := make([]string, 0, len(p.cells)-p.Stones()+1)
	for c, colour := range p.cells {
		if colour == Empty {
			moves = append(moves, p.grid.Name(hexgrid.Cell(c)))
		}
	}
	if p.CanSwap() {
		moves = append(moves, swapMove)
	}
	return moves
}

// Play implements [engine.Position]: a cell ("c5", in either case) or "swap".
func (p *Position) Play(text string) (string, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if p.winner != Empty {
		return "", engine.RefuseMove(text, engine.ErrOver, "the game is over: %s", p.reason())
	}
	if word == swapMove {
		return p.playSwap(text)
	}
	c, err := p.grid.Parse(text)
	if err != nil {
		return "", err
	}
	if p.cells[c] != Empty {
		return "", p.refuseTaken(text, c)
	}
	p.place(c, ColourOf(p.Turn()))
	p.moves = append(p.moves, c)
	p.ply++
	return p.grid.Name(c), nil
}

func (p *Position) playSwap(text string) (string, error) {
	if !p.CanSwap() {
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s", p.whyNoSwap())
	}
	mirrored := p.grid.Mirror(p.last)
	p.cells[p.last] = Empty
	p.sets = newSets(len(p.sets.parent))
	p.place(mirrored, Blue)
	p.swapped = true
	p.moves = append(p.moves, hexgrid.NoCell)
	p.ply++
	return swapMove, nil
}

// place puts a stone on an empty cell, joins it to its neighbours of the same
// colour and to its edges, and looks whether that joins the edges.
func (p *Position) place(c hexgrid.Cell, colour Colour) {
	p.cells[c] = colour
	p.last = c
	for _, n := range p.grid.Neighbours(c) {
		if p.cells[n] == colour {
			p.sets.union(int(c), int(n))
		}
	}
	first, second := p.edges(colour)
	if p.touches(c, first) {
		p.sets.union(int(c), p.node(first))
	}
	if p.touches(c, second) {
		p.sets.union(int(c), p.node(second))
	}
	if p.sets.find(p.node(first)) == p.sets.find(p.node(second)) {
		p.winner = colour
		p.chain = p.shortest(colour)
	}
}

func (p *Position) refuseTaken(text string, c hexgrid.Cell) error {
	if p.CanSwap() {
		return engine.RefuseMove(text, engine.ErrIllegal, "%s is taken: choose an empty cell, or swap", p.grid.Name(c))
	}
	return engine.RefuseMove(text, engine.ErrIllegal, "%s is taken: choose an empty cell", p.grid.Name(c))
}

func (p *Position) whyNoSwap() engine.Text {
	switch {
	case !p.swap:
		return engine.T("this game is played without swap: choose an empty cell")
	case p.ply == 0:
		return engine.T("there is nothing to swap yet: place the first stone")
	default:
		return engine.T("only the second player's first move can be the swap: choose an empty cell")
	}
}
