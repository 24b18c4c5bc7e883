package octopuszle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// plainValid judges a board by the wording of the rules: 256 different squares, and each
// line goes on behind the border of its square, across a side or a corner.
func plainValid(b *octopuszle.Board) bool {
	seen := map[octopuszle.Lines]bool{}
	for _, l := range b {
		seen[l] = true
	}
	if len(seen) != 256 {
		return false
	}
	// by direction: bit, then the way to the neighbour, and the bit that answers there
	around := []struct{ bit, right, down, answer int }{
		{1, 0, -1, 16},
		{2, 1, -1, 32},
		{4, 1, 0, 64},
		{8, 1, 1, 128},
		{16, 0, 1, 1},
		{32, -1, 1, 2},
		{64, -1, 0, 4},
		{128, -1, -1, 8},
	}
	for row := range 16 {
		for col := range 16 {
			for _, d := range around {
				line, goesOn := int(b[16*row+col])&d.bit != 0, false
				if c, r := col+d.right, row+d.down; c >= 0 && c < 16 && r >= 0 && r < 16 {
					goesOn = int(b[16*r+c])&d.answer != 0
				}
				if line != goesOn {
					return false
				}
			}
		}
	}
	return true
}

// found are boards by seed, with any diagonals.
func found(t *testing.T, seeds int) []*octopuszle.Board {
	t.Helper()
	var list []*octopuszle.Board
	for seed := range seeds {
		list = append(list, solve(t, nil, uint64(seed)))
	}
	return list
}

func solve(t *testing.T, diagonals *octopuszle.Board, seed uint64) *octopuszle.Board {
	t.Helper()
	s, err := octopuszle.NewSolver(diagonals, seed)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestVerdictsAgree on the published solution, on found ones, and on these after squares
// were exchanged, turned around, or given another line.
func TestVerdictsAgree(t *testing.T) {
	random, verdicts := rand.New(rand.NewPCG(1, 1)), map[bool]int{}
	for _, b := range append(found(t, 4), sample(t)) {
		for range 300 {
			spoiled := *b
			i, j := random.IntN(256), random.IntN(256)
			switch random.IntN(3) {
			case 0:
				spoiled[i], spoiled[j] = spoiled[j], spoiled[i]
			case 1:
				spoiled[i] ^= 1 << random.IntN(8)
			case 2:
				mirrored(&spoiled)
			}
			err := octopuszle.Validate(&spoiled)
			if want := plainValid(&spoiled); want != (err == nil) {
				t.Fatalf("%v, want valid %t: %s", err, want, octopuszle.AppendJSON(nil, &spoiled))
			}
			verdicts[err == nil]++
		}
	}
	if verdicts[true] < 50 || verdicts[false] < 50 {
		t.Errorf("verdicts %v: the test tests nothing", verdicts)
	}
}

// mirrored exchanges east and west: that makes a solution of a solution.
func mirrored(b *octopuszle.Board) {
	before := *b
	for at, l := range before {
		var image octopuszle.Lines
		for d := range octopuszle.Direction(8) {
			if l.Has(d) {
				image |= 1 << ((8 - d) % 8)
			}
		}
		b[at/16*16+15-at%16] = image
	}
}

// TestComplexesAgree: the diagonals of every solution pass, and so do their images; one
// diagonal more or less does not.
func TestComplexesAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, b := range append(found(t, 3), sample(t)) {
		alone := *b
		for at := range alone {
			alone[at] &= octopuszle.Diagonals
		}
		if err := octopuszle.CheckComplex(&alone); err != nil {
			t.Fatalf("the diagonals of a solution: %v", err)
		}
		mirrored(&alone)
		if err := octopuszle.CheckComplex(&alone); err != nil {
			t.Fatalf("their mirror image: %v", err)
		}
		for range 100 {
			spoiled := alone
			spoiled[random.IntN(256)] ^= 1 << (1 + 2*random.IntN(4))
			if octopuszle.CheckComplex(&spoiled) == nil {
				t.Fatal("half a diagonal passes")
			}
		}
	}
}

// TestSolverBySeed: a seed has its own solution, and always the same.
func TestSolverBySeed(t *testing.T) {
	for name, diagonals := range map[string]*octopuszle.Board{"any": nil, "given": sample(t)} {
		first, again, other := solve(t, diagonals, 3), solve(t, diagonals, 3), solve(t, diagonals, 4)
		if *first != *again || *first == *other {
			t.Errorf("%s diagonals: a seed should give its own solution, and always the same", name)
		}
	}
}

// TestSolverKeepsWhatItIsGiven: the caller may change the board afterwards.
func TestSolverKeepsWhatItIsGiven(t *testing.T) {
	given := *sample(t)
	s, err := octopuszle.NewSolver(&given, 1)
	if err != nil {
		t.Fatal(err)
	}
	given = octopuszle.Board{}
	b, err := s.Next(t.Context())
	if err != nil || !sameDiagonals(b, sample(t)) || !plainValid(b) {
		t.Errorf("after a change to the caller's board: %v", err)
	}
}

// TestSolverReportsProgress: it grows from call to call, and ends where Progress does;
// listening changes nothing.
func TestSolverReportsProgress(t *testing.T) {
	s, err := octopuszle.NewSolver(nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	var calls []octopuszle.Progress
	s.OnProgress = func(p octopuszle.Progress) { calls = append(calls, p) }
	b, err := s.Next(t.Context())
	if err != nil || *b != *solve(t, nil, 3) {
		t.Errorf("with a listener it finds another solution, %v", err)
	}
	if len(calls) == 0 || !slices.IsSortedFunc(calls, func(a, b octopuszle.Progress) int { return a.Steps - b.Steps }) {
		t.Errorf("progress was %v", calls)
	}
	if done := s.Progress(); done.Steps < calls[len(calls)-1].Steps || done.Starts < 1 {
		t.Errorf("after %v, progress is %+v", calls[len(calls)-1], done)
	}
}
