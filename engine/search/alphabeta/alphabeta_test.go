package alphabeta_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// board is tic-tac-toe for alpha-beta.
type board struct{ *enginetest.TicTacToe }

func (b board) Clone() alphabeta.Position[int] {
	return board{b.Copy()}
}

func (b board) Hash() uint64 {
	code := uint64(b.Mover)
	for _, c := range b.Cells {
		code = 3*code + uint64(c)
	}
	r := search.Rand(code)
	return r.Uint64()
}

// Evaluate knows wins and draws only when they are there.
func (b board) Evaluate() (int32, bool) {
	switch value, over := b.Terminal(); {
	case !over || value == 0.5:
		return 0, over
	case value == 1:
		return alphabeta.Win, true
	default:
		return -alphabeta.Win, true
	}
}

// Quiet is false where the opponent could complete a row.
func (b board) Quiet() bool {
	for _, r := range enginetest.Rows {
		own, empty := 0, 0
		for _, c := range r {
			switch b.Cells[c] {
			case 0:
				empty++
			case 3 - b.Mover:
				own++
			}
		}
		if own == 2 && empty == 1 {
			return false
		}
	}
	return true
}

// minimax is the plain truth, plies to the end included.
func minimax(b board) int32 {
	if value, over := b.Evaluate(); over {
		return value
	}
	best := int32(-alphabeta.Win)
	for _, m := range b.AppendMoves(nil) {
		b.Do(m)
		value := -minimax(b)
		b.Undo(m)
		switch {
		case value > 0:
			value--
		case value < 0:
			value++
		}
		best = max(best, value)
	}
	return best
}

// positions lists all positions after so many moves.
func positions(b board, moves int) []board {
	if _, over := b.Evaluate(); over {
		return nil
	}
	if moves == 0 {
		return []board{b.Clone().(board)}
	}
	var list []board
	for _, m := range b.AppendMoves(nil) {
		b.Do(m)
		list = append(list, positions(b, moves-1)...)
		b.Undo(m)
	}
	return list
}

// Every position of tic-tac-toe after up to two moves, with SIXFOLD_LONG=1 three, gets its
// true value, with and without reductions and quiescence search, by one worker and by three.
func TestAlphaBetaFindsTheTruth(t *testing.T) {
	var a alphabeta.Search[int]
	for moves := range enginetest.Times(3, 4) {
		for _, b := range positions(board{enginetest.NewTicTacToe()}, moves) {
			want := minimax(b)
			for _, l := range []alphabeta.Options{{Depth: 9}, {Depth: 9, Full: true}, {Depth: 9, Full: true, Threads: 3}} {
				before := *b.TicTacToe
				o := a.Run(t.Context(), b, l)
				if *b.TicTacToe != before {
					t.Fatal("the search leaves a trace")
				}
				if o.Value != want && (!o.Exact() || (o.Value > 0) != (want > 0) || l.Full) {
					t.Errorf("%v: worth %d by %+v, want %d", b.Cells, o.Value, l, want)
				}
				replay := b.Clone().(board)
				for _, m := range o.Line {
					if replay.Cells[m] != 0 {
						t.Fatalf("%v: the line %v is not legal", b.Cells, o.Line)
					}
					replay.Do(m)
				}
			}
		}
	}
}

func TestAlphaBetaKeepsItsBounds(t *testing.T) {
	var a alphabeta.Search[int]
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if o := a.Run(over, board{enginetest.NewTicTacToe(4)}, alphabeta.Options{}); len(o.Line) == 0 {
		t.Error("without time there is no move")
	}
	if o := a.Run(t.Context(), board{enginetest.NewTicTacToe()}, alphabeta.Options{Depth: 3, Full: true}); o.Depth != 3 || o.Exact() {
		t.Errorf("asked for 3 plies: %+v", o)
	}
	first := a.Run(t.Context(), board{enginetest.NewTicTacToe(0, 8)}, alphabeta.Options{Depth: 5})
	for range 3 {
		again := a.Run(t.Context(), board{enginetest.NewTicTacToe(0, 8)}, alphabeta.Options{Depth: 5})
		if again.Value != first.Value || again.Nodes != first.Nodes || again.Line[0] != first.Line[0] {
			t.Errorf("one worker finds %+v and then %+v", first, again)
		}
	}
	if o := a.Run(t.Context(), board{enginetest.NewTicTacToe()}, alphabeta.Options{Nodes: 1}); len(o.Line) == 0 || o.Nodes > 1<<12 {
		t.Errorf("asked for 1 node: %+v", o)
	}
}

// trap is a game in which the first move seems best until three plies are
// searched; then the second is.
type trap struct{ path []int }

func (g *trap) AppendMoves(moves []int) []int {
	for m := range 50 {
		moves = append(moves, m)
	}
	return moves
}

func (g *trap) Do(m int)                       { g.path = append(g.path, m) }
func (g *trap) Undo(int)                       { g.path = g.path[:len(g.path)-1] }
func (g *trap) Clone() alphabeta.Position[int] { return &trap{slices.Clone(g.path)} }
func (g *trap) Key(m int) uint16               { return uint16(m) }
func (g *trap) Quiet() bool                    { return true }

func (g *trap) Hash() uint64 {
	r := search.Rand(len(g.path))
	for _, m := range g.path {
		r = search.Rand(r.Uint64() + uint64(m))
	}
	return r.Uint64()
}

func (g *trap) Evaluate() (int32, bool) {
	value := int32(0)
	switch {
	case len(g.path) == 0:
	case g.path[0] == 0 && len(g.path) < 3:
		value = 100
	case g.path[0] == 0:
		value = -1000
	case g.path[0] == 1:
		value = 70
	}
	if len(g.path)%2 == 1 {
		value = -value
	}
	return value, false
}

// thicket is a game with four moves per turn and estimates only, which change between depths by
// more than an aspiration window.
type thicket struct {
	trap
	seed search.Rand
}

func (g *thicket) AppendMoves(moves []int) []int { return append(moves, 0, 1, 2, 3) }

func (g *thicket) Clone() alphabeta.Position[int] {
	return &thicket{trap{slices.Clone(g.path)}, g.seed}
}

func (g *thicket) Evaluate() (int32, bool) {
	r := g.seed + search.Rand(g.Hash())
	return int32(r.Below(401)) - 200, false
}

// truth returns the value by full search.
func (g *thicket) truth(depth int) int32 {
	if depth == 0 {
		value, _ := g.Evaluate()
		return value
	}
	best := int32(-alphabeta.Win)
	for _, m := range g.AppendMoves(nil) {
		g.Do(m)
		best = max(best, -g.truth(depth-1))
		g.Undo(m)
	}
	return best
}

// TestAlphaBetaComparesEstimates: pruning does not change the value.
func TestAlphaBetaComparesEstimates(t *testing.T) {
	for seed := range search.Rand(enginetest.Times(24, 200)) {
		var a alphabeta.Search[int]
		g := &thicket{seed: seed}
		if got, want := a.Run(t.Context(), g, alphabeta.Options{Depth: 5, Full: true}).Value, g.truth(5); got != want {
			t.Errorf("game %d is worth %d, want %d", seed, got, want)
		}
	}
}

// What an iteration has found by the time it is stopped is not lost.
func TestAlphaBetaKeepsABetterMove(t *testing.T) {
	var a alphabeta.Search[int]
	kept := false
	for nodes := int64(1 << 10); ; nodes += 1 << 10 {
		o := a.Run(t.Context(), new(trap), alphabeta.Options{Depth: 3, Nodes: nodes, Full: true})
		if o.Depth == 3 {
			break
		}
		kept = kept || o.Depth == 2 && o.Line[0] == 1 && o.Value == 70
	}
	if !kept {
		t.Error("the better move is lost")
	}
}
