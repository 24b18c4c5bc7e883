package search_test

import "github.com/sixfold-bot/sixfold/engine/search"

// ticTacToe is the children's game: cells 0 to 8, three in a row win.
type ticTacToe struct {
	cells [9]uint8
	turn  uint8 // 1 or 2
	end   [9]uint8
}

func newTicTacToe(moves ...int) *ticTacToe {
	g := &ticTacToe{turn: 1}
	for _, m := range moves {
		g.Do(m)
	}
	return g
}

var rows = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func (g *ticTacToe) AppendMoves(moves []int) []int {
	for i, c := range g.cells {
		if c == 0 {
			moves = append(moves, i)
		}
	}
	return moves
}

func (g *ticTacToe) Do(m int)   { g.cells[m], g.turn = g.turn, 3-g.turn }
func (g *ticTacToe) Undo(m int) { g.cells[m], g.turn = 0, 3-g.turn }

func (g *ticTacToe) Terminal() (float64, bool) {
	for _, r := range rows {
		if c := g.cells[r[0]]; c != 0 && c == g.cells[r[1]] && c == g.cells[r[2]] {
			if c == g.turn {
				return 1, true
			}
			return 0, true
		}
	}
	return 0.5, len(g.AppendMoves(nil)) == 0
}

func (g *ticTacToe) Clone() search.State[int] {
	c := *g
	return &c
}

func (g *ticTacToe) Rollout(r *search.Rand) float64 {
	play := *g
	for {
		if value, over := play.Terminal(); over {
			g.end = play.cells
			if play.turn != g.turn {
				value = 1 - value
			}
			return value
		}
		moves := play.AppendMoves(nil)
		play.Do(moves[r.Below(len(moves))])
	}
}

func (g *ticTacToe) Turn() int        { return int(g.turn) - 1 }
func (g *ticTacToe) Key(m int) uint16 { return uint16(m) }
func (g *ticTacToe) Trace() []uint8   { return g.end[:] }

// take is a move in Nim: so many matches from a heap.
type take struct{ heap, matches int }

// nim is Nim: who takes the last match wins. It has no trace and no advice.
type nim struct{ heaps []int }

func (g *nim) AppendMoves(moves []take) []take {
	for i, h := range g.heaps {
		for n := 1; n <= h; n++ {
			moves = append(moves, take{i, n})
		}
	}
	return moves
}

func (g *nim) Do(m take)   { g.heaps[m.heap] -= m.matches }
func (g *nim) Undo(m take) { g.heaps[m.heap] += m.matches }

func (g *nim) Terminal() (float64, bool) {
	for _, h := range g.heaps {
		if h > 0 {
			return 0, false
		}
	}
	return 0, true
}

func (g *nim) Clone() search.State[take] {
	return &nim{heaps: append([]int(nil), g.heaps...)}
}

func (g *nim) Rollout(r *search.Rand) float64 {
	play := nim{heaps: append([]int(nil), g.heaps...)}
	for value := 0.0; ; value = 1 - value {
		moves := play.AppendMoves(nil)
		if len(moves) == 0 {
			return value
		}
		play.Do(moves[r.Below(len(moves))])
	}
}
