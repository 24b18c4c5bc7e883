package atom4

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// original is the original program's player: it looks so many plies ahead and values what
// happens on the way. The alpha-beta bounds leave its choice as it is.
type original struct {
	plies int
	rand  *rand.Rand // among moves of one value
}

// What the original values: for each piece that changes 1, and more for a propagator.
const (
	originalWin     = 1000
	originalMade    = 1.7 // an own propagator made
	originalRuined  = 1.5 // one of the opponent's destroyed
	originalNothing = -1e9
)

// originalBoard is a board as the original walks it.
type originalBoard struct {
	grid.Board
	legal []grid.Point
	phase int
}

func (o *original) choose(p *Position) grid.Cell {
	b := &originalBoard{Board: p.board, phase: (p.round - 1 + p.ply) % len(grid.Wheel)}
	for _, c := range p.Legal() {
		b.legal = append(b.legal, c.Point())
	}
	best, n, chosen := float64(originalNothing), 0, grid.Point(0)
	for _, m := range b.legal {
		value := b.after(m, o.plies, originalNothing, -best+1e-9)
		switch {
		case value > best+1e-9:
			best, n, chosen = value, 1, m
		case value > best-1e-9:
			if n++; o.rand.IntN(n) == 0 {
				chosen = m
			}
		}
	}
	return chosen.Cell()
}

// after returns the value, for the mover, of a move and the best play after it, of a number of
// plies in all. The bounds are the opponent's.
func (b *originalBoard) after(m grid.Point, plies int, alpha, beta float64) float64 {
	piece := grid.Wheel[b.phase]
	goal, enemy := grid.White, grid.Black
	if piece.Mover() == 1 {
		goal, enemy = grid.Black, grid.White
	}
	var hits [6]grid.Hit
	n := b.Hits(m, piece, &hits)
	gain := 0.0
	var old [6]grid.Colour
	b.At[m] = piece
	won := false
	for i, h := range hits[:n] {
		old[i] = b.At[h.At]
		gain++
		if h.Colour == goal {
			gain += originalMade
		}
		if old[i] == enemy {
			gain += originalRuined
		}
		b.At[h.At] = h.Colour
	}
	for _, h := range hits[:n] {
		for _, axis := range grid.Axes {
			if h.Colour == goal {
				_, length := b.Run(h.At, axis)
				won = won || length >= grid.RowLength
			}
		}
	}
	if won {
		gain += originalWin
	} else if plies > 1 {
		gain -= b.best(m, plies-1, alpha+gain, beta+gain)
	}
	for i, h := range hits[:n] {
		b.At[h.At] = old[i]
	}
	b.At[m] = grid.Empty
	return gain
}

// best returns the value, for the next mover, of the position after a move on m; 0 on a full
// board.
func (b *originalBoard) best(m grid.Point, plies int, alpha, beta float64) float64 {
	legal := b.legal
	b.legal = nil
	for _, p := range legal {
		if p != m {
			b.legal = append(b.legal, p)
		}
	}
	for _, step := range grid.Steps {
		n := m + step
		if b.Board.Legal(n) && !contains(legal, n) {
			b.legal = append(b.legal, n)
		}
	}
	b.phase = (b.phase + 1) % len(grid.Wheel)
	best := float64(originalNothing)
	if len(b.legal) == 0 {
		best = 0
	}
	for _, p := range b.legal {
		value := b.after(p, plies, -beta, -alpha)
		best = max(best, value)
		alpha = max(alpha, value)
		if alpha >= beta {
			break
		}
	}
	b.phase = (b.phase + len(grid.Wheel) - 1) % len(grid.Wheel)
	b.legal = legal
	return best
}

func contains(list []grid.Point, p grid.Point) bool {
	return slices.Contains(list, p)
}

// plain is the same player without bounds and without shared boards, by the oracle's
// rules: the second opinion on the sparring partner.
func plain(o *oracle, plies int) float64 {
	best := float64(originalNothing)
	legal := o.legal()
	if len(legal) == 0 {
		return 0
	}
	goal, enemy := byte('W'), byte('K')
	if o.piece() == 'Y' || o.piece() == 'C' || o.piece() == 'P' {
		goal, enemy = 'K', 'W'
	}
	for _, move := range legal {
		next := *o
		next.play(move)
		value := 0.0
		for r := range grid.Size {
			for c := range grid.Size {
				was, is := o.board[r][c], next.board[r][c]
				if was == 0 || was == is {
					continue
				}
				value++
				if is == goal {
					value += originalMade
				}
				if was == enemy {
					value += originalRuined
				}
			}
		}
		if next.winner != 0 {
			value += originalWin
		} else if plies > 1 {
			value -= plain(&next, plies-1)
		}
		best = max(best, value)
	}
	return best
}

// TestOriginalPlayer compares the sparring partner's values with the plain one's.
func TestOriginalPlayer(t *testing.T) {
	for seed := range uint64(12) {
		round := 1 + int(seed)%6
		p, o := randomPosition(round, 8+int(seed), seed), newOracle(round)
		for c := range grid.Cell(grid.Size * grid.Size) {
			o.board[c.Row()][c.Column()] = 0
			if on := p.At(c); on != grid.Empty {
				o.board[c.Row()][c.Column()] = on.Letter()[0]
			}
		}
		o.ply = p.ply
		b := &originalBoard{Board: p.board, phase: (p.round - 1 + p.ply) % len(grid.Wheel)}
		for _, c := range p.Legal() {
			b.legal = append(b.legal, c.Point())
		}
		got := float64(originalNothing)
		for _, m := range b.legal {
			got = max(got, b.after(m, 3, originalNothing, -originalNothing))
		}
		if want := plain(o, 3); got < want-1e-6 || got > want+1e-6 {
			t.Errorf("seed %d: 3 plies are worth %v, want %v:\n%s", seed, got, want, p)
		}
	}
}

// Flags of the match, such as
//
//	go test ./engine/atom4 -run '^$' -bench Match -benchtime 1x -against 4 -games 200
var (
	against = flag.Int("against", 2, "the original's level that BenchmarkMatch plays against: n looks n+1 plies ahead")
	games   = flag.Int("games", 20, "how many games it plays")
	millis  = flag.Int("millis", 50, "how long our player may think")
	nodes   = flag.Int64("nodes", 0, "how many positions it may look at a thread instead")
	threads = flag.Int("threads", 2, "by how many threads")
)

// BenchmarkMatch plays our player, at a fixed time a move, against the original's: random
// openings of three plies, each from both sides, rounds alternating.
func BenchmarkMatch(b *testing.B) {
	for b.Loop() {
		won, lost, drawn, plies := 0, 0, 0, 0
		for g := range *games {
			p := randomPosition(1+g/2%6, 3, uint64(g/2))
			sparring := &original{*against + 1, rand.New(rand.NewPCG(uint64(g), 7))}
			seat := engine.Seat(g % 2)
			playMatch(b, p, seat, ourMove(b), sparring)
			plies += p.ply
			b.Logf("game %d: %d plies, won by %d, we are %d", g+1, p.ply, p.winner, seat)
			switch p.winner {
			case seat:
				won++
			case engine.NoSeat:
				drawn++
			default:
				lost++
			}
		}
		n := float64(*games)
		b.ReportMetric(float64(won), "won")
		b.ReportMetric(float64(lost), "lost")
		b.ReportMetric(float64(drawn), "drawn")
		b.ReportMetric((float64(won)+float64(drawn)/2)/n*100, "%score")
		b.ReportMetric(float64(plies)/n, "plies")
	}
}

// ourMove is our player, as the flags have it.
func ourMove(tb testing.TB) func(*Position) grid.Cell {
	tb.Helper()
	shared := new(alphabeta.Search[grid.Point])
	return func(p *Position) grid.Cell {
		ctx, cancel := context.Background(), context.CancelFunc(func() {})
		if *nodes == 0 {
			ctx, cancel = context.WithTimeout(ctx, time.Duration(*millis)*time.Millisecond)
		}
		defer cancel()
		found := shared.Run(ctx, p.tree(), alphabeta.Options{Nodes: *nodes, Threads: *threads})
		return found.Line[0].Cell()
	}
}

func playMatch(tb testing.TB, p *Position, seat engine.Seat, ours func(*Position) grid.Cell, sparring *original) {
	tb.Helper()
	for !p.over() {
		c := grid.Cell(0)
		if p.Turn() == seat {
			c = ours(p)
		} else {
			c = sparring.choose(p)
		}
		if _, err := p.Play(c.String()); err != nil {
			tb.Fatal(fmt.Errorf("%w in\n%s", err, p))
		}
	}
}
