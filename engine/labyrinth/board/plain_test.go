package board_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// This file has a second implementation of boards, slow and plain: maps, floods, and the rules as
// written.

// placed maps cells to pieces.
func placed(pieces []board.Piece) map[board.Cell]board.Doors {
	at := map[board.Cell]board.Doors{}
	for _, p := range pieces {
		at[p.Cell] = p.Doors
	}
	return at
}

// plainValid reports whether pieces are a solution, by the wording of the rules: all 64,
// each on a cell of its own, every door meets a door, and unless compact a side without
// a door has no neighbour.
func plainValid(pieces []board.Piece, compact bool) bool {
	at, seen := placed(pieces), map[board.Doors]bool{}
	for _, p := range pieces {
		seen[p.Doors] = true
	}
	if len(pieces) != 64 || len(at) != 64 || len(seen) != 64 || seen[64] {
		return false
	}
	for c, d := range at {
		for s := range board.Side(6) {
			other, near := at[c.Next(s)]
			meets := near && other.Has((s+3)%6)
			if d.Has(s) && !meets || !d.Has(s) && near && !compact {
				return false
			}
		}
	}
	return true
}

// flood counts the components of cells, where linked tells which neighbours belong
// together, and returns their sizes, largest first.
func flood(cells []board.Cell, linked func(c board.Cell, s board.Side) bool) []int {
	left := map[board.Cell]bool{}
	for _, c := range cells {
		left[c] = true
	}
	var sizes []int
	for _, first := range cells {
		if !left[first] {
			continue
		}
		delete(left, first)
		stack, size := []board.Cell{first}, 0
		for len(stack) > 0 {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			size++
			for s := range board.Side(6) {
				if next := c.Next(s); left[next] && linked(c, s) {
					delete(left, next)
					stack = append(stack, next)
				}
			}
		}
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	return sizes
}

// plainReport counts as [board.Validate] does.
func plainReport(pieces []board.Piece) board.Report {
	at := placed(pieces)
	var r board.Report
	var lying, empty []board.Cell
	low, high := pieces[0].Cell, pieces[0].Cell
	for _, p := range pieces {
		lying = append(lying, p.Cell)
		low = board.Cell{Q: min(low.Q, p.Q), R: min(low.R, p.R)}
		high = board.Cell{Q: max(high.Q, p.Q), R: max(high.R, p.R)}
	}
	door := func(c board.Cell, s board.Side) bool { return at[c].Has(s) }
	r.Sizes = flood(lying, door)
	r.Groups = len(r.Sizes)
	for q := low.Q - 1; q <= high.Q+1; q++ {
		for row := low.R - 1; row <= high.R+1; row++ {
			if _, lies := at[board.Cell{Q: q, R: row}]; !lies {
				empty = append(empty, board.Cell{Q: q, R: row})
			}
		}
	}
	r.Holes = len(flood(empty, func(board.Cell, board.Side) bool { return true })) - 1
	for _, c := range lying {
		for s := range board.Side(6) {
			if door(c, s) {
				r.Connections++ // seen from both ends
				if door(c, (s+1)%6) && door(c.Next(s), (s+2)%6) {
					r.Triangles++ // seen from three corners
				}
			}
		}
	}
	r.Connections /= 2
	r.Triangles /= 3
	return r
}

// samples are the five published solutions.
func samples(t *testing.T) [][]board.Piece {
	t.Helper()
	data, err := os.ReadFile("../testdata/solutions.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil || len(raw) != 5 {
		t.Fatalf("%d samples, %v", len(raw), err)
	}
	var all [][]board.Piece
	for _, one := range raw {
		pieces, err := board.ParseJSON(one)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, pieces)
	}
	return all
}

// TestReportsAgree on published solutions, on found ones, and on these with their groups
// far apart.
func TestReportsAgree(t *testing.T) {
	all := samples(t)
	for seed := range uint64(60) {
		all = append(all, solution(t, seed))
	}
	for i, pieces := range all {
		for name, moved := range map[string][]board.Piece{"as it is": pieces, "tidied": board.Tidy(pieces), "normalized": board.Normalize(pieces)} {
			got, err := board.Validate(moved, false)
			want := plainReport(moved)
			if err != nil || !plainValid(moved, false) {
				t.Fatalf("solution %d, %s: %v", i, name, err)
			}
			if got.Groups != want.Groups || got.Holes != want.Holes || got.Connections != want.Connections || got.Triangles != want.Triangles || !slices.Equal(got.Sizes, want.Sizes) {
				t.Fatalf("solution %d, %s: %+v, want %+v", i, name, got, want)
			}
			// by Euler, and as the source counts
			if got.Holes != got.Groups || got.Connections != 96 || got.Triangles != 32 {
				t.Fatalf("solution %d, %s: %+v", i, name, got)
			}
		}
	}
}

// TestVerdictsAgree on solutions that were spoiled at random: two pieces exchanged, one
// moved, a mirror image of one.
func TestVerdictsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	good, verdicts := solution(t, 9), map[bool]int{}
	for range 3000 {
		spoiled := slices.Clone(good)
		i, j := random.IntN(64), random.IntN(64)
		switch random.IntN(4) {
		case 0:
			spoiled[i].Doors, spoiled[j].Doors = spoiled[j].Doors, spoiled[i].Doors
		case 1:
			spoiled[i].Cell = spoiled[j].Next(board.Side(random.IntN(6)))
		case 2:
			spoiled[i].Doors = board.Level.Doors(spoiled[i].Doors)
		case 3:
			blank := slices.IndexFunc(spoiled, func(p board.Piece) bool { return p.Doors == 0 })
			spoiled[blank].Cell = board.Cell{Q: random.IntN(40) - 20, R: random.IntN(40) - 20}
		}
		for _, compact := range []bool{false, true} {
			_, err := board.Validate(spoiled, compact)
			if want := plainValid(spoiled, compact); want != (err == nil) {
				t.Fatalf("compact %t: %v, want valid %t: %s", compact, err, want, board.AppendJSON(nil, spoiled))
			}
			verdicts[err == nil]++
		}
	}
	if verdicts[true] < 100 || verdicts[false] < 100 {
		t.Errorf("verdicts %v: the test tests nothing", verdicts)
	}
}

// TestFitsAgrees: on a board with some pieces of a solution, a further piece fits where
// the rules hold for it and its neighbours, and no empty cell is wanted by one piece and
// refused by another.
func TestFitsAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	verdicts := map[bool]int{}
	for seed := range uint64(20) {
		whole := solution(t, seed)
		random.Shuffle(len(whole), func(i, j int) { whole[i], whole[j] = whole[j], whole[i] })
		at := placed(whole[:random.IntN(60)])
		for range 200 {
			near := whole[random.IntN(64)]
			p := board.Piece{Cell: near.Next(board.Side(random.IntN(6))), Doors: near.Doors}
			if random.IntN(2) == 0 {
				p = whole[random.IntN(64)]
			}
			if _, lies := at[p.Cell]; lies {
				continue
			}
			err := board.Fits(at, p)
			if want := plainFits(at, p); want != (err == nil) {
				t.Fatalf("%+v among %v: %v, want that it fits: %t", p, at, err, want)
			}
			must, mustNot := board.Constraints(at, p.Cell)
			if fits := p.Doors&must == must && p.Doors&mustNot == 0; fits != (err == nil) {
				t.Fatalf("%+v among %v: must have %06b and not %06b, but %v", p, at, must, mustNot, err)
			}
			verdicts[err == nil]++
		}
	}
	if verdicts[true] < 100 || verdicts[false] < 100 {
		t.Errorf("verdicts %v: the test tests nothing", verdicts)
	}
}

// plainFits lays the piece and looks at all cells of the board.
func plainFits(at map[board.Cell]board.Doors, p board.Piece) bool {
	with := map[board.Cell]board.Doors{p.Cell: p.Doors}
	maps.Copy(with, at)
	wanted, refused := map[board.Cell]bool{}, map[board.Cell]bool{}
	for c, d := range with {
		for s := range board.Side(6) {
			if d.Has(s) {
				wanted[c.Next(s)] = true
			} else {
				refused[c.Next(s)] = true
			}
		}
	}
	near := map[board.Cell]bool{p.Cell: true} // what the piece has to do with
	for s := range board.Side(6) {
		near[p.Next(s)] = true
	}
	for c := range near {
		if _, lies := with[c]; lies && refused[c] || wanted[c] && refused[c] {
			return false
		}
	}
	for c := range near { // a door between two pieces needs both halves
		for s := range board.Side(6) {
			d, lies := with[c]
			other, beside := with[c.Next(s)]
			if lies && beside && (c == p.Cell || c.Next(s) == p.Cell) && d.Has(s) != other.Has((s+3)%6) {
				return false
			}
		}
	}
	return true
}
