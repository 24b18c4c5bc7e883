package hex_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// filmOf returns the frames of a view's film.
func filmOf(t *testing.T, p *hex.Position, view string) []any {
	t.Helper()
	answer, _ := show(t, p, view)
	film, ok := answer.Scenes[0].(engine.Film)
	if !ok || len(film.Frames) > 52 {
		t.Fatalf("%s is %T of %d frames", view, answer.Scenes[0], len(film.Frames))
	}
	return film.Frames
}

// ringsOf is breadth-first search as a textbook has it: the slow way, ring by ring.
func ringsOf(p *hex.Position, side hex.Colour) []int {
	open := func(c hexgrid.Cell) bool {
		return p.At(c) == side || p.At(c) == hex.Empty && p.Winner() == hex.Empty
	}
	distance := slices.Repeat([]int{board.Unreached}, p.Grid().Cells())
	for ring := 1; ; ring++ {
		var found []hexgrid.Cell
		for c := range hexgrid.Cell(p.Grid().Cells()) {
			beside := func(n hexgrid.Cell) bool { return distance[n] == ring-1 }
			edge := side == p.TopBottom() && p.Grid().Row(c) == 0 || side != p.TopBottom() && p.Grid().Column(c) == 0
			if open(c) && distance[c] == board.Unreached && (ring == 1 && edge || ring > 1 && slices.ContainsFunc(p.Grid().Neighbours(c), beside)) {
				found = append(found, c)
			}
		}
		if found == nil {
			return distance
		}
		for _, c := range found {
			distance[c] = ring
		}
	}
}

// TestFilmOfRings: the rings are those of the slow search, and each frame reaches one more, until the
// chain, which takes one cell of each.
func TestFilmOfRings(t *testing.T) {
	for _, moves := range []string{"", "c3 d3 b4 c4 d2 b5", "c3 a3 c2 b2 c1 b3 c4 d4 c5"} {
		p := play(t, options(5), moves)
		want := ringsOf(p, mover(p))
		frames := filmOf(t, p, "bfs")
		for i, f := range frames {
			s := f.(hex.Search)
			if !slices.Equal(s.Cost, want) || s.Reached != i+1 || s.Last != (i == len(frames)-1) {
				t.Errorf("%q, frame %d: reached %d, last %t, %v, want %v", moves, i, s.Reached, s.Last, s.Cost, want)
			}
		}
		last := frames[len(frames)-1].(hex.Search)
		for i, c := range last.Cells {
			if want[c] != i+1 {
				t.Errorf("%q: cell %d of the chain is in ring %d", moves, i, want[c])
			}
		}
		if len(last.Cells) != len(frames) {
			t.Errorf("%q: a chain of %d cells after %d rings", moves, len(last.Cells), len(frames))
		}
	}
}

// TestFilmOfCosts: a step costs the weights of both cells, an edge of the board weighing 1; the frames
// come to the end of the chain, and the numbers are those of view "weights".
func TestFilmOfCosts(t *testing.T) {
	o := options(6)
	o["weighted"] = true
	p := play(t, o, "c3 d3 b4 c4 d2 b5")
	frames := filmOf(t, p, "dijkstra")
	last, before := frames[len(frames)-1].(hex.Search), -1
	for _, f := range frames {
		if s := f.(hex.Search); s.Reached <= before {
			t.Errorf("%d comes after %d", s.Reached, before)
		} else {
			before = s.Reached
		}
	}
	for c, cost := range last.Cost {
		own, least := p.Weight(hexgrid.Cell(c)), 1<<30
		if p.At(hexgrid.Cell(c)) == mover(p).Other() {
			continue
		}
		if p.Grid().Row(hexgrid.Cell(c)) == 0 {
			least = 1
		}
		for _, n := range p.Grid().Neighbours(hexgrid.Cell(c)) {
			if last.Cost[n] != board.Unreached {
				least = min(least, last.Cost[n]+p.Weight(n))
			}
		}
		if cost != least+own {
			t.Errorf("%s costs %d, want %d", p.Grid().Name(hexgrid.Cell(c)), cost, least+own)
		}
	}
	if end := last.Cells[len(last.Cells)-1]; last.Reached != last.Cost[end] || last.Reached != 12 { // a1 to a6 along the rim
		t.Errorf("the last frame comes to %d, at %s", last.Reached, p.Grid().Name(end))
	}
	for _, o := range []engine.Options{o, options(6)} {
		for _, moves := range []string{"c3 d3 b4 c4 d2 b5", "c1 a1 c2 a2 c3 a3 c4 a4 c5 a5 c6"} {
			p := play(t, o, moves)
			frames := filmOf(t, p, "dijkstra")
			if film := frames[0].(hex.Search).Cost; !slices.Equal(film, hex.NewWeights(p).Cost) {
				t.Errorf("%s: the film has %v, the view of weights %v", moves, film, hex.NewWeights(p).Cost)
			}
		}
	}
}

// TestFilmOfSets has a frame for each stone.
func TestFilmOfSets(t *testing.T) {
	p := play(t, options(5), "c3 swap d3 b4")
	var counts []string
	for _, f := range filmOf(t, p, "sets") {
		counts = append(counts, strings.ReplaceAll(f.(hex.Sets).String(), "\n", "/"))
	}
	if len(counts) != 5 || counts[4] != strings.ReplaceAll(p.String(), "\n", "/") || strings.ContainsAny(counts[0], "RB") {
		t.Errorf("%q", counts)
	}
}

// mover is the colour of the next move, or the winner.
func mover(p *hex.Position) hex.Colour {
	if p.Winner() != hex.Empty {
		return p.Winner()
	}
	return p.Mover()
}
