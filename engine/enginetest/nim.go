package enginetest

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Two games with known results, on which the searches are tested: tic-tac-toe, a draw, and Nim,
// solved by C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901. They lack Clone,
// since each search needs one that returns its own type.

// TicTacToe has the cells 0 to 8 in row order. Its moves are cells.
type TicTacToe struct {
	Cells [9]uint8 // 0 for empty, 1 and 2 for the players
	Mover uint8    // 1 or 2
	end   [9]uint8 // of the last rollout
}

// NewTicTacToe returns the game after some moves.
func NewTicTacToe(moves ...int) *TicTacToe {
	g := &TicTacToe{Mover: 1}
	for _, m := range moves {
		g.Do(m)
	}
	return g
}

// Rows are the eight lines of three.
var Rows = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// AppendMoves implements [search.Position].
func (g *TicTacToe) AppendMoves(moves []int) []int {
	for i, c := range g.Cells {
		if c == 0 {
			moves = append(moves, i)
		}
	}
	return moves
}

// Do implements [search.Position].
func (g *TicTacToe) Do(m int) { g.Cells[m], g.Mover = g.Mover, 3-g.Mover }

// Undo implements [search.Position].
func (g *TicTacToe) Undo(m int) { g.Cells[m], g.Mover = 0, 3-g.Mover }

// Terminal implements [search.Ender].
func (g *TicTacToe) Terminal() (float64, bool) {
	for _, r := range Rows {
		if c := g.Cells[r[0]]; c != 0 && c == g.Cells[r[1]] && c == g.Cells[r[2]] {
			if c == g.Mover {
				return 1, true
			}
			return 0, true
		}
	}
	return 0.5, len(g.AppendMoves(nil)) == 0
}

// Copy returns an independent copy.
func (g *TicTacToe) Copy() *TicTacToe { return new(*g) }

// Rollout plays random moves to the end and returns its value for the player to move.
func (g *TicTacToe) Rollout(r *search.Rand) float64 {
	play := *g
	for {
		if value, over := play.Terminal(); over {
			g.end = play.Cells
			if play.Mover != g.Mover {
				value = 1 - value
			}
			return value
		}
		moves := play.AppendMoves(nil)
		play.Do(moves[r.Below(len(moves))])
	}
}

// Turn numbers the player to move, 0 or 1.
func (g *TicTacToe) Turn() int { return int(g.Mover) - 1 }

// Key implements [search.Keyer].
func (g *TicTacToe) Key(m int) uint16 { return uint16(m) }

// Trace returns who holds each cell at the end of the last rollout.
func (g *TicTacToe) Trace() []uint8 { return g.end[:] }

// Take is a move in Nim: a number of matches from a heap.
type Take struct{ Heap, Matches int }

// Nim is a game with heaps of matches: whoever takes the last match wins.
type Nim struct{ Heaps []int }

// NewNim returns a game with these heaps.
func NewNim(heaps ...int) *Nim { return &Nim{Heaps: slices.Clone(heaps)} }

// Bouton returns the proof: the player to move wins unless the exclusive or of the heaps is 0.
func (g *Nim) Bouton() search.Proof {
	sum := 0
	for _, h := range g.Heaps {
		sum ^= h
	}
	if sum == 0 {
		return search.Loss
	}
	return search.Win
}

// AppendMoves implements [search.Position].
func (g *Nim) AppendMoves(moves []Take) []Take {
	for i, h := range g.Heaps {
		for n := 1; n <= h; n++ {
			moves = append(moves, Take{i, n})
		}
	}
	return moves
}

// Do implements [search.Position].
func (g *Nim) Do(m Take) { g.Heaps[m.Heap] -= m.Matches }

// Undo implements [search.Position].
func (g *Nim) Undo(m Take) { g.Heaps[m.Heap] += m.Matches }

// Terminal implements [search.Ender].
func (g *Nim) Terminal() (float64, bool) {
	for _, h := range g.Heaps {
		if h > 0 {
			return 0, false
		}
	}
	return 0, true
}

// Copy returns an independent copy.
func (g *Nim) Copy() *Nim { return NewNim(g.Heaps...) }

// Rollout plays random moves to the end and returns its value for the player to move.
func (g *Nim) Rollout(r *search.Rand) float64 {
	play := g.Copy()
	for value := 0.0; ; value = 1 - value {
		moves := play.AppendMoves(nil)
		if len(moves) == 0 {
			return value
		}
		play.Do(moves[r.Below(len(moves))])
	}
}
