package octopuszle

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/search/focus"
)

// How lines are searched. Orthogonal lines were measured on the diagonals of the published
// solution: a hundred thousand are tried for a solution.
const (
	orthogonalTemperature = 0.17
	orthogonalSteps       = 1_000_000
	diagonalTemperature   = 0.5
	diagonalSteps         = 300_000
)

// freeStarts is how often orthogonal lines are tried for one choice of free diagonals:
// where the first tries fail, other diagonals are better.
const freeStarts = 4

// rimShare is how often a diagonal to the rim is there when diagonals are free. If half
// of them were, more squares of the rim had none than there are squares without
// diagonals that may lie there.
const rimShare = 0.66

// Progress is how far a search has come.
type Progress struct {
	Starts int `json:"starts"` // searches begun
	Steps  int `json:"steps"`  // lines tried
}

// Solver finds solutions, one after the other, by the same seed the same ones. It is not
// safe for concurrent use and takes less than 100 KB.
type Solver struct {
	fixed    *Board // its diagonals are those of every solution; nil: any
	random   *rand.PCG
	search   *focus.Search // of orthogonal lines
	board    Board         // the diagonals of the search
	progress Progress
}

// NewSolver takes a board whose diagonals every solution must have, or nil. It refuses,
// with an [*engine.Refusal], those that cannot be; see [CheckComplex].
func NewSolver(diagonals *Board, seed uint64) (*Solver, error) {
	s := &Solver{random: rand.NewPCG(seed, 1)}
	if diagonals == nil {
		return s, nil
	}
	if err := CheckComplex(diagonals); err != nil {
		return nil, err
	}
	fixed := *diagonals
	s.fixed = &fixed
	s.begin(fixed.classes())
	return s, nil
}

// Progress tells what the solver has done since it was made.
func (s *Solver) Progress() Progress {
	p := s.progress
	if s.search != nil {
		p.Starts, p.Steps = p.Starts+s.search.Begun, p.Steps+s.search.Tried
	}
	return p
}

// Next finds the next solution. The error is the context's.
func (s *Solver) Next(ctx context.Context) (*Board, error) {
	for {
		if s.search == nil {
			class, err := s.diagonals(ctx)
			if err != nil {
				return nil, err
			}
			s.begin(class)
		}
		found, err := s.search.Next(ctx)
		if err != nil && !errors.Is(err, focus.ErrGivenUp) {
			return nil, err
		}
		if s.fixed == nil {
			s.progress, s.search = s.Progress(), nil // the next one has other diagonals
		}
		if err == nil {
			return s.with(found), nil
		}
	}
}

// with is the board of the search with orthogonal lines.
func (s *Solver) with(orthogonals []int) *Board {
	b := s.board
	for at, p := range orthogonals {
		b[at] |= orthogonal.lines(p)
	}
	return &b
}

// begin searches for the orthogonal lines on diagonals.
func (s *Solver) begin(class [Squares]int) {
	for at, p := range class {
		s.board[at] = diagonal.lines(p)
	}
	p := focus.Problem{
		Lines: joints(orthogonal), Class: class[:], Patterns: patterns, Room: 1,
		Temperature: orthogonalTemperature, Steps: orthogonalSteps,
	}
	if s.fixed == nil {
		p.Starts = freeStarts
	}
	s.search = focus.New(p, s.random.Uint64())
}

// joints are the lines of a kind that may be on a board.
func joints(k kind) []focus.Line {
	var list []focus.Line
	for at := range Squares {
		for i, d := range k {
			next, inside := Next(at, d)
			if back := (i + len(k)/2) % len(k); inside && next > at {
				list = append(list, focus.Line{A: int32(at), B: int32(next), BitA: 1 << i, BitB: 1 << back})
			}
		}
	}
	return list
}

// diagonals are such that each pattern is on 16 squares, and that they may have a
// solution.
func (s *Solver) diagonals(ctx context.Context) ([Squares]int, error) {
	for {
		b, err := s.draw(ctx, rimShare)
		if err != nil {
			return [Squares]int{}, err
		}
		if CheckComplex(&b) == nil {
			return b.classes(), nil
		}
	}
}

// draw draws the diagonals to the rim, each with a chance; then the others are set so
// that the numbers of patterns come out even.
func (s *Solver) draw(ctx context.Context, share float64) (Board, error) {
	for {
		var rim [Squares]int
		var inner []focus.Line
		chance := rand.New(s.random)
		for _, l := range joints(diagonal) {
			switch {
			case !onRim(int(l.A)) && !onRim(int(l.B)):
				inner = append(inner, l)
			case chance.Float64() < share:
				rim[l.A] |= int(l.BitA)
				rim[l.B] |= int(l.BitB)
			}
		}
		search := focus.New(focus.Problem{
			Lines: inner, Class: make([]int, Squares), Patterns: patterns, Start: rim[:], Room: perClass,
			Temperature: diagonalTemperature, Steps: diagonalSteps, Starts: 1,
		}, s.random.Uint64())
		found, err := search.Next(ctx)
		s.progress.Steps += search.Tried
		if !errors.Is(err, focus.ErrGivenUp) {
			return withDiagonals(found), err
		}
	}
}

func onRim(at int) bool {
	col, row := at%Size, at/Size
	return col == 0 || row == 0 || col == Size-1 || row == Size-1
}

func withDiagonals(patterns []int) Board {
	var b Board
	for at, p := range patterns {
		b[at] = diagonal.lines(p)
	}
	return b
}
