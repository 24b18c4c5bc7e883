package atom4

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// opening is the board at the start of a round, and the index in the wheel of its first
// piece.
func opening(round int) (b grid.Board, phase int) {
	b = grid.NewBoard()
	b.At[grid.At(7, 7).Point()] = grid.WheelAt(round + 1)
	b.At[grid.At(8, 7).Point()] = grid.WheelAt(round - 2)
	return b, (round - 1) % len(grid.Wheel)
}

// game is a round played on a board alone, by the rules of package grid.
type game struct {
	board grid.Board
	phase int
	plies int // until the board is full
	won   bool
}

func newGame(round int) *game {
	b, phase := opening(round)
	return &game{b, phase, grid.Size*grid.Size - 2, false}
}

func (g *game) over() bool { return g.won || g.plies == 0 }

func (g *game) legal() (list []grid.Point) {
	for c := range grid.Cell(grid.Size * grid.Size) {
		if g.board.Legal(c.Point()) {
			list = append(list, c.Point())
		}
	}
	return list
}

// after is the game after a piece on p.
func (g *game) after(p grid.Point) *game {
	next, piece := *g, grid.Wheel[g.phase]
	var hits [6]grid.Hit
	n := g.board.Hits(p, piece, &hits)
	next.board.At[p] = piece
	for _, h := range hits[:n] {
		next.board.At[h.At] = h.Colour
	}
	next.won = next.board.Rows(hits[:n], grid.GoalOf(piece)) != nil
	next.phase, next.plies = (g.phase+1)%len(grid.Wheel), g.plies-1
	return &next
}

func (g *game) position() *evaluated {
	return newEvaluated(&g.board, g.phase, g.plies)
}

// same reports whether two positions agree in all that counts, legal points in any order.
func same(a, b *evaluated) bool {
	la, lb := slices.Sorted(slices.Values(a.legal)), slices.Sorted(slices.Values(b.legal))
	return a.At == b.At && a.windows == b.windows && a.near == b.near && a.sum == b.sum && a.hash == b.hash &&
		a.phase == b.phase && a.plies == b.plies && slices.Equal(la, lb)
}

// TestFollowsTheBoard plays random games, tries each move and takes it back, and compares
// with a position made anew.
func TestFollowsTheBoard(t *testing.T) {
	for seed := range uint64(enginetest.Times(6, 12)) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := newGame(1 + int(seed)%6)
		p := g.position()
		for !g.over() {
			for _, m := range p.AppendMoves(nil) {
				before := p.Clone().(*evaluated)
				p.Do(m)
				if g.plies%16 == 0 && !same(p, g.after(m).position()) {
					t.Fatalf("seed %d: after %s the position differs from one made anew", seed, m.Cell())
				}
				p.Undo(m)
				if !same(p, before) || !slices.Equal(p.legal, before.legal) {
					t.Fatalf("seed %d: %s leaves a trace", seed, m.Cell())
				}
			}
			legal := g.legal()
			m := legal[r.IntN(len(legal))]
			p.Do(m)
			g = g.after(m)
		}
		if value, exact := p.Evaluate(); !exact || (value == 0) == g.won {
			t.Errorf("seed %d: the end is worth %d, exact %t; won %t", seed, value, exact, g.won)
		}
	}
}

// TestWinsAreExact compares what a position says of wins at the next ply with trying all
// moves.
func TestWinsAreExact(t *testing.T) {
	wins := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := newGame(1 + int(seed)%6)
		p := g.position()
		for !g.over() {
			legal := g.legal()
			want := slices.ContainsFunc(legal, func(m grid.Point) bool { return g.after(m).won })
			if got := p.wins(p.phase); got != want {
				t.Fatalf("seed %d, %d plies left: a win is there: %t, want %t", seed, g.plies, got, want)
			}
			if value, exact := p.Evaluate(); want != (exact && value == alphabeta.Win-1) {
				t.Fatalf("seed %d: worth %d, exact %t; a win is there: %t", seed, value, exact, want)
			}
			if want {
				wins++
			}
			m := legal[r.IntN(len(legal))]
			p.Do(m)
			g = g.after(m)
		}
	}
	if wins < 100 {
		t.Errorf("only %d positions with a win were seen", wins)
	}
}

// TestSidesAreAlike: rotating the wheel by a step and exchanging black and white turns a round
// into the next one, so that the values for the mover are the same.
func TestSidesAreAlike(t *testing.T) {
	for seed := range uint64(enginetest.Times(6, 20)) {
		r := rand.New(rand.NewPCG(seed, 6))
		g, h := newGame(1+int(seed)%6), newGame(2+int(seed)%6)
		for !g.over() {
			a, exact := g.position().Evaluate()
			b, alsoExact := h.position().Evaluate()
			if a != b || exact != alsoExact {
				t.Fatalf("seed %d, %d plies left: worth %d, %t in one round and %d, %t in the next", seed, g.plies, a, exact, b, alsoExact)
			}
			legal := g.legal()
			m := legal[r.IntN(len(legal))]
			g, h = g.after(m), h.after(m)
		}
	}
}

// TestHashTellsPositionsApart: equal boards have equal hashes whatever the order of moves, and
// other boards or turns have others.
func TestHashTellsPositionsApart(t *testing.T) {
	seen := map[uint64]game{}
	var walk func(g *game, left int)
	walk = func(g *game, left int) {
		hash := g.position().Hash()
		if other, ok := seen[hash]; ok && (other.board != g.board || other.phase != g.phase) {
			t.Fatal("two positions have one hash")
		}
		seen[hash] = *g
		if left > 0 {
			for _, m := range g.legal() {
				walk(g.after(m), left-1)
			}
		}
	}
	walk(newGame(1), 5)
	if len(seen) < 300 {
		t.Errorf("%d positions were seen", len(seen))
	}
}

// count walks all sequences of moves of a length, and counts them and the wins at just
// that length.
func windowsOf(p *evaluated, length int) (sequences, wins int) {
	won := p.sum.score() > rowWorth/2 || p.sum.score() < -rowWorth/2
	switch {
	case length == 0 && won:
		return 1, 1
	case length == 0:
		return 1, 0
	case won:
		return 0, 0
	}
	for _, m := range p.AppendMoves(nil) {
		p.Do(m)
		s, w := windowsOf(p, length-1)
		p.Undo(m)
		sequences, wins = sequences+s, wins+w
	}
	return sequences, wins
}

// Facts about the original game: 1,464,576 sequences of nine moves and 88 wins at the
// ninth, 11,763,328 and 494 with ten.
func TestSequencesOfNine(t *testing.T) {
	if s, w := windowsOf(newGame(1).position(), 9); s != 1464576 || w != 88 {
		t.Errorf("%d sequences of 9 moves and %d wins, want 1464576 and 88", s, w)
	}
}

// BenchmarkSequences walks all sequences of ten moves.
func BenchmarkSequences(b *testing.B) {
	for b.Loop() {
		if s, w := windowsOf(newGame(1).position(), 10); s != 11763328 || w != 494 {
			b.Fatalf("%d sequences of 10 moves and %d wins, want 11763328 and 494", s, w)
		}
	}
}
