package octopuszle

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// Parameters of the local searches. Those for orthogonal lines were measured on the diagonals of
// the published solution, where a solution takes a hundred thousand flips.
const (
	orthogonalTemperature = 0.17
	orthogonalFlips       = 1_000_000
	diagonalTemperature   = 0.5
	diagonalFlips         = 300_000
)

// freeRuns is the number of runs with the same free diagonals. If they fail, new diagonals are
// quicker.
const freeRuns = 4

// rimShare is the probability of a diagonal to the rim if diagonals are free. With one half, the
// rim would have more squares without diagonals than there are such squares that fit there.
const rimShare = 0.66

// Progress is the progress of a search.
type Progress struct {
	Starts int `json:"starts"` // runs begun
	Steps  int `json:"steps"`  // flips tried
}

func (p Progress) add(q localsearch.Progress) Progress {
	return Progress{p.Starts + q.Runs, p.Steps + q.Flips}
}

// Solver finds solutions one by one, determined by its seed. It is not safe for concurrent use,
// and takes less than 100 KB.
//
// It searches for diagonals first, unless they are given, and then for the orthogonal lines: each
// of the 16 classes of squares with equal diagonals must take all 16 sets of orthogonal lines.
type Solver struct {
	// OnProgress, if not nil, is called every few thousand flips, on the goroutine of
	// [Solver.Next]. It has no influence on the solutions.
	OnProgress func(Progress)

	given  bool // every solution has the diagonals of board
	random *rand.PCG
	search *localsearch.Search // for orthogonal lines; nil before there are diagonals
	board  Board               // the diagonals of the search
	done   Progress            // by finished searches
}

// NewSolver makes a solver for solutions with the diagonals of a board, or with any if it is nil.
// It returns an [*engine.Refusal] if no solution has the diagonals, see [CheckComplex].
func NewSolver(diagonals *Board, seed uint64) (*Solver, error) {
	s := &Solver{random: rand.NewPCG(seed, 1)}
	if diagonals == nil {
		return s, nil
	}
	if err := CheckComplex(diagonals); err != nil {
		return nil, err
	}
	s.given = true
	s.begin(diagonals)
	return s, nil
}

// Progress returns the progress since the solver was made.
func (s *Solver) Progress() Progress {
	if s.search == nil {
		return s.done
	}
	return s.done.add(s.search.Progress())
}

// Next returns the next solution. The error is the context's.
func (s *Solver) Next(ctx context.Context) (*Board, error) {
	for {
		if s.search == nil {
			diagonals, err := s.diagonals(ctx)
			if err != nil {
				return nil, err
			}
			s.begin(&diagonals)
		}
		found, err := s.search.Next(ctx)
		if err != nil && !errors.Is(err, localsearch.ErrGaveUp) {
			return nil, err
		}
		if !s.given {
			s.done, s.search = s.Progress(), nil // the next solution gets other diagonals
		}
		if err == nil {
			return s.board.with(orthogonal, found), nil
		}
	}
}

// with returns the board with the lines of a kind added, by their patterns.
func (b Board) with(k kind, patterns []int) *Board {
	for at, p := range patterns {
		b[at] |= k.lines(p)
	}
	return &b
}

// begin starts the search for the orthogonal lines that fit the diagonals of a board.
func (s *Solver) begin(b *Board) {
	for at, l := range b {
		s.board[at] = l & Diagonals
	}
	p := straight(b.patterns(diagonal))
	p.Edges = edges(orthogonal)
	if !s.given {
		p.Runs = freeRuns
	}
	s.search = s.newSearch(p)
}

// straight returns the problem of the orthogonal lines that fit a diagonal complex, without edges.
func straight(classes []int) localsearch.Problem {
	return localsearch.Problem{
		Class: classes, Patterns: patterns, Capacity: 1, Temperature: orthogonalTemperature, Flips: orthogonalFlips,
	}
}

// newSearch makes a search that reports the progress of all searches.
func (s *Solver) newSearch(p localsearch.Problem) *localsearch.Search {
	search := localsearch.New(p, s.random.Uint64())
	search.OnProgress = func() {
		if s.OnProgress != nil {
			s.OnProgress(s.done.add(search.Progress()))
		}
	}
	return search
}

// edges returns the possible lines of a kind between two squares of a board.
func edges(k kind) []localsearch.Edge {
	var list []localsearch.Edge
	for at := range Squares {
		for i, d := range k {
			next, inside := Next(at, d)
			if back := (i + len(k)/2) % len(k); inside && next > at {
				list = append(list, localsearch.Edge{A: int32(at), B: int32(next), BitA: 1 << i, BitB: 1 << back})
			}
		}
	}
	return list
}

// diagonals draws classes of 16 squares each until [CheckComplex] accepts them.
func (s *Solver) diagonals(ctx context.Context) (Board, error) {
	for {
		if b, err := s.draw(ctx, rimShare); err != nil || CheckComplex(&b) == nil {
			return b, err
		}
	}
}

// draw draws each diagonal to the rim with a probability, and then sets the others so that each
// pattern is on 16 squares.
func (s *Solver) draw(ctx context.Context, share float64) (Board, error) {
	for {
		var rim [Squares]int
		var inner []localsearch.Edge
		random := rand.New(s.random)
		for _, e := range edges(diagonal) {
			switch {
			case !onRim(int(e.A)) && !onRim(int(e.B)):
				inner = append(inner, e)
			case random.Float64() < share:
				rim[e.A] |= int(e.BitA)
				rim[e.B] |= int(e.BitB)
			}
		}
		search := s.newSearch(localsearch.Problem{
			Edges: inner, Class: make([]int, Squares), Patterns: patterns, Fixed: rim[:], Capacity: perClass,
			Temperature: diagonalTemperature, Flips: diagonalFlips, Runs: 1,
		})
		found, err := search.Next(ctx)
		s.done.Steps += search.Progress().Flips
		if !errors.Is(err, localsearch.ErrGaveUp) {
			return *Board{}.with(diagonal, found), err
		}
	}
}

func onRim(at int) bool {
	col, row := at%Size, at/Size
	return col == 0 || row == 0 || col == Size-1 || row == Size-1
}
